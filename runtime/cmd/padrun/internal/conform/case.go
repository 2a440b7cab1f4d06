package conform

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
)

// Case is one call of Pad and what it must return.
type Case struct {
	Name   string
	Domain string
	Opset  int
	Attrs  onnx.Attributes
	Inputs []onnx.Tensor
	Want   *onnx.Tensor // nil: an error
	Reason string       // for the error, a free text
	Kind   string       // of the error, "" for any
}

// maxCaseBytes is more output than a line can hold, and little enough to allocate.
const maxCaseBytes = 1 << 29

var mostBytes = sync.OnceValue(func() int64 { return min(maxCaseBytes, memory.Limit()) })

// Check runs the case. Its error says how the result differs from what it must be. Where the case wants an
// error, refusal is the one that Pad returned.
func (c *Case) Check() (refusal string, err error) {
	op, err := onnx.Options{MaxBytes: mostBytes()}.New(c.Domain, c.Opset, all.Sets()...)
	var typed onnx.Tensor
	if err == nil {
		typed, err = op.Run(c.Attrs, c.Inputs...)
	}
	switch {
	case err != nil && c.Want == nil:
		return message(err), c.checkKind(err)
	case err != nil:
		return "", fmt.Errorf("error %q, want an output of shape %v", message(err), c.Want.Shape)
	case c.Want == nil:
		return "", fmt.Errorf("no error, but an output of shape %v, want an error: %s", typed.Shape, c.Reason)
	}
	return "", c.checkOutput(op, typed)
}

// message returns the text of an error of package onnx without the package's name.
func message(err error) string { return strings.TrimPrefix(err.Error(), "onnx: ") }

// checkKind returns an error if err is not of the kind that the case states.
func (c *Case) checkKind(err error) error {
	var e *onnx.Error
	if c.Kind == "" || errors.As(err, &e) && e.Kind.Error() == c.Kind {
		return nil
	}
	return fmt.Errorf("error %q, want one of kind %q", message(err), c.Kind)
}

// checkOutput compares the output with what it must be, and likewise the shape inferred without data and the
// output of raw memory.
func (c *Case) checkOutput(op *onnx.Op, typed onnx.Tensor) error {
	if err := Diff(typed, *c.Want); err != nil {
		return err
	}
	shape, err := op.InferShape(c.Attrs, c.Inputs...)
	if err == nil {
		err = diffShape(shape, c.Want.Shape)
	}
	if err != nil {
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
