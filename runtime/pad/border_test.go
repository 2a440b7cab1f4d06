package pad_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
)

// TestFillBorderRefusals: FillBorder returns an error for what it cannot fill, and dst is unchanged.
func TestFillBorderRefusals(t *testing.T) {
	for _, c := range []struct {
		params pad.Params[uint8]
		length int
		want   refusal
	}{
		{pad.Params[uint8]{Shape: []int{2, 3}, Pads: []int{1, 0, 1, -1}}, 8, refusal{pad.ErrPads, "pads", 1, 0}},
		{pad.Params[uint8]{Shape: []int{2, 3}, Pads: []int{1, 0, 1, 0}, Strides: []int{4, 1}}, 12, refusal{pad.ErrStrides, "strides", -1, 0}},
		{pad.Params[uint8]{Shape: []int{2, 3}, Pads: []int{1, 0, 1, 0}}, 11, refusal{pad.ErrBuffer, "dst", -1, 11}},
		{pad.Params[uint8]{Shape: []int{2, 3}, Pads: []int{1, 0, 1, 0}}, 13, refusal{pad.ErrBuffer, "dst", -1, 13}},
	} {
		dst := make([]uint8, c.length)
		c.params.Value = 1
		c.want.check(t, fmt.Sprint(c.params), mustPlan(t, generated.Uint8, c.params).FillBorder(dst))
		if slices.Contains(dst, 1) {
			t.Errorf("%+v: dst was written", c.params)
		}
	}
	refusal{pad.ErrNoKernel, "plan", -1, 0}.check(t, "zero plan", new(pad.Plan[uint8]).FillBorder(nil))
}

// TestUnusedBits: where an output of nine elements of 4 bits ends with the value, the other half of its last byte becomes zero.
func TestUnusedBits(t *testing.T) {
	type params = pad.Params[dtype.Uint4x2]
	for name, p := range map[string]params{
		"the kernel's mode is another": {Shape: []int{2, 2}, Pads: []int{0, 1, 1, 0}, Modes: []pad.Mode{pad.Constant, pad.Edge}, Value: 1},
		"several values":               {Shape: []int{2, 3}, Pads: []int{0, 0, 1, 0}, Values: []dtype.Uint4x2{3, 2, 1}, ValuesAxis: 1},
		"no input":                     {Shape: []int{0, 3}, Pads: []int{3, 0, 0, 0}, Value: 1},
	} {
		plan := mustPlan(t, generated.Uint4, p)
		run, border := slices.Repeat([]dtype.Uint4x2{0xEE}, 5), slices.Repeat([]dtype.Uint4x2{0xEE}, 5)
		if err := plan.Run(run, make([]dtype.Uint4x2, plan.InputLen())); err != nil || run[4] != 1 {
			t.Errorf("%s: %v, the last byte is %#x, expected 0x1", name, err, run[4])
		}
		// Where the input does not share a byte with the border, only FillBorder writes the last one.
		if err := plan.FillBorder(border); plan.InputLen() == 0 && (err != nil || border[4] != 1) {
			t.Errorf("%s: %v, FillBorder makes %#x of the last byte, expected 0x1", name, err, border[4])
		}
	}
}
