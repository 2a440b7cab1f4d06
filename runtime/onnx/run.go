package onnx

import (
	"context"
	"slices"

	"github.com/padgen/padgen/runtime/pad"
)

// unknown is a dimension that is not known yet, see InferShape.
const unknown = -1

// Run pads data and returns the output in new memory. Inputs are in the order of the version's formal parameters: data,
// pads and constant_value from opset 11 on, and axes from 18 on. An optional input that is absent is the zero Tensor.
//
// The output's Data is raw bytes if those of data are, otherwise a typed slice. It never shares memory with data.
func (op *Op) Run(attrs Attributes, inputs ...Tensor) (Tensor, error) {
	return op.RunContext(context.Background(), attrs, inputs...)
}

// RunContext is [Op.Run] until ctx is done, see [pad.Plan.RunContext]. Allocating the output cannot be cancelled. It takes about 0.1 s per
// GB, several seconds if the system has to provide the memory. [Plan.RunContext] writes into memory that is there.
func (op *Op) RunContext(ctx context.Context, attrs Attributes, inputs ...Tensor) (Tensor, error) {
	c, err := op.resolve(&attrs, inputs, false)
	if err != nil {
		return Tensor{}, err
	}
	b := op.budget(ctx)
	p, err := op.plan(&c, b.room)
	if err != nil {
		return Tensor{}, err
	}
	b.room -= int64(p.OutputLen()) * int64(p.d.Size())
	src, _, err := op.view(b, p.set, c.data, p.InputLen(), "data")
	if err != nil {
		return Tensor{}, err
	}
	if err := b.done(); err != nil {
		return Tensor{}, err
	}
	out := p.set.Make(p.OutputLen())
	dst, _ := p.set.Memory(out)
	if err := p.plan.Run(b.ctx, dst, src, p.value); err != nil {
		return Tensor{}, op.wrap(err)
	}
	if _, raw := c.data.([]byte); raw {
		out = dst.Bytes()
	}
	return Tensor{DType: c.d, Shape: p.OutputShape(), Data: out}, nil
}

// InferShape returns the shape that Run's output would have. It needs the element type and shape of data and of the
// constant, and the values of pads and axes. Its errors are those of Run, but for those about the data, the size of the
// output and kernels that are not there.
//
// A dimension of data that is not known yet, such as a batch size, is -1. That dimension of the output is then -1, too,
// and what depends on it is not checked.
//
// Pads and axes may have no Data, because another node computes them. The dimensions that they can change are then -1. Even
// how many values they have may be unknown: their dimension is -1.
//
// If the rank of data is not known, data has neither Shape nor Data. The output's shape is then nil or, if the number of pads tells the
// rank, that many times -1.
func (op *Op) InferShape(attrs Attributes, inputs ...Tensor) ([]int, error) {
	c, err := op.resolve(&attrs, inputs, true)
	if err != nil {
		return nil, err
	}
	for i, d := range c.shape {
		if d < unknown {
			err := op.errorf(pad.ErrShape, "data", int64(d), "axis %d has dimension %d, expected 0 or more, or -1 where it is not known", i, d)
			err.Axis = i
			return nil, err
		}
	}
	if c.shape == nil && c.data == nil {
		if c.axes != nil || c.unknownAxes != 0 || c.unknownPads != 0 {
			return nil, nil
		}
		c.shape = slices.Repeat([]int{unknown}, len(c.pads)/2)
	}
	count, err := op.padsCount(&c)
	if err != nil {
		return nil, err
	}
	if c.unknownAxes != 0 {
		if count == 0 {
			return slices.Clone(c.shape), nil
		}
		return slices.Repeat([]int{unknown}, len(c.shape)), nil
	}
	p := pad.Params[struct{}]{Shape: c.shape, Pads: c.pads, Axes: c.axes, Mode: c.mode, Strict: op.options.Strict}
	if c.unknownPads == 0 && !slices.Contains(c.shape, unknown) {
		return op.outputShape(p)
	}
	places, err := op.places(&c, count)
	if err != nil {
		return nil, err
	}
	p.Shape, p.Pads = slices.Clone(c.shape), make([]int, count)
	copy(p.Pads, c.pads)
	for a, d := range c.shape {
		if d != unknown {
			continue
		}
		p.Shape[a] = 1
		if i := places[a] - 1; i >= 0 {
			// A sum that overflows is refused, whatever the length: leave it in.
			b, e := &p.Pads[i], &p.Pads[count/2+i]
			if (*b < 0) != (*e < 0) || (*b+*e < 0) == (*b < 0) {
				*b, *e = 0, 0
			}
		}
	}
	shape, err := op.outputShape(p)
	if err != nil {
		return nil, err
	}
	for a, d := range c.shape {
		if d == unknown || c.unknownPads != 0 && places[a] > 0 {
			shape[a] = unknown
		}
	}
	return shape, nil
}

func (op *Op) outputShape(p pad.Params[struct{}]) ([]int, error) {
	shape, err := p.OutputShape()
	if err != nil {
		return nil, op.wrap(err)
	}
	return shape, nil
}

// padsCount returns how many pads there are. If the values of pads or axes are not known, their dimensions or the rank tell it, and
// padsCount checks what package pad cannot.
func (op *Op) padsCount(c *call) (int, error) {
	rank, pads, n := len(c.shape), len(c.pads), len(c.axes)
	if c.unknownPads == 0 && c.unknownAxes == 0 {
		return pads, nil
	}
	if c.unknownPads != 0 {
		pads = c.unknownPads
	}
	of, blame, kind := "axes", "axes", pad.ErrAxes
	switch {
	case c.unknownAxes != 0:
		n = c.unknownAxes
	case c.axes == nil:
		n, of = rank, "dimensions"
	}
	switch {
	case n == unknown && pads == unknown:
		return 2 * rank, nil
	case n == unknown:
		n, blame, kind = pads/2, "pads", pad.ErrPads
	}
	switch {
	case n > rank:
		return 0, op.errorf(kind, blame, int64(n), "%d axes, data has %d", n, rank)
	case pads != unknown && pads != 2*n:
		return 0, op.errorf(pad.ErrPads, "pads", int64(pads), "%d values for %d %s, expected %d", pads, n, of, 2*n)
	}
	return 2 * n, nil
}

// places returns for each axis of data the number of its pads among all, from 1 on, and 0 for an axis without. These are the dimensions of
// a tensor without elements after such pads.
func (op *Op) places(c *call, count int) ([]int, error) {
	p := pad.Params[struct{}]{Shape: make([]int, len(c.shape)), Pads: make([]int, count), Axes: c.axes}
	for i := range count / 2 {
		p.Pads[i] = i + 1
	}
	return op.outputShape(p)
}
