//lint:file-ignore U1000 the assembly calls it

package stream

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// These functions are Copy, Fill, Reverse and Repeat without assembly. On processors without AVX2 the assembly jumps to copyWords and
// fillWords, so these take the same parameters.

func copyWords(d, s unsafe.Pointer, n int, _ bool) {
	copy(unsafe.Slice((*byte)(d), n), unsafe.Slice((*byte)(s), n))
}

// fillBlock is the largest number of filled bytes that are copied at once, so that they stay in the first-level cache.
const fillBlock = 6 << 10

func fillWords(d unsafe.Pointer, v *[3 * chunk]byte, n int, _ bool) {
	if *v == [3 * chunk]byte{} {
		clear(unsafe.Slice((*byte)(d), n))
	} else {
		repeatWords(d, unsafe.Pointer(v), n, len(v), fillBlock)
	}
}

// repeatWords fills n bytes with copies of the size bytes at s. It copies what it has already written, up to block bytes at once.
func repeatWords(d, s unsafe.Pointer, n, size, block int) {
	all := unsafe.Slice((*byte)(d), n)
	for i := copy(all, unsafe.Slice((*byte)(s), size)); i < n; i += copy(all[i:], all[:min(i, block)]) {
	}
}

// reverseUnits moves elements of 1, 2 and 4 bytes by words, and others of up to 16 bytes one by one. Those move by 4, 8 or 16 bytes; the
// next move overwrites the excess. The first and the last element are copied exactly, so that nothing beyond the block is touched.
func reverseUnits(d, s unsafe.Pointer, n, size int) {
	last := n - size
	switch {
	case size == 1 && n >= 8:
		reverseWords[[1]byte](d, s, n)
		return
	case size == 2 && n >= 8:
		reverseWords[[2]byte](d, s, n)
		return
	case size == 4 && n >= 8:
		reverseWords[[4]byte](d, s, n)
		return
	}
	copyWords(d, unsafe.Add(s, last), size, false)
	switch {
	case size == 1:
		unitsOf[[1]byte](d, s, size, last)
	case size <= 4:
		unitsOf[[4]byte](d, s, size, last)
	case size <= 8:
		unitsOf[[8]byte](d, s, size, last)
	default:
		unitsOf[[chunk]byte](d, s, size, last)
	}
	copyWords(unsafe.Add(d, last), s, size, false)
}

// reverseWords moves n bytes, 8 or more, by words, the last of which may overlap the one before it.
func reverseWords[U any](d, s unsafe.Pointer, n int) {
	for i := 0; i < n-8; i += 8 {
		putWord(unsafe.Add(d, i), reversed[U](word(unsafe.Add(s, n-8-i))))
	}
	putWord(unsafe.Add(d, n-8), reversed[U](word(s)))
}

// unitsOf moves all units except the first and the last one, each as a W.
func unitsOf[W any](d, s unsafe.Pointer, size, last int) {
	for i := size; i < last; i += size {
		*(*W)(unsafe.Add(d, i)) = *(*W)(unsafe.Add(s, last-i))
	}
}

func word(s unsafe.Pointer) uint64 { return binary.LittleEndian.Uint64((*[8]byte)(s)[:]) }

func putWord(d unsafe.Pointer, x uint64) { binary.LittleEndian.PutUint64((*[8]byte)(d)[:], x) }

// reversed returns the elements of x in reverse order.
func reversed[U any](x uint64) uint64 {
	switch unsafe.Sizeof(*new(U)) {
	case 1:
		return bits.ReverseBytes64(x)
	case 2:
		x = bits.RotateLeft64(x, 32)
		return x&0x0000FFFF0000FFFF<<16 | x>>16&0x0000FFFF0000FFFF
	case 4:
		return bits.RotateLeft64(x, 32)
	default:
		return x
	}
}
