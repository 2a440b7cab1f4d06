package all_test

import (
	"fmt"

	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
)

// The element types that models use are known only at run time.
func ExampleLookup() {
	op, err := all.Lookup("", 25)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, data := range []any{[]float64{1, 2}, []bool{true, true}, []dtype.Int4x2{0x21}} {
		y, err := op.Run(onnx.Attributes{}, onnx.Tensor{Shape: []int{2}, Data: data}, onnx.Int64s(1, 0))
		fmt.Println(y.DType, y.Shape, y.Data, err)
	}
	// Output:
	// double [3] [0 1 2] <nil>
	// bool [3] [false true true] <nil>
	// int4 [3] [16 2] <nil>
}
