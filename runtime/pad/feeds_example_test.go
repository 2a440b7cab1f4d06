package pad_test

import (
	"fmt"
	"log"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/pad"
)

// The input and the output are arrays that are stored in chunks of two elements. Each chunk of the output is computed from only the input
// chunks that Feeds lists for it, so any process can compute any chunk.
func ExampleFeeds() {
	params := pad.Params[int32]{Shape: []int{5}, Pads: []int{2, 1}, Mode: pad.Reflect}
	stored := [][]int32{{1, 2}, {3, 4}, {5}}
	feeds, err := params.Feeds([]int{2}, []int{2}) // shapes of the chunks of the input and of the output
	if err != nil {
		log.Fatal(err)
	}
	for i := range feeds.Grid()[0] {
		box, err := feeds.Box([]int{i})
		if err != nil {
			log.Fatal(err)
		}
		region, err := pad.NewRegion(generated.Int32, params, box)
		if err != nil {
			log.Fatal(err)
		}
		chunks, err := feeds.Inputs([]int{i})
		if err != nil {
			log.Fatal(err)
		}
		var from []pad.Block[int32]
		for chunk, part := range chunks {
			fmt.Println("read", part, "of chunk", chunk)
			begin, end := part.Begin[0], part.End[0]
			first := 2 * chunk[0] // the index of the chunk's first element in the input
			from = append(from, pad.Block[int32]{
				Box:  pad.Box{Begin: []int{begin}, End: []int{end}},
				Data: stored[chunk[0]][begin-first : end-first],
			})
		}
		dst := make([]int32, region.OutputLen())
		err = region.Run(dst, from...)
		fmt.Println("write chunk", i, dst, err)
	}
	// Output:
	// read {[1] [2]} of chunk [0]
	// read {[2] [3]} of chunk [1]
	// write chunk 0 [3 2] <nil>
	// read {[0] [2]} of chunk [0]
	// write chunk 1 [1 2] <nil>
	// read {[2] [4]} of chunk [1]
	// write chunk 2 [3 4] <nil>
	// read {[3] [4]} of chunk [1]
	// read {[4] [5]} of chunk [2]
	// write chunk 3 [5 4] <nil>
}

// The element type of a tile is known only at run time, as in a program that reads it from a file.
func ExampleAnyRegion() {
	var ks pad.AnySet = generated.Int16
	params := pad.Params[struct{}]{Shape: []int{2, 2}, Pads: []int{1, 1, 1, 1}, Mode: pad.Edge}
	tile, err := pad.NewAnyRegion(ks, params, pad.Box{Begin: []int{0, 0}, End: []int{2, 4}})
	if err != nil {
		log.Fatal(err)
	}
	src, _ := ks.Memory([]int16{1, 2, 3, 4})
	whole := pad.AnyBlock{Box: pad.Box{Begin: []int{0, 0}, End: params.Shape}, Data: src}
	out := ks.Make(tile.OutputLen())
	dst, _ := ks.Memory(out)
	value, _ := ks.Memory(ks.Make(1)) // only mode Constant uses it
	err = tile.Run(dst, value, whole)
	fmt.Println(tile.OutputShape(), out, err)
	// Output: [2 4] [1 1 2 2 1 1 2 2] <nil>
}
