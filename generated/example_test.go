package generated_test

import (
	"fmt"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/pad"
)

// A program links the kernels of the types that it names.
func Example() {
	out, shape, err := pad.Pad(generated.Int16, []int16{1, 2, 3}, pad.Params[int16]{
		Shape: []int{3}, Pads: []int{2, 2}, Mode: pad.Wrap,
	})
	fmt.Println(out, shape, err)
	// Output: [2 3 1 2 3 1 2] [7] <nil>
}
