package specdiff_test

import (
	"fmt"

	"github.com/padgen/padgen/spec/specdiff"
)

func Example() {
	old, err := specdiff.Resolve("Pad-24", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	new, err := specdiff.Resolve("opset:28", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := specdiff.Compare(old, new, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range report.Changes {
		fmt.Printf("%s: %s (signature: %s, Go: %s)\n", c.Rule, c.Message, c.Signature, c.Go)
	}
	// Output:
	// PAD_TYPE_ADDED: 2 element types added: tensor(int2), tensor(uint2) (signature: widened, Go: additive)
}
