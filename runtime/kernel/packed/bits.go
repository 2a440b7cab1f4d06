package packed

import (
	"encoding/binary"
	"math/bits"
)

// The functions below write the bits they are asked to and leave their neighbours in the same bytes as they are.

// move copies n bits from bit s of src to bit d of dst. Both may be the same slice if the runs have no bit in common.
func move(dst []byte, d int, src []byte, s, n int) {
	if d&7+n <= 64 {
		put(dst, d, n, take(src, s, n))
		return
	}
	// Byte j of dst comes from byte i+j of src, shift bits further up.
	j, last := d>>3, (d+n-1)>>3
	i, shift := (s-d)>>3, uint((s-d)&7)
	if shift == 0 {
		if low := byte(1)<<(d&7) - 1; low != 0 {
			dst[j] = dst[j]&low | src[i+j]&^low
			j++
		}
		end := (d + n) >> 3
		copy(dst[j:end], src[i+j:])
		if low := byte(1)<<((d+n)&7) - 1; low != 0 {
			dst[end] = dst[end]&^low | src[i+end]&low
		}
		return
	}
	low := uint64(dst[j]) & (1<<(d&7) - 1)
	put64(dst[j:], low|get64(src[s>>3:])>>(s&7)<<(d&7))
	if j += 7; j < last-7 {
		// Seven bytes of each word count; the next word overwrites the eighth.
		to, from := dst[j:last], src[i+j:i+last]
		for len(to) >= 36 && len(from) >= 36 {
			put64(to, get64(from)>>shift)
			put64(to[7:], get64(from[7:])>>shift)
			put64(to[14:], get64(from[14:])>>shift)
			put64(to[21:], get64(from[21:])>>shift)
			to, from = to[28:], from[28:]
		}
		for len(to) >= 8 && len(from) >= 8 {
			put64(to, get64(from)>>shift)
			to, from = to[7:], from[7:]
		}
	}
	k := uint(d+n-1)&7 + 1 // bits of the last byte
	w := get64(src[i+last-7:]) >> shift
	if shift+k > 8 {
		w |= uint64(src[i+last+1]) << (64 - shift)
	}
	high := uint64(dst[last]>>k) << k << 56
	put64(dst[last-7:], high|w&(1<<(56+k)-1))
}

// fill writes n bits from bit d of dst on, of a pattern that every byte repeats.
func fill(dst []byte, d, n int, pattern byte) {
	w := uint64(pattern) * 0x0101010101010101
	if d&7+n <= 64 {
		put(dst, d, n, w>>(d&7))
		return
	}
	if low := byte(1)<<(d&7) - 1; low != 0 {
		p := &dst[d>>3]
		*p = *p&low | pattern&^low
	}
	to := dst[(d+7)>>3 : (d+n)>>3]
	if low := byte(1)<<((d+n)&7) - 1; low != 0 {
		p := &dst[(d+n)>>3]
		*p = *p&^low | pattern&low
	}
	if pattern == 0 {
		clear(to)
		return
	}
	made := min(len(to), 256)
	for i := 0; i < made; i++ {
		to[i] = pattern
	}
	for made < len(to) { // copy has wider stores
		made += copy(to[made:], to[:min(made, 8192)])
	}
}

// reversed writes the elements of the n bits from bit s of src on in reverse order to bit d. Elements have width bits.
func reversed(dst []byte, d int, src []byte, s, n int, width uint) {
	last := (d + n - 1) >> 3
	if d>>3 >= last-7 { // at most 8 bytes: one word or, if data are in nine, two
		for at := s + n; n > 0; {
			k := min(n, 64-d&7)
			at -= k
			put(dst, d, k, reverse(take(src, at, k), width)>>(uint(-k)&63))
			d, n = d+k, n-k
		}
		return
	}
	rest := d + n - 8*(last-7) // bits of the last word
	k := uint(d & 7)
	w := uint64(dst[d>>3]) & ones(d&7)
	i := d >> 3
	for at := s + n - 56; i < last-7; at -= 56 {
		j := min(at>>3, len(src)-8)
		w |= reverse(get64(src[j:])>>(uint(at-8*j)&63)<<8, width) << k
		put64(dst[i:], w) // the last byte is written again
		w >>= 56
		i += 7
	}
	high := dst[last] >> (rest - 56) << (rest - 56)
	put64(dst[last-7:], uint64(high)<<56|reverse(take(src, s, rest), width)>>(uint(-rest)&63))
}

// reverse reverses the order of the elements of a word.
func reverse(w uint64, width uint) uint64 {
	w = w>>4&0x0f0f0f0f0f0f0f0f | w&0x0f0f0f0f0f0f0f0f<<4
	if width == 2 {
		w = w>>2&0x3333333333333333 | w&0x3333333333333333<<2
	}
	return bits.ReverseBytes64(w)
}

// take returns n bits, up to 64, from bit s of src on. The bits above them are arbitrary.
func take(src []byte, s, n int) uint64 {
	i := min(s>>3, len(src)-8)
	if i < 0 {
		var w uint64
		for j, b := range src {
			w |= uint64(b) << (8 * uint(j) & 63)
		}
		return w >> (uint(s) & 63)
	}
	s -= 8 * i
	w := get64(src[i:]) >> (uint(s) & 63)
	if s+n > 64 {
		w |= uint64(src[i+8]) << (uint(-s) & 63)
	}
	return w
}

// put writes the n lowest bits of v to bit d of dst. They must lie within 8 bytes.
func put(dst []byte, d, n int, v uint64) {
	mask := uint64(1)<<uint(n) - 1
	if i := min(d>>3, len(dst)-8); i >= 0 {
		d -= 8 * i
		put64(dst[i:], get64(dst[i:])&^(mask<<uint(d))|v&mask<<uint(d))
		return
	}
	for v = v & mask; n > 0; {
		p, at := &dst[d>>3], uint(d&7)
		*p = *p&^byte(mask<<at) | byte(v<<at)
		d, n, v, mask = d+8-int(at), n-8+int(at), v>>(8-at), mask>>(8-at)
	}
}

func get64(s []byte) uint64 { return binary.LittleEndian.Uint64(s) }

func put64(s []byte, w uint64) { binary.LittleEndian.PutUint64(s, w) }
