package pad_test

import (
	"math"
	"math/bits"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/pad"
)

// TestElementCounts tests shapes whose number of elements just fits in an int, or does not.
func TestElementCounts(t *testing.T) {
	const half = bits.UintSize / 2
	for _, c := range []struct {
		shape []int
		want  int // -1: too many elements
	}{
		{[]int{1 << half, 1 << (half - 1)}, -1},       // the bit of the sign
		{[]int{1 << (half - 1), 1 << half}, -1},       //
		{[]int{1 << half, 1 << half}, -1},             // 0 in an int
		{[]int{1 << (half + 1), 1 << (half + 1)}, -1}, // 0 in an int, and more
		{[]int{1<<half + 1, 1<<half + 1}, -1},         // a small number in an int
		{[]int{math.MaxInt, 2}, -1},
		{[]int{2, math.MaxInt}, -1},
		{[]int{math.MaxInt, math.MaxInt, 1}, -1},
		{[]int{math.MaxInt, math.MaxInt, 0}, 0},
		{[]int{0, math.MaxInt, math.MaxInt}, 0},
		{[]int{math.MaxInt, math.MaxInt, 0, 2}, 0},
		{[]int{1 << (half - 4), 1 << (half - 2)}, 1 << (2*half - 6)},
		{[]int{1 << (half + 2), 1 << (half - 8)}, 1 << (2*half - 6)},
	} {
		if n, ok := pad.Count(c.shape); n != max(0, c.want) || ok != (c.want >= 0) {
			t.Errorf("Count(%v) is %d, %v, expected %d", c.shape, n, ok, c.want)
		}
		// The shape is used as that of an input, and as that of an output of one element or of none.
		rank := len(c.shape)
		same := pad.Params[uint8]{Shape: c.shape, Pads: make([]int, 2*rank), MaxBytes: math.MaxInt64}
		grown := pad.Params[uint8]{Shape: make([]int, rank), Pads: make([]int, 2*rank), MaxBytes: math.MaxInt64}
		for i, d := range c.shape {
			grown.Shape[i] = min(1, d)
			grown.Pads[rank+i] = d - grown.Shape[i]
		}
		for input, p := range map[string]pad.Params[uint8]{"data": same, "pads": grown} {
			g, err := pad.NewGeometry(p.Mode, p.Shape, p.Pads)
			switch {
			case c.want < 0:
				refusal{pad.ErrTooLarge, input, -1, 0}.check(t, "NewGeometry", err)
			case err != nil || g.DstLen() != c.want:
				t.Errorf("NewGeometry of %v by %v: %v, expected %d elements", p.Shape, p.Pads, err, c.want)
			}
			plan, err := pad.NewPlan(generated.Uint8, p)
			switch {
			case c.want < 0:
				refusal{pad.ErrTooLarge, input, -1, math.MaxInt64}.check(t, "NewPlan", err)
			case c.want > 0 && int64(c.want) > pad.MostBytes():
				refusal{pad.ErrTooLarge, input, -1, int64(c.want)}.check(t, "NewPlan", err)
			case err != nil || plan.OutputLen() != c.want:
				t.Errorf("NewPlan of %v by %v: %v, expected %d elements", p.Shape, p.Pads, err, c.want)
			}
		}
	}
}

// TestCount tests shapes that Count accepts, although no input may have them.
func TestCount(t *testing.T) {
	for _, c := range []struct {
		shape []int
		want  int // -1: none
	}{
		{nil, 1}, {[]int{}, 1}, {[]int{7}, 7}, {[]int{2, 3, 4}, 24}, {[]int{math.MaxInt}, math.MaxInt}, {[]int{1, math.MaxInt, 1}, math.MaxInt},
		{[]int{-1}, -1}, {[]int{-1, -1}, -1}, {[]int{0, -1}, -1}, {[]int{-1, 0}, -1}, {[]int{math.MinInt, 2}, -1},
	} {
		if n, ok := pad.Count(c.shape); n != max(0, c.want) || ok != (c.want >= 0) {
			t.Errorf("Count(%v) is %d, %v, expected %d", c.shape, n, ok, c.want)
		}
	}
}
