package onnx

import "github.com/padgen/padgen/runtime/pad"

// Run pads data and returns the output in new memory. Inputs stand in the order of the version's formal parameters; from
// opset 11 on that is data, pads, constant_value, and from 18 on axes. An absent optional input is the zero Tensor.
//
// The output's Data is raw if data's is, otherwise a typed slice. It never shares memory with data.
func (op *Op) Run(attrs Attributes, inputs ...Tensor) (Tensor, error) {
	c, err := op.resolve(&attrs, inputs)
	if err != nil {
		return Tensor{}, err
	}
	return elements[c.d].run(op, c)
}

// InferShape returns the shape that Run's output would have, without a limit on its size. All dimensions of data must be known: an axis
// of unknown length becomes longer by the sum of its two pads. Of data it needs element type
// and shape, of the constant value the same where there is one; pads and axes must have their values, which the shape
// depends on. Its errors are those of Run but for what is wrong with the data itself.
func (op *Op) InferShape(attrs Attributes, inputs ...Tensor) ([]int, error) {
	c, err := op.resolve(&attrs, inputs)
	if err != nil {
		return nil, err
	}
	p := pad.Params[struct{}]{Shape: c.shape, Pads: c.pads, Axes: c.axes, Mode: c.mode, Strict: op.strict}
	shape, err := p.OutputShape()
	if err != nil {
		return nil, op.wrap(err)
	}
	return shape, nil
}
