package onnx

import (
	"context"
	"slices"

	"github.com/padgen/padgen/runtime/pad"
)

// unknown is a dimension that is not known yet, see InferShape.
const unknown = -1

// Run pads the input and returns the output in new memory. The inputs are in the order of the version's formal parameters:
// data, then pads and constant_value from opset 11 on, then axes from opset 18 on. Pass the zero Tensor for an optional input
// that is absent.
//
// The Data of the output is a slice of raw bytes if that of the input is, otherwise a typed slice. It never shares memory
// with the input.
func (op *Op) Run(attrs Attributes, inputs ...Tensor) (Tensor, error) {
	return op.RunContext(context.Background(), attrs, inputs...)
}

// RunContext is [Op.Run], but stops when ctx is done, as [pad.Plan.RunContext] does. Allocating the output cannot be
// cancelled. It takes about 0.1 s per GB, or several seconds if the system has to provide the memory. [Plan.RunContext]
// avoids this by writing into existing memory.
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
	if err := p.plan.RunContext(b.ctx, dst, src, p.value); err != nil {
		return Tensor{}, op.wrap(err)
	}
	if _, raw := c.data.([]byte); raw {
		out = dst.Bytes()
	}
	return Tensor{DType: c.d, Shape: p.OutputShape(), Data: out}, nil
}

// InferShape returns the shape that the output of Run would have. It needs the element types and shapes of data and of the
// constant, and the values of pads and axes. It returns the errors of Run, except those about elements, the size of the
// output and missing kernels.
//
// Pass -1 for a dimension of data that is not known yet, such as a batch size. That dimension of the output is then also -1,
// and what depends on it is not checked.
//
// If another node computes pads or axes, they need not have Data, and their own dimension may be -1. Every dimension of the
// output is then -1. What is known of the number of pads is checked.
//
// If the rank of data is not known, pass data without Shape and Data. The output's shape is then nil or, if pads have Data
// and there are no axes, has -1 for each axis.
func (op *Op) InferShape(attrs Attributes, inputs ...Tensor) ([]int, error) {
	c, err := op.resolve(&attrs, inputs, true)
	if err != nil {
		return nil, err
	}
	noRank := c.shape == nil && c.data == nil
	if c.unknown || noRank {
		if err := op.checkCounts(&c, inputs, noRank); err != nil {
			return nil, err
		}
	}
	switch {
	case noRank && (c.axes != nil || c.unknown):
		return nil, nil
	case noRank:
		c.shape = slices.Repeat([]int{unknown}, len(c.pads)/2)
	case c.unknown && c.axes == nil:
		return slices.Repeat([]int{unknown}, len(c.shape)), nil
	case c.unknown: // pads; the axes are checked below
		c.pads = make([]int, 2*len(c.axes))
	}
	p := pad.Params[struct{}]{Shape: c.dims(c.shape), Pads: c.pads, Axes: c.axes, Mode: c.mode, Strict: op.options.Strict}
	for i := range len(p.Pads) / 2 {
		a := i
		if i < len(p.Axes) {
			if a = p.Axes[i]; a < 0 {
				a += len(p.Shape)
			}
		}
		if 0 <= a && a < len(c.shape) && c.shape[a] == unknown { // OutputShape refuses other axes
			p.Pads[i], p.Pads[len(p.Pads)/2+i] = 0, 0
		}
	}
	shape, err := p.OutputShape()
	if err != nil {
		return nil, op.wrap(err)
	}
	for a, d := range c.shape {
		if d == unknown || c.unknown {
			shape[a] = unknown
		}
	}
	return shape, nil
}

// checkCounts returns an error unless there can be two pads for each axis. Pads, axes and the rank of data may be unknown.
// Without a rank, it also checks that no axis is given twice.
func (op *Op) checkCounts(c *call, inputs []Tensor, noRank bool) error {
	axes := len(c.shape)
	if noRank {
		axes = unknown
	}
	switch t := optional(inputs, op.axesInput); {
	case c.axes != nil:
		axes = len(c.axes)
	case t != nil:
		axes = t.Shape[0]
	}
	pads := len(c.pads)
	if c.pads == nil {
		shape := inputs[op.padsInput].Shape
		pads = shape[len(shape)-1]
	}
	switch {
	case pads != unknown && axes != unknown && (pads%2 != 0 || pads/2 != axes):
		return op.errorf(pad.ErrPads, "pads", int64(pads), "%d given, expected two for each axis; number of axes: %d", pads, axes)
	case pads != unknown && pads%2 != 0:
		return op.errorf(pad.ErrPads, "pads", int64(pads), "%d given, expected two for each axis", pads)
	}
	if !noRank {
		return nil
	}
	given := map[int]bool{}
	for i, a := range c.axes {
		if given[a] {
			return op.errorf(pad.ErrAxes, "axes", int64(a), "axes[%d] is %d, which is given twice", i, a)
		}
		given[a] = true
	}
	return nil
}
