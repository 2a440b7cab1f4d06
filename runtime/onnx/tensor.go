package onnx

import (
	"slices"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
)

// Tensor is an input or the output of a node. The zero Tensor is an optional input that is absent: its name is empty, or
// the node has fewer inputs.
type Tensor struct {
	DType dtype.DType
	Shape []int // empty for a scalar

	// Data is a slice of the Go type that stores DType: []float32, []string, []dtype.Float16, []dtype.Int4x2. For every
	// type but string it may also be a []byte, the same memory as raw bytes. On a little-endian machine that is the
	// raw_data of a TensorProto. Data may be nil if the tensor has no elements, or if a method says that it needs none.
	//
	// Raw bytes of bool must be 0 or 1. Others are copied as they are, and a []bool then has elements that are neither
	// true nor false.
	Data any
}

// NewTensor returns a tensor of zeros. Its Data is a typed slice. It refuses tensors of more than [pad.DefaultMaxBytes],
// or [pad.MostBytes] if that is less.
func NewTensor(d dtype.DType, shape ...int) (Tensor, error) {
	if !d.Valid() {
		return Tensor{}, noVersion.errorf(ErrType, "tensor", int64(d), "element type %v, expected one of ONNX's, 1 to %d", d, dtype.NumTypes)
	}
	n, ok := pad.Count(shape)
	if !ok {
		err := noVersion.shapeError("tensor", shape)
		err.Axis = slices.IndexFunc(shape, func(d int) bool { return d < 0 })
		return Tensor{}, err
	}
	units := d.Units(n)
	if limit := min(pad.DefaultMaxBytes, pad.MostBytes()); int64(units) > limit/int64(d.Size()) {
		return Tensor{}, noVersion.errorf(pad.ErrTooLarge, "tensor", int64(n), "%d elements of %v, the limit is %d bytes", n, d, limit)
	}
	return Tensor{d, append([]int{}, shape...), elements[d].make(units)}, nil
}

// Bytes returns the memory of Data without copying it. It returns false for strings, and if Data is not a slice that
// stores DType. It does not compare the length of Data with Shape.
func (t Tensor) Bytes() ([]byte, bool) {
	if !t.DType.Valid() {
		return nil, false
	}
	return elements[t.DType].bytes(t.Data)
}

// absent reports whether t is the zero Tensor.
func (t *Tensor) absent() bool { return t.DType == 0 && t.Shape == nil && t.Data == nil }

// shapeError says why [pad.Count] refuses a shape.
func (op *Op) shapeError(name string, shape []int) *Error {
	for i, d := range shape {
		if d < 0 {
			return op.errorf(pad.ErrShape, name, int64(d), "axis %d has dimension %d, expected 0 or more", i, d)
		}
	}
	return op.errorf(pad.ErrShape, name, 0, "shape %v has more elements than an int counts", shape)
}
