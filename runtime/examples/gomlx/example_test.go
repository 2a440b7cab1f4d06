package gomlx_test

import (
	"errors"
	"fmt"

	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/dtypes/bfloat16"
	"github.com/gomlx/gomlx/pkg/core/shapes"
	"github.com/gomlx/gomlx/pkg/core/tensors"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
)

// Pad returns x with pads, in memory of GoMLX.
func Pad(op *onnx.Op, attrs onnx.Attributes, x *tensors.Tensor, pads ...int64) (*tensors.Tensor, error) {
	data := onnx.Tensor{DType: elementType(x.DType()), Shape: x.Shape().Dimensions}
	plan, err := op.Plan(attrs, data, onnx.Int64s(pads...))
	if err != nil {
		return nil, err
	}
	y := tensors.FromShape(shapes.Make(x.DType(), plan.OutputShape()...))
	errX := x.ConstFlatData(func(src any) {
		errY := y.MutableFlatData(func(dst any) { err = plan.Run(dst, src) })
		err = errors.Join(err, errY)
	})
	return y, errors.Join(err, errX)
}

// elementType returns ONNX's element type: both have the same names in Go.
func elementType(t dtypes.DType) dtype.DType {
	for d := range dtype.All().Types() {
		if d.GoName() == t.String() {
			return d
		}
	}
	return 0
}

func Example() {
	op, err := all.Lookup("", 25)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, x := range []*tensors.Tensor{
		tensors.FromFlatDataAndDimensions([]float32{1, 2, 3}, 3),
		tensors.FromFlatDataAndDimensions([]bfloat16.BFloat16{bfloat16.FromFloat32(1), bfloat16.FromFloat32(2)}, 2),
	} {
		y, err := Pad(op, onnx.Attributes{Mode: onnx.Mode("reflect")}, x, 1, 2)
		fmt.Println(y, err)
	}
	// Output:
	// [6]float32{2, 1, 2, 3, 2, 1} <nil>
	// [5]bfloat16.BFloat16{2, 1, 2, 1, 2} <nil>
}
