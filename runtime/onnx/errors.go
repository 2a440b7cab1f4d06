package onnx

import (
	"errors"
	"fmt"
	"strings"

	"github.com/padgen/padgen/runtime/pad"
)

// The kinds of errors that this package adds to those of package pad, for use with [errors.Is]. Errors about mode, pads
// and axes have the kinds of package pad: [pad.ErrMode], [pad.ErrPads], [pad.ErrAxes].
var (
	ErrDomain    = errors.New("unknown domain")
	ErrOpset     = errors.New("unsupported opset")
	ErrSet       = errors.New("bad kernel set")     // nil, given twice, or named after another element type
	ErrAttribute = errors.New("bad attribute")      // unknown, not of this version, or missing
	ErrInput     = errors.New("bad input")          // missing, or not allowed by the version
	ErrType      = errors.New("bad element type")   // not allowed by the version, or different from that of data
	ErrValue     = errors.New("bad constant value") // not exactly one element
	ErrData      = errors.New("data does not fit")  // Tensor.Data is not a slice of the element type, or its length does not match the shape
)

// Error describes which input of a call is wrong, where, and why.
type Error struct {
	Kind error  // one of the Err values of this package or of package pad
	Op   string // "Pad-13", "com.microsoft.Pad-1"; "Pad" if no version was found
	// Input is the formal parameter or attribute, by its name in the version ("data", "paddings", "value"). For other
	// errors it is "domain", "opset", "sets", "inputs", "tensor", "plan", "dst", "src" or "value".
	Input string
	Axis  int   // the axis of data, or of the tensor of NewTensor; -1 if the error is not about one axis
	Value int64 // the refused value, which may be a dtype.DType; 0 if there is none
	Err   error // the *pad.Error, if package pad returned one
	msg   string
}

// Error returns one line that starts with "onnx: ".
func (e *Error) Error() string { return "onnx: " + e.Op + ": " + e.msg }

// Unwrap returns e.Err if it is set, otherwise e.Kind.
func (e *Error) Unwrap() error {
	if e.Err != nil {
		return e.Err
	}
	return e.Kind
}

// noVersion is the Op of errors that do not belong to a version.
var noVersion = &Op{name: "Pad"}

func (op *Op) errorf(kind error, input string, value int64, format string, args ...any) *Error {
	return &Error{Kind: kind, Op: op.name, Input: input, Axis: -1, Value: value, msg: input + ": " + fmt.Sprintf(format, args...)}
}

// wrap turns an error of package pad into one of this package, with this version's names.
func (op *Op) wrap(err error) error {
	pe, ok := err.(*pad.Error)
	if !ok {
		return err // the cause of a context that is done
	}
	input := pe.Input
	if input == "pads" && op.schema.PadsAttribute != "" {
		input = op.schema.PadsAttribute
	}
	msg := strings.TrimPrefix(strings.TrimPrefix(pe.Error(), "pad: "), pe.Input+": ")
	return &Error{Kind: pe.Kind, Op: op.name, Input: input, Axis: pe.Axis, Value: pe.Value, Err: err, msg: input + ": " + msg}
}
