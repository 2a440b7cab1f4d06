//lint:file-ignore U1000 the assembly calls it

package stream

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// This is what Copy, Fill and Reverse do without assembly. On processors without AVX2 the assembly jumps to
// copyWords and fillWords, so these have its parameters.

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

// reverseWords moves words of 64 bits, the last of which overlaps with the one before it, or else elements.
func reverseWords(d, s unsafe.Pointer, n, size int) {
	if n < 8 || 8%size != 0 {
		for i := 0; i < n; i += size {
			copyWords(unsafe.Add(d, i), unsafe.Add(s, n-size-i), size, false)
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
		case 4:
			x = bits.RotateLeft64(x, 32)
		}
		binary.NativeEndian.PutUint64((*[8]byte)(unsafe.Add(d, i))[:], x)
		if i == n-8 {
			return
		}
	}
}
