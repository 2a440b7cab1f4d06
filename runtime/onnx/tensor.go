package onnx

import (
	"math/bits"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
)

// Tensor is an input or the output of a node. The zero Tensor stands for an optional input that is absent: one at the
// end that the node does not have, or one with an empty name.
type Tensor struct {
	DType dtype.DType
	Shape []int // empty for a scalar

	// Data is a slice of the Go type that stores DType: []float32, []string, []dtype.Float16, []dtype.Int4x2. For every
	// type but string it may also be a []byte: the same memory, raw. On a little-endian machine that is the raw_data of
	// a TensorProto. It may be nil where there are no elements, and where a method says that it needs no data.
	Data any
}

// NewTensor returns a tensor of zeros, its Data a typed slice. More than [pad.DefaultMaxBytes], or [pad.MostBytes] where that
// is less, are refused.
func NewTensor(d dtype.DType, shape ...int) (Tensor, error) {
	if !d.Valid() {
		return Tensor{}, tensorError(ErrType, int64(d), "element type %v", d)
	}
	n, ok := count(shape)
	if !ok {
		return Tensor{}, (&Op{name: "Pad"}).shapeError("tensor", shape)
	}
	units := d.Units(n)
	if limit := min(pad.DefaultMaxBytes, pad.MostBytes()); int64(units) > limit/int64(d.Size()) {
		return Tensor{}, tensorError(pad.ErrTooLarge, int64(n), "%d elements of %v, the limit is %d bytes", n, d, limit)
	}
	return Tensor{d, append([]int{}, shape...), elements[d].make(units)}, nil
}

// Bytes returns the memory of Data without copying it. It reports false where there is none: for strings, and where
// Data is no slice that stores DType. That it is as long as Shape says is not checked.
func (t Tensor) Bytes() ([]byte, bool) {
	if !t.DType.Valid() {
		return nil, false
	}
	return elements[t.DType].bytes(t.Data)
}

func tensorError(kind error, value int64, format string, args ...any) error {
	return (&Op{name: "Pad"}).errorf(kind, "tensor", value, format, args...)
}

// absent reports whether t is the zero Tensor.
func (t *Tensor) absent() bool { return t.DType == 0 && t.Shape == nil && t.Data == nil }

// count returns the number of elements. It reports false for negative dimensions, and where an int cannot hold the
// number. With a zero among the dimensions it is 0, however large the others.
func count(shape []int) (int, bool) {
	n, fits := 1, true
	zero := false
	for _, d := range shape {
		if d < 0 {
			return 0, false
		}
		zero = zero || d == 0
		hi, lo := bits.Mul(uint(n), uint(d))
		if hi != 0 || int(lo) < 0 {
			fits = false
		}
		n = int(lo)
	}
	if zero {
		return 0, true
	}
	return n, fits
}

// shapeError says why a shape has no number of elements, see count.
func (op *Op) shapeError(name string, shape []int) error {
	for i, d := range shape {
		if d < 0 {
			return op.errorf(pad.ErrShape, name, int64(d), "axis %d has dimension %d, expected 0 or more", i, d)
		}
	}
	return op.errorf(pad.ErrShape, name, 0, "shape %v has more elements than an int counts", shape)
}
