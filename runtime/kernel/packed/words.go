package packed

import (
	"math/bits"
	"unsafe"
)

// words writes the rows of parts in planes that follow one another. Both slices must contain the 8 bytes from the end of each row on.
// Short rows need none in dst, and any 8 bytes in src. Seven bytes of each word are final; the eighth is written again.
//
// The loops over planes, parts and rows are in one function, and shift counts are masked where the compiler cannot prove that they are
// less than 64: a call for each part, and code for larger counts, would double the time of short rows.
func (r *rows) words(d, s, planes int, parts []part) {
	switch {
	case planes == 0:
		return
	case r.inOneWord:
		r.collect(d, s, planes, parts)
		return
	}
	src, to, k := unsafe.Pointer(unsafe.SliceData(r.src)), unsafe.Pointer(&r.dst[d>>3]), uint(d&7)
	b, n, head, tail, mask := uint(r.begin), uint(r.n), r.head, r.tail, ones(r.begin)
	gap, below := uint(r.end), uint64(1)<<uint(r.end)-1
	w := uint64(*(*byte)(to)) & (1<<k - 1) // the bits before the row in its first byte
	for ; planes > 0; planes-- {
		for i := range parts {
			p := &parts[i]
			at, step := s+p.from, p.step
			for count := p.rows; count > 0; count-- {
				x, post := word(src, at)<<(b&63), r.value
				if r.form != gaps {
					pre := word(src, at+head)
					if post = word(src, at+tail); r.form != plain {
						pre, post = r.ends(pre, post)
					}
					x |= pre & mask
				}
				w |= x << (k & 63)
				k += b
				end := k + n // of the row, in bits from to on
				if end > 56 {
					store(to, 0, w)
					from, shift := unsafe.Add(src, (at+56-int(k))>>3), uint(at-int(k))&7
					to = unsafe.Add(to, 7)
					for end -= 56; end > 112; end -= 112 {
						store(to, 0, load(from, 0)>>shift)
						store(to, 7, load(from, 7)>>shift)
						to, from = unsafe.Add(to, 14), unsafe.Add(from, 14)
					}
					if end > 56 {
						store(to, 0, load(from, 0)>>shift)
						to, from, end = unsafe.Add(to, 7), unsafe.Add(from, 7), end-56
					}
					w = load(from, 0) >> shift
				}
				w = w&(1<<(end&63)-1) | post&below<<(end&63)
				next := end + gap
				store(to, 0, w)
				if next >= 64 {
					for w = bits.RotateLeft64(post, int(end)); next >= 64; next -= 64 {
						to = unsafe.Add(to, 8)
						store(to, 0, w)
					}
					w &= 1<<next - 1
				}
				k = next & 7
				w >>= next &^ 7 & 63
				to, at = unsafe.Add(to, next>>3), at+step
			}
			if d += r.skip; p.last > r.end { // the gap after a plane, which has one part here
				fill(r.dst, d-p.last+r.end, p.last-r.end, byte(r.value))
				to, k = unsafe.Pointer(&r.dst[d>>3]), uint(d&7)
				w = uint64(*(*byte)(to)) & (1<<k - 1)
			}
		}
		s += r.sskip
	}
}

// collect writes short rows: it collects the bits of row after row in a word, and stores the word when it is full.
func (r *rows) collect(d, s, planes int, parts []part) {
	dst, src := unsafe.Pointer(unsafe.SliceData(r.dst)), unsafe.Pointer(unsafe.SliceData(r.src))
	b, n, length := uint(r.begin), uint(r.begin+r.n), uint(r.step)
	head, up := uint(r.head), n-uint(r.tail)
	hmask, mask, tmask, fixed := ones(r.begin), ones(r.n), ones(r.end)<<uint(r.tail), uint64(0)
	if r.form == gaps {
		hmask, tmask, fixed = 0, 0, r.value&ones(r.end)<<n
	}
	to, k, last := d>>3, uint(d&7), len(r.src)-8 // to is not a pointer: it may reach the end of dst
	w := uint64(r.dst[to]) & (1<<k - 1)
	for ; planes > 0; planes-- {
		for i := range parts {
			p := &parts[i]
			at, step := s+p.from, p.step
			for count := p.rows; count > 0; count, at = count-1, at+step {
				j := min(at>>3, last)
				x := load(src, j) >> (uint(at-8*j) & 63)
				row := x>>(head&63)&hmask | x&mask<<(b&63) | x&tmask<<(up&63) | fixed
				w |= row << (k & 63)
				if k += length; k >= 64 {
					store(dst, to, w)
					k -= 64
					to, w = to+8, row>>((length-k)&63)
				}
			}
			if p.last > r.end { // the gap after a plane
				w |= r.value << (k & 63)
				for k += uint(p.last - r.end); k >= 64; k -= 64 {
					store(dst, to, w)
					to, w = to+8, r.value
				}
				w &= 1<<k - 1
			}
		}
		s += r.sskip
	}
	put(r.dst, 8*to, int(k), w)
}

// ends returns the pads of a row from words that hold what they repeat.
//
//go:noinline
func (r *rows) ends(pre, post uint64) (uint64, uint64) {
	if r.form == mirrored {
		return r.flip(pre, r.begin), r.flip(post, r.end)
	}
	one := ones(r.unit)
	return pre & one * r.value, post & one * r.value
}

// flip reverses the order of the units in the n lowest bits of a word.
func (r *rows) flip(w uint64, n int) (flipped uint64) {
	if r.unit == r.width {
		return reverse(w, uint(r.width)) >> (-n & 63)
	}
	for i := 0; i < n; i += r.unit {
		flipped = flipped<<(r.unit&63) | w>>(i&63)&ones(r.unit)
	}
	return flipped
}

func ones(n int) uint64 { return 1<<(uint(n)&63) - 1 }

func load(p unsafe.Pointer, i int) uint64 { return get64((*[8]byte)(unsafe.Add(p, i))[:]) }

func store(p unsafe.Pointer, i int, w uint64) { put64((*[8]byte)(unsafe.Add(p, i))[:], w) }

// word returns the bits from bit i on, at least 57.
func word(p unsafe.Pointer, i int) uint64 { return load(p, i>>3) >> uint(i&7) }
