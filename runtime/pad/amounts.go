package pad

import "slices"

// Pairs returns the pads of axes, each given as a begin and an end, in the order of ONNX: all begins, then all ends. Pass the pairs of
// NumPy and TensorFlow unchanged, and leave Params.Axes nil. PyTorch begins with the last axis: set Axes to -1, -2 and so on.
//
//	np.pad(x, ((1, 2), (3, 4)))          Pads: pad.Pairs([2]int{1, 2}, [2]int{3, 4})
//	tf.pad(x, [[1, 2], [3, 4]])          the same
//	F.pad(x, (left, right, top, bottom)) Pads: pad.Pairs([2]int{left, right}, [2]int{top, bottom}), Axes: []int{-1, -2}
//
// Do not use a flat list of these libraries as Pads. It has as many values as a list of ONNX, in a different order, which no check can
// detect.
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

// Position selects where [To] and [ToMultiple] place the input on an axis of the output.
type Position uint8

const (
	AtBegin       Position = iota // at the begin: all elements are added or cropped after the input
	AtCenter                      // in the middle, an odd element after the input: SAME_UPPER
	AtCenterLower                 // in the middle, an odd element before the input: SAME_LOWER
	AtEnd                         // at the end: all elements are added or cropped before the input
)

// To returns the pads that give axes of the input new dimensions: one dimension for each of axes, or for each axis of shape if axes is nil.
// Use the pads with the same Params.Axes. If an axis is longer than its dimension, it is cropped if crop is true; otherwise To returns an
// [ErrShape]. Pass one position for all axes, or one for each; none means AtBegin.
func To(shape, dimensions, axes []int, crop bool, at ...Position) (pads []int, err error) {
	return amounts("dimensions", shape, dimensions, axes, 0, at, func(axis, n, to int) (int, error) {
		if to < n && !crop {
			return 0, errorf(ErrShape, "dimensions", axis, to, "has length %d, more than %d, and crop is false", n, to)
		}
		return to, nil
	})
}

// ToMultiple returns the pads that round each axis up to a multiple, for example of 32. Axes and positions are as in [To]. An axis that
// already is a multiple, including 0, is unchanged.
func ToMultiple(shape, multiples, axes []int, at ...Position) (pads []int, err error) {
	return amounts("multiples", shape, multiples, axes, 1, at, func(axis, n, of int) (int, error) {
		to := n + (of-n%of)%of
		if to < n {
			return 0, errorf(ErrOverflow, "multiples", axis, of, "has length %d, the next multiple of %d overflows", n, of)
		}
		return to, nil
	})
}

// amounts returns the pads that give the axes the dimensions that goal computes from values: one for each axis, each at least `least`.
func amounts(
	input string, shape, values, axes []int, least int, at []Position, goal func(axis, n, value int) (int, error),
) ([]int, error) {
	count := len(shape)
	if axes != nil {
		count = len(axes)
	}
	if len(values) != count {
		return nil, errorf(ErrShape, input, -1, len(values), "%d given, expected %d: one for each axis", len(values), count)
	}
	if len(at) == 0 {
		at = []Position{AtBegin}
	}
	if len(at) != 1 && len(at) != count {
		return nil, errorf(ErrShape, "at", -1, len(at), "%d given, expected 1 for all axes, or %d: one for each axis", len(at), count)
	}
	p := Params[struct{}]{Shape: shape, Axes: axes, Pads: make([]int, 2*count)}
	if _, err := p.OutputShape(); err != nil {
		return nil, err
	}
	for i, v := range values {
		axis, position := p.axis(i), at[i%len(at)]
		if position > AtEnd {
			return nil, errorf(ErrShape, "at", axis, position, "has position %d, expected AtBegin to AtEnd", position)
		}
		if v < least {
			return nil, errorf(ErrShape, input, axis, v, "has %d, expected %d or more", v, least)
		}
		n := shape[axis]
		to, err := goal(axis, n, v)
		if err != nil {
			return nil, err
		}
		more := to - n
		before := [...]int{AtBegin: 0, AtCenter: more / 2, AtCenterLower: more - more/2, AtEnd: more}[position]
		p.Pads[i], p.Pads[count+i] = before, more-before
	}
	return p.Pads, nil
}
