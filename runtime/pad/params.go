package pad

import (
	"math"
	"math/bits"
	"runtime"
)

// Params says what to pad and how, in the terms of ONNX Pad.
type Params[T any] struct {
	Shape []int   // of data; rank 0 is a scalar
	Pads  []int64 // all begins, then all ends: two for each axis; negative ones crop
	Axes  []int64 // the axes that Pads applies to, -rank to rank-1, in any order; nil means all of them, empty none
	Mode  Mode
	Value T // constant_value, for mode Constant only; of a packed type the lowest element counts

	// Strides are the elements from one index to the next in data, for each axis: the last one is 1, and those before it at least what the
	// axes inside reach over. So a part of an image or of a tensor is padded without a copy: src starts at its first element, and may be
	// longer than [Plan.InputLen]. Nil means that data has no gaps. The stride of an axis of one element does not matter.
	Strides []int

	// Strict refuses reflect pads above dim-1 and wrap pads above dim, as ONNX Runtime and PyTorch do, where dim is the length of the
	// axis after crops. Without Strict, reflect bounces and wrap turns as often as necessary.
	Strict bool
	// MaxBytes bounds the size of the output; 0 or less means [DefaultMaxBytes]. It is checked before the output is allocated. Set it if
	// others choose the pads: a Go program that asks for more memory than the system has is killed, and no code can prevent that. Outputs
	// above [MostBytes] are refused in any case.
	MaxBytes int64
	// Workers bounds the goroutines of one Run, including the calling one: 1 forbids others; with 0 or less, the size of the output and
	// GOMAXPROCS decide. Each makes about 1 MiB of the output at a time, for which a garbage collection may have to wait.
	Workers int
}

// untyped is p without the value.
func (p *Params[T]) untyped() Params[struct{}] {
	return Params[struct{}]{
		Shape: p.Shape, Pads: p.Pads, Axes: p.Axes, Mode: p.Mode, Strides: p.Strides,
		Strict: p.Strict, MaxBytes: p.MaxBytes, Workers: p.Workers,
	}
}

// MostBytes returns the size of the largest output that any limit allows, because make panics beyond what the Go runtime can address: 64
// TiB, 1 TiB on ios, 4 GiB on wasm. Where int has 32 bits, it is 1 KiB less than 2 GiB, and for packed types an eighth of that.
func MostBytes() int64 {
	switch {
	case runtime.GOARCH == "wasm":
		return 1<<32 - 1<<16
	case runtime.GOOS == "ios":
		return 1<<40 - 1<<16
	}
	return min(1<<46, mostCounted)
}

// mostCounted is the most bytes of an output that a kernel can count, or bits if it is packed: loops go on to a multiple of up to 64 bytes.
const mostCounted = math.MaxInt - 1<<10

// DefaultMaxBytes is the largest output that a Plan makes unless Params.MaxBytes says otherwise: 64 GiB.
const DefaultMaxBytes = 1 << 36

// Count returns the number of elements of a shape. It reports false if a dimension is negative or an int cannot hold the number. If any
// dimension is 0, the number is 0, however large the others are.
func Count(shape []int) (n int, ok bool) {
	n, ok = 1, true
	for _, d := range shape {
		if d < 0 {
			return 0, false
		}
		hi, lo := bits.Mul(uint(n), uint(d))
		if hi != 0 || lo > math.MaxInt {
			ok, lo = false, 1 // any number but 0
		}
		n = int(lo)
	}
	if n != 0 && !ok {
		return 0, false
	}
	return n, true
}

// OutputShape infers the shape of the output without data and without a limit on its size. Its errors are those of
// [NewPlan] that concern the shape, pads, axes and mode.
func (p Params[T]) OutputShape() ([]int, error) {
	var spans spanList
	untyped := p.untyped()
	if err := untyped.resolve(&spans); err != nil {
		return nil, err
	}
	if err := untyped.resolveStrides(spans.all()); err != nil {
		return nil, err
	}
	return spans.outShape(make([]int, spans.n)), nil
}

// maxBytes is MaxBytes or, where it is not set, its default.
func (p *Params[T]) maxBytes() int64 {
	if p.MaxBytes <= 0 {
		return DefaultMaxBytes
	}
	return p.MaxBytes
}
