// Package packed pads planes of elements of 2 or 4 bits, in plain Go. Kernels of packed element types are loops around its [State]. Only
// generated kernels should call it. Arguments that do not fit the geometry cause a panic or wrong output, but never access to memory
// outside dst and src.
//
// Elements follow one another, the first one in the lowest bits of the first byte, and rows are not aligned, so nearly every row starts
// at a different bit of its byte in the output than in the input. Rows are written in overlapping words of 64 bits, which are loaded,
// shifted and stored; seven of their eight bytes are final. The part of a byte that is left at the end of a row is carried in a register
// to the next row.
//
//	input    ..aabbccdd eeffgghh …     a byte is 8 bits, the lowest one left
//	output   kk..aabb ccddeeff gghh…   kk: carried from the row before; ..: a pad
//
// Words extend beyond the end of a row. Rows that end in the last eight bytes of a slice, and rows that no word form supports, are
// therefore written by functions that touch only the given bits.
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
	// longestPad is the number of bits of the longest pad that is taken from one word: a shift leaves at least 57 bits of a word, and a
	// pad starts up to 7 bits after the start of a word.
	longestPad = 48
	// copyFrom is the length of a row, in bits, from which copy is faster than words, if the row starts at the same bit of a byte in the
	// input and in the output.
	copyFrom = 2048
)

// rows holds what the rows of a plane have in common. Lengths, distances and offsets are in bits.
type rows struct {
	dst, src      []byte
	off, limit    int // where the output starts and ends in dst
	width, unit   int // of an element, and of what pads repeat: an element or a whole row
	form          form
	inOneWord     bool   // a row and its pads are shorter than a word
	begin, n, end int    // a row: pads, input, and pads again or the gap up to the next row
	head, tail    int    // offsets in a row of the input of the bits that the pads repeat
	value         uint64 // repeated
	step, sstep   int    // from one row to the next in the output and in the input
	skip, sskip   int    // from one plane to the next
	count         int    // rows of the input in a plane
}

// part describes rows of a plane. In the input the first one starts at bit from of the plane, and they are step bits apart. last is the
// length of the pads, or of the gap, after the last row.
type part struct{ rows, from, step, last int }

// State is the state of a running kernel. Its methods take offsets in elements: in the output from its first element, in the input from
// the start of src.
type State struct {
	rows
	mode    kernel.Mode
	inBytes kernel.Geometry

	// Mode constant.
	done    int // the output is written up to here
	between int // the gap between the last row of the input in a plane and the first one in the next

	// The other modes.
	above, below  int // rows of a plane that are pads
	parts         [3]part
	allInParts    bool // parts covers all rows of a plane
	padsOneRun    bool // each pad of a row is one run of its input
	padsOneValue  bool // each pad of a row repeats one element
	mirroredWidth uint // of the elements of such a run if they are in reverse order, else 0
}

// Open prepares for a call with perUnit elements in a byte. Only the lowest element of value is used, and only by mode constant. If every
// row, pad and step of the call consists of whole bytes, Open returns the geometry of the same call counted in bytes, and s is not used.
func (s *State) Open(g *kernel.Geometry, dst, src []byte, value byte, perUnit int) (inBytes *kernel.Geometry) {
	if perUnit != 2 && perUnit != 4 || max(len(dst), len(src)) > math.MaxInt/8 {
		panic(fmt.Sprintf("packed: %d elements in a byte, in slices of %d and %d bytes", perUnit, len(dst), len(src)))
	}
	if g.Bytes(&s.inBytes, perUnit) {
		return &s.inBytes
	}
	width := 8 / perUnit
	a0, a1, a2 := g.Axis(0), g.Axis(1), g.Axis(2)
	s.dst, s.src, s.width, s.mode = dst, src, width, g.Mode()
	s.off, s.limit = g.DstOff()*width, (g.DstOff()+g.DstLen())*width
	s.begin, s.n, s.end = a0.Begin()*width, a0.Ext()*width, a0.End()*width
	s.step, s.sstep, s.skip, s.sskip = a1.Dst()*width, a1.Src()*width, a2.Dst()*width, a2.Src()*width
	s.count = a1.Ext()
	if s.mode == kernel.Constant {
		s.openConstant(g, value)
	} else {
		s.openRepeat(g)
	}
	return nil
}

// Planes writes n neighbouring planes with the pads of their two axes or, in mode constant, with the value before and between them. They
// start at element so of the input and at element do of the output, which in mode constant is that of their first element from the input.
func (s *State) Planes(do, so, n int) {
	switch {
	case n <= 0: // the output is all value
	case s.mode == kernel.Constant:
		s.constantPlanes(do, so, n)
	default:
		s.repeatPlanes(do, so, n)
	}
}

// Border writes the pads of an axis from its finished slabs, in all modes except constant. The axis starts at element do of the output.
func (s *State) Border(do int, a *kernel.Axis) {
	step := a.Dst() * s.width
	s.extend(s.off+do*s.width+a.Begin()*step, a.Begin(), a.Ext(), a.End(), step)
}

// Close ends the call: in mode constant it writes the rest of the output. It clears the bits of the last byte that belong to no element.
func (s *State) Close() {
	if s.mode == kernel.Constant {
		s.fill(s.limit)
	}
	if used := s.limit & 7; used != 0 {
		s.dst[s.limit>>3] &= 1<<used - 1
	}
}

// at returns the offsets in bits of element do of the output and element so of the input. It panics if they are outside the slices: words
// use pointers, and fits checks only how far they extend from there.
func (r *rows) at(do, so int) (d, s int) {
	d, s = r.off+do*r.width, so*r.width
	_, _ = r.dst[d>>3], r.src[s>>3]
	return d, s
}

// aligned reports whether rows are long and start at the same bit of a byte in the input and in the output.
func (r *rows) aligned(g *kernel.Geometry) bool {
	to, from := g.Start()
	return r.n >= copyFrom && ((g.DstOff()+to-from)*r.width|(r.step-r.sstep)|(r.skip-r.sskip))&7 == 0
}

// fits returns how many of n runs have the room that words need in both slices. The first run ends at bits d and s; the ends of the next
// ones are step and sstep bits apart.
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
