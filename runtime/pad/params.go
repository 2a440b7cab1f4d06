package pad

import (
	"cmp"
	"math"
)

// Params describes what to pad and how, in the terms of ONNX Pad.
type Params[T any] struct {
	Shape []int // of the input; rank 0 is a scalar
	Pads  []int // all begins, then all ends: two for each axis; negative ones crop
	Axes  []int // that Pads applies to, -rank to rank-1, in any order; nil means all, empty none
	Mode  Mode
	Value T // constant_value, for mode Constant only; for packed types only the lowest element is used

	// Modes, if not nil, replaces Mode: one mode for each of Axes, or for each axis if Axes is nil. An element of the output is the value if
	// on any axis of mode Constant its index lies outside the input; otherwise each axis reads by its own mode.
	Modes []Mode
	// Values, if not nil, replaces Value in mode Constant: one value for each index of axis ValuesAxis (-1 is the last), which must not have
	// pads. With channels as that axis, Values is a colour. Each value is one storage unit. In a region, indices are those of the whole output.
	Values     []T
	ValuesAxis int

	// Strides are the elements from one index of the input to the next, for each axis: 1 for the last one, and for the others at least what
	// the axes inside span. With them, a part of an image or of a tensor is padded without a copy: src starts at its first element, and may be
	// longer than [Plan.InputLen]. Nil means that the input has no gaps. The stride of an axis of one element does not matter.
	Strides []int
	// DstStrides are those of the output, by the same rules: a tile is written to its place in a larger image. dst starts with the first
	// element, and may be longer than OutputLen; what lies between the elements is not written. Elements that share a byte with others stay
	// together: for packed types, gaps begin and end at whole bytes.
	DstStrides []int

	// Strict refuses reflect pads above dim-1 and wrap pads above dim, as ONNX Runtime and PyTorch do, and symmetric pads above dim. Here
	// dim is the length of the axis after crops. Without Strict, mirrored pads bounce and wrap turns as often as necessary.
	Strict bool
	// MaxBytes bounds the size of the output, its gaps included. 0 or less means 4 GiB for [Pad], which allocates the output, and no limit for
	// everything else, which writes into the caller's memory. Set it if others choose the pads and you allocate: a Go program that asks for more
	// memory than the system has is killed, and no code can prevent that. Outputs above [MostBytes] are refused in any case.
	MaxBytes int64
	// Workers bounds the goroutines of one Run, including the calling one: 1 forbids others; with 0 or less, the size of the output and
	// GOMAXPROCS decide. Each writes about 1 MiB of the output at a time, for which a garbage collection may have to wait.
	Workers int
}

// untyped returns p without the value and the elements of Values. The fields have no names, so the compiler reports a missing one.
func (p *Params[T]) untyped() *Params[struct{}] {
	var values []struct{}
	if p.Values != nil {
		values = make([]struct{}, len(p.Values)) // takes no memory
	}
	return &Params[struct{}]{p.Shape, p.Pads, p.Axes, p.Mode, struct{}{}, p.Modes, values, p.ValuesAxis,
		p.Strides, p.DstStrides, p.Strict, p.MaxBytes, p.Workers}
}

// axis returns the axis that pads i apply to.
func (p *Params[T]) axis(i int) int {
	if p.Axes == nil {
		return i
	}
	return fromFirst(p.Axes[i], len(p.Shape))
}

// valuesAxis returns the axis of Values.
func (p *Params[T]) valuesAxis() int { return fromFirst(p.ValuesAxis, len(p.Shape)) }

// fromFirst returns the index of an axis that may count from the last one, as -1 does.
func fromFirst(axis, rank int) int { return (axis + rank) % rank }

// values returns Values or, if that is nil, Value.
func (p *Params[T]) values() []T {
	if p.Values != nil {
		return p.Values
	}
	return []T{p.Value}
}

// OutputShape returns the shape of the output, without a limit on its size. Its errors are those of
// [NewPlan] that concern the shape, pads, axes and mode.
func (p Params[T]) OutputShape() ([]int, error) {
	spans, err := p.untyped().resolve(new(spanBuffer))
	if err != nil {
		return nil, err
	}
	return outShape(make([]int, 0, len(spans)), spans), nil
}

// maxBytes returns MaxBytes or, if it is not set, no limit.
func (p *Params[T]) maxBytes() int64 {
	return cmp.Or(max(0, p.MaxBytes), math.MaxInt64)
}
