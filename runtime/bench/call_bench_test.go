package bench_test

import (
	"context"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
)

// BenchmarkNewPlan is what a model with dynamic shapes pays on every call.
func BenchmarkNewPlan(b *testing.B) {
	seen := map[string]bool{}
	for _, w := range bench.Peers() {
		if w.Type != dtype.TypeFloat32 || seen[w.Name] {
			continue
		}
		seen[w.Name] = true
		b.Run(w.Name, func(b *testing.B) {
			p := pad.Params[float32]{Shape: w.Shape, Pads: w.Pads, Mode: w.Mode}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := pad.NewPlan(&generated.Float32, p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

var output []float32

// BenchmarkCall is what the ways to call Pad cost over the kernel, on the tensor of the ONNX node test. What pad.Pad and
// onnx.Op.Run allocate anyway is by=make.
func BenchmarkCall(b *testing.B) {
	w := bench.Peers()[0]
	src := make([]float32, 60)
	for i := range src {
		src[i] = float32(i)
	}
	params := pad.Params[float32]{Shape: w.Shape, Pads: w.Pads, Mode: w.Mode, Value: 1.2}
	plan, err := pad.NewPlan(&generated.Float32, params)
	if err != nil {
		b.Fatal(err)
	}
	dst := make([]float32, plan.OutputLen())

	op, err := all.Lookup("", 21)
	if err != nil {
		b.Fatal(err)
	}
	inputs := []onnx.Tensor{
		{DType: dtype.TypeFloat32, Shape: w.Shape, Data: src},
		{DType: dtype.TypeInt64, Shape: []int{len(w.Pads)}, Data: w.Pads},
		{DType: dtype.TypeFloat32, Shape: []int{}, Data: []float32{1.2}},
	}
	node, err := op.Plan(onnx.Attributes{}, inputs...)
	if err != nil {
		b.Fatal(err)
	}
	var anyDst, anySrc any = dst, src
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	want := padtest.Source(w.Mode, w.Shape, w.Pads)
	for _, way := range []struct {
		name string
		run  func() error // leaves the output in the variable output
	}{
		{"make", func() error { output = make([]float32, len(dst)); return nil }},
		{"pad.Plan.Run", func() error { return plan.Run(dst, src) }},
		{"pad.Plan.RunValue", func() error { return plan.RunValue(context.Background(), dst, src, 1.2) }},
		{"pad.Plan.RunContext", func() error { return plan.RunContext(ctx, dst, src) }},
		{"pad.Pad", func() (err error) { output, _, err = pad.Pad(&generated.Float32, src, params); return err }},
		{"onnx.Plan.Run", func() error { return node.Run(anyDst, anySrc) }},
		{"onnx.Op.Run", func() error {
			y, err := op.Run(onnx.Attributes{}, inputs...)
			output, _ = y.Data.([]float32)
			return err
		}},
	} {
		b.Run("by="+way.name, func(b *testing.B) {
			clear(dst)
			output = dst
			if err := way.run(); err != nil {
				b.Fatal(err)
			}
			for i, from := range want {
				v := params.Value
				if from != padtest.Value {
					v = src[from]
				}
				if way.name != "make" && output[i] != v {
					b.Fatalf("element %d is %v, expected %v", i, output[i], v)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := way.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
