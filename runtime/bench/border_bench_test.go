package bench_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// BenchmarkFillBorder fills the halo of grids of float64 in place, and reports the ratio to a loop written by hand.
func BenchmarkFillBorder(b *testing.B) {
	for _, c := range []struct {
		shape []int
		row   int // elements from one row to the next of a larger grid, of which the output is a part
	}{
		{[]int{512, 512}, 0}, {[]int{512, 512}, 600}, {[]int{1024, 1024}, 0}, {[]int{4096, 4096}, 0},
		{[]int{64, 64, 64}, 0}, {[]int{64, 64, 64}, 80}, {[]int{256, 256, 256}, 0},
	} {
		for halo := 1; halo <= 3; halo++ {
			for mode := range pad.Mode(kernel.NumModes) {
				name := fmt.Sprintf("shape=%v/row=%d/halo=%d/mode=%v", c.shape, c.row, halo, mode)
				b.Run(name, func(b *testing.B) { fillBorder(b, c.shape, c.row, halo, mode) })
			}
		}
	}
}

func fillBorder(b *testing.B, shape []int, row, halo int, mode pad.Mode) {
	const value = 7
	params := pad.Params[float64]{Shape: shape, Pads: pad.AllSides(len(shape), halo), Mode: mode, Value: value, Workers: 1}
	width := shape[len(shape)-1] + 2*halo
	if row = max(row, width); row > width {
		for i, stride := len(shape)-1, 1; i >= 0; i-- {
			params.DstStrides = slices.Insert(params.DstStrides, 0, stride)
			if stride *= shape[i] + 2*halo; i == len(shape)-1 {
				stride = row
			}
		}
	}
	plan, err := pad.NewPlan(generated.Float64, params)
	if err != nil {
		b.Fatal(err)
	}
	h := newHalo(shape, row, halo, mode, value)
	dense := make([]float64, len(h.outside))
	kerneltest.RowByRow(dense, counted[float64](plan.InputLen()), shape, params.Pads, mode, value)
	want, dst := make([]float64, plan.OutputLen()), make([]float64, plan.OutputLen())
	for i, v := range dense {
		want[i/width*row+i%width] = v
	}
	run, loop := func() { must(b, plan.FillBorder(dst)) }, func() { h.fill(dst, 0) }
	for name, way := range map[string]func(){"FillBorder": run, "the loop": loop} {
		copy(dst, want)
		for i, outside := range h.outside {
			if outside {
				dst[i/width*row+i%width] = -1
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
	shape, strides []int
	n, width       int // of the border, of a row
	constant       bool
	value          float64
	before, after  [][]int // for each axis, the indices of the input that its pads repeat, the one next to the input first
	outside        []bool  // of each element of the output
}

func newHalo(shape []int, row, n int, mode pad.Mode, value float64) *halo {
	h := &halo{shape: shape, strides: make([]int, len(shape)), n: n, constant: mode == pad.Constant, value: value}
	h.width = shape[len(shape)-1] + 2*n
	for i, stride := len(shape)-2, row; i >= 0; i-- {
		h.strides[i] = stride
		stride *= shape[i] + 2*n
	}
	for _, size := range shape {
		var before, after []int
		for i := 0; i < n && !h.constant; i++ {
			before, after = append(before, mode.Source(-1-i, size)), append(after, mode.Source(size+i, size))
		}
		h.before, h.after = append(h.before, before), append(h.after, after)
	}
	for _, from := range kerneltest.Source(pad.Constant, shape, pad.AllSides(len(shape), n)) {
		h.outside = append(h.outside, from == kerneltest.Value)
	}
	return h
}

// fill fills the border of one index of the axes outside an axis.
func (h *halo) fill(dst []float64, axis int) {
	n, size, step := h.n, h.shape[axis], h.strides[axis]
	rows, row := 1, h.width // of an index of the axis: rows, and elements without a gap
	if axis < len(h.shape)-2 {
		rows = h.shape[axis+1] + 2*n
		if gap := h.strides[axis+1]; gap == row {
			rows, row = 1, step
		}
	}
	before, after := h.before[axis], h.after[axis]
	if axis == len(h.shape)-2 {
		h.columns(dst[n*step:], size, step)
	} else {
		for i := n; i < n+size; i++ {
			h.fill(dst[i*step:], axis+1)
		}
	}
	for r := range rows {
		rest := dst[r*h.strides[len(h.strides)-2]:]
		for i, from := range before {
			copy(rest[(n-1-i)*step:][:row], rest[(n+from)*step:])
			copy(rest[(n+size+i)*step:][:row], rest[(n+after[i])*step:])
		}
		for i := 0; i < n && h.constant; i++ {
			for k := range row {
				rest[i*step+k] = h.value
			}
			for k := range row {
				rest[(n+size+i)*step+k] = h.value
			}
		}
	}
}

// columns fills the pads of the last axis in so many rows.
func (h *halo) columns(rows []float64, count, step int) {
	n, last := h.n, len(h.shape)-1
	rows = rows[:(count-1)*step+h.width]
	for i := range n {
		to, end := n-1-i, h.width-n+i
		if h.constant {
			for ; end < len(rows); to, end = to+step, end+step {
				rows[to], rows[end] = h.value, h.value
			}
			continue
		}
		from, fromEnd := n+h.before[last][i], n+h.after[last][i]
		for ; end < len(rows); to, end = to+step, end+step {
			rows[to], rows[end] = rows[from], rows[fromEnd]
			from, fromEnd = from+step, fromEnd+step
		}
	}
}
