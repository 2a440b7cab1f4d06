package pad_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/pad"
)

// A plan is created once and then writes into buffers of the caller, from any number of goroutines.
func ExampleNewPlan() {
	plan, err := pad.NewPlan(generated.Float32, pad.Params[float32]{
		Shape: []int{2, 3},
		Pads:  []int{0, 2, 0, 1}, // none on axis 0; two before and one after on axis 1
		Mode:  pad.Reflect,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	dst := make([]float32, plan.OutputLen())
	for _, src := range [][]float32{{1, 2, 3, 4, 5, 6}, {6, 5, 4, 3, 2, 1}} {
		if err := plan.Run(dst, src); err != nil {
			fmt.Println(err)
		}
		fmt.Println(plan.OutputShape(), dst)
	}
	// Output:
	// [2 6] [3 2 1 2 3 2 6 5 4 5 6 5]
	// [2 6] [4 5 6 5 4 5 1 2 3 2 1 2]
}

// Pad does everything in one call, and allocates the output.
func ExamplePad() {
	out, shape, err := pad.Pad(generated.Int64, []int64{1, 2, 3}, pad.Params[int64]{
		Shape: []int{3},
		Pads:  []int{-1, 2}, // negative pads crop before anything is added
		Value: 7,
	})
	fmt.Println(out, shape, err)
	// Output: [2 3 7 7] [4] <nil>
}

// Elements of less than a byte are packed as in ONNX.
func ExamplePad_packed() {
	data := dtype.PackUint4([]uint8{1, 2, 3})
	out, shape, err := pad.Pad(generated.Uint4, data, pad.Params[dtype.Uint4x2]{
		Shape: []int{3},
		Pads:  []int{1, 1},
		Mode:  pad.Wrap,
	})
	fmt.Println(dtype.UnpackUint4(out, shape[0]), len(out), "bytes", err)
	// Output: [3 1 2 3 1] 3 bytes <nil>
}

// Axes lists the axes to pad; the others are unchanged.
func ExampleParams_axes() {
	out, shape, err := pad.Pad(generated.String, []string{"a", "b"}, pad.Params[string]{
		Shape: []int{1, 2, 1},
		Pads:  []int{1, 0},
		Axes:  []int{-2},
		Mode:  pad.Edge,
	})
	fmt.Println(out, shape, err)
	// Output: [a a b] [1 3 1] <nil>
}

// OutputShape infers a shape without data.
func ExampleParams_OutputShape() {
	p := pad.Params[float32]{Shape: []int{1, 3, 224, 224}, Pads: []int{0, 0, 3, 3, 0, 0, 3, 3}}
	fmt.Println(p.OutputShape())
	// Output: [1 3 230 230] <nil>
}

// An error reports which input is wrong, on which axis, and with which value.
func ExampleError() {
	p := pad.Params[float32]{Shape: []int{4, 2}, Pads: []int{0, -3, 0, 0}}
	_, err := p.OutputShape()
	fmt.Println(errors.Is(err, pad.ErrNegativeDim))
	var e *pad.Error
	if errors.As(err, &e) {
		fmt.Println(e.Input, e.Axis, e.Value)
	}
	fmt.Println(err)
	// Output:
	// true
	// pads 1 -3
	// pad: pads: axis 1 has length 2, pads -3 and 0 leave -1
}

// A generated kernel can be called without a plan. NewGeometry checks the shape and the pads, and the kernel
// checks the slices.
func ExampleNewGeometry() {
	g, err := pad.NewGeometry(pad.Edge, []int{2, 2}, []int{1, 0, 0, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	dst := make([]uint8, g.DstLen())
	generated.EdgeUint8Rank2(dst, []uint8{1, 2, 3, 4}, g)
	fmt.Println(dst)
	// Output: [1 2 2 1 2 2 3 4 4]
}

// ParseMode accepts the values of the ONNX attribute.
func ExampleParseMode() {
	m, err := pad.ParseMode("reflect")
	fmt.Println(m == pad.Reflect, err)
	_, err = pad.ParseMode("Reflect")
	fmt.Println(errors.Is(err, pad.ErrMode))
	// Output:
	// true <nil>
	// true
}

// Part of an image is padded without a copy: its rows have two elements and are five elements apart.
func ExampleParams_strides() {
	image := []uint8{
		1, 2, 3, 4, 5,
		6, 7, 8, 9, 10,
		11, 12, 13, 14, 15,
	}
	plan, err := pad.NewPlan(generated.Uint8, pad.Params[uint8]{
		Shape: []int{2, 2}, Strides: []int{5, 1}, Pads: []int{0, 1, 0, 1}, Mode: pad.Edge,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	dst := make([]uint8, plan.OutputLen())
	fmt.Println(plan.Run(dst, image[6:]), dst)
	// Output: <nil> [7 7 8 8 12 12 13 13]
}

func ExamplePlan_RunValue() {
	plan, err := pad.NewPlan(generated.Float32, pad.Params[float32]{Shape: []int{2}, Pads: []int{1, 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	dst := make([]float32, plan.OutputLen())
	for _, value := range []float32{0.5, -1} {
		fmt.Println(plan.RunValue(dst, []float32{1, 2}, value), dst)
	}
	// Output:
	// <nil> [0.5 1 2 0.5]
	// <nil> [-1 1 2 -1]
}

// RunContext stops when its context is done.
func ExamplePlan_RunContext() {
	plan, err := pad.NewPlan(generated.Float32, pad.Params[float32]{Shape: []int{2}, Pads: []int{1, 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fmt.Println(plan.RunContext(ctx, make([]float32, 4), []float32{1, 2}))
	// Output: context canceled
}

// An engine with its own rules and with tensors of any element type selects the kernel set at run time.
func ExampleAnyPlan() {
	var set pad.AnySet = generated.Uint16
	plan, err := pad.NewAnyPlan(set, pad.Params[struct{}]{Shape: []int{2}, Pads: []int{1, 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	out := set.Make(plan.OutputLen())
	dst, _ := set.Memory(out)
	src, _ := set.Memory([]uint16{1, 2})
	value, _ := set.Memory([]uint16{9})
	fmt.Println(plan.Run(dst, src, value), out)
	// Output: <nil> [9 1 2 9]
}

// A batch of sequences of any lengths is padded to the longest one. The plan and its memory serve all of them.
func ExamplePlan_Reset() {
	const width = 2 // of an embedding
	batch := [][]float32{{1, 1, 2, 2, 3, 3}, {4, 4}, {5, 5, 6, 6}}
	longest := 0
	for _, sequence := range batch {
		longest = max(longest, len(sequence)/width)
	}
	out := make([]float32, len(batch)*longest*width)
	var plan pad.Plan[float32]
	for i, sequence := range batch {
		n := len(sequence) / width
		err := plan.Reset(generated.Float32, pad.Params[float32]{Shape: []int{n, width}, Pads: []int{0, 0, longest - n, 0}})
		if err == nil {
			err = plan.Run(out[i*longest*width:][:longest*width], sequence)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(out)
	// Output: [1 1 2 2 3 3 4 4 0 0 0 0 5 5 6 6 0 0]
}

// The halo of a grid is filled before each step of a stencil. Columns are periodic, and rows are not.
func ExamplePlan_FillBorder() {
	plan, err := pad.NewPlan(generated.Float64, pad.Params[float64]{
		Shape: []int{2, 3}, Pads: []int{1, 1, 1, 1}, Modes: []pad.Mode{pad.Edge, pad.Wrap},
	})
	if err != nil {
		log.Fatal(err)
	}
	grid := []float64{
		0, 0, 0, 0, 0,
		0, 1, 2, 3, 0,
		0, 4, 5, 6, 0,
		0, 0, 0, 0, 0,
	}
	if err := plan.FillBorder(grid); err != nil {
		log.Fatal(err)
	}
	for y := range 4 {
		fmt.Println(grid[5*y : 5*y+5])
	}
	// Output:
	// [3 1 2 3 1]
	// [3 1 2 3 1]
	// [6 4 5 6 4]
	// [6 4 5 6 4]
}

// The border of a letterbox has a colour: one value for each of the three channels.
func ExampleParams() {
	out, shape, err := pad.Pad(generated.Uint8, []uint8{1, 2, 3}, pad.Params[uint8]{
		Shape: []int{1, 1, 3}, Pads: []int{1, 0, 0, 0, 1, 0}, Values: []uint8{114, 115, 116}, ValuesAxis: -1,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(shape, out)
	// Output: [2 2 3] [114 115 116 114 115 116 1 2 3 114 115 116]
}
