package padtest_test

import (
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/pad/padtest"
)

// A test in the package of generated kernels compares all kernels of a set with the reference.
func ExampleSet() {
	TestUint8 := func(t *testing.T) { // a function in the file kernels_test.go
		padtest.Set(t, generated.Uint8)
	}
	_ = TestUint8
}
