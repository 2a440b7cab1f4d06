package conform

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// Diff returns an error that says where got first differs from want, bit for bit, or nil if it does not.
func Diff(got, want onnx.Tensor) error {
	if got.DType != want.DType {
		return fmt.Errorf("element type %v, want %v", got.DType, want.DType)
	}
	if err := diffShape(got.Shape, want.Shape); err != nil {
		return err
	}
	if w, ok := want.Data.([]string); ok {
		g, _ := got.Data.([]string)
		for i := range max(len(g), len(w)) {
			if i >= len(g) || i >= len(w) {
				return fmt.Errorf("%d strings, want %d", len(g), len(w))
			}
			if g[i] != w[i] {
				return fmt.Errorf("at %v (element %d): %q, want %q", position(want.Shape, i), i, g[i], w[i])
			}
		}
		return nil
	}
	g, ok1 := got.Bytes()
	w, ok2 := want.Bytes()
	switch {
	case !ok1 || !ok2:
		return fmt.Errorf("got a %T, want a %T", got.Data, want.Data)
	case bytes.Equal(g, w):
		return nil
	case len(g) != len(w):
		return fmt.Errorf("%d bytes, want %d", len(g), len(w))
	}
	n, _ := pad.Count(want.Shape)
	for i := range n {
		a, b := element(want.DType, g, i), element(want.DType, w, i)
		if !bytes.Equal(a, b) {
			return fmt.Errorf("at %v (element %d): %s, want %s", position(want.Shape, i), i, format(want.DType, a), format(want.DType, b))
		}
	}
	return fmt.Errorf("unused bits of the last byte: %#02x, want %#02x", g[len(g)-1], w[len(w)-1])
}

func diffShape(got, want []int) error {
	if !slices.Equal(got, want) {
		return fmt.Errorf("shape %v, want %v", got, want)
	}
	return nil
}

// position returns the indices of element i.
func position(shape []int, i int) []int {
	p := make([]int, len(shape))
	for a := len(shape) - 1; a >= 0; a-- {
		p[a] = i % shape[a]
		i /= shape[a]
	}
	return p
}

// element returns the bytes of element i; for packed types, one byte with the element in its low bits.
func element(d dtype.DType, b []byte, i int) []byte {
	if per := d.PerUnit(); per > 1 {
		return []byte{b[i/per] >> (i % per * d.Bits()) & (1<<d.Bits() - 1)}
	}
	return b[i*d.Size():][:d.Size()]
}

// format shows an element: as a number where Go has the type, and the bits of floats.
func format(d dtype.DType, b []byte) string {
	switch d {
	case dtype.TypeInt8:
		return fmt.Sprint(int8(b[0]))
	case dtype.TypeInt16:
		return fmt.Sprint(int16(number(b)))
	case dtype.TypeInt32:
		return fmt.Sprint(int32(number(b)))
	case dtype.TypeInt64:
		return fmt.Sprint(int64(number(b)))
	case dtype.TypeUint8, dtype.TypeUint16, dtype.TypeUint32, dtype.TypeUint64:
		return fmt.Sprint(number(b))
	case dtype.TypeFloat32:
		return fmt.Sprintf("%v (bits %#08x)", math.Float32frombits(uint32(number(b))), number(b))
	case dtype.TypeFloat64:
		return fmt.Sprintf("%v (bits %#016x)", math.Float64frombits(number(b)), number(b))
	case dtype.TypeComplex64, dtype.TypeComplex128:
		half := len(b) / 2
		return fmt.Sprintf("bits [%#x %#x]", number(b[:half]), number(b[half:]))
	}
	return fmt.Sprintf("bits %#02x", number(b))
}

// number reads a number in the machine's byte order.
func number(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.NativeEndian.Uint16(b))
	case 4:
		return uint64(binary.NativeEndian.Uint32(b))
	}
	return binary.NativeEndian.Uint64(b)
}
