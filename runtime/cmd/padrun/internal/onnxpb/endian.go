package onnxpb

import (
	"encoding/binary"
	"slices"

	"github.com/padgen/padgen/runtime/dtype"
)

var bigEndian = binary.NativeEndian.Uint16([]byte{0, 1}) == 1

// LittleEndian converts memory to the byte order of ONNX's files, or back. It copies only on big-endian
// machines.
func LittleEndian(b []byte, d dtype.DType) []byte {
	if !bigEndian {
		return b
	}
	return swapped(b, numberSize(d))
}

// numberSize is the size of one number: half of a complex element.
func numberSize(d dtype.DType) int {
	if d == dtype.TypeComplex64 || d == dtype.TypeComplex128 {
		return d.Size() / 2
	}
	return d.Size()
}

// swapped returns a copy of b with the bytes of every number reversed.
func swapped(b []byte, size int) []byte {
	b = slices.Clone(b)
	for i := 0; i+size <= len(b); i += size {
		slices.Reverse(b[i : i+size])
	}
	return b
}
