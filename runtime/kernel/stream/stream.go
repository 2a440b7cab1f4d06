// Package stream moves bytes with the widest registers: rows with short pads, blocks, fills and
// reversed copies, through the caches or past them. Only generated kernels should call it.
//
// [Rows] writes the rows of planes in one call, or returns them to a kernel that writes them. Shuffles of the
// input assemble the first and the last 16 bytes of a row; what lies between them is copied. All modes, and all
// elements of up to 16 bytes, therefore use the same instructions. [Copy], [Fill], [Reverse] and [Repeat] are
// for longer pads and rows.
//
// An ordinary store reads the line of memory that it changes. A non-temporal store does not, but what it writes
// is in no cache afterwards. Such stores pay off for outputs that do not fit into the caches; Rows decides that.
// Rows, Copy and Fill use them for whole lines if past is set, and so do Reverse and Repeat of large elements,
// which call Copy. A kernel that has used them ends with [Fence].
//
// Go has neither such stores nor registers of 32 bytes, so the package uses assembly, on amd64 with AVX2.
// Without AVX2, Rows writes nothing, and Copy, Fill, Reverse and Repeat are plain Go. In builds without
// assembly, Rows is also plain Go, in all modes except constant.
//
// The package does not check its arguments: the caller must ensure that all memory it passes lies within its
// slices.
package stream

import "unsafe"

const (
	chunk = 16 // bytes of a pad that one shuffle computes
	line  = 64 // bytes of a line of memory
)

// pastFrom is the output size in bytes above which non-temporal stores pay off. Outputs of 9 MB in rows of 1 KiB take 0.6 to 0.8 of the
// time, a memcpy of 5 MB takes 1.4 (Zen 3, L3 of 32 MB, shared).
var pastFrom = 8 << 20

// pastBlock is the size in bytes of the smallest block that Copy and Fill move past the caches. Blocks of 4 KiB with 200 bytes between
// them take 0.75 of the time (Fill 1.0), of 16 KiB 0.73 (Fill 0.55), of 2 KiB 0.84 (Fill 1.1) (Zen 4).
const pastBlock = 4 << 10

// Pays reports whether an output of total bytes should go past the caches.
func Pays(total int) bool { return wide && total > pastFrom }

// atOnce is roughly the largest number of bytes that one call of assembly writes, a multiple of a line. A goroutine cannot be preempted
// inside such a call, and a garbage collection waits for it: 457 ms for 1.6 GB. It can be preempted when a Go function calls another.
var atOnce = 1 << 20

// Copy copies n bytes, 16 or more, from s to d, which must not overlap. They go past the caches if past is true and n is large.
func Copy(d, s unsafe.Pointer, n int, past bool) {
	for ; n > 2*atOnce; n -= atOnce {
		Copy(d, s, atOnce, past)
		d, s = unsafe.Add(d, atOnce), unsafe.Add(s, atOnce)
	}
	copyWide(d, s, n, past && n >= pastBlock)
}

// Fill fills n bytes, 64 or more, with copies of a value whose size divides 16. v holds such copies; past is as for [Copy].
func Fill(d unsafe.Pointer, v *[48]byte, n int, past bool) {
	for ; n > 2*atOnce; n -= atOnce {
		Fill(d, v, atOnce, past)
		d = unsafe.Add(d, atOnce)
	}
	fillWide(d, v, n, past && n >= pastBlock)
}

// Reverse copies n bytes, in elements of size bytes, from s to d in reverse order. They must not overlap. Elements of more than 16 bytes
// are copied one by one, past the caches as [Copy] does.
func Reverse(d, s unsafe.Pointer, n, size int, past bool) {
	switch {
	case size > chunk:
		for i := 0; i < n; i += size {
			Copy(unsafe.Add(d, i), unsafe.Add(s, n-size-i), size, past)
		}
	case wide && n >= 2*chunk:
		for n > 2*atOnce {
			piece := atOnce / size * size
			n -= piece
			Reverse(d, unsafe.Add(s, n), piece, size, past)
			d = unsafe.Add(d, piece)
		}
		reverseWide(d, s, n, &mirrored[size])
	default:
		reverseUnits(d, s, n, size)
	}
}

// longestRepeated is the size in bytes of the largest element that Repeat does not copy one by one.
const longestRepeated = 64

// Repeat fills n bytes, a whole number of elements, with copies of the element of size bytes at s. Elements of more than 64 bytes are
// copied one by one, past the caches as [Copy] does. Smaller ones always go through the caches.
func Repeat(d, s unsafe.Pointer, n, size int, past bool) {
	for size <= longestRepeated && n > 2*atOnce {
		piece := atOnce / size * size
		n -= piece
		Repeat(d, s, piece, size, past)
		d = unsafe.Add(d, piece)
	}
	switch {
	case size > longestRepeated:
		for i := 0; i < n; i += size {
			Copy(unsafe.Add(d, i), s, size, past)
		}
	case wide && size <= chunk && n >= chunk:
		var v [chunk]byte
		copy(v[:], unsafe.Slice((*byte)(s), size))
		repeatWide(d, &v, n, &patterns[size])
	default:
		repeatWords(d, s, n, size, fillBlock/size*size)
	}
}
