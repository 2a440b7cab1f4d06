package element

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

var bigEndian = binary.NativeEndian.Uint16([]byte{0, 1}) == 1

// LittleEndian converts memory to the byte order of ONNX's files, or back. It copies only on big-endian
// machines.
func LittleEndian(b []byte, d dtype.DType) []byte {
	if bigEndian {
		b = slices.Clone(b)
	}
	SetOrder(b, d, false)
	return b
}

// SetOrder changes memory, in place, from the byte order of a file to the machine's, or back.
func SetOrder(b []byte, d dtype.DType, big bool) {
	size := NumberSize(d)
	for i := 0; big != bigEndian && size > 1 && i+size <= len(b); i += size {
		slices.Reverse(b[i : i+size])
	}
}

// Tensor returns the tensor of a type and shape whose elements are the bytes of a file, which are brought into the machine's order.
func Tensor(d dtype.DType, shape []int, b []byte, big bool) (onnx.Tensor, error) {
	n, ok := pad.Count(shape)
	if size := d.Size(); !ok || len(b)%size != 0 || len(b)/size != d.Units(n) {
		return onnx.Tensor{}, fmt.Errorf("%d bytes, expected those of %v%v", len(b), d, shape)
	}
	SetOrder(b, d, big)
	return onnx.Tensor{DType: d, Shape: shape, Data: b}, nil
}

// Write writes the elements, as the raw_data of a TensorProto has them.
func Write(w io.Writer, t onnx.Tensor) error {
	b, ok := t.Bytes()
	if !ok {
		return fmt.Errorf("%v has no form as bytes in a %T", t.DType, t.Data)
	}
	_, err := w.Write(LittleEndian(b, t.DType))
	return err
}

// NumberSize is the size of one number: half of a complex element.
func NumberSize(d dtype.DType) int { return partOf(d).Size() }

// partOf is the type of one number.
func partOf(d dtype.DType) dtype.DType {
	switch d {
	case dtype.TypeComplex64:
		return dtype.TypeFloat32
	case dtype.TypeComplex128:
		return dtype.TypeFloat64
	}
	return d
}
