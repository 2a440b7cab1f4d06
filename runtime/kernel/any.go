package kernel

import "unsafe"

// AnySet is a kernel set whose element type is known only at run time: a *[Set] of any type. Package onnx takes kernel sets in this form,
// so that a program links only the types it names.
type AnySet interface {
	// Element describes how elements are stored.
	Element() Element
	// Ranks returns a number in which bit r-1 is set for each rank r that has a kernel of the mode.
	Ranks(m Mode) uint
	// Make returns a new slice of n units, a []T.
	Make(n int) any
	// Memory returns the memory of a []T, and false for anything else.
	Memory(data any) (Memory, bool)
	// Open stores in g what the kernel of a mode and rank, which must exist, computes only from g, so that its calls with g take less
	// time. No call may use g meanwhile. Kernels of packed types and strings store nothing.
	Open(m Mode, rank int, g *Geometry)
	// Call runs the kernel of a mode and rank, which must exist. The memory must hold units of this element type; value is one unit,
	// which only mode constant uses.
	Call(m Mode, rank int, dst, src, value Memory, g *Geometry)
}

// Element describes how the elements of a Set are stored. Name, GoName and PerUnit are those of [Set].
type Element struct {
	Name, GoName  string
	Size, PerUnit int  // bytes of a T, elements in it
	Align         int  // alignment of a T, in bytes
	Strings       bool // T is string, which holds a pointer
}

const maxPerUnit = 4

// Valid reports whether a set can have such elements: one in a unit, or two or four in a byte.
func (e *Element) Valid() bool {
	return e.Size > 0 && e.Align > 0 && (e.PerUnit == 1 || e.Size == 1 && (e.PerUnit == 2 || e.PerUnit == maxPerUnit))
}

// Units returns the number of T that hold n elements, 0 or more.
func (e *Element) Units(n int) int { return units(n, e.PerUnit) }

// Element implements [AnySet]. For a nil Set it returns the zero Element.
func (s *Set[T]) Element() Element {
	if s == nil {
		return Element{}
	}
	unit := *new(T)
	return Element{s.Name, s.GoName, int(unsafe.Sizeof(unit)), s.PerUnit, int(unsafe.Alignof(unit)), isString[T]()}
}

// Ranks implements [AnySet].
func (s *Set[T]) Ranks(m Mode) (ranks uint) {
	for i := range MaxRank {
		if m == Constant && s.Constant[i] != nil || m != Constant && s.Repeat[m][i] != nil {
			ranks |= 1 << i
		}
	}
	return ranks
}

// Make implements [AnySet].
func (s *Set[T]) Make(n int) any { return make([]T, n) }

// Memory implements [AnySet].
func (s *Set[T]) Memory(data any) (Memory, bool) {
	units, ok := data.([]T)
	return MemoryOf(units), ok
}

// Call implements [AnySet].
func (s *Set[T]) Call(m Mode, rank int, dst, src, value Memory, g *Geometry) {
	to, from := SliceOf[T](dst), SliceOf[T](src)
	if m == Constant {
		s.Constant[rank-1](to, from, SliceOf[T](value)[0], g)
	} else {
		s.Repeat[m][rank-1](to, from, g)
	}
}
