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
	all := unsafe.Slice((*byte)(d), n)
	if *v == [3 * chunk]byte{} {
		clear(all)
		return
	}
	for i := copy(all, v[:]); i < n; i += copy(all[i:], all[:min(i, fillBlock)]) {
	}
}

// repeatWords does the same with an element of any size.
func repeatWords(d, s unsafe.Pointer, n, size int) {
	all := unsafe.Slice((*byte)(d), n)
	for i := copy(all, unsafe.Slice((*byte)(s), size)); i < n; i += copy(all[i:], all[:min(i, max(fillBlock/size, 1)*size)]) {
	}
}

// reverseUnits moves elements of up to 16 bytes one by one. Those of 2 or more move by 4, 8 or 16 bytes, of which the
// next move overwrites what is too much; the first element has nothing behind it to read, the last nothing to write.
func reverseUnits(d, s unsafe.Pointer, n, size int) {
	last := n - size
	copyWords(d, unsafe.Add(s, last), size, false)
	switch i := size; {
	case size == 1:
		for ; i < last; i++ {
			*(*byte)(unsafe.Add(d, i)) = *(*byte)(unsafe.Add(s, last-i))
		}
	case size <= 4:
		for ; i < last; i += size {
			*(*[4]byte)(unsafe.Add(d, i)) = *(*[4]byte)(unsafe.Add(s, last-i))
		}
	case size <= 8:
		for ; i < last; i += size {
			*(*[8]byte)(unsafe.Add(d, i)) = *(*[8]byte)(unsafe.Add(s, last-i))
		}
	default:
		for ; i < last; i += size {
			*(*[chunk]byte)(unsafe.Add(d, i)) = *(*[chunk]byte)(unsafe.Add(s, last-i))
		}
	}
	copyWords(unsafe.Add(d, last), s, size, false)
}
