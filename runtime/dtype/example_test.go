package dtype_test

import (
	"fmt"

	"github.com/padgen/padgen/runtime/dtype"
)

func ExampleParse() {
	d, err := dtype.Parse("int4")
	fmt.Println(int32(d), d.Bits(), "bits,", d.PerUnit(), "in", d.Size(), "byte", err)
	// Output: 22 4 bits, 2 in 1 byte <nil>
}

func ExampleOf() {
	s := dtype.Of(dtype.TypeFloat64, dtype.TypeFloat32, dtype.TypeFloat16)
	fmt.Println(s, s.Has(dtype.TypeInt64))
	// Output: float, float16, double false
}

func ExamplePackInt4() {
	packed := dtype.PackInt4([]int8{1, -1, 7})
	fmt.Printf("%#x %d\n", packed, dtype.UnpackInt4(packed, 3))
	// Output: 0xf107 [1 -1 7]
}

func ExampleToFloat16() {
	h := dtype.ToFloat16(0.1)
	fmt.Printf("%#04x %v %v\n", uint16(h), h.Float32(), dtype.ToFloat16(70000).Float32())
	// Output: 0x2e66 0.099975586 +Inf
}
