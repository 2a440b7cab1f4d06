package conform

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/element"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
)

// Case is one call of Pad and what it must return.
type Case struct {
	Name, Domain string

	Opset  int
	Attrs  onnx.Attributes
	Inputs []onnx.Tensor
	Want   *onnx.Tensor // nil: an error
	Reason string       // for the error, a free text
	Kind   string       // of the error, "" for any
}

// maxCaseBytes is more output than a line can hold, and little enough to allocate.
var maxCaseBytes = min(1<<29, memory.Limit())

// Check runs the case. Its error says how the result differs from what it must be. Where the case wants an
// error, refusal is the one that Pad returned.
func (c *Case) Check() (refusal string, err error) {
	op, err := onnx.Options{MaxBytes: maxCaseBytes}.New(c.Domain, c.Opset, all.Sets()...)
	var got onnx.Tensor
	if err == nil {
		got, err = op.Run(c.Attrs, c.Inputs...)
	}
	if err == nil && c.Want == nil {
		return "", fmt.Errorf("no error, but an output of shape %v, want an error: %s", got.Shape, c.Reason)
	}
	if err == nil {
		return "", Diff(got, *c.Want)
	}
	refusal = strings.TrimPrefix(err.Error(), "onnx: ")
	var e *onnx.Error
	switch {
	case c.Want != nil:
		return "", fmt.Errorf("error %q, want an output of shape %v", refusal, c.Want.Shape)
	case c.Kind != "" && !(errors.As(err, &e) && e.Kind.Error() == c.Kind):
		return "", fmt.Errorf("error %q, want one of kind %q", refusal, c.Kind)
	}
	return refusal, nil
}

// Diff returns an error that says where got first differs from want, bit for bit, or nil if it does not.
func Diff(got, want onnx.Tensor) error {
	if got.DType != want.DType {
		return fmt.Errorf("element type %v, want %v", got.DType, want.DType)
	}
	if !slices.Equal(got.Shape, want.Shape) {
		return fmt.Errorf("shape %v, want %v", got.Shape, want.Shape)
	}
	gs, _ := got.Data.([]string)
	ws, _ := want.Data.([]string)
	g, _ := got.Bytes()
	w, _ := want.Bytes()
	switch {
	case slices.Equal(gs, ws) && bytes.Equal(g, w):
		return nil
	case len(gs) != len(ws) || len(g) != len(w):
		return fmt.Errorf("%d strings and %d bytes, want %d and %d", len(gs), len(g), len(ws), len(w))
	}
	n, _ := pad.Count(want.Shape)
	for i := range n {
		if a, b := element.Format(got, i, true), element.Format(want, i, true); a != b {
			return fmt.Errorf("at %v (element %d): %s, want %s", position(want.Shape, i), i, a, b)
		}
	}
	return fmt.Errorf("unused bits of the last byte: %#02x, want %#02x", g[len(g)-1], w[len(w)-1])
}

// position returns the indices of element i.
func position(shape []int, i int) []int {
	p := make([]int, len(shape))
	for a := len(shape) - 1; a >= 0; a-- {
		p[a] = i % shape[a]
		i /= shape[a]
	}
	return p
}
