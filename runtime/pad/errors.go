package pad

import (
	"errors"
	"fmt"
)

// The kinds of errors, for use with [errors.Is]. The details of an error are in [Error].
var (
	ErrShape       = errors.New("bad shape")
	ErrPads        = errors.New("bad pads")
	ErrAxes        = errors.New("bad axes")
	ErrStrides     = errors.New("bad strides")
	ErrMode        = errors.New("bad mode")
	ErrOverflow    = errors.New("dimension overflows")
	ErrNegativeDim = errors.New("negative output dimension")
	ErrEmptyAxis   = errors.New("cannot extend an empty axis")
	ErrOverrun     = errors.New("pad larger than the axis") // only with Params.Strict
	ErrTooLarge    = errors.New("too large")
	ErrBuffer      = errors.New("buffer does not fit")
	ErrNoKernel    = errors.New("no kernel")
)

// Error describes which input of the call was wrong, where, and why.
type Error struct {
	Kind error // one of the Err values
	// Input names what was wrong. For a call it is "data", "pads", "axes", "mode", "modes", "values", "values axis", "strides",
	// "dst strides" or "kernels"; for a run "dst", "src", "value", "from", "plan" or "region"; for a box "box"; for
	// [Feeds] "chunks" or "chunk"; for [To] and [ToMultiple] "dimensions", "multiples" or "at".
	Input string
	Axis  int // the axis of the input, or -1 if the error is not about one axis
	// Value is what was refused: an element of Input, a mode, or the length of a slice or list. For ErrTooLarge it is a size in bytes, for
	// ErrEmptyAxis the dimension, and for blocks that overlap the index of the second one. It is 0 if there is none.
	Value int64
	msg   string
}

// Error returns one line that starts with "pad: ".
func (e *Error) Error() string { return "pad: " + e.Input + ": " + e.msg }

// Unwrap returns the kind.
func (e *Error) Unwrap() error { return e.Kind }

// errorf returns an error whose message names the axis, unless it is -1. It is not inlined: its dozens of calls would enlarge every program
// that names a kernel.
//
//go:noinline
func errorf[V ~int | ~int64 | ~uint8](kind error, input string, axis int, value V, format string, args ...any) error {
	msg := fmt.Sprintf(format, args...)
	if axis >= 0 {
		msg = fmt.Sprintf("axis %d %s", axis, msg)
	}
	return &Error{kind, input, axis, int64(value), msg}
}
