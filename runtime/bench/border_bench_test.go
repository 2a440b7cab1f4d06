package bench_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
)

// BenchmarkFillBorder fills the halo of grids of float64 in place, and reports the ratio to a loop written by hand.
func BenchmarkFillBorder(b *testing.B) {
	for _, shape := range [][]int{{512, 512}, {1024, 1024}, {64, 64, 64}} {
		for halo := 1; halo <= 3; halo++ {
			for mode := range pad.Mode(kernel.NumModes) {
				b.Run(fmt.Sprintf("shape=%v/halo=%d/mode=%v", shape, halo, mode), func(b *testing.B) { fillBorder(b, shape, halo, mode) })
			}
		}
	}
}

func fillBorder(b *testing.B, shape []int, halo int, mode pad.Mode) {
	const value = 7
	params := pad.Params[float64]{Shape: shape, Pads: pad.AllSides(len(shape), halo), Mode: mode, Value: value, Workers: 1}
	plan, err := pad.NewPlan(generated.Float64, params)
	if err != nil {
		b.Fatal(err)
	}
	want, dst := make([]float64, plan.OutputLen()), make([]float64, plan.OutputLen())
	padtest.RowByRow(want, counted[float64](plan.InputLen()), shape, params.Pads, mode, value)
	h := newHalo(shape, halo, mode, value)
	run, loop := func() { must(b, plan.FillBorder(dst)) }, func() { h.fill(dst, 0) }
	for name, way := range map[string]func(){"FillBorder": run, "the loop": loop} {
		for i, outside := range h.outside {
			if dst[i] = want[i]; outside {
				dst[i] = -1
			}
		}
		if way(); !slices.Equal(dst, want) {
			b.Fatalf("%s: another output", name)
		}
	}
	compare(b, "x/loop", run, loop)
}

// halo fills borders as a program does by hand: column by column, then whole rows, then whole planes.
type halo struct {
	shape         []int
	n             int
	constant      bool
	value         float64
	before, after [][]int // for each axis, the indices of the input that its pads repeat, the one next to the input first
	outside       []bool  // of each element of the output
}

func newHalo(shape []int, n int, mode pad.Mode, value float64) *halo {
	h := &halo{shape: shape, n: n, constant: mode == pad.Constant, value: value}
	for _, size := range shape {
		var before, after []int
		for i := 0; i < n && !h.constant; i++ {
			before, after = append(before, mode.Source(-1-i, size)), append(after, mode.Source(size+i, size))
		}
		h.before, h.after = append(h.before, before), append(h.after, after)
	}
	for _, from := range padtest.Source(pad.Constant, shape, pad.AllSides(len(shape), n)) {
		h.outside = append(h.outside, from == padtest.Value)
	}
	return h
}

// fill fills the border of one index of the axes outside an axis.
func (h *halo) fill(dst []float64, axis int) {
	n, size := h.n, h.shape[axis]
	step := len(dst) / (size + 2*n)
	before, after := h.before[axis], h.after[axis]
	if axis == len(h.shape)-2 {
		h.columns(dst[n*step:][:size*step], step)
	} else {
		for i := n; i < n+size; i++ {
			h.fill(dst[i*step:][:step], axis+1)
		}
	}
	for i, from := range before {
		copy(dst[(n-1-i)*step:][:step], dst[(n+from)*step:])
		copy(dst[(n+size+i)*step:][:step], dst[(n+after[i])*step:])
	}
	if h.constant {
		for i := range dst[:n*step] {
			dst[i] = h.value
		}
		for i, end := 0, dst[(n+size)*step:]; i < len(end); i++ {
			end[i] = h.value
		}
	}
}

// columns fills the pads of the last axis in rows of a width.
func (h *halo) columns(rows []float64, width int) {
	n, last := h.n, len(h.shape)-1
	for i := range n {
		to, end := n-1-i, width-n+i
		if h.constant {
			for ; end < len(rows); to, end = to+width, end+width {
				rows[to], rows[end] = h.value, h.value
			}
			continue
		}
		from, fromEnd := n+h.before[last][i], n+h.after[last][i]
		for ; end < len(rows); to, end = to+width, end+width {
			rows[to], rows[end] = rows[from], rows[fromEnd]
			from, fromEnd = from+width, fromEnd+width
		}
	}
}
