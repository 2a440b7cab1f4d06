package conform

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
)

// TestWays runs all cases in the other ways that package onnx has: shape inference, and a Plan with raw memory.
func TestWays(t *testing.T) {
	const own = "../../../../onnx/testdata/cases.jsonl"
	const shared = "../../../../../../shared/conformance/" // beside a checkout where the project is developed
	for _, file := range []string{own, shared + "cases.jsonl", shared + "grid1d.jsonl"} {
		f, err := os.Open(file)
		if err != nil {
			if file == own {
				t.Fatal(err)
			}
			continue
		}
		defer f.Close()
		ran := 0
		lines := bufio.NewScanner(f)
		for lines.Buffer(nil, maxLine); lines.Scan(); {
			c, err := ParseCase(lines.Bytes())
			if err != nil || c.WantError != nil {
				continue // main_test.go has an error for what is no case
			}
			op, err := onnx.New(c.Domain, *c.Opset, all.Sets()...)
			if err == nil {
				err = c.otherWays(op)
			}
			if err != nil {
				t.Errorf("%s: %s: %v", file, c.Name, err)
			}
			ran++
		}
		if lines.Err() != nil || ran < 500 {
			t.Errorf("%s: %d cases with an output, error %v, want 500 or more", file, ran, lines.Err())
		}
	}
}

func (c *Case) otherWays(op *onnx.Op) error {
	shape, err := op.InferShape(c.attrs, c.inputs...)
	if err == nil && !slices.Equal(shape, c.want.Shape) {
		err = fmt.Errorf("shape %v, want %v", shape, c.want.Shape)
	}
	if err != nil {
		return fmt.Errorf("shape inference: %w", err)
	}
	raw, err := c.runRaw(op)
	if err == nil {
		err = Diff(raw, c.want)
	}
	if err != nil {
		return fmt.Errorf("with raw memory: %w", err)
	}
	return nil
}

// runRaw runs the case with the memory of its inputs, into a buffer that held something else.
func (c *Case) runRaw(op *onnx.Op) (y onnx.Tensor, err error) {
	inputs := make([]onnx.Tensor, len(c.inputs))
	for i, t := range c.inputs {
		if b, ok := t.Bytes(); ok {
			t.Data = b
		}
		inputs[i] = t
	}
	plan, err := op.Plan(c.attrs, inputs...)
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
