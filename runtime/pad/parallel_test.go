package pad_test

import (
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// TestMain lowers the sizes from which outputs are written in parts, except in a long test.
func TestMain(m *testing.M) {
	if os.Getenv("PADGEN_LONG") == "" {
		pad.LowerThresholds(16)
	}
	os.Exit(m.Run())
}

// threads lets n goroutines run at a time until the test ends. On wasm there is never more than one.
func threads(t *testing.T, n int) {
	t.Helper()
	was := runtime.GOMAXPROCS(n)
	t.Cleanup(func() { runtime.GOMAXPROCS(was) })
	if runtime.GOMAXPROCS(0) != n {
		t.Skip("wasm runs one goroutine at a time")
	}
}

// TestConcurrency: the size of the output determines how many goroutines run, within the limit that the
// caller sets.
func TestConcurrency(t *testing.T) {
	threads(t, 4)
	large := pad.ParallelBytes()
	for _, c := range []struct {
		bytes, workers, want int
	}{
		{large - 1024, 0, 1}, {large, 0, 4}, {large, 1, 1}, {large, 3, 3}, {large, 9, 4}, {100, 8, 1}, {0, 0, 1},
	} {
		for m := range pad.Mode(kernel.NumModes) {
			plan := mustPlan(t, generated.Uint8, pad.Params[uint8]{
				Shape: []int{c.bytes / 1024, 1022}, Pads: []int{0, 1, 0, 1}, Mode: m, Workers: c.workers})
			if got := plan.Concurrency(); got != c.want {
				t.Errorf("%v of %d bytes, Workers %d: %d goroutines, expected %d", m, c.bytes, c.workers, got, c.want)
			}
		}
	}
}

// noise fills b with bytes whose period divides no size that a test uses.
func noise(b []byte) {
	const period = 65521
	seed := uint32(1)
	for i := range min(len(b), period) {
		seed = seed*1664525 + 1013904223
		b[i] = byte(seed >> 24)
	}
	repeat(b, period)
}

// repeat fills b with its first n bytes.
func repeat(b []byte, n int) {
	for ; n < len(b); n *= 2 {
		copy(b[n:], b[:n])
	}
}

// TestTasksLetGo: what a Plan keeps for its next Run does not include the slices of the previous one.
func TestTasksLetGo(t *testing.T) {
	plan := mustPlan(t, subset(generated.Float32, []int{1}), pad.Params[float32]{
		Shape: []int{16, 16}, Pads: []int{1, 1, 1, 1}, Mode: pad.Edge, Workers: 1})
	freed := make(chan string, 2)
	func() {
		dst, src := make([]float32, plan.OutputLen()), make([]float32, plan.InputLen())
		if err := plan.Run(dst, src); err != nil {
			t.Error(err)
		}
		free := func(name string) { freed <- name }
		runtime.AddCleanup(&dst[0], free, "dst")
		runtime.AddCleanup(&src[0], free, "src")
	}()
	runtime.GC() // once: the second collection empties a pool
	left := map[string]bool{"dst": true, "src": true}
	for timeout := time.After(5 * time.Second); len(left) > 0; {
		select {
		case name := <-freed:
			delete(left, name)
		case <-timeout:
			t.Fatalf("held after Run: %v", left)
		}
	}
	runtime.KeepAlive(plan)
}
