package onnx

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
)

// Tensor is an input or the output of a node. The zero Tensor stands for an optional input that is absent: one with an empty
// name, or one after the node's last input.
type Tensor struct {
	DType dtype.DType // may be 0 if Data is a typed slice, which implies it
	Shape []int       // empty for a scalar

	// Data is a slice of the Go type that stores DType: []float32, []string, []dtype.Float16, []dtype.Int4x2. For every type
	// except string it may also be
	//
	//   - a []byte that holds the elements as raw bytes, which on a little-endian machine are the raw_data of a TensorProto;
	//   - if DType is set, a slice of another package's type with the same underlying type, such as an engine's
	//     []bfloat16.BFloat16.
	//
	// Data may be nil if the tensor has no elements, or if a method is documented not to need it.
	//
	// Raw bytes of bool must be 0 or 1. Other bytes are copied unchanged, and a []bool then has elements that are neither
	// true nor false.
	Data any
}

// Int64s returns a tensor of one dimension, the form in which pads and axes are passed.
func Int64s(values ...int64) Tensor {
	return Tensor{dtype.TypeInt64, []int{len(values)}, values}
}

// NewTensor returns a tensor of zeros, whose Data is a typed slice. It returns an error if the tensor would exceed
// [DefaultMaxBytes], or [pad.MostBytes] if that is less.
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
	if most := noVersion.options.maxBytes() / int64(d.Size()); int64(units) > most {
		return Tensor{}, noVersion.errorf(pad.ErrTooLarge, "tensor", int64(n),
			"%d elements of %v, the limit is %d", n, d, most*int64(d.PerUnit()))
	}
	return Tensor{d, append([]int{}, shape...), d.NewSlice(units)}, nil
}

// Bytes returns the memory of Data without copying it. It reports false for strings, and if Data is not a slice that can
// store DType. It does not compare the length of Data with Shape.
func (t Tensor) Bytes() ([]byte, bool) {
	d := t.dtype()
	if raw, ok := t.Data.([]byte); ok {
		return raw, d.Valid() && d != dtype.TypeString
	}
	if d == dtype.TypeString || !d.StoredIn(t.Data) {
		return nil, false
	}
	v := reflect.ValueOf(t.Data)
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*d.Size()), true
}

// dtype returns the element type: DType, or that of Data.
func (t *Tensor) dtype() dtype.DType {
	if t.DType == 0 {
		return dtype.OfSlice(t.Data)
	}
	return t.DType
}

// typeText returns the text for the element type in an error.
func (t *Tensor) typeText() string {
	if t.dtype() == 0 && t.Data != nil {
		return fmt.Sprintf("not set (Data is a %T)", t.Data)
	}
	return t.dtype().String()
}

// absent reports whether t is the zero Tensor.
func (t *Tensor) absent() bool { return t.DType == 0 && t.Shape == nil && t.Data == nil }

// shapeError describes why [pad.Count] refuses a shape.
func (op *Op) shapeError(name string, shape []int) *Error {
	for i, d := range shape {
		if d < 0 {
			return op.errorf(pad.ErrShape, name, int64(d), "axis %d has dimension %d, expected 0 or more", i, d)
		}
	}
	return op.errorf(pad.ErrShape, name, 0, "shape %v has more elements than an int counts", shape)
}
