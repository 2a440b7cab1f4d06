package pad

// Center returns the pads that put a shape in the middle of a larger one, a letterbox: two for each of the axes, all begins first, as
// [Params] takes them together with these axes. To has the dimension that each of the axes gets. An odd element goes behind; an axis that
// is longer than that is cropped. With nil, the axes are all of the shape. Errors are of kind [ErrShape] and [ErrAxes].
func Center(shape, to []int, axes []int64) (pads []int64, err error) {
	n := len(shape)
	if axes != nil {
		n = len(axes)
	}
	if len(to) != n {
		return nil, errorf(ErrShape, "to", -1, int64(len(to)), "%d dimensions for %d axes", len(to), n)
	}
	p := Params[struct{}]{Shape: shape, Axes: axes, Pads: make([]int64, 2*n), Mode: Constant}
	if _, err := p.OutputShape(); err != nil {
		return nil, err
	}
	for i, d := range to {
		axis := i
		if axes != nil {
			axis = int(axes[i])
		}
		if axis < 0 {
			axis += len(shape)
		}
		if d < 0 {
			return nil, errorf(ErrShape, "to", axis, int64(d), "axis %d gets dimension %d, expected 0 or more", axis, d)
		}
		more := int64(d - shape[axis])
		p.Pads[i] = more / 2
		p.Pads[n+i] = more - more/2
	}
	return p.Pads, nil
}
