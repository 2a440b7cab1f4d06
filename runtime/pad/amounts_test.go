package pad_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/pad"
)

func TestTo(t *testing.T) {
	for _, c := range []struct {
		shape, to []int
		axes      []int
		at        pad.Position
		want      []int
	}{
		{[]int{3, 360, 640}, []int{3, 640, 640}, nil, pad.AtCenter, []int{0, 140, 0, 0, 140, 0}},
		{[]int{3, 360, 640}, []int{3, 640, 640}, nil, pad.AtBegin, []int{0, 0, 0, 0, 280, 0}},
		{[]int{3, 360, 640}, []int{3, 640, 640}, nil, pad.AtEnd, []int{0, 280, 0, 0, 0, 0}},
		{[]int{1, 360, 640, 3}, []int{640, 640}, []int{1, 2}, pad.AtCenter, []int{140, 0, 140, 0}},
		{[]int{1, 3, 360, 640}, []int{641, 643}, []int{-1, -2}, pad.AtCenter, []int{0, 141, 1, 142}},
		{[]int{5}, []int{2}, nil, pad.AtBegin, []int{0, -3}},
		{[]int{5}, []int{2}, nil, pad.AtCenter, []int{-1, -2}},
		{[]int{5}, []int{2}, nil, pad.AtEnd, []int{-3, 0}},
		{[]int{5}, []int{8}, nil, pad.AtEnd, []int{3, 0}},
		{[]int{0}, []int{3}, nil, pad.AtCenter, []int{1, 2}},
		{[]int{0}, []int{3}, nil, pad.AtCenterLower, []int{2, 1}},
		{[]int{5}, []int{2}, nil, pad.AtCenterLower, []int{-2, -1}},
		{nil, nil, nil, pad.AtCenter, []int{}},
		{[]int{2}, nil, []int{}, pad.AtCenter, []int{}},
	} {
		got, err := pad.To(c.shape, c.to, c.axes, true, c.at)
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%v to %v on %v at %d: %v (-want +got):\n%s", c.shape, c.to, c.axes, c.at, err, diff)
		}
	}
	for _, c := range []struct {
		shape, to []int
		axes      []int
		at        pad.Position
		want      refusal
	}{
		{[]int{2, 3}, []int{4}, nil, pad.AtBegin, refusal{pad.ErrShape, "dimensions", -1, 1}},
		{[]int{2, 3}, []int{4, -1}, nil, pad.AtBegin, refusal{pad.ErrShape, "dimensions", 1, -1}},
		{[]int{2, 3}, []int{4, 2}, nil, pad.AtEnd, refusal{pad.ErrShape, "dimensions", 1, 2}}, // no crop without crop set
		{[]int{2, 3}, []int{4, 4}, nil, pad.AtEnd + 1, refusal{pad.ErrShape, "at", 0, 4}},
		{[]int{2, -3}, []int{4, 4}, nil, pad.AtBegin, refusal{pad.ErrShape, "data", 1, -3}},
		{[]int{2, 3}, []int{4}, []int{2}, pad.AtBegin, refusal{pad.ErrAxes, "axes", -1, 2}},
		{[]int{2, 3}, []int{4, 4}, []int{1, -1}, pad.AtBegin, refusal{pad.ErrAxes, "axes", 1, -1}},
	} {
		_, err := pad.To(c.shape, c.to, c.axes, false, c.at)
		c.want.check(t, fmt.Sprint(c), err)
	}
	each, err := pad.To([]int{4, 4, 4}, []int{7, 7, 7}, nil, false, pad.AtEnd, pad.AtBegin, pad.AtCenterLower)
	if diff := cmp.Diff([]int{3, 0, 2, 0, 3, 1}, each); diff != "" || err != nil {
		t.Errorf("a position for each axis: %v (-want +got):\n%s", err, diff)
	}
	none, err := pad.To([]int{4}, []int{7}, nil, false)
	if diff := cmp.Diff([]int{0, 3}, none); diff != "" || err != nil {
		t.Errorf("no position: %v (-want +got):\n%s", err, diff)
	}
	_, err = pad.To([]int{4, 4, 4}, []int{7, 7, 7}, nil, false, pad.AtEnd, pad.AtEnd)
	refusal{pad.ErrShape, "at", -1, 2}.check(t, "two positions for three axes", err)
}

func TestToMultiple(t *testing.T) {
	for _, c := range []struct {
		shape, of []int
		axes      []int
		at        pad.Position
		want      []int
	}{
		{[]int{1, 3, 33, 64}, []int{32, 32}, []int{2, 3}, pad.AtBegin, []int{0, 0, 31, 0}},
		{[]int{1, 3, 33, 64}, []int{32, 32}, []int{-1, -2}, pad.AtCenter, []int{0, 15, 0, 16}},
		{[]int{0, 1, 7}, []int{4, 8, 1}, nil, pad.AtEnd, []int{0, 7, 0, 0, 0, 0}},
		{[]int{math.MaxInt - 1}, []int{math.MaxInt}, nil, pad.AtEnd, []int{1, 0}},
	} {
		got, err := pad.ToMultiple(c.shape, c.of, c.axes, c.at)
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%v to multiples of %v on %v at %d: %v (-want +got):\n%s", c.shape, c.of, c.axes, c.at, err, diff)
		}
	}
	for _, c := range []struct {
		shape, of []int
		want      refusal
	}{
		{[]int{2, 3}, []int{4}, refusal{pad.ErrShape, "multiples", -1, 1}},
		{[]int{2, 3}, []int{4, 0}, refusal{pad.ErrShape, "multiples", 1, 0}},
		{[]int{2, 3}, []int{-1, 4}, refusal{pad.ErrShape, "multiples", 0, -1}},
		{[]int{math.MaxInt}, []int{32}, refusal{pad.ErrOverflow, "multiples", 0, 32}},
	} {
		_, err := pad.ToMultiple(c.shape, c.of, nil, pad.AtBegin)
		c.want.check(t, fmt.Sprint(c), err)
	}
}

// These are the pads of np.pad(x, ((0, 0), (1, 2))), and of PyTorch's F.pad(x, (1, 2)), which begins with the
// last axis.
func ExamplePairs() {
	numpy := pad.Params[float32]{Shape: []int{2, 3}, Pads: pad.Pairs([2]int{0, 0}, [2]int{1, 2})}
	torch := pad.Params[float32]{Shape: []int{2, 3}, Pads: pad.Pairs([2]int{1, 2}), Axes: []int{-1}}
	fmt.Println(pad.Pad(generated.Float32, []float32{1, 2, 3, 4, 5, 6}, numpy))
	fmt.Println(pad.Pad(generated.Float32, []float32{1, 2, 3, 4, 5, 6}, torch))
	// Output:
	// [0 1 2 3 0 0 0 4 5 6 0 0] [2 6] <nil>
	// [0 1 2 3 0 0 0 4 5 6 0 0] [2 6] <nil>
}

func ExampleAllSides() {
	fmt.Println(pad.AllSides(2, 3)) // of an image: three pixels on all sides
	fmt.Println(pad.AllSides(-1, 3))
	// Output:
	// [3 3 3 3]
	// []
}

// An image of 2 x 4 pixels is placed in the middle of a square. A larger input is refused, unless crops are
// allowed.
func ExampleTo() {
	image, shape, axes := []uint8{1, 2, 3, 4, 5, 6, 7, 8}, []int{2, 4}, []int{0, 1}
	pads, err := pad.To(shape, []int{4, 4}, axes, false, pad.AtCenter)
	if err != nil {
		fmt.Println(err)
		return
	}
	out, outShape, err := pad.Pad(generated.Uint8, image, pad.Params[uint8]{Shape: shape, Axes: axes, Pads: pads, Value: 9})
	fmt.Println(pads, out, outShape, err)

	fmt.Println(pad.To(shape, []int{3, 3}, axes, false, pad.AtCenter))
	fmt.Println(pad.To(shape, []int{3, 3}, axes, true, pad.AtCenter))
	// Output:
	// [1 0 1 0] [9 9 9 9 1 2 3 4 5 6 7 8 9 9 9 9] [4 4] <nil>
	// [] pad: dimensions: axis 1 has length 4, more than 3, and crop is false
	// [0 0 1 -1] <nil>
}

// Height and width become multiples of 32. The new rows and columns are at the end.
func ExampleToMultiple() {
	fmt.Println(pad.ToMultiple([]int{1, 3, 50, 64}, []int{32, 32}, []int{2, 3}, pad.AtBegin))
	// Output: [0 0 14 0] <nil>
}
