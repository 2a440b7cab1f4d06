package kernel

import "math/bits"

// MaxRank is the highest rank with kernels of its own.
const MaxRank = 8

// A ConstantFunc is a kernel of mode constant. For packed types only the lowest element of value is used.
type ConstantFunc[T any] func(dst, src []T, value T, g *Geometry)

// A Func is a kernel of any other mode, whose pads repeat the input.
type Func[T any] func(dst, src []T, g *Geometry)

// A Set is the table of the kernels of one element type; the kernel of a rank is at index rank-1. Generated packages export one Set for
// each element type: generated.Float32 is a Set[float32]. A nil entry was not generated.
type Set[T Unit] struct {
	Name    string // the ONNX element type: "float", "uint4"
	GoName  string // the type in the names of kernels: "Float32", "Uint4"
	PerUnit int    // elements in one T, a storage unit: 2 or 4 for the packed types of 4 or 2 bits, otherwise 1

	Constant [MaxRank]ConstantFunc[T]
	Repeat   [NumModes][MaxRank]Func[T] // by mode; the row of Constant is empty
}

// Units returns the number of T that hold n elements, 0 or more. PerUnit must be a power of 2.
func (s *Set[T]) Units(n int) int { return units(n, s.PerUnit) }

// units returns ceil(n/per) without overflow, for n from 0 on and per a power of 2.
func units(n, per int) int {
	return int((uint(n) + uint(per) - 1) >> (bits.TrailingZeros(uint(per)) & 63))
}
