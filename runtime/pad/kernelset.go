package pad

import "math/bits"

// MaxRank is the highest rank with kernels of its own. For a tensor of higher rank, the outer axes are peeled off, and the kernel of rank
// MaxRank runs for each position on them.
const MaxRank = 8

// A ConstantKernel pads src into dst with value. The lengths of dst and src must be [KernelSet.Units] of g.DstLen and g.SrcLen; if the
// slices or the geometry do not fit, the kernel panics and writes nothing. It does not check whether dst and src share memory or are
// aligned for T; [Plan.Run] does. Several goroutines may call it at once, each with a dst of its own. Of a packed value the lowest element
// counts.
type ConstantKernel[T any] func(dst, src []T, value T, g *Geometry)

// A Kernel pads src into dst from the elements of src alone: reflect, edge, wrap. It checks its arguments as a
// [ConstantKernel] does.
type Kernel[T any] func(dst, src []T, g *Geometry)

// KernelSet is the table of one element type's kernels, indexed by rank-1. Generated packages export one for each element type they hold:
// generated.Float32 is a KernelSet[float32]. A nil entry was not generated: a [Plan] then uses the next higher rank, or peels axes off
// for a lower one. If the mode has no kernel at all, [NewPlan] returns an [ErrNoKernel]. A Plan uses a kernel of another mode, if there is
// one, where that does the same in fewer steps: all modes crop alike, and all but constant repeat an only element.
type KernelSet[T any] struct {
	Name    string // the ONNX element type: "float", "uint4"
	GoName  string // the same, as in the names of the kernels: "Float32", "Uint4"
	Size    int    // bytes of one T
	PerUnit int    // elements in one T, a storage unit: 2 or 4 for the packed types of 4 or 2 bits, otherwise 1

	Constant [MaxRank]ConstantKernel[T]
	Reflect  [MaxRank]Kernel[T]
	Edge     [MaxRank]Kernel[T]
	Wrap     [MaxRank]Kernel[T]

	// Overlap reports whether two slices share memory.
	Overlap func(a, b []T) bool
	// FromBytes and Bytes view memory as the other type without copying it. FromBytes reports false if b is not aligned for T or is not a
	// whole number of T. It does not look at the bytes: for bool, the caller checks them. Both are nil for string.
	FromBytes func(b []byte) ([]T, bool)
	Bytes     func(s []T) []byte
}

// Units returns how many T hold n elements, 0 or more. The PerUnit of the set must be a power of 2.
func (k *KernelSet[T]) Units(n int) int { return units(n, k.PerUnit) }

// units is ceil(n/per) without overflow, for n from 0 on.
func units(n, per int) int {
	return int((uint(n) + uint(per) - 1) >> (bits.TrailingZeros(uint(per)) & 63)) // a power of 2
}
