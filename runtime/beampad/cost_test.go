package beampad_test

import (
	"fmt"

	"github.com/padgen/padgen/runtime/pad"
)

// Example_cost counts what moves between machines. Axes do not depend on one another, so it counts each one by itself: that takes a
// moment for any array.
func Example_cost() {
	fmt.Println("cube of float32, chunks, pads on all sides: bytes shuffled for each byte of output, pieces for each chunk of it")
	for _, c := range []struct {
		size           string
		n, chunk, pads int
	}{
		{"1 GB", 640, 64, 1}, {"1 GB", 640, 64, 32}, {"1 GB", 640, 128, 640},
		{"1 TB", 6400, 128, 1}, {"1 TB", 6400, 128, 64}, {"1 TB", 6400, 256, 6400},
		{"1 PB", 64000, 256, 1}, {"1 PB", 64000, 256, 256}, {"1 PB", 64000, 512, 64000},
	} {
		fmt.Printf("%s, %d³, %d:", c.size, c.chunk, c.pads)
		for _, mode := range []pad.Mode{pad.Constant, pad.Reflect, pad.Wrap} {
			moved, pieces := cost(mode, c.n, c.chunk, c.pads)
			fmt.Printf(" %s %.2f, %.1f;", mode, moved*moved*moved, pieces*pieces*pieces)
		}
		fmt.Println()
	}
	// Output:
	// cube of float32, chunks, pads on all sides: bytes shuffled for each byte of output, pieces for each chunk of it
	// 1 GB, 64³, 1: constant 0.99, 6.0; reflect 1.00, 6.0; wrap 1.00, 8.0;
	// 1 GB, 64³, 32: constant 0.75, 6.0; reflect 0.76, 6.0; wrap 1.00, 8.0;
	// 1 GB, 128³, 640: constant 0.04, 0.0; reflect 1.00, 3.6; wrap 1.00, 1.0;
	// 1 TB, 128³, 1: constant 1.00, 7.5; reflect 1.00, 7.5; wrap 1.00, 8.0;
	// 1 TB, 128³, 64: constant 0.94, 7.5; reflect 0.94, 7.5; wrap 1.00, 8.0;
	// 1 TB, 256³, 6400: constant 0.04, 0.0; reflect 1.00, 4.4; wrap 1.00, 1.0;
	// 1 PB, 256³, 1: constant 1.00, 7.9; reflect 1.00, 7.9; wrap 1.00, 8.0;
	// 1 PB, 256³, 256: constant 0.98, 1.0; reflect 1.00, 1.0; wrap 1.00, 1.0;
	// 1 PB, 512³, 64000: constant 0.04, 0.0; reflect 1.00, 4.6; wrap 1.00, 1.0;
}

// cost counts along one axis of n indices with as many pads on both sides.
func cost(mode pad.Mode, n, chunk, pads int) (moved, pieces float64) {
	params := pad.Params[struct{}]{Shape: []int{n}, Pads: []int{pads, pads}, Mode: mode}
	feeds, err := params.Feeds([]int{chunk}, []int{chunk})
	if err != nil {
		panic(err)
	}
	out := n + 2*pads
	chunks := (out + chunk - 1) / chunk
	for k := range chunks {
		fed, err := feeds.Into([]int{k})
		if err != nil {
			panic(err)
		}
		for _, box := range fed {
			moved += float64(box.End[0] - box.Begin[0])
			pieces++
		}
	}
	return moved / float64(out), pieces / float64(chunks)
}
