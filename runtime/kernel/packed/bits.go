package packed

import (
	"encoding/binary"
	"math/bits"
)

// The functions below write only the given bits and leave the others in the same bytes unchanged.

// mix sets *p to v, except for the bits that are set in keep.
func mix(p *byte, keep, v byte) { *p = *p&keep | v&^keep }

// move copies n bits from bit s of src to bit d of dst. If width is not 0, it copies elements of width bits in reverse order. dst and src
// may be the same slice if the runs do not overlap.
func move(dst []byte, d int, src []byte, s, n int, width uint) {
	i, last := d>>3, (d+n-1)>>3
	switch off := (s - d) >> 3; {
	case last-i < 8:
		put(dst, d, n, chunk(src, s, n, width))
		return
	case width == 0 && (s-d)&7 == 0:
		mix(&dst[i], 1<<(d&7)-1, src[i+off])
		copy(dst[i+1:last], src[i+1+off:])
		mix(&dst[last], 0xfe<<((d+n-1)&7), src[last+off])
		return
	}
	final := d + n - 8*(last-7) // bits of the run in the last word, 57 to 64
	at, step, end := s, 56, s+n-final
	if width != 0 {
		at, step, end = s+n-56, -56, s
	}
	k := uint(d & 7)
	w := uint64(dst[i]) & (1<<k - 1)
	for ; i < last-7; i, at = i+7, at+step { // the eighth byte of each word is written again
		j := min(at>>3, len(src)-8)
		x := get64(src[j:]) >> (uint(at-8*j) & 63) << 8
		if width != 0 {
			x = reverse(x, width)
		} else {
			x >>= 8
		}
		w |= x << k
		put64(dst[i:], w)
		w >>= 56
	}
	high := dst[last] >> (final - 56) << (final - 56)
	put64(dst[last-7:], uint64(high)<<56|chunk(src, end, final, width))
}

// chunk returns n bits, up to 64, from bit s of src on. If width is not 0, their elements are in reverse order. The bits above them are
// zero.
func chunk(src []byte, s, n int, width uint) uint64 {
	if len(src) < 8 {
		var b [8]byte
		copy(b[:], src)
		return chunk(b[:], s, n, width)
	}
	i := min(s>>3, len(src)-8)
	s -= 8 * i
	w := get64(src[i:]) >> (uint(s) & 63)
	if s+n > 64 {
		w |= uint64(src[i+8]) << (uint(-s) & 63)
	}
	if w <<= uint(-n) & 63; width != 0 {
		return reverse(w, width)
	}
	return w >> (uint(-n) & 63)
}

// byWords is the number of bytes that fill writes word by word; for longer runs it then copies them.
const byWords = 128

// fill fills n bits from bit d of dst on with a pattern that repeats in every byte.
func fill(dst []byte, d, n int, pattern byte) {
	w := uint64(pattern) * 0x0101010101010101
	if d&7+n <= 64 {
		put(dst, d, n, w>>(d&7))
		return
	}
	first, last := d>>3, (d+n-1)>>3
	mix(&dst[first], 1<<(d&7)-1, pattern)
	mix(&dst[last], 0xfe<<((d+n-1)&7), pattern)
	to := dst[first+1 : last]
	made := 0
	for ; made < min(len(to)-7, byWords); made += 8 {
		put64(to[made:], w)
	}
	for ; made < min(len(to), byWords); made++ {
		to[made] = pattern
	}
	for made < len(to) { // copy has wider stores
		made += copy(to[made:], to[:min(made, 8192)])
	}
}

// reverse reverses the order of the elements of a word.
func reverse(w uint64, width uint) uint64 {
	w = w>>4&0x0f0f0f0f0f0f0f0f | w&0x0f0f0f0f0f0f0f0f<<4
	if width == 2 {
		w = w>>2&0x3333333333333333 | w&0x3333333333333333<<2
	}
	return bits.ReverseBytes64(w)
}

// put writes the n lowest bits of v to bit d of dst. They must lie within 8 bytes.
func put(dst []byte, d, n int, v uint64) {
	if len(dst) < 8 {
		var b [8]byte
		copy(b[:], dst)
		put(b[:], d, n, v)
		copy(dst, b[:])
		return
	}
	i := min(d>>3, len(dst)-8)
	d -= 8 * i
	mask := uint64(1)<<uint(n) - 1
	put64(dst[i:], get64(dst[i:])&^(mask<<uint(d))|v&mask<<uint(d))
}

func get64(s []byte) uint64 { return binary.LittleEndian.Uint64(s) }

func put64(s []byte, w uint64) { binary.LittleEndian.PutUint64(s, w) }

// Move copies n elements of width bits from element s of src to element d of dst, in reverse order if mirrored is true. It leaves
// neighbouring elements unchanged.
func Move(dst []byte, d int, src []byte, s, n, width int, mirrored bool) {
	inReverse := uint(0)
	if mirrored {
		inReverse = uint(width)
	}
	move(dst, d*width, src, s*width, n*width, inReverse)
}
