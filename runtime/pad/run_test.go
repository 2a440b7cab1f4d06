package pad_test

import (
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

func mustPlan[T kernel.Unit](t testing.TB, ks *kernel.Set[T], p pad.Params[T]) *pad.Plan[T] {
	t.Helper()
	plan, err := pad.NewPlan(ks, p)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// TestRunRefusesBuffers: dst and src of any other length, or with shared memory, are an error, and dst is unchanged.
func TestRunRefusesBuffers(t *testing.T) {
	plan := mustPlan(t, generated.Uint8, pad.Params[uint8]{Shape: []int{3}, Pads: []int{1, 1}})
	memory := make([]uint8, 32)
	for _, c := range []struct {
		name     string
		dst, src []uint8
		want     refusal
	}{
		{"short dst", memory[:4], memory[8:11], refusal{pad.ErrBuffer, "dst", -1, 4}},
		{"long dst", memory[:6], memory[8:11], refusal{pad.ErrBuffer, "dst", -1, 6}},
		{"no dst", nil, memory[8:11], refusal{pad.ErrBuffer, "dst", -1, 0}},
		{"short src", memory[:5], memory[8:10], refusal{pad.ErrBuffer, "src", -1, 2}},
		{"long src", memory[:5], memory[8:12], refusal{pad.ErrBuffer, "src", -1, 4}},
		{"no src", memory[:5], nil, refusal{pad.ErrBuffer, "src", -1, 0}},
		{"both wrong", memory[:9], memory[:9], refusal{pad.ErrBuffer, "dst", -1, 9}},
		{"src inside dst", memory[:5], memory[1:4], refusal{pad.ErrBuffer, "dst", -1, 0}},
		{"src ends in dst", memory[4:9], memory[2:5], refusal{pad.ErrBuffer, "dst", -1, 0}},
		{"dst ends in src", memory[4:9], memory[8:11], refusal{pad.ErrBuffer, "dst", -1, 0}},
	} {
		c.want.check(t, c.name, plan.Run(c.dst, c.src))
	}
	for i, v := range memory {
		if v != 0 {
			t.Fatalf("element %d was written", i)
		}
	}
	if err := plan.Run(memory[:5], memory[5:8]); err != nil {
		t.Errorf("neighbours in memory: %v", err)
	}
	_, _, err := pad.Pad(generated.Uint8, make([]uint8, 2), pad.Params[uint8]{Shape: []int{3}, Pads: []int{1, 1}})
	refusal{pad.ErrBuffer, "src", -1, 2}.check(t, "Pad", err)
}

// TestRunRefusesMisaligned: a slice that package unsafe puts at an odd address is also an error.
func TestRunRefusesMisaligned(t *testing.T) {
	misaligned(t, generated.Uint16, 1)
	misaligned(t, generated.BFloat16, 1)
	misaligned(t, generated.Float32, 2)
	misaligned(t, generated.Uint64, 1)
	misaligned(t, generated.Complex64, 2)
	misaligned(t, generated.Complex128, unsafe.Alignof(complex128(0))/2)
}

// misaligned runs a plan with dst or src that many bytes away from where they may be. The types have no pointers: the race
// detector, which checks pointers, allows such slices.
func misaligned[T kernel.Unit](t *testing.T, ks *kernel.Set[T], off uintptr) {
	t.Helper()
	p := pad.Params[T]{Shape: []int{64, 66}, Pads: []int{1, 1, 1, 1}}
	plan := mustPlan(t, ks, p)
	memory := make([]T, plan.OutputLen()+1)
	moved := func(n int) []T { return unsafe.Slice((*T)(unsafe.Add(unsafe.Pointer(&memory[0]), off)), n) }
	for i := range kernel.Bytes(memory) {
		kernel.Bytes(memory)[i] = 0xA5
	}
	dst, src := make([]T, plan.OutputLen()), make([]T, plan.InputLen())
	for input, err := range map[string]error{"dst": plan.Run(moved(len(dst)), src), "src": plan.Run(dst, moved(len(src)))} {
		refusal{pad.ErrBuffer, input, -1, 0}.check(t, ks.Name, err)
		if !strings.Contains(err.Error(), "not aligned for "+ks.Name) {
			t.Errorf("%s: %v", ks.Name, err)
		}
	}
	_, _, err := pad.Pad(ks, moved(len(src)), p)
	refusal{pad.ErrBuffer, "src", -1, 0}.check(t, ks.Name, err)
	for i, b := range kernel.Bytes(memory) {
		if b != 0xA5 {
			t.Fatalf("%s: byte %d was written", ks.Name, i)
		}
	}
	if err := plan.Run(memory[1:], src); err != nil {
		t.Errorf("%s: the second element of a slice: %v", ks.Name, err)
	}
}

// TestAllocations: Run and FillBorder allocate nothing. NewPlan allocates the plan and, above MaxRank, the shape.
func TestAllocations(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector makes sync.Pool allocate")
	}
	for m := range pad.Mode(kernel.NumModes) {
		for rank := 1; rank <= kernel.MaxRank+2; rank++ {
			shape, pads := make([]int, rank), make([]int, 2*rank)
			for i := range shape {
				shape[i], pads[i], pads[rank+i] = 2, 1, i%2
			}
			p := pad.Params[float32]{Shape: shape, Pads: pads, Mode: m}
			plan := mustPlan(t, generated.Float32, p)
			dst, src := make([]float32, plan.OutputLen()), make([]float32, plan.InputLen())
			if n := testing.AllocsPerRun(20, func() { plan.Run(dst, src); plan.FillBorder(dst) }); n != 0 {
				t.Errorf("Run and FillBorder of rank %d in mode %v: %v allocations", rank, m, n)
			}
			p.DstStrides = make([]int, rank)
			for i, inner := rank-1, 1; i >= 0; i-- {
				out := shape[i] + int(pads[i]+pads[rank+i])
				p.DstStrides[i] = inner
				inner = inner*out + 1
			}
			gaps := mustPlan(t, generated.Float32, p)
			dst = make([]float32, gaps.OutputLen())
			if n := testing.AllocsPerRun(20, func() { gaps.Run(dst, src); gaps.FillBorder(dst) }); n != 0 {
				t.Errorf("Run and FillBorder of rank %d in mode %v with gaps: %v allocations", rank, m, n)
			}
			p.DstStrides = nil
			most := 2.0
			if rank > kernel.MaxRank {
				most = 6
			}
			if n := testing.AllocsPerRun(20, func() { pad.NewPlan(generated.Float32, p) }); n > most {
				t.Errorf("NewPlan of rank %d in mode %v: %v allocations", rank, m, n)
			}
			several := p
			several.Modes = slices.Repeat([]pad.Mode{m}, rank)
			several.Modes[0] = pad.Edge
			mixed := mustPlan(t, generated.Float32, several)
			dst = make([]float32, mixed.OutputLen())
			if n := testing.AllocsPerRun(20, func() { mixed.Run(dst, src) }); n != 0 {
				t.Errorf("Run of rank %d in modes %v: %v allocations", rank, several.Modes, n)
			}
			if n := testing.AllocsPerRun(20, func() { pad.Pad(generated.Float32, src, p) }); n > 3 && rank <= kernel.MaxRank {
				t.Errorf("Pad of rank %d in mode %v: %v allocations, expected the plan and the results", rank, m, n)
			}
		}
	}
}

// TestAllocationsInParallel: Run does not allocate either when it uses goroutines, which testing.AllocsPerRun would forbid.
func TestAllocationsInParallel(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector makes sync.Pool allocate")
	}
	threads(t, 2)
	plan := mustPlan(t, generated.Float32, pad.Params[float32]{Shape: []int{pad.ParallelBytes() >> 16, 256, 100}, Pads: []int{1, 1, 1, 1, 1, 1}, Workers: 2})
	if n := plan.Concurrency(); n != 2 {
		t.Fatalf("%d goroutines, expected 2", n)
	}
	dst, src := make([]float32, plan.OutputLen()), make([]float32, plan.InputLen())
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which would empty the pool
	// The runtime keeps 64 goroutines that have ended for each processor, and creates new ones until it has them: some hundred allocations.
	const runs = 2000
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		plan.Run(dst, src)
	}
	runtime.ReadMemStats(&after)
	if n := after.Mallocs - before.Mallocs; n >= runs {
		t.Errorf("%d allocations in %d runs", n, runs)
	}
}

// TestConcurrentRuns: one plan serves many goroutines, each with buffers of its own.
func TestConcurrentRuns(t *testing.T) {
	var wg sync.WaitGroup
	for _, workers := range []int{1, 2} {
		shape := []int{4, pad.ParallelBytes() / 256 / 1024, 1000, 10}
		plan := mustPlan(t, generated.Float64, pad.Params[float64]{Shape: shape, Pads: []int{1, 0, 1, 1, 0, 1, 1, 0}, Mode: pad.Reflect, Workers: workers})
		src := make([]float64, plan.InputLen())
		for i := range src {
			src[i] = float64(i)
		}
		want := make([]float64, plan.OutputLen())
		if err := plan.Run(want, src); err != nil {
			t.Fatal(err)
		}
		for range 6 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				dst := make([]float64, len(want))
				for range 3 {
					clear(dst)
					if err := plan.Run(dst, src); err != nil {
						t.Error(err)
						return
					}
					for i := range dst {
						if dst[i] != want[i] {
							t.Errorf("workers %d: element %d is %v, expected %v", workers, i, dst[i], want[i])
							return
						}
					}
				}
			}()
		}
	}
	wg.Wait()
}
