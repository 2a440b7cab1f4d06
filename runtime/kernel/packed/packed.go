// Package packed pads planes of elements of 2 or 4 bits, in plain Go. Kernels of packed element types are loops around its two states:
// [Repeat] for pads that repeat the input, and [Constant]. It is for generated code and may change with any version of padgen. Arguments
// that do not fit the geometry cause a panic or a wrong output, but no access to memory outside dst and src.
//
// Elements follow one another, the first one in the lowest bits of the first byte, and rows are not aligned. So nearly every row starts at
// another bit of its byte in the output than in the input. Rows are written in overlapping words of 64 bits: load, shift, store, seven of
// eight bytes at a time; the part of a byte that is left at the end of a row is carried in a register to the next one.
//
//	data     ..aabbccdd eeffgghh …     a byte is 8 bits, the lowest one left
//	output   kk..aabb ccddeeff gghh…   kk: carried from the row before; .. is a pad
//
// Words run over the end of a row, so the rows that end in the last eight bytes of a slice, and rows that no word form fits, are written by
// functions that touch only the given bits.
package packed

import (
	"fmt"
	"math"

	"github.com/padgen/padgen/runtime/kernel"
)

// form is how rows are written.
type form uint8

const (
	exact    form = iota // one by one, with pads of any length
	gaps                 // each with a gap of the value after it
	plain                // the pads are bits of the row as they are
	repeated             // the pads repeat one element
	mirrored             // the pads are bits of the row in reverse order of their elements
)

const (
	// longestPad is how many bits a pad from one word may have: a shift leaves at least 57 bits of a word, and a pad starts up to 7 bits
	// after the start of a word.
	longestPad = 48
	// copyFrom is the length of a row, in bits, from which copy is faster than words, if the row starts at the same bit of a byte in the
	// input and in the output.
	copyFrom = 2048
)

// rows is what the rows of a plane have in common. Lengths, distances and places are in bits.
type rows struct {
	dst, src      []byte
	off, limit    int // where the output starts and ends in dst
	width, unit   int // of an element, and of what pads repeat: an element or a row of these
	form          form
	inOneWord     bool   // a row and its pads are less than a word
	begin, n, end int    // a row: pads, input, and pads again or the gap up to the next row
	head, tail    int    // where the bits of the pads are in a row of the input
	value         uint64 // repeated
	step, sstep   int    // from one row to the next in the output and in the input
	skip, sskip   int    // from one plane to the next
	count         int    // rows of the input in a plane
}

// part is rows of a plane that are step bits apart in the input, the first of them from bits after the plane's start. last is the length of
// the pads or of the gap after the last row.
type part struct{ rows, from, step, last int }

// open sets what does not depend on the mode.
func (r *rows) open(g *kernel.Geometry, dst, src []byte, width int) {
	if width != 2 && width != 4 || max(len(dst), len(src)) > math.MaxInt/8 {
		panic(fmt.Sprintf("packed: elements of %d bits in slices of %d and %d bytes", width, len(dst), len(src)))
	}
	a0, a1, a2 := g.Axis(0), g.Axis(1), g.Axis(2)
	r.dst, r.src, r.width = dst, src, width
	r.off, r.limit = g.DstOff()*width, (g.DstOff()+g.DstLen())*width
	r.begin, r.n, r.end = a0.Begin()*width, a0.Ext()*width, a0.End()*width
	r.step, r.sstep, r.skip, r.sskip = a1.Dst()*width, a1.Src()*width, a2.Dst()*width, a2.Src()*width
	r.count = a1.Ext()
}

// at returns the bits at which element do of the output and element so of the input are, and panics if they are not in the slices: words use
// pointers, and fits checks only how far they go from there.
func (r *rows) at(do, so int) (d, s int) {
	d, s = r.off+do*r.width, so*r.width
	_, _ = r.dst[d>>3], r.src[s>>3]
	return d, s
}

// aligned reports whether rows are long and start at the same bit of a byte in the input and in the output.
func (r *rows) aligned(g *kernel.Geometry) bool {
	lead := (g.DstOff() + g.Lead() - g.SrcOff()) * r.width
	return r.n >= copyFrom && (lead|(r.step-r.sstep)|(r.skip-r.sskip))&7 == 0
}

// fits returns how many of n runs have the room that words need in both slices. The first run ends at bits d and s, the next ones follow at
// distances of step and sstep.
func (r *rows) fits(d, s, step, sstep, n int) int {
	size := len(r.dst)
	if r.inOneWord {
		size, s, sstep = size+8, 0, 0
	}
	return min(room(size, d, step, n), room(len(r.src), s, sstep, n))
}

// room is fits for one slice of size bytes. If a gap reaches beyond the slice, end may overflow an int, but not a uint.
func room(size, end, step, n int) int {
	left := (size - 8) * 8
	if left < 0 || uint(end) > uint(left) {
		return 0
	}
	if step > 0 {
		n = min(n, (left-end)/step+1)
	}
	return n
}

// Close ends the call: it clears the bits of the last byte that belong to no element.
func (r *rows) Close() {
	if used := r.limit & 7; used != 0 {
		r.dst[r.limit>>3] &= 1<<used - 1
	}
}
