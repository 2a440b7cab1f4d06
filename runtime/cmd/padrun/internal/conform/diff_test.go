package conform

import (
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

func TestDiff(t *testing.T) {
	of := func(d dtype.DType, shape []int, data any) onnx.Tensor {
		return onnx.Tensor{DType: d, Shape: shape, Data: data}
	}
	one, two := []int{1}, []int{2}
	for _, c := range []struct {
		got, want onnx.Tensor
		text      string // in the error, "" for none
	}{
		{of(dtype.TypeInt8, two, []int8{1, -2}), of(dtype.TypeInt8, two, []byte{1, 0xFE}), ""},
		{of(dtype.TypeInt8, two, []int8{1, -2}), of(dtype.TypeUint8, two, []uint8{1, 2}), "element type int8, want uint8"},
		{of(dtype.TypeInt8, two, []int8{1, -2}), of(dtype.TypeInt8, one, []int8{1}), "shape [2], want [1]"},
		{of(dtype.TypeInt8, two, []int8{1}), of(dtype.TypeInt8, two, []int8{1, 2}), "0 strings and 1 bytes, want 0 and 2"},
		{of(dtype.TypeString, one, nil), of(dtype.TypeString, one, []string{"a"}), "0 strings and 0 bytes, want 1 and 0"},
		{of(dtype.TypeInt8, two, []int8{1, -2}), of(dtype.TypeInt8, two, []int8{1, 2}), "at [1] (element 1): -2, want 2"},
		{of(dtype.TypeInt16, one, []int16{-300}), of(dtype.TypeInt16, one, []int16{300}), "-300, want 300"},
		{of(dtype.TypeInt32, one, []int32{-70000}), of(dtype.TypeInt32, one, []int32{7}), "-70000, want 7"},
		{of(dtype.TypeUint64, one, []uint64{1 << 63}), of(dtype.TypeUint64, one, []uint64{0}), "9223372036854775808, want 0"},
		{of(dtype.TypeFloat64, one, []float64{1.5}), of(dtype.TypeFloat64, one, []float64{2}),
			"1.5 (bits 0x3ff8000000000000), want 2 (bits 0x4000000000000000)"},
		{of(dtype.TypeComplex64, one, []complex64{1 + 2i}), of(dtype.TypeComplex64, one, []complex64{1 + 3i}),
			"[1 (bits 0x3f800000) 2 (bits 0x40000000)], want [1 (bits 0x3f800000) 3 (bits 0x40400000)]"},
		{of(dtype.TypeFloat16, one, []dtype.Float16{0x3C00}), of(dtype.TypeFloat16, one, []dtype.Float16{0}), "1 (bits 0x3c00), want 0 (bits 0x0000)"},
		{of(dtype.TypeInt4, []int{1, 3}, []dtype.Int4x2{0x21, 0x03}), of(dtype.TypeInt4, []int{1, 3}, []dtype.Int4x2{0x11, 0x03}),
			"at [0 1] (element 1): 2, want 1"},
		{of(dtype.TypeInt4, one, []dtype.Int4x2{0x21}), of(dtype.TypeInt4, one, []dtype.Int4x2{0x01}), "unused bits of the last byte: 0x21, want 0x01"},
	} {
		err := Diff(c.got, c.want)
		if c.text == "" && err != nil || c.text != "" && (err == nil || !strings.Contains(err.Error(), c.text)) {
			t.Errorf("%v%v: error %v, want one that contains %q, or none if that is empty", c.want.DType, c.want.Shape, err, c.text)
		}
	}
}
