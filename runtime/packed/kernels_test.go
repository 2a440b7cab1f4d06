package packed_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
	"github.com/padgen/padgen/runtime/stream"
)

// wide draws calls whose rows are of one word and of many, with pads of nothing, of one element, of more than a word
// and of more than the row, cropped and not, so that rows start at every bit.
func wide(mode pad.Mode, rank, count int) []padtest.Case {
	rng := rand.New(rand.NewPCG(uint64(mode), uint64(rank)))
	pads := []int{0, 0, 1, 1, 1, 2, 3, 4, 5, 7, 10, 11, 12, 13, 21, 22, 23, 31, 40, 67, 150, -1, -2, -5}
	widths := []int{1, 2, 3, 5, 7, 8, 11, 12, 13, 14, 15, 16, 17, 21, 25, 26, 27, 28, 29, 30, 33, 55, 56, 57, 90, 113, 224, 225, 301}
	pick := func(l []int) int { return l[rng.IntN(len(l))] }
	var cases []padtest.Case
	for len(cases) < count {
		shape, p := make([]int, rank), make([]int64, 2*rank)
		out, fits := 1, true
		for a := range shape {
			shape[a] = 1 + rng.IntN(4)
			b, e := rng.IntN(3), rng.IntN(3)
			switch {
			case a == rank-1:
				shape[a], b, e = pick(widths), pick(pads), pick(pads)
			case a == rank-2:
				shape[a] = 1 + rng.IntN(9)
			}
			p[a], p[rank+a] = int64(b), int64(e)
			ext := shape[a] + min(0, b) + min(0, e)
			fits = fits && shape[a]+b+e >= 0 && (mode == pad.Constant || ext > 0)
			out *= max(0, shape[a]+b+e)
		}
		if fits && out < 30000 {
			cases = append(cases, padtest.Case{Mode: mode, Shape: shape, Pads: p, Want: padtest.Source(mode, shape, p)})
		}
	}
	return cases
}

// long returns calls of rank 2 with rows that move by 16 bytes or by a call of copy, at every place in their bytes.
func long(mode pad.Mode) []padtest.Case {
	var cases []padtest.Case
	for _, w := range []int{300, 301, 302, 303, 1300, 1301, 1302, 1303} {
		for p := range int64(48) {
			shape, pads := []int{4, w}, []int64{p / 16, p % 4, 1, p / 4 % 4}
			cases = append(cases, padtest.Case{Mode: mode, Shape: shape, Pads: pads, Want: padtest.Source(mode, shape, pads)})
		}
	}
	return cases
}

// cropped returns calls whose last row ends shortly before the output does and long before data does: there is room for
// the last row's words in both, and they reach the bits of the last byte that belong to no element.
func cropped(mode pad.Mode) []padtest.Case {
	var cases []padtest.Case
	for w := 21; w < 64; w++ {
		for _, pads := range [][]int64{{0, 9, 1, -17}, {0, 0, 0, -17}, {0, 3, -1, 5}, {0, 3, -1, -2}} {
			shape := []int{3, w}
			cases = append(cases, padtest.Case{Mode: mode, Shape: shape, Pads: pads, Want: padtest.Source(mode, shape, pads)})
		}
	}
	return cases
}

func kernels[T any](ks *pad.KernelSet[T]) func(*testing.T, func(pad.Mode, int) []padtest.Case) {
	return func(t *testing.T, grid func(pad.Mode, int) []padtest.Case) { padtest.Kernels(t, ks, grid) }
}

// TestKernels runs the kernels of all packed types on rows of every kind.
func TestKernels(t *testing.T) {
	count := 1000
	if testing.Short() {
		count = 200
	}
	var calls [pad.NumModes][4][]padtest.Case
	for m := range calls {
		for r := range calls[m] {
			calls[m][r] = wide(pad.Mode(m), r+1, count)
		}
		calls[m][1] = append(append(calls[m][1], long(pad.Mode(m))...), cropped(pad.Mode(m))...)
	}
	for name, run := range map[string]func(*testing.T, func(pad.Mode, int) []padtest.Case){
		"uint4": kernels(&generated.Uint4), "int4": kernels(&generated.Int4), "float4e2m1": kernels(&generated.Float4E2M1),
		"uint2": kernels(&generated.Uint2), "int2": kernels(&generated.Int2),
	} {
		t.Run(name, func(t *testing.T) {
			run(t, func(mode pad.Mode, rank int) []padtest.Case {
				if rank > len(calls[mode]) {
					return nil
				}
				return calls[mode][rank-1]
			})
		})
	}
}

// BenchmarkKernels times rows of whole bytes and of odd widths, each beside a copy of as many bytes; AVX2 is without VBMI.
func BenchmarkKernels(b *testing.B) {
	one := func(rank int) []int64 {
		p := make([]int64, 2*rank)
		p[rank-2], p[rank-1], p[2*rank-2], p[2*rank-1] = 1, 1, 1, 1
		return p
	}
	for _, c := range []struct {
		shape []int
		pads  []int64
	}{
		{[]int{446, 224}, one(2)}, {[]int{446, 225}, one(2)}, {[]int{6250, 16}, one(2)}, {[]int{14285, 7}, one(2)},
		{[]int{64, 56, 56}, one(3)}, {[]int{512, 7, 7}, one(3)}, {[]int{32, 55, 55}, one(3)},
		{[]int{32, 56, 56}, []int64{0, 4, 4, 0, 4, 4}}, {[]int{100, 641}, one(2)}, {[]int{100, 2241}, one(2)}, {[]int{446, 224}, []int64{0, 16, 0, 16}},
		{[]int{446, 224}, []int64{0, 17, 0, 17}}, {[]int{446, 224}, []int64{0, 100, 0, 100}}, {[]int{100, 224}, []int64{0, 224, 0, 200}},
		{[]int{100000}, []int64{512, 512}},
	} {
		bench(b, "uint4", &generated.Uint4, c.shape, c.pads)
		bench(b, "uint2", &generated.Uint2, c.shape, c.pads)
	}
}

func bench[T any](b *testing.B, name string, ks *pad.KernelSet[T], shape []int, pads []int64) {
	n, rows := 1, 1
	for i, d := range shape {
		if n *= d; i < len(shape)-1 {
			rows *= d
		}
	}
	src := make([]T, ks.Units(n))
	run := func(what string, f func()) {
		b.Run(fmt.Sprintf("%s/%s+%s/%s", name, join(shape), join(pads), what), func(b *testing.B) {
			for b.Loop() {
				f()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows), "ns/row")
		})
	}
	var dst []T
	for _, mode := range []pad.Mode{pad.Constant, pad.Reflect, pad.Edge, pad.Wrap} {
		plan, err := pad.NewPlan(ks, pad.Params[T]{Shape: shape, Pads: pads, Mode: mode, Workers: 1})
		if err != nil {
			b.Fatal(err)
		}
		if dst == nil {
			dst = make([]T, plan.OutputLen())
			run("copy", func() { copy(dst, src) })
		}
		pad := func() {
			if err := plan.Run(dst, src); err != nil {
				b.Fatal(err)
			}
		}
		run(mode.String(), pad)
		if stream.Shuffles() {
			restore := stream.LeaveOutVBMI()
			run(mode.String()+"-AVX2", pad)
			restore()
		}
	}
}

func join[N int | int64](l []N) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(l), " ", ","), "[]")
}
