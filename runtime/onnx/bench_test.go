package onnx_test

import (
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// The benchmarks tell what the rules of ONNX cost over package pad, on a tensor so small that the kernel hardly counts.
var (
	benchShape = []int{1, 3, 4, 5}
	benchPads  = []int64{0, 0, 1, 1, 0, 0, 1, 1}
	benchData  = make([]float32, 60)
)

func BenchmarkOpRun(b *testing.B) {
	op, err := onnx.Lookup("", 25)
	if err != nil {
		b.Fatal(err)
	}
	x := onnx.Tensor{DType: dtype.TypeFloat32, Shape: benchShape, Data: benchData}
	value := onnx.Tensor{DType: dtype.TypeFloat32, Shape: []int{}, Data: []float32{1}}
	pads := int64s(benchPads...)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := op.Run(onnx.Attributes{}, x, pads, value); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPad is what Op.Run does without the rules: plan, allocate, run.
func BenchmarkPad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := pad.Pad(&generated.Float32, benchData, pad.Params[float32]{Shape: benchShape, Pads: benchPads, Value: 1}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPlanRun(b *testing.B) {
	op, _ := onnx.Lookup("", 25)
	plan, err := op.Plan(onnx.Attributes{}, onnx.Tensor{DType: dtype.TypeFloat32, Shape: benchShape}, int64s(benchPads...))
	if err != nil {
		b.Fatal(err)
	}
	var src, dst any = benchData, make([]float32, plan.OutputLen())
	b.ReportAllocs()
	for b.Loop() {
		if err := plan.Run(dst, src); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPadPlanRun(b *testing.B) {
	plan, err := pad.NewPlan(&generated.Float32, pad.Params[float32]{Shape: benchShape, Pads: benchPads})
	if err != nil {
		b.Fatal(err)
	}
	dst := make([]float32, plan.OutputLen())
	b.ReportAllocs()
	for b.Loop() {
		if err := plan.Run(dst, benchData); err != nil {
			b.Fatal(err)
		}
	}
}

var sink []float32

func BenchmarkAllocate(b *testing.B) {
	for b.Loop() {
		sink = make([]float32, 126)
	}
}
