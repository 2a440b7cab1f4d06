package element

import (
	"encoding/binary"
	"slices"

	"github.com/padgen/padgen/runtime/dtype"
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

// NumberSize is the size of one number: half of a complex element.
func NumberSize(d dtype.DType) int {
	if d == dtype.TypeComplex64 || d == dtype.TypeComplex128 {
		return d.Size() / 2
	}
	return d.Size()
}
