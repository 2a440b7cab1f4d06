package conform

import (
	"errors"
	"fmt"
	"strings"

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
