package pad_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/pad"
)

func TestCenter(t *testing.T) {
	for _, c := range []struct {
		shape, to []int
		axes      []int64
		want      []int64
	}{
		{[]int{3, 360, 640}, []int{3, 640, 640}, nil, []int64{0, 140, 0, 0, 140, 0}},
		{[]int{1, 360, 640, 3}, []int{640, 640}, []int64{1, 2}, []int64{140, 0, 140, 0}},
		{[]int{1, 3, 360, 640}, []int{641, 643}, []int64{-1, -2}, []int64{0, 141, 1, 142}},
		{[]int{5}, []int{2}, nil, []int64{-1, -2}},
		{[]int{0}, []int{3}, nil, []int64{1, 2}},
		{nil, nil, nil, []int64{}},
	} {
		got, err := pad.Center(c.shape, c.to, c.axes)
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%v to %v on %v: %v (-want +got):\n%s", c.shape, c.to, c.axes, err, diff)
		}
	}
	for _, c := range []struct {
		shape, to []int
		axes      []int64
		want      refusal
	}{
		{[]int{2, 3}, []int{4}, nil, refusal{pad.ErrShape, "to", -1, 1}},
		{[]int{2, 3}, []int{4, -1}, nil, refusal{pad.ErrShape, "to", 1, -1}},
		{[]int{2, -3}, []int{4, 4}, nil, refusal{pad.ErrShape, "data", 1, -3}},
		{[]int{2, 3}, []int{4}, []int64{2}, refusal{pad.ErrAxes, "axes", -1, 2}},
		{[]int{2, 3}, []int{4, 4}, []int64{1, -1}, refusal{pad.ErrAxes, "axes", 1, -1}},
	} {
		_, err := pad.Center(c.shape, c.to, c.axes)
		c.want.check(t, fmt.Sprint(c), err)
	}
}

// ExampleCenter puts an image of 2 x 4 pixels into the middle of a square.
func ExampleCenter() {
	image, shape, axes := []uint8{1, 2, 3, 4, 5, 6, 7, 8}, []int{2, 4}, []int64{0, 1}
	pads, err := pad.Center(shape, []int{4, 4}, axes)
	if err != nil {
		fmt.Println(err)
		return
	}
	out, shape, err := pad.Pad(&generated.Uint8, image, pad.Params[uint8]{Shape: shape, Axes: axes, Pads: pads, Value: 9})
	fmt.Println(pads, out, shape, err)
	// Output: [1 0 1 0] [9 9 9 9 1 2 3 4 5 6 7 8 9 9 9 9] [4 4] <nil>
}
