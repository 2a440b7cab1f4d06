//lint:file-ignore U1000 the assembly calls it

package stream

import "unsafe"

// This is what Copy, Fill, Reverse and Repeat do without assembly. On processors without AVX2 the assembly jumps to
// copyWords and fillWords, so these have its parameters.

func copyWords(d, s unsafe.Pointer, n int, _ bool) {
	copy(unsafe.Slice((*byte)(d), n), unsafe.Slice((*byte)(s), n))
}

// fillBlock is the most bytes of what is already filled that are copied at once: they stay in the first cache.
const fillBlock = 6 << 10

func fillWords(d unsafe.Pointer, v *[3 * chunk]byte, n int, _ bool) {
	if *v == [3 * chunk]byte{} {
		clear(unsafe.Slice((*byte)(d), n))
	} else {
		repeatWords(d, unsafe.Pointer(v), n, len(v), fillBlock)
	}
}

// repeatWords writes size bytes at s again and again, by copies of up to block bytes that it has written.
func repeatWords(d, s unsafe.Pointer, n, size, block int) {
	all := unsafe.Slice((*byte)(d), n)
	for i := copy(all, unsafe.Slice((*byte)(s), size)); i < n; i += copy(all[i:], all[:min(i, block)]) {
	}
}

// reverseUnits moves elements of up to 16 bytes one by one. Those of 2 or more move by 4, 8 or 16 bytes, of which the
// next move overwrites what is too much; the first element has nothing behind it to read, the last nothing to write.
func reverseUnits(d, s unsafe.Pointer, n, size int) {
	last := n - size
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

// unitsOf makes all units but the first and the last one by moves of a W.
func unitsOf[W any](d, s unsafe.Pointer, size, last int) {
	for i := size; i < last; i += size {
		*(*W)(unsafe.Add(d, i)) = *(*W)(unsafe.Add(s, last-i))
	}
}
