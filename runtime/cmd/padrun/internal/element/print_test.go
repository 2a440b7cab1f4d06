package element

import (
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
)

func TestPrint(t *testing.T) {
	long := make([]int16, 2*501)
	for i := range long {
		long[i] = int16(i)
	}
	cube := make([]uint8, 8)
	for _, c := range []struct {
		x    onnx.Tensor
		want string
	}{
		{onnx.Tensor{DType: dtype.TypeFloat32, Shape: []int{2, 3}, Data: []float32{0, 1.5, -2, 3, 4, 5}}, "[[  0 1.5  -2]\n [  3   4   5]]\n"},
		{onnx.Tensor{DType: dtype.TypeBool, Shape: []int{}, Data: []byte{1}}, "true\n"},
		{onnx.Tensor{DType: dtype.TypeInt4, Shape: []int{3}, Data: []byte{0xF1, 0x08}}, "[ 1 -1 -8]\n"},
		{onnx.Tensor{DType: dtype.TypeUint8, Shape: []int{0, 2}, Data: []byte{}}, "[]\n"},
		{onnx.Tensor{DType: dtype.TypeString, Shape: []int{2}, Data: []string{"a", "b c"}}, "[  \"a\" \"b c\"]\n"},
		{onnx.Tensor{DType: dtype.TypeFloat16, Shape: []int{1}, Data: []dtype.Float16{0x3C00}}, "[1]\n"},
		{onnx.Tensor{DType: dtype.TypeComplex64, Shape: []int{1}, Data: []complex64{1 - 2i}}, "[[1 -2]]\n"},
		{onnx.Tensor{DType: dtype.TypeUint8, Shape: []int{2, 2, 2}, Data: cube}, "[[[0 0]\n  [0 0]]\n\n [[0 0]\n  [0 0]]]\n"},
		{onnx.Tensor{DType: dtype.TypeInt16, Shape: []int{2, 501}, Data: long},
			"[[   0    1    2 ...  498  499  500]\n [ 501  502  503 ...  999 1000 1001]]\n"},
		{onnx.Tensor{DType: dtype.TypeInt16, Shape: []int{1002, 1}, Data: long},
			"[[   0]\n [   1]\n [   2]\n ...\n [ 999]\n [1000]\n [1001]]\n"},
	} {
		var got strings.Builder
		if err := Print(&got, c.x); err != nil || got.String() != c.want {
			t.Errorf("%v%v: error %v,\n%s\nwant\n%s", c.x.DType, c.x.Shape, err, &got, c.want)
		}
	}
}

func TestValue(t *testing.T) {
	for _, c := range []struct {
		d          dtype.DType
		text, want string // "" for an error
	}{
		{dtype.TypeFloat32, "1.5", "1.5"}, {dtype.TypeFloat64, "-inf", "-Inf"}, {dtype.TypeFloat16, "nan", "NaN"},
		{dtype.TypeInt4, "-8", "-8"}, {dtype.TypeUint64, "18446744073709551615", "18446744073709551615"},
		{dtype.TypeBool, "1", "true"}, {dtype.TypeComplex128, "[1,2]", "[1 2]"}, {dtype.TypeFloat8E4M3FN, "56", "bits 0x38"},
		{dtype.TypeFloat4E2M1, "15", "bits 0x0f"}, {dtype.TypeString, "a 1", `"a 1"`},
		{dtype.TypeInt8, "128", ""}, {dtype.TypeUint8, "-1", ""}, {dtype.TypeBool, "2", ""}, {dtype.TypeInt64, "1 2", ""}, {dtype.TypeInt64, "1]", ""}, {dtype.TypeComplex64, "[1,2]}", ""},
		{dtype.TypeInt64, "", ""}, {dtype.TypeInt64, "nan", ""}, {dtype.TypeComplex64, "1", ""}, {dtype.TypeFloat4E2M1, "16", ""},
		{dtype.TypeFloat32, `"1"`, ""}, {dtype.TypeFloat32, "{}", ""},
	} {
		x, err := Value(c.d, c.text)
		if (err == nil) != (c.want != "") {
			t.Errorf("%v %q: error %v", c.d, c.text, err)
		} else if err == nil && Format(x, 0, false) != c.want {
			t.Errorf("%v %q is %s, want %s", c.d, c.text, Format(x, 0, false), c.want)
		}
	}
}
