package pad

import "slices"

// Pairs returns pads written as begin and end of each axis, in the order of ONNX: all begins, then all ends. Pairs of NumPy and TensorFlow
// are written as they are, with Params.Axes nil. Those of PyTorch begin with the last axis: Axes are -1, -2 and so on.
//
//	np.pad(x, ((1, 2), (3, 4)))          Pads: pad.Pairs([2]int{1, 2}, [2]int{3, 4})
//	tf.pad(x, [[1, 2], [3, 4]])          the same
//	F.pad(x, (left, right, top, bottom)) Pads: pad.Pairs([2]int{left, right}, [2]int{top, bottom}), Axes: []int{-1, -2}
//
// A flat list of theirs has as many values as one of ONNX, and no error could tell it from one, but each value means another side.
func Pairs(pairs ...[2]int) []int {
	pads := make([]int, 2*len(pairs))
	for i, p := range pairs {
		pads[i], pads[len(pairs)+i] = p[0], p[1]
	}
	return pads
}

// AllSides returns pads of n elements on both sides of each of the given number of axes.
func AllSides(axes, n int) []int {
	return slices.Repeat([]int{n}, 2*max(0, axes))
}

// At says where [To] and [ToMultiple] put data in the output. It also holds the permission to crop: AtCenter|AllowCrop.
type At uint8

// With AtCenter, an odd element is added or cropped behind.
const (
	AtBegin   At = iota // all is added or cropped behind data
	AtCenter            // half of it before data, half behind
	AtEnd               // all before data
	AllowCrop At = 1 << 7
)

// To returns the pads that give axes of data the dimensions in to: one for each of the axes, or of shape if axes is nil. Use them with the
// same Params.Axes. An axis longer than that is an [ErrShape], with [AllowCrop] it is cropped.
func To(shape, to []int, axes []int, at At) (pads []int, err error) {
	return amounts(shape, to, axes, at, "to", 0, func(n, to int) int { return to })
}

// ToMultiple returns the pads that make each of the axes a multiple of what of has for it, as [To] does for dimensions. A dimension that is
// one already stays, 0 included. Nothing is cropped.
func ToMultiple(shape, of []int, axes []int, at At) (pads []int, err error) {
	return amounts(shape, of, axes, at, "of", 1, func(n, of int) int { return n + (of-n%of)%of })
}

// amounts returns the pads that make dimension n of each axis goal(n, by[i]). What by has is at least least.
func amounts(shape, by []int, axes []int, at At, input string, least int, goal func(n, by int) int) ([]int, error) {
	count := len(shape)
	if axes != nil {
		count = len(axes)
	}
	if len(by) != count {
		return nil, errorf(ErrShape, input, -1, int64(len(by)), "%d values for %d axes", len(by), count)
	}
	if at&^AllowCrop > AtEnd {
		return nil, errorf(ErrShape, "at", -1, int64(at), "%d is not AtBegin, AtCenter or AtEnd", at)
	}
	p := Params[struct{}]{Shape: shape, Axes: axes, Pads: make([]int, 2*count)}
	if _, err := p.OutputShape(); err != nil {
		return nil, err
	}
	for i, v := range by {
		axis := i
		if axes != nil {
			axis = (axes[i] + len(shape)) % len(shape)
		}
		if v < least {
			return nil, errorf(ErrShape, input, axis, int64(v), "%d for axis %d, expected %d or more", v, axis, least)
		}
		n := shape[axis]
		d := goal(n, v)
		switch {
		case d < 0:
			return nil, errorf(ErrOverflow, input, axis, int64(v), "no int holds the next multiple of %d for axis %d of %d elements", v, axis, n)
		case d < n && at&AllowCrop == 0:
			return nil, errorf(ErrShape, input, axis, int64(v), "axis %d has %d elements, more than %d; AllowCrop crops it", axis, n, v)
		}
		more := d - n
		before := [...]int{AtBegin: 0, AtCenter: more / 2, AtEnd: more}[at&^AllowCrop]
		p.Pads[i], p.Pads[count+i] = before, more-before
	}
	return p.Pads, nil
}
