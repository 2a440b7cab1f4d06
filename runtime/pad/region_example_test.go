package pad_test

import (
	"fmt"
	"os"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// A network takes tiles of 4 x 4 and returns their inner 2 x 2. Each tile, with a border of one pixel that is mirrored at the edges of
// the image, is computed from the image in memory, without padding the whole image.
func ExampleRegion() {
	image, shape := []uint8{
		11, 12, 13, 14,
		21, 22, 23, 24,
	}, []int{2, 4}
	params := pad.Params[uint8]{Shape: shape, Pads: pad.AllSides(2, 1), Mode: pad.Reflect}
	whole := pad.Block[uint8]{Box: pad.Box{Begin: []int{0, 0}, End: shape}, Data: image}
	for x := 0; x < shape[1]; x += 2 {
		tile, err := pad.NewRegion(generated.Uint8, params, pad.Box{Begin: []int{0, x}, End: []int{4, x + 4}})
		if err != nil {
			fmt.Println(err)
			return
		}
		dst := make([]uint8, tile.OutputLen())
		if err := tile.Run(dst, whole); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("from", tile.Needs())
		for ; len(dst) > 0; dst = dst[4:] {
			fmt.Println(dst[:4])
		}
	}
	// Output:
	// from [{[0 0] [2 3]}]
	// [22 21 22 23]
	// [12 11 12 13]
	// [22 21 22 23]
	// [12 11 12 13]
	// from [{[0 1] [2 4]}]
	// [22 23 24 23]
	// [12 13 14 13]
	// [22 23 24 23]
	// [12 13 14 13]
}

// A volume is computed in slabs of two planes, each from the planes that it needs. Only these have to be in memory.
func ExampleRegion_Needs() {
	plane := func(z int) []float32 { return []float32{float32(z), float32(z) + 0.5} } // a reader of planes of 1 x 2
	params := pad.Params[float32]{Shape: []int{3, 1, 2}, Pads: []int{2, 0, 0, 1, 0, 0}, Mode: pad.Wrap}
	for z := 0; z < 6; z += 2 {
		slab, err := pad.NewRegion(generated.Float32, params, pad.Box{Begin: []int{z, 0, 0}, End: []int{z + 2, 1, 2}})
		if err != nil {
			fmt.Println(err)
			return
		}
		var blocks []pad.Block[float32]
		for _, box := range slab.Needs() {
			b := pad.Block[float32]{Box: box}
			for i := box.Begin[0]; i < box.End[0]; i++ {
				b.Data = append(b.Data, plane(i)...)
			}
			blocks = append(blocks, b)
		}
		dst := make([]float32, slab.OutputLen())
		err = slab.Run(dst, blocks...)
		fmt.Println(dst, err)
	}
	// Output:
	// [1 1.5 2 2.5] <nil>
	// [0 0.5 1 1.5] <nil>
	// [2 2.5 0 0.5] <nil>
}

// A file of any size can be padded with a few MiB of memory. This one holds the three floats 1, 2 and 3.
func ExampleStream() {
	src, err := os.CreateTemp("", "data")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.Remove(src.Name())
	defer src.Close()
	dst, err := os.CreateTemp("", "padded")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.Remove(dst.Name())
	defer dst.Close()
	if _, err := src.Write(kernel.Bytes([]float32{1, 2, 3})); err != nil {
		fmt.Println(err)
		return
	}
	params := pad.Params[float32]{Shape: []int{3}, Pads: []int{2, 1}, Value: 9}
	if err := pad.Stream(generated.Float32, params, dst, src, pad.StreamOptions{}); err != nil {
		fmt.Println(err)
		return
	}
	bytes, err := os.ReadFile(dst.Name())
	padded, _ := kernel.FromBytes[float32](bytes)
	fmt.Println(padded, err)
	// Output: [9 9 1 2 3 9] <nil>
}

// A picture is padded directly to its place in a larger one. Here a column is left free on each side.
func ExampleParams_dstStrides() {
	plan, err := pad.NewPlan(generated.Uint8, pad.Params[uint8]{
		Shape: []int{1, 2}, Pads: []int{0, 1, 1, 0}, Value: 7, DstStrides: []int{5, 1},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	sheet := make([]uint8, 2*5)
	fmt.Println(plan.Run(sheet[1:], []uint8{1, 2}))
	fmt.Println(sheet[:5])
	fmt.Println(sheet[5:])
	// Output:
	// <nil>
	// [0 7 1 2 0]
	// [0 7 7 7 0]
}
