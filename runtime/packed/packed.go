// Package packed moves elements smaller than a byte. Bits are counted from the lowest bit of the first byte, as ONNX
// packs its types of 2 and 4 bits; a run of them may start and end anywhere. The functions write the bits they are
// asked to and leave their neighbours in the same bytes as they are.
package packed

import (
	"encoding/binary"
	"math/bits"
)

// Move copies n bits from bit s of src to bit d of dst. Dst and src may be one slice if the runs have no bit in common.
func Move(dst []byte, d int, src []byte, s, n int) {
	if k := d & 7; k != 0 && n > 0 {
		// Up to the next byte of dst.
		k = min(8-k, n)
		put(dst, d, k, take(src, s, k))
		d, s, n = d+k, s+k, n-k
	}
	to := dst[d>>3 : (d+n+7)>>3]
	i, shift := s>>3, s&7
	if shift == 0 {
		whole := n >> 3
		copy(to[:whole], src[i:i+whole])
		d, s, n = d+whole<<3, s+whole<<3, n&7
	} else {
		// The words of from start at whole bytes; each is completed by the byte behind it.
		from := src[i : (s+n+7)>>3]
		for ; n >= 64; n -= 64 {
			w := binary.LittleEndian.Uint64(from)>>shift | uint64(from[8])<<(64-shift)
			binary.LittleEndian.PutUint64(to, w)
			to, from = to[8:], from[8:]
			d, s = d+64, s+64
		}
		for ; n >= 8; n -= 8 {
			to[0] = from[0]>>shift | from[1]<<(8-shift)
			to, from = to[1:], from[1:]
			d, s = d+8, s+8
		}
	}
	if n > 0 {
		put(dst, d, n, take(src, s, n))
	}
}

// Room returns how many of the rows, the first ones, can be moved by words that run over their ends: such that the 8
// bytes from where a row ends in dst, and 9 in src, are in the slices. D and s are the bits where the first row ends,
// dstep and sstep lead from one row to the next.
func Room(dst, src, d, s, dstep, sstep, rows int) int {
	if (dst|src)>>(bits.UintSize-5) != 0 {
		return 0 // an int does not count the bits of more, on 32-bit machines
	}
	for rows > 0 && ((d+(rows-1)*dstep)>>3+8 > dst || (s+(rows-1)*sstep)>>3+9 > src) {
		rows--
	}
	return rows
}

// take returns up to 8 bits.
func take(src []byte, s, n int) byte {
	v := src[s>>3] >> (s & 7)
	if over := s&7 + n - 8; over > 0 {
		v |= src[s>>3+1] << (n - over)
	}
	return v
}

// put writes the n lowest bits of v, all into one byte.
func put(dst []byte, d, n int, v byte) {
	p, at := &dst[d>>3], d&7
	mask := byte(1<<n-1) << at
	*p = *p&^mask | v<<at&mask
}

// Put writes the bits of v that mask, 3 or 15, selects: one element.
func Put(dst []byte, d int, mask, v byte) {
	p, at := &dst[d>>3], d&7
	*p = *p&^(mask<<at) | v&mask<<at
}

// Fill writes n bits of a pattern that every byte repeats.
func Fill(dst []byte, d, n int, pattern byte) {
	if k := d & 7; k != 0 && n > 0 {
		k = min(8-k, n)
		put(dst, d, k, pattern>>(d&7))
		d, n = d+k, n-k
	}
	to := dst[d>>3 : (d+n)>>3]
	if pattern == 0 {
		clear(to)
	} else {
		word := uint64(pattern) * 0x0101010101010101
		for len(to) >= 8 {
			binary.LittleEndian.PutUint64(to, word)
			to = to[8:]
		}
		for i := range to {
			to[i] = pattern
		}
	}
	if k := n & 7; k > 0 {
		put(dst, d+n-k, k, pattern)
	}
}
