package specdiff_test

import (
	"fmt"

	"github.com/padgen/padgen/spec/specdiff"
)

func Example() {
	old, err := specdiff.Resolve("Pad-24")
	if err != nil {
		fmt.Println(err)
		return
	}
	new, err := specdiff.Resolve("opset:28")
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := specdiff.Compare(old, new)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range report.Changes {
		fmt.Printf("%s: %s (ONNX: %s, Go: %s)\n", c.Rule, c.Message, c.ONNX, c.Go)
	}
	fmt.Println(len(report.Effect.Added), "kernels added")
	// Output:
	// PAD_TYPE_ADDED: data may be tensor(int2) (ONNX: breaking, Go: additive)
	// PAD_TYPE_ADDED: data may be tensor(uint2) (ONNX: breaking, Go: additive)
	// 64 kernels added
}
