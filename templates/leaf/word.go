package leaf

//lint:file-ignore U1000 the fields of chunks only set their sizes

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel/stream"
)

// word is the type by which an element is moved: an integer, so that no bit of a NaN or a bool changes.
type word interface {
	uint8 | uint16 | uint32 | uint64 | [2]uint64
}

// chunk is what one move loads and stores. Chunks of 32 and 64 bytes are structs, which the compiler moves by loads and stores of 16
// bytes; it moves arrays of that size by a call.
type chunk interface {
	chunk1 | chunk2 | chunk4 | chunk8 | chunk16 | chunk32 | chunk64
}

type chunk1 = [1]byte
type chunk2 = [2]byte
type chunk4 = [4]byte
type chunk8 = [8]byte
type chunk16 = [16]byte
type chunk32 struct{ a, b chunk16 }
type chunk64 struct{ a, b, c, d chunk16 }

// leafIDs has a byte for each leaf: constant and repeat, by the size of a word. Its address identifies the leaf, see
// [kernel.Geometry.State].
var leafIDs [2][17]byte

// sizeOf returns the size of a T. In generated code it is a number.
func sizeOf[T word | chunk]() int { return int(unsafe.Sizeof(*new(T))) }

// move copies n bytes, a whole number of elements. If past is true, long moves go past the caches.
func move[W word](d, s unsafe.Pointer, n int, past bool) {
	switch {
	case n == sizeOf[W]():
		*(*W)(d) = *(*W)(s)
	case sizeOf[W]() < 4 && n < 8:
		for i := 0; i < n; i += sizeOf[W]() {
			*(*W)(unsafe.Add(d, i)) = *(*W)(unsafe.Add(s, i))
		}
	case sizeOf[W]() < 8 && n < 16:
		*(*chunk8)(d) = *(*chunk8)(s)
		*(*chunk8)(unsafe.Add(d, n-8)) = *(*chunk8)(unsafe.Add(s, n-8))
	case n <= 64:
		for i := 0; i < n-16; i += 16 {
			*(*chunk16)(unsafe.Add(d, i)) = *(*chunk16)(unsafe.Add(s, i))
		}
		*(*chunk16)(unsafe.Add(d, n-16)) = *(*chunk16)(unsafe.Add(s, n-16))
	default:
		stream.Copy(d, s, n, past)
	}
}

// mirror copies n bytes in reverse order of their units.
func mirror[W word](d, s unsafe.Pointer, n, unit int, past bool) {
	switch {
	case !stream.Assembly && unit >= 16:
		for i := 0; i < n; i += unit {
			move[W](unsafe.Add(d, i), unsafe.Add(s, n-unit-i), unit, past)
		}
	case sizeOf[W]() <= 8 && unit == sizeOf[W]() && n >= 8 && (n < 32 || !stream.Assembly):
		mirrorWords[W](d, s, n)
	default:
		stream.Reverse(d, s, n, unit, past)
	}
}

// mirrorWords copies n bytes in reverse order of their elements, by words of 8 bytes, the last of which may overlap the one before it.
func mirrorWords[W word](d, s unsafe.Pointer, n int) {
	for i := 0; ; i = min(i+8, n-8) {
		x := binary.NativeEndian.Uint64((*[8]byte)(unsafe.Add(s, n-8-i))[:])
		switch sizeOf[W]() {
		case 1:
			x = bits.ReverseBytes64(x)
		case 2:
			x = bits.RotateLeft64(x, 32)
			x = x&0x0000FFFF0000FFFF<<16 | x>>16&0x0000FFFF0000FFFF
		case 4:
			x = bits.RotateLeft64(x, 32)
		}
		binary.NativeEndian.PutUint64((*[8]byte)(unsafe.Add(d, i))[:], x)
		if i == n-8 {
			return
		}
	}
}

// The functions below write two elements at once, of up to 4 bytes each.

// copyTwo copies two elements.
func copyTwo[W word](d, s unsafe.Pointer) { *(*[2]W)(d) = *(*[2]W)(s) }

// mirrorTwo copies two elements in reverse order.
func mirrorTwo[W word](d, s unsafe.Pointer) {
	switch sizeOf[W]() {
	case 1:
		v := binary.NativeEndian.Uint16((*[2]byte)(s)[:])
		binary.NativeEndian.PutUint16((*[2]byte)(d)[:], bits.ReverseBytes16(v))
	case 2:
		v := binary.NativeEndian.Uint32((*[4]byte)(s)[:])
		binary.NativeEndian.PutUint32((*[4]byte)(d)[:], bits.RotateLeft32(v, 16))
	case 4:
		v := binary.NativeEndian.Uint64((*[8]byte)(s)[:])
		binary.NativeEndian.PutUint64((*[8]byte)(d)[:], bits.RotateLeft64(v, 32))
	}
}

// splatTwo writes the element at s twice.
func splatTwo[W word](d, s unsafe.Pointer) {
	switch v := repeated[W](s); sizeOf[W]() {
	case 1:
		binary.NativeEndian.PutUint16((*[2]byte)(d)[:], uint16(v))
	case 2:
		binary.NativeEndian.PutUint32((*[4]byte)(d)[:], uint32(v))
	case 4:
		binary.NativeEndian.PutUint64((*[8]byte)(d)[:], v)
	}
}

// repeated returns as many copies of the element at s as 8 bytes hold.
func repeated[W word](s unsafe.Pointer) uint64 {
	switch sizeOf[W]() {
	case 1:
		return uint64(*(*uint8)(s)) * 0x0101010101010101
	case 2:
		return uint64(binary.NativeEndian.Uint16((*[2]byte)(s)[:])) * 0x0001000100010001
	case 4:
		return uint64(binary.NativeEndian.Uint32((*[4]byte)(s)[:])) * 0x0000000100000001
	default:
		return binary.NativeEndian.Uint64((*[8]byte)(s)[:])
	}
}

// leastFilled is the length in bytes from which a call of stream.Fill takes no more time than stores of 8 bytes: 256 bytes take 0.95 of
// it, 1000 0.7, 128 1.0 to 1.2; without assembly, 100 take 1.1 to 1.6, 256 1.1 to 1.4, 1000 0.6 to 0.9.
const leastFilled = 256

// splat fills n bytes, one element or more, with copies of the element at s.
func splat[W word](d, s unsafe.Pointer, n int) {
	switch {
	case sizeOf[W]() > 8 && (n < leastFilled || !stream.Assembly) || sizeOf[W]() < 8 && n < 8:
		for i := 0; i < n; i += sizeOf[W]() {
			*(*W)(unsafe.Add(d, i)) = *(*W)(s)
		}
	case sizeOf[W]() <= 8 && n < leastFilled:
		v := repeated[W](s)
		for i := 0; i < n-8; i += 8 {
			binary.NativeEndian.PutUint64((*[8]byte)(unsafe.Add(d, i))[:], v)
		}
		binary.NativeEndian.PutUint64((*[8]byte)(unsafe.Add(d, n-8))[:], v)
	default:
		var value [48]byte
		fillValue[W](&value, s)
		stream.Fill(d, &value, n, false)
	}
}

// fillValue fills value with copies of the element at s.
func fillValue[W word](value *[48]byte, s unsafe.Pointer) {
	for i := 0; i < len(value); i += max(8, sizeOf[W]()) {
		if sizeOf[W]() <= 8 {
			binary.NativeEndian.PutUint64(value[i:], repeated[W](s))
		}
		if sizeOf[W]() > 8 {
			*(*chunk16)(value[i:]) = *(*chunk16)(s)
		}
	}
}
