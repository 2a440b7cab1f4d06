package kernel

import "unsafe"

// Bytes views a slice as its bytes, without copying.
func Bytes[T any](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
}

// FromBytes views bytes as a slice of T, without copying. It reports false if b is not aligned for T or is not a whole number of T. It
// does not look at the bytes: for bool, the caller checks them.
func FromBytes[T any](b []byte) ([]T, bool) {
	if len(b) == 0 { // a pointer to an element must not point to fewer bytes than one has
		return nil, true
	}
	size := int(unsafe.Sizeof(*new(T)))
	p := unsafe.Pointer(unsafe.SliceData(b))
	if len(b)%size != 0 || uintptr(p)%unsafe.Alignof(*new(T)) != 0 {
		return nil, false
	}
	return unsafe.Slice((*T)(p), len(b)/size), true
}
