package onnx_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
)

func ExampleOp_Run() {
	op, err := all.Lookup("", 13)
	if err != nil {
		fmt.Println(err)
		return
	}
	x := onnx.Tensor{Shape: []int{1, 3}, Data: []float32{1, 2, 3}}
	y, err := op.Run(onnx.Attributes{Mode: onnx.Mode("reflect")}, x, onnx.Int64s(0, 2, 0, 1))
	fmt.Println(op, y.Shape, y.Data, err)
	// Output: Pad-13 [1 6] [3 2 1 2 3 2] <nil>
}

// Before opset 11, pads and value are attributes.
func ExampleAttributes() {
	op, _ := all.Lookup("", 10)
	x := onnx.Tensor{Shape: []int{2}, Data: []dtype.Float16{dtype.ToFloat16(1), dtype.ToFloat16(2)}}
	y, err := op.Run(onnx.Attributes{Pads: []int64{0, 1}, Value: onnx.Value(1e9)}, x)
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

// Pass the zero Tensor for an optional input that is absent. The output is raw bytes if the input is.
func ExampleTensor() {
	op, _ := all.Lookup("", 25)
	x := onnx.Tensor{DType: dtype.TypeInt4, Shape: []int{2, 2}, Data: []byte{0x21, 0x43}}
	var noValue onnx.Tensor
	axes := onnx.Tensor{Shape: []int{1}, Data: []int32{-1}}
	y, err := op.Run(onnx.Attributes{}, x, onnx.Int64s(1, 0), noValue, axes)
	fmt.Printf("%v %#x %v\n", y.Shape, y.Data, err)
	// Output: [2 3] 0x100243 <nil>
}

func ExampleOp_Plan() {
	op, _ := onnx.Options{Workers: 1}.New("", 19, all.Sets()...)
	x := onnx.Tensor{DType: dtype.TypeInt64, Shape: []int{3}} // no data yet
	plan, err := op.Plan(onnx.Attributes{Mode: onnx.Mode("wrap")}, x, onnx.Int64s(1, 3))
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
	op, _ := all.Lookup("", 25)
	shape, err := op.InferShape(onnx.Attributes{}, onnx.Tensor{DType: dtype.TypeBool, Shape: []int{-1, 3, 224, 224}},
		onnx.Int64s(0, 0, 3, 3, 0, 1, 3, 3))
	fmt.Println(shape, err)
	// Output: [-1 4 230 230] <nil>
}

func ExampleError() {
	op, _ := all.Lookup("", 18)
	x := onnx.Tensor{DType: dtype.TypeUint8, Shape: []int{4, 2}, Data: make([]uint8, 8)}
	_, err := op.Run(onnx.Attributes{}, x, onnx.Int64s(0, -3, 0, 0))
	fmt.Println(err)
	fmt.Println(errors.Is(err, pad.ErrNegativeDim))
	var e *onnx.Error
	fmt.Println(errors.As(err, &e), e.Input, e.Axis, e.Value)
	// Output:
	// onnx: Pad-18: pads: axis 1 has length 2, pads -3 and 0 leave -1
	// true
	// true pads 1 -3
}

// A program links only the kernels of the sets that it names.
func ExampleNew() {
	op, err := onnx.New("", 20, generated.Float32, generated.Uint8)
	fmt.Println(op, err)
	_, err = op.Run(onnx.Attributes{}, onnx.Tensor{Shape: []int{1}, Data: []float64{1}}, onnx.Int64s(1, 1))
	fmt.Println(err)
	// Output:
	// Pad-19 <nil>
	// onnx: Pad-19: data: no kernels of double were given to New, add the set Float64 of your generated package
}

func ExampleOptions() {
	_, err := onnx.New("com.microsoft", 2)
	fmt.Println(err)
	op, err := onnx.Options{AssumeNewest: true, MaxBytes: 1 << 30}.New("com.microsoft", 2, all.Sets()...)
	fmt.Println(op, err)
	// Output:
	// onnx: Pad: opset: 2 of domain com.microsoft is above 1, the newest that was checked; AssumeNewest takes that
	// com.microsoft.Pad-1 <nil>
}

// In an engine where constant_value is an operand, pass it to each run.
func ExamplePlan_RunValue() {
	op, _ := onnx.New("", 25, generated.Float32)
	plan, err := op.Plan(onnx.Attributes{}, onnx.Tensor{DType: dtype.TypeFloat32, Shape: []int{2}}, onnx.Int64s(1, 1))
	if err != nil {
		fmt.Println(err)
		return
	}
	dst := make([]float32, plan.OutputLen())
	fmt.Println(plan.RunValue(dst, []float32{1, 2}, []float32{9}), dst)
	// Output: <nil> [9 1 2 9]
}

// A call whose context is done returns the cause of the context.
func ExamplePlan_RunContext() {
	op, _ := onnx.New("", 25, generated.Float32)
	plan, err := op.Plan(onnx.Attributes{}, onnx.Tensor{DType: dtype.TypeFloat32, Shape: []int{2}}, onnx.Int64s(1, 1))
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	dst, src := make([]float32, plan.OutputLen()), []float32{1, 2}
	fmt.Println(plan.RunContext(ctx, dst, src), dst)
	cancel(errors.New("the client has gone"))
	fmt.Println(plan.RunContext(ctx, dst, src))
	// Output:
	// <nil> [0 1 2 0]
	// the client has gone
}
