package pad

import (
	"cmp"
	"math"
)

// Params describes what to pad and how, in the terms of ONNX Pad.
type Params[T any] struct {
	Shape []int // the shape of the input; empty for a scalar
	Pads  []int // all begins, then all ends: two for each axis; negative ones crop
	Axes  []int // the axes to pad, from -rank to rank-1, in any order; nil means all, empty means none
	Mode  Mode
	Value T // constant_value, used only in mode Constant; for packed types only its lowest element is used

	// Modes, if not nil, replaces Mode, which is then ignored. It holds one mode for each of Axes, or for each axis if Axes is nil. An
	// element of the output is the value if its index lies outside the input on any axis of mode Constant. Otherwise each axis is read in
	// its own mode.
	Modes []Mode
	// Values, if not nil, replaces Value in mode Constant. It holds one value for each index of axis ValuesAxis (-1 is the last axis), which
	// must not have pads. If that is the axis of the channels, Values is a colour. Each value is one storage unit. In a [Region], the
	// indices are those of the whole output. Values that no axis can use, because none has mode Constant, are an [ErrMode]. For an
	// [AnyPlan], only the length of Values counts, because each run gets the values.
	Values     []T
	ValuesAxis int

	// Strides holds, for each axis, the number of elements from one index of the input to the next: 1 for the last axis, and for the others
	// at least what the axes inside span. Use it to pad part of an image or tensor without a copy: src then starts at the first element of
	// the part, and may be longer than [Plan.InputLen]. Nil means that the input has no gaps. The stride of an axis of one element is
	// ignored.
	Strides []int
	// DstStrides holds the strides of the output, by the same rules. Use it to write a tile to its place in a larger image: dst then starts
	// at the first element of the tile, and may be longer than OutputLen. The gaps are not written. For packed types, they must begin and
	// end at whole bytes.
	DstStrides []int

	// Strict refuses reflect pads above dim-1 and wrap pads above dim, as ONNX Runtime and PyTorch do, and symmetric pads above dim, where
	// dim is the length of the axis after cropping. An axis that is empty in the output has no pads to refuse. Without Strict, mirrored pads
	// bounce and wrap turns as often as necessary.
	Strict bool
	// MaxBytes limits the size of the output, including its gaps. 0 or less means no limit, except that [Pad], which allocates the output,
	// makes at most 4 GiB. Set it if you allocate an output whose pads come from others: a Go program that asks for more memory than the
	// system has is killed, and no code can prevent that. Outputs in memory above [MostBytes] are always refused.
	MaxBytes int64
	// Workers limits the goroutines of one call, including the calling one. 1 means that no others are started; with 0 or less, the size of
	// the output and GOMAXPROCS determine the number. Each goroutine writes about 1 MiB of the output at a time, and a garbage collection
	// may have to wait for it.
	Workers int
}

// untyped returns p without the value and the elements of Values. The literal has no field names, so that the compiler reports a missing
// field.
func (p *Params[T]) untyped() *Params[struct{}] {
	var values []struct{}
	if p.Values != nil {
		values = make([]struct{}, len(p.Values)) // takes no memory
	}
	return &Params[struct{}]{p.Shape, p.Pads, p.Axes, p.Mode, struct{}{}, p.Modes, values, p.ValuesAxis,
		p.Strides, p.DstStrides, p.Strict, p.MaxBytes, p.Workers}
}

// axis returns the axis to which begin i and end i of Pads apply.
func (p *Params[T]) axis(i int) int {
	if p.Axes == nil {
		return i
	}
	return fromFirst(p.Axes[i], len(p.Shape))
}

// valuesAxis returns the axis of Values.
func (p *Params[T]) valuesAxis() int { return fromFirst(p.ValuesAxis, len(p.Shape)) }

// fromFirst returns the index, from 0, of an axis that may be counted from the last one, as -1 is.
func fromFirst(axis, rank int) int { return (axis + rank) % rank }

// values returns Values or, if that is nil, Value.
func (p *Params[T]) values() []T {
	if p.Values != nil {
		return p.Values
	}
	return []T{p.Value}
}

// OutputShape returns the shape of the output, without a limit on its size. Its errors are those of
// [NewPlan] that concern the shape, pads, axes, modes and values.
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
