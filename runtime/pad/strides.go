package pad

import (
	"cmp"
	"math"
)

// nested checks the strides of a tensor of the given shape, and calls set for each axis, the innermost one first. inner is the number of
// elements that the axes inside span, which is also the stride of an axis of one index. nested returns what all axes span. It does not
// check or set the strides of a tensor without elements.
func nested(input string, strides, shape []int, set func(axis, stride, inner int)) (reach int, err error) {
	if len(strides) != len(shape) {
		return 0, errorf(ErrStrides, input, -1, len(strides), "%d given, expected %d: one for each axis", len(strides), len(shape))
	}
	if n, ok := Count(shape); ok && n == 0 {
		return 0, nil
	}
	reach = 1
	for i := len(shape) - 1; i >= 0; i-- {
		if shape[i] == 1 {
			set(i, reach, reach)
			continue
		}
		stride, steps := strides[i], shape[i]-1
		switch {
		case i == len(shape)-1 && stride != 1:
			return 0, errorf(ErrStrides, input, i, stride, "has stride %d, expected 1: strides count elements, not bytes", stride)
		case stride < reach:
			return 0, errorf(ErrStrides, input, i, stride, "has stride %d, expected %d or more: the span of the axes inside", stride, reach)
		case stride > (math.MaxInt-reach)/steps:
			return 0, errorf(ErrTooLarge, input, i, stride, "has stride %d, with which it spans more elements than an int counts", stride)
		}
		set(i, stride, reach)
		reach += stride * steps
	}
	return reach, nil
}

// gaps describes where an output with gaps lies in dst: as runs of run elements without a gap, one for each index of some outer axes.
type gaps struct {
	run     int
	strides []int // of the outer axes, the innermost one first
}

// resolve sets g for an output of the given shape, and returns what it spans.
func (g *gaps) resolve(strides, shape []int, perUnit int) (reach int, err error) {
	var apart error
	reach, err = nested("dst strides", strides, shape, func(axis, stride, inner int) {
		if g.strides == nil && stride == inner {
			g.run = stride * shape[axis]
			return
		}
		if g.strides = append(g.strides, stride); (stride|g.run)%perUnit != 0 {
			const text = "has stride %d, around %d elements without a gap, expected multiples of %d, because so many share a byte"
			apart = errorf(ErrStrides, "dst strides", axis, stride, text, stride, g.run, perUnit)
		}
	})
	return reach, cmp.Or(err, apart)
}

// place returns the position in dst of element at of an output of the given shape, and how many elements from there on have no gap.
func (g *gaps) place(at int, shape []int) (to, dense int) {
	if g.strides == nil {
		return at, math.MaxInt
	}
	row := at / g.run
	at %= g.run
	dense = g.run - at
	for i, stride := range g.strides {
		out := shape[len(g.strides)-1-i]
		at += row % out * stride
		row /= out
	}
	return at, dense
}
