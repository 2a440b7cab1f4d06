package conform

import (
	"fmt"

	"github.com/padgen/padgen/runtime/onnx"
)

// Case is one call of Pad and what it must return.
type Case struct {
	Name   string
	Domain string
	Opset  int
	Attrs  onnx.Attributes
	Inputs []onnx.Tensor
	Want   *onnx.Tensor // nil: an error
	Reason string       // of the error
}

// maxCaseBytes is more output than a line can hold, and little enough to allocate.
const maxCaseBytes = 1 << 29

// Check runs the case and returns an error that says how the result differs from what it must be. If the case passes, doubt may say what
// is questionable about it.
func (c *Case) Check() (doubt string, err error) {
	op, err := onnx.Lookup(c.Domain, c.Opset, onnx.MaxBytes(maxCaseBytes))
	var typed onnx.Tensor
	if err == nil {
		typed, err = op.Run(c.Attrs, c.Inputs...)
	}
	switch {
	case c.Want == nil && err != nil:
		return c.judge(err)
	case c.Want == nil:
		return "", fmt.Errorf("no error, but an output of shape %v", typed.Shape)
	case err != nil:
		return "", err
	}
	return "", c.checkOutput(op, typed)
}

// checkOutput compares the output with what it must be, and likewise the shape inferred without data and the output of raw memory.
func (c *Case) checkOutput(op *onnx.Op, typed onnx.Tensor) error {
	if err := Diff(typed, *c.Want); err != nil {
		return err
	}
	shape, err := op.InferShape(c.Attrs, c.Inputs...)
	if err != nil {
		return fmt.Errorf("shape inference: %w", err)
	}
	if err := diffShape(shape, c.Want.Shape); err != nil {
		return fmt.Errorf("shape inference: %w", err)
	}
	raw, err := c.runRaw(op)
	if err == nil {
		err = Diff(raw, *c.Want)
	}
	if err != nil {
		return fmt.Errorf("with raw memory: %w", err)
	}
	return nil
}

// runRaw runs the case with the memory of its inputs, into a buffer that held something else.
func (c *Case) runRaw(op *onnx.Op) (y onnx.Tensor, err error) {
	inputs := make([]onnx.Tensor, len(c.Inputs))
	for i, t := range c.Inputs {
		if b, ok := t.Bytes(); ok {
			t.Data = b
		}
		inputs[i] = t
	}
	plan, err := op.Plan(c.Attrs, inputs...)
	if err != nil {
		return y, err
	}
	if y, err = onnx.NewTensor(plan.DType(), plan.OutputShape()...); err != nil {
		return y, err
	}
	if b, ok := y.Bytes(); ok {
		for i := range b {
			b[i] = 0xA5
		}
		y.Data = b
	}
	return y, plan.Run(y.Data, inputs[0].Data)
}
