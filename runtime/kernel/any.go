package kernel

import "unsafe"

// AnySet is a kernel set whose element type is known at run time: a *[Set] of any type. Package onnx takes these, so that a program
// links the types it names.
type AnySet interface {
	// Element says how elements are stored.
	Element() Element
	// Ranks has bit r-1 for each rank r with a kernel of the mode.
	Ranks(m Mode) uint
	// Make returns a new slice of n units, a []T.
	Make(n int) any
	// Memory returns the memory of a []T, and false for anything else.
	Memory(data any) (Memory, bool)
	// Call runs the kernel of a mode and rank, which must exist. The memory must hold units of this element type; value is one unit,
	// which mode constant alone needs.
	Call(m Mode, rank int, dst, src, value Memory, g *Geometry)
}

// Element says how the elements of a Set are stored. Name, GoName and PerUnit are those of [Set].
type Element struct {
	Name, GoName  string
	Size, PerUnit int  // bytes of a T, elements in it
	Align         int  // of the address of a T
	Strings       bool // T is string, which holds a pointer
}

// Units returns how many T hold n elements, 0 or more.
func (e *Element) Units(n int) int { return units(n, e.PerUnit) }

// Element implements [AnySet]. That of a nil Set is empty.
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
		s.Constant[rank-1](to, from, *(*T)(value.start), g)
	} else {
		s.Repeat[m][rank-1](to, from, g)
	}
}

func isString[T any]() bool {
	_, ok := any((*T)(nil)).(*string)
	return ok
}

// Memory is a slice of storage units of a type that only a Set knows.
type Memory struct {
	start   unsafe.Pointer
	units   int
	size    int // bytes of a unit
	strings bool
}

// MemoryOf returns the memory of a slice.
func MemoryOf[T any](s []T) Memory {
	return Memory{unsafe.Pointer(unsafe.SliceData(s)), len(s), int(unsafe.Sizeof(*new(T))), isString[T]()}
}

// SliceOf returns memory as a slice of T. The caller makes sure that it [Memory.Holds] elements of such units.
func SliceOf[T any](m Memory) []T { return unsafe.Slice((*T)(m.start), m.units) }

// Raw returns bytes as the memory of units of e. It reports false if they are no whole number of units or not aligned for them. It does
// not look at the bytes: for bool, the caller checks them.
func (e *Element) Raw(b []byte) (Memory, bool) {
	m := Memory{unsafe.Pointer(unsafe.SliceData(b)), len(b) / e.Size, e.Size, false}
	if m.units == 0 { // a pointer to a unit must not point to fewer bytes than one has
		m.start = nil
	}
	return m, len(b)%e.Size == 0 && !e.Strings && m.Aligned(e.Align)
}

// Len is the number of units.
func (m Memory) Len() int { return m.units }

// Holds reports whether m can be a slice of units of e: they are as large, and both hold pointers or neither does. No units are of any type.
func (m Memory) Holds(e *Element) bool {
	return m.units == 0 || m.size == e.Size && m.strings == e.Strings
}

// Part returns the units from one index up to but excluding another. Like a slice expression it panics if they are not in m.
func (m Memory) Part(from, to int) Memory {
	if from < 0 || to < from || to > m.units {
		panic("kernel: part of a Memory that is out of range")
	}
	if from == to {
		return Memory{}
	}
	return Memory{unsafe.Add(m.start, from*m.size), to - from, m.size, m.strings}
}

// Bytes returns the memory as bytes, those of strings as none.
func (m Memory) Bytes() []byte {
	if m.strings {
		return nil
	}
	return unsafe.Slice((*byte)(m.start), m.units*m.size)
}

// Aligned reports whether the memory starts at a multiple of align, a power of 2. All slices of Go do for their type, except for some made
// with package unsafe, in which kernels would lose their place.
func (m Memory) Aligned(align int) bool { return uintptr(m.start)&uintptr(align-1) == 0 }

// Overlaps reports whether m and o share memory.
func (m Memory) Overlaps(o Memory) bool {
	p, q := uintptr(m.start), uintptr(o.start)
	return m.units > 0 && o.units > 0 && p < q+uintptr(o.units*o.size) && q < p+uintptr(m.units*m.size)
}
