package dtype

import (
	"errors"
	"fmt"
	"unsafe"
)

// DType is the element type of a tensor, numbered as TensorProto.DataType numbers it. The zero DType is ONNX's
// UNDEFINED and names no type.
type DType int32

// The element types of ONNX.
const (
	TypeFloat32        DType = 1 // ONNX "float"
	TypeUint8          DType = 2
	TypeInt8           DType = 3
	TypeUint16         DType = 4
	TypeInt16          DType = 5
	TypeInt32          DType = 6
	TypeInt64          DType = 7
	TypeString         DType = 8
	TypeBool           DType = 9
	TypeFloat16        DType = 10
	TypeFloat64        DType = 11 // ONNX "double"
	TypeUint32         DType = 12
	TypeUint64         DType = 13
	TypeComplex64      DType = 14
	TypeComplex128     DType = 15
	TypeBFloat16       DType = 16
	TypeFloat8E4M3FN   DType = 17
	TypeFloat8E4M3FNUZ DType = 18
	TypeFloat8E5M2     DType = 19
	TypeFloat8E5M2FNUZ DType = 20
	TypeUint4          DType = 21
	TypeInt4           DType = 22
	TypeFloat4E2M1     DType = 23
	TypeFloat8E8M0     DType = 24
	TypeUint2          DType = 25
	TypeInt2           DType = 26
)

// NumTypes counts the element types; they are 1 to NumTypes.
const NumTypes = 26

// info has one row for each DType; row 0 is UNDEFINED.
var info = [NumTypes + 1]struct {
	name string
	bits int // of one element, 0 for string
}{
	{"undefined", 0},
	{"float", 32},
	{"uint8", 8},
	{"int8", 8},
	{"uint16", 16},
	{"int16", 16},
	{"int32", 32},
	{"int64", 64},
	{"string", 0},
	{"bool", 8},
	{"float16", 16},
	{"double", 64},
	{"uint32", 32},
	{"uint64", 64},
	{"complex64", 64},
	{"complex128", 128},
	{"bfloat16", 16},
	{"float8e4m3fn", 8},
	{"float8e4m3fnuz", 8},
	{"float8e5m2", 8},
	{"float8e5m2fnuz", 8},
	{"uint4", 4},
	{"int4", 4},
	{"float4e2m1", 4},
	{"float8e8m0", 8},
	{"uint2", 2},
	{"int2", 2},
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

// ErrName is the kind of Parse's error, for [errors.Is].
var ErrName = errors.New("not the name of an ONNX element type")

// Parse returns the type with the given ONNX name, in lower case as schemas write it. For any other name it returns 0 and an error of
// kind [ErrName].
func Parse(name string) (DType, error) {
	for d := DType(1); d <= NumTypes; d++ {
		if info[d].name == name {
			return d, nil
		}
	}
	return 0, fmt.Errorf("dtype: %q is %w", name, ErrName)
}

// Bits returns the width of one element. It is 0 for string, which has no fixed width, and for invalid types.
func (d DType) Bits() int {
	if !d.Valid() {
		return 0
	}
	return info[d].bits
}

// PerUnit returns how many elements a storage unit holds: 2 and 4 for the packed types of 4 and 2 bits, otherwise 1.
// It is 0 for invalid types.
func (d DType) PerUnit() int {
	if !d.Valid() {
		return 0
	}
	if b := info[d].bits; 0 < b && b < 8 {
		return 8 / b
	}
	return 1
}

// Size returns the size of a storage unit in bytes: that of the Go type that stores an element, 1 for packed types. For string it is the
// size of Go's string header. It is 0 for invalid types.
func (d DType) Size() int {
	switch {
	case !d.Valid():
		return 0
	case d == TypeString:
		return int(unsafe.Sizeof(""))
	}
	return (info[d].bits + 7) / 8
}

// Units returns how many storage units hold n elements, 0 or more. It is 0 for invalid types.
func (d DType) Units(n int) int {
	per := d.PerUnit()
	if per <= 1 {
		return n * per
	}
	u := n / per
	if n%per != 0 {
		u++
	}
	return u
}
