package dtype

import (
	"errors"
	"fmt"
	"unsafe"
)

// DType is the element type of a tensor. Its value is the number in TensorProto.DataType. The zero DType is ONNX's
// UNDEFINED, which is not a type.
type DType int32

// typeInfo describes a DType. The list is in zz_types.go, generated from spec/elemtypes.json.
type typeInfo struct {
	name, goName string
	bits         int // of one element, 0 for string
	slice        any // a nil slice of the storage type
}

// Valid reports whether d is one of the element types.
func (d DType) Valid() bool { return 1 <= d && d <= NumTypes }

// String returns the name that ONNX uses in its schemas: "float", "double", "float8e4m3fn".
func (d DType) String() string {
	if 0 <= d && d <= NumTypes {
		return info[d].name
	}
	return fmt.Sprintf("dtype(%d)", int32(d))
}

// GoName returns the name of d in generated code: "Float32", as in [TypeFloat32] and generated.Float32. It is empty for
// invalid types.
func (d DType) GoName() string {
	if !d.Valid() {
		return ""
	}
	return info[d].goName
}

// ErrName is the error, for use with [errors.Is], that [Parse] returns for an unknown name.
var ErrName = errors.New("not the name of an ONNX element type")

// Parse returns the type with the given ONNX name, which is in lower case as in schemas. For any other name it returns 0 and
// an error of kind [ErrName].
func Parse(name string) (DType, error) {
	for d := DType(1); d <= NumTypes; d++ {
		if info[d].name == name {
			return d, nil
		}
	}
	return 0, fmt.Errorf("dtype: %q is %w", name, ErrName)
}

// Bits returns the width of one element in bits. It is 0 for string, which has no fixed width, and for invalid types.
func (d DType) Bits() int {
	if !d.Valid() {
		return 0
	}
	return info[d].bits
}

// PerUnit returns the number of elements in a storage unit: 2 for packed types of 4 bits, 4 for those of 2 bits, and 1 for
// all others. It is 0 for invalid types.
func (d DType) PerUnit() int {
	if !d.Valid() {
		return 0
	}
	if b := info[d].bits; 0 < b && b < 8 {
		return 8 / b
	}
	return 1
}

// Size returns the size of a storage unit in bytes, which is that of its Go type: 1 for packed types, and the size of a
// string header for string. It is 0 for invalid types.
func (d DType) Size() int {
	switch {
	case !d.Valid():
		return 0
	case d == TypeString:
		return int(unsafe.Sizeof(""))
	}
	return (info[d].bits + 7) / 8
}

// Units returns the number of storage units that hold n elements. n must not be negative. It returns 0 for invalid types.
func (d DType) Units(n int) int {
	per := d.PerUnit()
	if per <= 1 {
		return n * per
	}
	return n/per + min(n%per, 1)
}
