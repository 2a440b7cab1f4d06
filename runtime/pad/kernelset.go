package pad

import "math/bits"

// MaxRank is the highest rank with kernels of its own. Of a tensor of higher rank the outer axes are peeled off and
// the kernel of rank MaxRank runs for each of their positions.
const MaxRank = 8

// A ConstantKernel pads src into dst with value. Dst and src have the length of [KernelSet.Units] of g's DstLen and SrcLen; a call
// with slices or a geometry that do not fit panics and writes nothing. It does not check that dst and src share no memory: [Plan.Run]
// does. Of a packed value the lowest element counts.
type ConstantKernel[T any] func(dst, src []T, value T, g *Geometry)

// A Kernel pads src into dst from the elements of src alone: reflect, edge, wrap. It checks its arguments as a
// [ConstantKernel] does.
type Kernel[T any] func(dst, src []T, g *Geometry)

// KernelSet is the table of one element type's kernels, indexed by rank-1. Generated packages export one for each
// element type they hold: generated.Float32 is a KernelSet[float32]. A nil entry was not generated; a [Plan] then uses
// the next higher rank, or peels axes over a lower one, and reports [ErrNoKernel] where the mode has no kernel at all.
type KernelSet[T any] struct {
	Name    string // the ONNX element type: "float", "uint4"
	GoName  string // the same as the kernels' names have it: "Float32", "Uint4"
	Size    int    // bytes of one T
	PerUnit int    // elements in one T, a storage unit: 1, or 2 and 4 for the packed types of 4 and 2 bits

	Constant [MaxRank]ConstantKernel[T]
	Reflect  [MaxRank]Kernel[T]
	Edge     [MaxRank]Kernel[T]
	Wrap     [MaxRank]Kernel[T]

	// Overlap reports whether two slices share memory.
	Overlap func(a, b []T) bool
	// FromBytes and Bytes view one memory as the other type, without copying. FromBytes returns false where b is not
	// aligned for T or not a whole number of T; it looks at no byte, those of bool are the caller's to check. Both are nil for string.
	FromBytes func(b []byte) ([]T, bool)
	Bytes     func(s []T) []byte
}

// Units returns how many T hold n elements, 0 or more, in a set that has a PerUnit.
func (k *KernelSet[T]) Units(n int) int { return units(n, k.PerUnit) }

// units is ceil(n/per) without overflow, for n from 0 on.
func units(n, per int) int {
	return int((uint(n) + uint(per) - 1) >> (bits.TrailingZeros(uint(per)) & 63)) // a power of 2
}
