package onnx_test

import (
	"errors"
	"fmt"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

func int64s(v ...int64) onnx.Tensor {
	return onnx.Tensor{DType: dtype.TypeInt64, Shape: []int{len(v)}, Data: v}
}

func ExampleOp_Run() {
	op, err := onnx.Lookup("", 13)
	if err != nil {
		fmt.Println(err)
		return
	}
	x := onnx.Tensor{DType: dtype.TypeFloat32, Shape: []int{1, 3}, Data: []float32{1, 2, 3}}
	y, err := op.Run(onnx.Attributes{Mode: onnx.Ptr("reflect")}, x, int64s(0, 2, 0, 1))
	fmt.Println(op, y.Shape, y.Data, err)
	// Output: Pad-13 [1 6] [3 2 1 2 3 2] <nil>
}

// Before opset 11, pads and value are attributes.
func ExampleAttributes() {
	op, _ := onnx.Lookup("", 10)
	x := onnx.Tensor{DType: dtype.TypeFloat16, Shape: []int{2}, Data: []dtype.Float16{dtype.ToFloat16(1), dtype.ToFloat16(2)}}
	y, err := op.Run(onnx.Attributes{Pads: []int64{0, 1}, Value: onnx.Ptr(float32(1e9))}, x)
	for _, h := range y.Data.([]dtype.Float16) {
		fmt.Println(h.Float32())
	}
	fmt.Println(op, err)
	// Output:
	// 1
	// 2
	// +Inf
	// Pad-2 <nil>
}

// Optional inputs that are absent are the zero Tensor. Raw memory gives raw memory.
func ExampleTensor() {
	op, _ := onnx.Lookup("", 25)
	x := onnx.Tensor{DType: dtype.TypeInt4, Shape: []int{2, 2}, Data: []byte{0x21, 0x43}}
	var noValue onnx.Tensor
	axes := onnx.Tensor{DType: dtype.TypeInt32, Shape: []int{1}, Data: []int32{-1}}
	y, err := op.Run(onnx.Attributes{}, x, int64s(1, 0), noValue, axes)
	fmt.Printf("%v %#x %v\n", y.Shape, y.Data, err)
	// Output: [2 3] 0x100243 <nil>
}

func ExampleOp_Plan() {
	op, _ := onnx.Lookup("", 19, onnx.Workers(1))
	x := onnx.Tensor{DType: dtype.TypeInt64, Shape: []int{3}} // no data yet
	plan, err := op.Plan(onnx.Attributes{Mode: onnx.Ptr("wrap")}, x, int64s(1, 3))
	if err != nil {
		fmt.Println(err)
		return
	}
	dst := make([]int64, plan.OutputLen())
	for _, src := range [][]int64{{1, 2, 3}, {7, 8, 9}} {
		fmt.Println(plan.OutputShape(), plan.Run(dst, src), dst)
	}
	// Output:
	// [7] <nil> [3 1 2 3 1 2 3]
	// [7] <nil> [9 7 8 9 7 8 9]
}

func ExampleOp_InferShape() {
	op, _ := onnx.Lookup("", 25)
	shape, err := op.InferShape(onnx.Attributes{}, onnx.Tensor{DType: dtype.TypeBool, Shape: []int{-1, 3, 224, 224}},
		int64s(0, 0, 3, 3, 0, 1, 3, 3))
	fmt.Println(shape, err)
	// Output: [-1 4 230 230] <nil>
}

func ExampleError() {
	op, _ := onnx.Lookup("", 18)
	x := onnx.Tensor{DType: dtype.TypeUint8, Shape: []int{4, 2}, Data: make([]uint8, 8)}
	_, err := op.Run(onnx.Attributes{}, x, int64s(0, -3, 0, 0))
	fmt.Println(err)
	fmt.Println(errors.Is(err, pad.ErrNegativeDim))
	var e *onnx.Error
	fmt.Println(errors.As(err, &e), e.Input, e.Axis, e.Value)
	// Output:
	// onnx: Pad-18: pads: axis 1 has 2 elements, with pads -3 and 0 its output has -1, expected 0 or more
	// true
	// true pads 1 -3
}

func ExampleLookup() {
	op, err := onnx.Lookup("", 20)
	fmt.Println(op, err)
	_, err = onnx.Lookup("com.microsoft", 2)
	fmt.Println(err)
	op, err = onnx.Lookup("com.microsoft", 2, onnx.AssumeNewest())
	fmt.Println(op, err)
	// Output:
	// Pad-19 <nil>
	// onnx: Pad: opset: 2 of domain com.microsoft is above 1, the newest that was checked; AssumeNewest takes that
	// com.microsoft.Pad-1 <nil>
}
