// Package packed moves elements smaller than a byte. Bits are counted from the lowest bit of the first byte, as ONNX
// packs its types of 2 and 4 bits; a run of them may start and end anywhere. The functions write the bits they are
// asked to and leave their neighbours in the same bytes as they are.
//
// [Rows] makes the rows of an output with their pads in registers of 32 bytes, and [Tile] makes several rows at once in registers of 64
// bytes, or halves of 32. Both are assembly for amd64 with AVX2; Tile takes more rows where the processor has AVX-512 with VBMI. Elsewhere
// [Fit] and Tile report false. On other architectures, and with the build tag purego, the kernels have loops for all rows, by [Phases].
//
// The functions work on overlapping words of 64 bits, up to the last byte, rather than on whole words and then the remaining bytes: a run
// of 56 bytes takes 9 ns instead of 20, one of 1,000 bytes 45 instead of 248. Runs that lie in the same place in their bytes are copied
// (4 to 6 ns for 56 bytes).
//
// The package is for generated code, which checks a call once and for all. It checks nothing itself: arguments outside the limits stated
// here read and write other memory. It may change with any version of padgen.
package packed

import (
	"encoding/binary"
	"math/bits"
)

// Room returns how many of the first rows can be moved by words that run over their ends: the 8 bytes from the end of each such row are
// in both slices, which have dst and src bytes. The first row ends at bits d and s; dstep and sstep are the bits from one row to the
// next.
func Room(dst, src, d, s, dstep, sstep, rows int) int {
	if (dst|src)>>(bits.UintSize-5) != 0 {
		return 0 // on 32-bit machines an int does not count the bits of more
	}
	for rows > 0 && ((d+(rows-1)*dstep)>>3+8 > dst || (s+(rows-1)*sstep)>>3+8 > src) {
		rows--
	}
	return rows
}

// Move copies n bits from bit s of src to bit d of dst. Both may be the same slice if the runs have no bit in common.
func Move(dst []byte, d int, src []byte, s, n int) {
	if d&7+n <= 64 {
		put(dst, d, n, take(src, s, n))
		return
	}
	// Byte j of dst comes from byte i+j of src, shift bits further up.
	j, last := d>>3, (d+n-1)>>3
	i, shift := (s-d)>>3, (s-d)&7
	if shift == 0 {
		if low := byte(1<<(d&7) - 1); low != 0 {
			dst[j] = dst[j]&low | src[i+j]&^low
			j++
		}
		end := (d + n) >> 3
		copy(dst[j:end], src[i+j:])
		if low := byte(1<<((d+n)&7) - 1); low != 0 {
			dst[end] = dst[end]&^low | src[i+end]&low
		}
		return
	}
	low := uint64(dst[j]) & (1<<(d&7) - 1)
	word(dst[j:], low|load(src[s>>3:])>>(s&7)<<(d&7))
	if j += 7; j < last-7 {
		// Seven bytes of each word count; the next word overwrites the eighth.
		to, from := dst[j:last], src[i+j:i+last]
		for len(to) >= 36 && len(from) >= 36 {
			word(to, load(from)>>shift)
			word(to[7:], load(from[7:])>>shift)
			word(to[14:], load(from[14:])>>shift)
			word(to[21:], load(from[21:])>>shift)
			to, from = to[28:], from[28:]
		}
		for len(to) >= 8 && len(from) >= 8 {
			word(to, load(from)>>shift)
			to, from = to[7:], from[7:]
		}
	}
	k := (d+n-1)&7 + 1 // bits of the last byte
	w := load(src[i+last-7:]) >> shift
	if shift+k > 8 {
		w |= uint64(src[i+last+1]) << (64 - shift)
	}
	high := uint64(dst[last]>>k) << k << 56
	word(dst[last-7:], high|w&(1<<(56+k)-1))
}

// Fill writes n bits from bit d of dst on, of a pattern that every byte repeats.
func Fill(dst []byte, d, n int, pattern byte) {
	w := uint64(pattern) * 0x0101010101010101
	if d&7+n <= 64 {
		put(dst, d, n, w>>(d&7))
		return
	}
	if low := byte(1<<(d&7) - 1); low != 0 {
		p := &dst[d>>3]
		*p = *p&low | pattern&^low
	}
	to := dst[(d+7)>>3 : (d+n)>>3]
	if low := byte(1<<((d+n)&7) - 1); low != 0 {
		p := &dst[(d+n)>>3]
		*p = *p&^low | pattern&low
	}
	switch {
	case pattern == 0:
		clear(to)
	case len(to) >= 256:
		double(to, w)
	case len(to) >= 8:
		word(to[len(to)-8:], w)
		for len(to) > 8 {
			word(to, w)
			to = to[8:]
		}
	default:
		for i := range to {
			to[i] = pattern
		}
	}
}

// double fills 256 bytes and more by copying what is already filled: copy has wider stores.
func double(to []byte, w uint64) {
	for i := 0; i < 256; i += 8 {
		word(to[i:], w)
	}
	for i := 256; i < len(to); {
		i += copy(to[i:], to[:min(i, 8192)])
	}
}

// Reverse writes the elements of the n bits from bit s of src in reverse order to bit d of dst. Elements have width bits, 2 or 4. Both
// may be the same slice if the runs have no bit in common.
func Reverse(dst []byte, d int, src []byte, s, n, width int) {
	for s += n; n > 0; {
		k := min(n, 64-d&7)
		s -= k
		if w := reverse(take(src, s, k), width); k == 64 {
			word(dst[d>>3:], w)
		} else {
			put(dst, d, k, w>>(64-k))
		}
		d, n = d+k, n-k
	}
}

// reverse reverses the order of the elements of a word.
func reverse(w uint64, width int) uint64 {
	w = w>>4&0x0f0f0f0f0f0f0f0f | w&0x0f0f0f0f0f0f0f0f<<4
	if width == 2 {
		w = w>>2&0x3333333333333333 | w&0x3333333333333333<<2
	}
	return bits.ReverseBytes64(w)
}

// Up writes n bits from bit d on, each equal to the one period bits before it.
func Up(dst []byte, d, n, period int) {
	for k := 0; n > 0; period += k {
		k = min(n, period)
		Move(dst, d, dst, d-period, k)
		d, n = d+k, n-k
	}
}

// Down writes the n bits below bit d, each equal to the one period bits after it.
func Down(dst []byte, d, n, period int) {
	for k := 0; n > 0; period += k {
		k = min(n, period)
		d, n = d-k, n-k
		Move(dst, d, dst, d+period, k)
	}
}

// take returns n bits, up to 64, from bit s of src on. The bits above them are arbitrary.
func take(src []byte, s, n int) uint64 {
	i := min(s>>3, len(src)-8)
	if i < 0 {
		var w uint64
		for j, b := range src {
			w |= uint64(b) << (8 * j)
		}
		return w >> s
	}
	s -= 8 * i
	w := load(src[i:]) >> s
	if s+n > 64 {
		w |= uint64(src[i+8]) << (64 - s)
	}
	return w
}

// put writes the n lowest bits of v to bit d of dst. They must lie within 8 bytes.
func put(dst []byte, d, n int, v uint64) {
	mask := uint64(1)<<n - 1
	if i := min(d>>3, len(dst)-8); i >= 0 {
		d -= 8 * i
		word(dst[i:], load(dst[i:])&^(mask<<d)|v&mask<<d)
		return
	}
	for v = v & mask; n > 0; {
		p, at := &dst[d>>3], d&7
		*p = *p&^byte(mask<<at) | byte(v<<at)
		d, n, v, mask = d+8-at, n-8+at, v>>(8-at), mask>>(8-at)
	}
}

func load(s []byte) uint64 { return binary.LittleEndian.Uint64(s) }

func word(s []byte, w uint64) { binary.LittleEndian.PutUint64(s, w) }
