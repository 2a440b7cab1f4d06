package pad

import (
	"math"
	"runtime"
)

// Params says what to pad and how, in the terms of ONNX Pad.
type Params[T any] struct {
	Shape []int   // of data; rank 0 is a scalar
	Pads  []int64 // all begins, then all ends: two for each axis; negative ones crop
	Axes  []int64 // the axes that Pads is for, -rank to rank-1, in any order; nil means all of them, empty none
	Mode  Mode
	Value T // constant_value; of a packed type the lowest element counts. The other modes do not use it

	// Strict refuses reflect pads above dim-1 and wrap pads above dim, as ONNX Runtime and PyTorch do, dim being the length of
	// the axis after crops. Without Strict, reflect bounces and wrap turns as often as it must.
	Strict bool
	// MaxBytes bounds the output's size, 0 or less means DefaultMaxBytes. It is checked before anything is allocated. Set it
	// for pads that others choose: a Go program that asks for more memory than the system has is ended, which no code can
	// prevent. What is above [MostBytes] is refused in any case.
	MaxBytes int64
	// Workers bounds the goroutines of one Run, the calling one included: 1 forbids others, 0 or less leaves the number to
	// the size of the output and GOMAXPROCS.
	Workers int
}

// MostBytes is the largest output that any limit allows, because make panics beyond what the Go runtime addresses: 64 TiB, on ios
// 1 TiB, on wasm 4 GiB, or what an int counts if that is less. Where an int has 32 bits, packed types are limited to an eighth of it.
func MostBytes() int64 {
	switch {
	case runtime.GOARCH == "wasm":
		return 1<<32 - 1<<16
	case runtime.GOOS == "ios":
		return 1<<40 - 1<<16
	}
	return min(1<<46, math.MaxInt)
}

// DefaultMaxBytes is the largest output that a Plan makes unless Params.MaxBytes says otherwise: 64 GiB.
const DefaultMaxBytes = 1 << 36

// Count returns the number of elements of a shape; false means a negative dimension, or more than an int holds. With a zero among
// the dimensions it is 0, however large the others.
func Count(shape []int) (n int, ok bool) {
	p := product{1, true}
	for _, d := range shape {
		if d < 0 {
			return 0, false
		}
		p.times(d)
	}
	if p.size != 0 && !p.fits {
		return 0, false
	}
	return p.size, true
}

// OutputShape infers the shape of the output without data and without a limit on its size. Its errors are those of
// [NewPlan] that concern the shape, pads, axes and mode.
func (p *Params[T]) OutputShape() ([]int, error) {
	var spans spanList
	if err := p.resolve(&spans); err != nil {
		return nil, err
	}
	shape := make([]int, len(p.Shape))
	for i, s := range spans.all() {
		shape[i] = s.out
	}
	return shape, nil
}
