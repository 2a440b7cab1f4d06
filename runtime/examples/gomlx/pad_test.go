package gomlx_test

import (
	"bytes"
	"testing"

	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/shapes"
	"github.com/gomlx/gomlx/pkg/core/tensors"

	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
)

// TestTypes: every element type of GoMLX, and tensors without elements.
func TestTypes(t *testing.T) {
	op, err := all.Lookup("", 25)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []dtypes.DType{
		dtypes.Bool, dtypes.Int8, dtypes.Int16, dtypes.Int32, dtypes.Int64, dtypes.Uint8, dtypes.Uint16, dtypes.Uint32, dtypes.Uint64,
		dtypes.Float16, dtypes.Float32, dtypes.Float64, dtypes.BFloat16, dtypes.Complex64, dtypes.Complex128,
	} {
		x := tensors.FromShape(shapes.Make(d, 1))
		var want, got []byte
		x.MutableBytes(func(b []byte) {
			b[0] = 1
			want = bytes.Repeat(b, 3)
		})
		y, err := Pad(op, onnx.Attributes{Mode: onnx.Mode("edge")}, x, 1, 1)
		if err != nil {
			t.Errorf("%v: %v", d, err)
			continue
		}
		y.ConstBytes(func(b []byte) { got = bytes.Clone(b) })
		if !y.Shape().Equal(shapes.Make(d, 3)) || !bytes.Equal(got, want) {
			t.Errorf("%v: %v, %v, expected %v", d, y.Shape(), got, want)
		}
		y, err = Pad(op, onnx.Attributes{}, tensors.FromShape(shapes.Make(d, 0)), 1, 1)
		if err != nil || !y.Equal(tensors.FromShape(shapes.Make(d, 2))) {
			t.Errorf("%v without elements: %v, %v", d, y, err)
		}
	}
}
