package kernel

import (
	"strconv"
	"unsafe"
)

// Unit is any type that stores elements: one of them, or several packed ones. The only type with pointers is string, so that no kernel
// moves pointers as numbers.
type Unit interface {
	~bool | ~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 |
		~float32 | ~float64 | ~complex64 | ~complex128 | ~[2]uint64 | string
}

func isString[T Unit]() bool {
	_, ok := any((*T)(nil)).(*string)
	return ok
}

// Memory is a slice of units whose type is known only at run time.
type Memory struct {
	start   unsafe.Pointer
	units   int
	size    int // bytes of a unit
	strings bool
}

// MemoryOf returns the memory of a slice.
func MemoryOf[T Unit](s []T) Memory {
	return Memory{unsafe.Pointer(unsafe.SliceData(s)), len(s), int(unsafe.Sizeof(*new(T))), isString[T]()}
}

// SliceOf returns memory as a slice of T. It returns nil if the size of T is not that of the units of m, or if only one of the two is
// string.
func SliceOf[T Unit](m Memory) []T {
	if m.size != int(unsafe.Sizeof(*new(T))) || m.strings != isString[T]() {
		return nil
	}
	return unsafe.Slice((*T)(m.start), m.units)
}

// Bytes returns the memory of a slice as bytes, without copying; for strings it returns nil.
func Bytes[T Unit](s []T) []byte { return MemoryOf(s).Bytes() }

// FromBytes returns bytes as a slice of T, without copying. It reports false if T is string, if b is not aligned for T, or if b is not a
// whole number of T. It does not check the content: for bool, the caller must.
func FromBytes[T Unit](b []byte) ([]T, bool) {
	m, ok := new(Set[T]).Element().Raw(b)
	return SliceOf[T](m), ok
}

// Raw is [FromBytes] for units of e.
func (e Element) Raw(b []byte) (Memory, bool) {
	m := MemoryOf(b)
	if len(b) == 0 { // a pointer to a unit must not point to less memory than a unit
		m.start = nil
	}
	if e.Strings || e.Size < 1 || len(b)%e.Size != 0 || !m.Aligned(e.Align) {
		return Memory{}, false
	}
	m.units, m.size = len(b)/e.Size, e.Size
	return m, true
}

// Len is the number of units.
func (m Memory) Len() int { return m.units }

// Units describes the units of m, for messages: "strings" or, for example, "units of 4 bytes".
func (m Memory) Units() string {
	if m.strings {
		return "strings"
	}
	return "units of " + strconv.Itoa(m.size) + " bytes"
}

// Holds reports whether m can be a slice of units of e: the sizes are equal, and both are strings or neither is. An empty m fits any
// type.
func (m Memory) Holds(e *Element) bool {
	return m.units == 0 || m.size == e.Size && m.strings == e.Strings
}

// Part returns m[from:to]. Like a slice expression, it panics if the range is not in m.
func (m Memory) Part(from, to int) Memory {
	if from < 0 || to < from || to > m.units {
		panic("kernel: part of a Memory that is out of range")
	}
	if from == to {
		return Memory{}
	}
	return Memory{unsafe.Add(m.start, from*m.size), to - from, m.size, m.strings}
}

// Bytes returns the memory as bytes; for strings it returns nil.
func (m Memory) Bytes() []byte {
	if m.strings {
		return nil
	}
	return unsafe.Slice((*byte)(m.start), m.units*m.size)
}

// Aligned reports whether the memory starts at a multiple of align, a power of 2. The memory of every slice does for its type, except for
// slices made with package unsafe, which kernels do not support.
func (m Memory) Aligned(align int) bool { return uintptr(m.start)&uintptr(align-1) == 0 }

// Overlaps reports whether m and o share memory.
func (m Memory) Overlaps(o Memory) bool {
	p, q := uintptr(m.start), uintptr(o.start)
	return m.units > 0 && o.units > 0 && p < q+uintptr(o.units*o.size) && q < p+uintptr(m.units*m.size)
}
