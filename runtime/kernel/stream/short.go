package stream

import (
	"math"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// short writes planes of rows of up to 16 bytes, in all modes. A plane is a list of moves of 16 bytes. Each move takes bytes of the input
// in the same order, and writes one row, or as many neighbouring rows as 16 bytes hold. The next moves overwrite the excess bytes that it
// stores, so short does not write the last rows of the output.
type short struct {
	order, value [chunk]byte // the bytes of the input that a move takes, and the value at its places
	gap          [chunk]byte // 16 bytes of the value
	gaps         int         // how many times gap is stored after the rows of a plane
	n            int
	moves        [longestShort]shortMove

	row, from, step int // bytes of a row of the input, from one row to the next in the input, and in the output
	atOnce          int // rows that a move writes
	made, read      int // bytes of a plane that the moves write, and bytes of the input up to the end of their loads
}

type shortMove struct{ from, to int32 }

const (
	longestShort = 64
	farthestFrom = 1 << 20 // bytes from one row of the input to the next, so that offsets in a plane fit in an int32
)

// fitMoves reports whether short supports rows of step bytes, computed from rows of the input that are from bytes apart.
func fitMoves(from, step int) bool { return wide && step <= chunk && from <= farthestFrom }

// open prepares rows of step bytes, computed from n bytes of the input, whose rows are from bytes apart. Byte i of a row is byte
// source(i) of its row of the input or, if that is negative, byte i of the value.
func (s *short) open(n, from, step int, value *[3 * chunk]byte, source func(i int) int) {
	s.row, s.from, s.step, s.gap = n, from, step, [chunk]byte(value[:])
	for s.order = order(moveUp[:]); s.atOnce == 0 || (s.atOnce+1)*step <= chunk && s.atOnce*from+n <= chunk; s.atOnce++ {
		for i := range step {
			to := s.atOnce*step + i
			if at := source(i); at >= 0 {
				s.order[to] = byte(s.atOnce*from + at)
			} else {
				s.value[to] = value[i]
			}
		}
	}
}

// clear removes all rows from the list.
func (s *short) clear() { s.n, s.gaps, s.made, s.read = 0, 0, 0, 0 }

// add adds count rows to the list: the first is computed from the row at byte at of the input, the others from the rows that follow it,
// apart bytes from one another. It reports whether there was room.
func (s *short) add(at, apart, count int) bool {
	for count > 0 {
		if s.n == len(s.moves) {
			return false
		}
		s.moves[s.n] = shortMove{int32(at), int32(s.made)}
		s.n++
		s.read = max(s.read, at+chunk)
		rows := 1
		if apart == s.from && count >= s.atOnce {
			rows = s.atOnce
		}
		at, s.made, count = at+rows*apart, s.made+rows*s.step, count-rows
	}
	return true
}

// write writes as many of n planes as it can, and returns how many. The planes are dst bytes apart in the output and src bytes in the
// input; end is the number of bytes of the input up to the end of a plane. The bytes between the rows of two planes become the value.
func (s *short) write(d, data unsafe.Pointer, n, dst, src, end int) int {
	s.gaps = (dst - s.made + chunk - 1) / chunk
	stored, last := max(s.made-s.step+chunk, s.made+s.gaps*chunk), s.made-s.step+s.row // there may be no gap after the last row of the output
	n = min(n-after(stored-last, dst), n-after(s.read-end, src))
	for made := 0; made < n; {
		planes := min(n-made, max(1, atOnce/dst))
		shortRows(unsafe.Add(d, made*dst), unsafe.Add(data, made*src), planes, dst, src, s)
		made += planes
	}
	return max(n, 0)
}

// after returns how many of the next planes, size bytes apart, are touched by a plane that extends n bytes beyond its own end.
func after(n, size int) int {
	switch {
	case n <= 0:
		return 0
	case size <= 0:
		return math.MaxInt
	}
	return (n + size - 1) / size
}

// run writes n neighbouring rows, which are apart bytes from one another in the input. It may read and store 16 bytes from the start of
// each.
func (s *short) run(d, data unsafe.Pointer, n, apart int) {
	for made := 0; made < n; {
		rows := min(n-made, 8)
		if apart == s.from {
			rows = min(n-made, 8*s.atOnce)
		}
		s.clear()
		s.add(0, apart, rows)
		times := min((n-made)/rows, max(1, atOnce/s.made))
		shortRows(unsafe.Add(d, made*s.step), unsafe.Add(data, made*apart), times, s.made, rows*apart, s)
		made += times * rows
	}
}

// exact writes n rows byte by byte, the first of which is at byte at of the input.
func (s *short) exact(d, data unsafe.Pointer, at, n, apart int) {
	for row := range n {
		for i := range s.step {
			b := s.value[i]
			if from := s.order[i]; from != none {
				b = *(*byte)(unsafe.Add(data, at+row*apart+int(from)))
			}
			*(*byte)(unsafe.Add(d, row*s.step+i)) = b
		}
	}
}

// writeMoves is [Rows.Write] for rows of up to 16 bytes.
//
//go:noinline
func (r *Rows) writeMoves(out, src unsafe.Pointer, value *[3 * chunk]byte) (written int, more bool) {
	var s short
	if value == nil {
		value = &[3 * chunk]byte{}
	}
	in, rows := r.part[1], r.rows()
	s.open(r.n, in.step, r.step, value, func(i int) int {
		if r.mode == kernel.Constant && i < r.n {
			return i
		}
		if r.mode == kernel.Constant {
			return -1
		}
		return r.mode.Source(i/r.unit-r.b/r.unit, r.n/r.unit)*r.unit + i%r.unit
	})
	room := r.planeStep-rows*r.step <= longestBetween
	for i := r.first; room && i <= r.last; i++ {
		room = s.add(r.part[i].from, r.part[i].step, r.part[i].rows)
	}
	end := (r.count-1)*in.step + r.n
	if room {
		planes := s.write(out, unsafe.Add(src, r.at), r.left, r.planeStep, r.skip, end)
		r.at, r.left = r.at+planes*r.skip, r.left-planes
		return planes * r.planeStep, r.left > 0
	}
	for ; r.left > 0; r.left-- {
		to, togo := written, rows
		for r.next = r.first; r.next <= r.last; r.next++ {
			p := &r.part[r.next&3]
			n := min(p.rows, r.safe(p, togo, end))
			if n < p.rows && r.left > 1 { // rows of this plane may be written again
				r.next = r.first
				return written, true
			}
			at := r.at + p.from
			s.run(unsafe.Add(out, to), unsafe.Add(src, at), n, p.step)
			switch rest := p.rows - n; {
			case rest == 0:
			case r.next == 0:
				s.exact(unsafe.Add(out, to+n*r.step), src, at+n*p.step, rest, p.step)
				n = p.rows
			case r.next == 1: // Next returns the rest of it, and the part below
				p.from, p.rows = n*p.step, rest
				return to + n*r.step, true
			default:
				return to, true
			}
			to += n * r.step
			togo -= n
		}
		r.next = r.first
		if r.left > 1 {
			for between := unsafe.Slice((*byte)(unsafe.Add(out, to)), r.planeStep-rows*r.step); len(between) > 0; {
				between = between[copy(between, value[:]):]
			}
		}
		written += r.planeStep
		r.at += r.skip
	}
	return 0, false
}

// safe returns how many rows of a part may be read and stored by 16 bytes from the start of each. togo is the number of rows from the
// part to the end of its plane. end is the number of bytes of the input up to the end of a plane.
func (r *Rows) safe(p *part, togo, end int) int {
	last := r.step
	if r.mode == kernel.Constant { // there is no gap after the last row of the output
		last = r.n
	}
	n := togo - after(chunk-last-(r.left-1)*r.planeStep, r.step)
	switch room := end + (r.left-1)*r.skip - p.from - chunk; {
	case room < 0:
		return 0
	case p.step > 0:
		n = min(n, room/p.step+1)
	}
	return max(n, 0)
}
