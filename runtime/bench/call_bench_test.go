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
)

var output []float32

// BenchmarkCall measures what each way of calling Pad costs compared with the kernel, on the tensor of the ONNX node test. A model with
// dynamic shapes creates a plan for every call. by=make is what pad.Pad and onnx.Op.Run allocate in any case.
func BenchmarkCall(b *testing.B) {
	w := bench.Peers()[0]
	src := make([]float32, 60)
	params := pad.Params[float32]{Shape: w.Shape, Pads: w.Pads, Mode: w.Mode, Value: 1.2}
	plan, err := pad.NewPlan(generated.Float32, params)
	if err != nil {
		b.Fatal(err)
	}
	dst := make([]float32, plan.OutputLen())

	op, err := all.Lookup("", 21)
	if err != nil {
		b.Fatal(err)
	}
	pads := make([]int64, len(w.Pads))
	for i, n := range w.Pads {
		pads[i] = int64(n)
	}
	inputs := []onnx.Tensor{
		{DType: dtype.TypeFloat32, Shape: w.Shape, Data: src},
		{DType: dtype.TypeInt64, Shape: []int{len(pads)}, Data: pads},
		{DType: dtype.TypeFloat32, Shape: []int{}, Data: []float32{1.2}},
	}
	node, err := op.Plan(onnx.Attributes{}, inputs...)
	if err != nil {
		b.Fatal(err)
	}
	var anyDst, anySrc any = dst, src
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, way := range []struct {
		name string
		run  func() error
	}{
		{"make", func() error { output = make([]float32, len(dst)); return nil }},
		{"pad.NewPlan", func() (err error) { plan, err = pad.NewPlan(generated.Float32, params); return err }},
		{"pad.Plan.Run", func() error { return plan.Run(dst, src) }},
		{"pad.Plan.RunValue", func() error { return plan.RunValue(dst, src, 1.2) }},
		{"pad.Plan.RunContext", func() error { return plan.RunContext(ctx, dst, src) }},
		{"pad.Pad", func() (err error) { output, _, err = pad.Pad(generated.Float32, src, params); return err }},
		{"onnx.Plan.Run", func() error { return node.Run(anyDst, anySrc) }},
		{"onnx.Op.Run", func() error {
			_, err := op.Run(onnx.Attributes{}, inputs...)
			return err
		}},
	} {
		b.Run("by="+way.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := way.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
