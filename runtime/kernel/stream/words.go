//lint:file-ignore U1000 the assembly calls it

package stream

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// This is what Copy, Fill and Reverse do without assembly. The assembly calls it on processors without
// AVX2, and reverseWords for less than 32 bytes, so it has the parameters of the assembly.

func copyWords(d, s unsafe.Pointer, n int, _ bool) {
	copy(unsafe.Slice((*byte)(d), n), unsafe.Slice((*byte)(s), n))
}

// fillWords copies what is already filled, up to 6 KiB of it, which stays in the first cache.
func fillWords(d unsafe.Pointer, v *[3 * chunk]byte, n int, _ bool) {
	all := unsafe.Slice((*byte)(d), n)
	if *v == [3 * chunk]byte{} {
		clear(all)
		return
	}
	for i := copy(all, v[:]); i < n; i += copy(all[i:], all[:min(i, 6<<10)]) {
	}
}

// reverseWords moves words of 64 bits. The last one overlaps with the one before it.
func reverseWords(d, s unsafe.Pointer, n, size int) {
	if n < 8 || size > 4 || size == 3 {
		for i := 0; i < n; i += size {
			move(unsafe.Add(d, i), unsafe.Add(s, n-size-i), size)
		}
		return
	}
	for i := 0; ; i = min(i+8, n-8) {
		x := binary.NativeEndian.Uint64((*[8]byte)(unsafe.Add(s, n-8-i))[:])
		switch size {
		case 1:
			x = bits.ReverseBytes64(x)
		case 2:
			x = bits.RotateLeft64(x, 32)
			x = x&0x0000FFFF0000FFFF<<16 | x>>16&0x0000FFFF0000FFFF
		default:
			x = bits.RotateLeft64(x, 32)
		}
		binary.NativeEndian.PutUint64((*[8]byte)(unsafe.Add(d, i))[:], x)
		if i == n-8 {
			return
		}
	}
}

// move moves an element.
func move(d, s unsafe.Pointer, size int) {
	switch size {
	case 1:
		*(*byte)(d) = *(*byte)(s)
	case 2:
		*(*[2]byte)(d) = *(*[2]byte)(s)
	case 4:
		*(*[4]byte)(d) = *(*[4]byte)(s)
	case 8:
		*(*[8]byte)(d) = *(*[8]byte)(s)
	case 16:
		*(*[16]byte)(d) = *(*[16]byte)(s)
	default:
		copyWords(d, s, size, false)
	}
}
