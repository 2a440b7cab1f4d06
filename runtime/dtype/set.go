package dtype

import (
	"iter"
	"math/bits"
	"strings"
)

// Set is a set of element types: bit d is set for DType d. The zero Set is empty.
type Set uint64

// Of returns the set of the given types. It ignores invalid types.
func Of(types ...DType) Set {
	var s Set
	for _, d := range types {
		if d.Valid() {
			s |= 1 << d
		}
	}
	return s
}

// All returns the set of all element types.
func All() Set { return 1<<(NumTypes+1) - 2 }

// Has reports whether d is in s.
func (s Set) Has(d DType) bool { return uint32(d) < 64 && s>>uint32(d)&1 != 0 }

// Len returns the number of types in s.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Types iterates over the types in s in the order of their TensorProto numbers.
func (s Set) Types() iter.Seq[DType] {
	return func(yield func(DType) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(DType(bits.TrailingZeros64(uint64(s)))) {
				return
			}
		}
	}
}

// String returns the names of the types in the order of their TensorProto numbers, separated by ",
// ".
func (s Set) String() string {
	names := make([]string, 0, s.Len())
	for d := range s.Types() {
		names = append(names, d.String())
	}
	return strings.Join(names, ", ")
}
