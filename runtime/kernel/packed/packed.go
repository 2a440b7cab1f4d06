// Package packed pads planes of elements of 2 or 4 bits, in plain Go. Kernels of packed element types are loops around its two states:
// [Repeat] for modes reflect, edge and wrap, and [Constant]. It is for generated code, which checks a call once: arguments that do not
// fit the geometry read and write other memory. It may change with any version of padgen.
//
// Elements lie one behind the other: the first one in the lowest bits of the first byte, rows without alignment. So nearly every row
// starts at another bit of its byte in the output than in data. Rows are made by overlapping words of 64 bits: load, shift, store, seven
// of eight bytes at a time; the part of a byte that is left at the end of a row is carried in a register to the next one.
//
//	data     ..aabbccdd eeffgghh …     a byte is 8 bits, the lowest one left
//	output   kk..aabb ccddeeff gghh…   kk: carried from the row before; .. is a pad
//
// Words run over the end of a row, so the rows that end in the last eight bytes of a slice, and rows that no word form fits, are made by
// functions that touch exactly the bits they are asked for.
package packed

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// kind is how the pads of a row are made.
type kind uint8

const (
	exact    kind = iota // rows one by one, with pads of any length
	gaps                 // none, but a gap of the value behind each row
	plain                // from bits of the row as they are
	repeated             // from one element
	mirrored             // from bits of the row in reverse order of their elements
)

const (
	// most is how many bits a pad made from a word may have: seven bytes of a word are sure to be there after a shift, and up to seven
	// bits come before the pad.
	most = 48
	// far is the row, in bits, from which copy is faster than words, if the row lies in the same place of its bytes in data and output.
	far = 2048
)

// rows is what the rows of a plane have in common. Lengths, distances and places are in bits, but where said otherwise.
type rows struct {
	dst, src    []byte
	width       int // of an element
	kind        kind
	begin, n    int    // a row: pads, data,
	end         int    // and pads again, or the gap up to the next row
	head, tail  int    // where the bits of the pads are in a row of data
	value       uint64 // repeated
	step, sstep int    // from one row to the next in the output and in data
	skip, sskip int    // from one plane to the next
	count       int    // rows of data in a plane
	off, limit  int    // where the output starts and ends in dst
}

// part is rows of a plane whose data follow one another.
type part struct {
	rows       int
	from, step int // where the first one's data is, and from one to the next
	last       int // pads or gap behind the last row
}

// open sets what does not depend on the mode.
func (r *rows) open(g *kernel.Geometry, dst, src []byte, width int) {
	a0, a1, a2 := g.Axis(0), g.Axis(1), g.Axis(2)
	r.dst, r.src, r.width = dst, src, width
	r.off, r.limit = g.DstOff()*width, (g.DstOff()+g.DstLen())*width
	r.begin, r.n, r.end = a0.Begin*width, a0.Ext*width, a0.End*width
	r.step, r.sstep, r.skip, r.sskip = a1.Dst*width, a1.Src*width, a2.Dst*width, a2.Src*width
	r.count = a1.Ext
}

// aligned reports whether rows are long and lie in the same place of their bytes in data and output.
func (r *rows) aligned(g *kernel.Geometry) bool {
	return r.n >= far && ((g.DstOff()+g.Lead()-g.SrcOff())*r.width|r.step-r.sstep)&7 == 0
}

// fits returns how many of n stretches, which end at bits d and s and then after every step, have the 8 bytes from their end on in both
// slices.
func (r *rows) fits(d, s, step, sstep, n int) int {
	return min(room(len(r.dst), d, step, n), room(len(r.src), s, sstep, n))
}

func room(size, end, step, n int) int {
	left := (size-8)*8 - end
	switch {
	case left < 0:
		return 0
	case step <= 0 || left >= (n-1)*step:
		return n
	}
	return left/step + 1
}

// close clears the bits of the last byte that belong to no element.
func (r *rows) close() {
	if used := r.limit & 7; used != 0 {
		r.dst[r.limit>>3] &= 1<<used - 1
	}
}

// words makes the rows of parts in planes that follow one another. The 8 bytes from the end of each row on must be in both slices.
func (r *rows) words(d, s, planes int, parts []part) {
	if planes == 0 {
		return
	}
	dst, src := unsafe.Pointer(unsafe.SliceData(r.dst)), unsafe.Pointer(unsafe.SliceData(r.src))
	b, n, kind, width := uint(r.begin), uint(r.n), r.kind, uint(r.width)
	head, tail := r.head, r.tail
	mask := uint64(1)<<(b&63) - 1
	to, k := d>>3, uint(d&7)
	w := uint64(r.dst[to]) & (1<<k - 1) // the bits before the row in its first byte
	for ; planes > 0; planes-- {
		for i := range parts {
			p := &parts[i]
			at, step := s+p.from, p.step
			for count := p.rows; count > 0; count-- {
				pre, post := uint64(0), r.value
				if kind != gaps {
					pre, post = word(src, at+head), word(src, at+tail)
					switch kind {
					case repeated:
						one := uint64(1)<<(width&63) - 1
						pre, post = pre&one*r.value, post&one*r.value
					case mirrored:
						pre, post = reverse(pre, width)>>(-b&63), reverse(post, width)>>(-uint(r.end)&63)
					}
				}
				w |= (pre&mask | word(src, at)<<(b&63)) << (k & 63)
				k += b
				end := k + n
				if end > 56 {
					store(dst, to, w)
					z := at + 56 - int(k)
					from, shift := z>>3, uint(z&7)
					to += 7
					for end -= 56; end > 56; end -= 56 {
						store(dst, to, load(src, from)>>shift)
						to, from = to+7, from+7
					}
					w = load(src, from) >> shift
				}
				w = w&(1<<(end&63)-1) | post<<(end&63)
				store(dst, to, w)
				rest := bits.RotateLeft64(post, int(end))
				gap := r.end
				if count == 1 {
					gap = p.last
				}
				end += uint(gap)
				if end >= 64 {
					for o := 8; o <= int(end>>3); o += 8 {
						store(dst, to+o, rest)
					}
					w = rest
				}
				k = end & 7
				w = w >> ((end - k) & 63) & (1<<k - 1)
				to += int(end >> 3)
				at += step
			}
		}
		s += r.sskip
	}
}

func load(p unsafe.Pointer, i int) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(p, i))[:])
}

func store(p unsafe.Pointer, i int, w uint64) {
	binary.LittleEndian.PutUint64((*[8]byte)(unsafe.Add(p, i))[:], w)
}

// word returns the 57 bits from bit i on, and others above them.
func word(p unsafe.Pointer, i int) uint64 { return load(p, i>>3) >> uint(i&7) }
