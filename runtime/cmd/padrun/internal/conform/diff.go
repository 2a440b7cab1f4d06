package conform

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/onnxpb"
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
	gs, _ := got.Data.([]string)
	ws, _ := want.Data.([]string)
	g, _ := got.Bytes()
	w, _ := want.Bytes()
	switch {
	case slices.Equal(gs, ws) && bytes.Equal(g, w):
		return nil
	case len(gs) != len(ws) || len(g) != len(w):
		return fmt.Errorf("%d strings and %d bytes, want %d and %d", len(gs), len(g), len(ws), len(w))
	}
	n, _ := pad.Count(want.Shape)
	for i := range n {
		if a, b := element(got, i), element(want, i); a != b {
			return fmt.Errorf("at %v (element %d): %s, want %s", position(want.Shape, i), i, a, b)
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

// element shows element i: its number if Go has the type, and its bits where the number does not tell them.
func element(t onnx.Tensor, i int) string {
	if s, ok := t.Data.([]string); ok {
		return fmt.Sprintf("%q", s[i])
	}
	b, _ := t.Bytes()
	switch t.DType {
	case dtype.TypeComplex64:
		return complexElement(onnx.Tensor{DType: dtype.TypeFloat32, Data: b}, i)
	case dtype.TypeComplex128:
		return complexElement(onnx.Tensor{DType: dtype.TypeFloat64, Data: b}, i)
	}
	size, bits, per := t.DType.Size(), t.DType.Bits(), t.DType.PerUnit()
	unit := make([]byte, 8)
	copy(unit, onnxpb.LittleEndian(b[i/per*size:][:size], t.DType))
	v := binary.LittleEndian.Uint64(unit) >> (i % per * bits) & (1<<bits - 1)
	switch t.DType {
	case dtype.TypeInt8, dtype.TypeInt16, dtype.TypeInt32, dtype.TypeInt64:
		return fmt.Sprint(int64(v<<(64-bits)) >> (64 - bits))
	case dtype.TypeUint8, dtype.TypeUint16, dtype.TypeUint32, dtype.TypeUint64:
		return fmt.Sprint(v)
	case dtype.TypeFloat32:
		return fmt.Sprintf("%v (bits %#08x)", math.Float32frombits(uint32(v)), v)
	case dtype.TypeFloat64:
		return fmt.Sprintf("%v (bits %#016x)", math.Float64frombits(v), v)
	}
	return fmt.Sprintf("bits %#02x", v)
}

func complexElement(parts onnx.Tensor, i int) string {
	return fmt.Sprintf("[%s %s]", element(parts, 2*i), element(parts, 2*i+1))
}
