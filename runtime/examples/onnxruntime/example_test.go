//go:build cgo

package onnxruntime_test

import (
	"fmt"

	ort "github.com/yalue/onnxruntime_go"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/pad"
)

// Letterbox returns an input tensor with an image, planes of height and width, in the middle of a grey square.
func Letterbox(image []float32, shape []int, size int) (*ort.Tensor[float32], error) {
	axes := []int{-2, -1}
	pads, err := pad.To(shape, []int{size, size}, axes, false, pad.AtCenter)
	if err != nil {
		return nil, err
	}
	plan, err := pad.NewPlan(generated.Float32, pad.Params[float32]{Shape: shape, Axes: axes, Pads: pads, Value: 0.5})
	if err != nil {
		return nil, err
	}
	dims := make(ort.Shape, len(shape))
	for i, n := range plan.OutputShape() {
		dims[i] = int64(n)
	}
	input, err := ort.NewEmptyTensor[float32](dims)
	if err != nil {
		return nil, err
	}
	if err := plan.Run(input.GetData(), image); err != nil {
		input.Destroy()
		return nil, err
	}
	return input, nil
}

// This example needs the library of ONNX Runtime and a model.
func Example() {
	ort.SetSharedLibraryPath("libonnxruntime.so")
	if err := ort.InitializeEnvironment(); err != nil {
		fmt.Println(err)
		return
	}
	image := make([]float32, 3*360*640)
	input, err := Letterbox(image, []int{1, 3, 360, 640}, 640)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer input.Destroy()
	// Give input to a session: ort.NewAdvancedSession("model.onnx", …, []ort.Value{input}, …)
}
