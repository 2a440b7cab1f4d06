package stream

import (
	"math"
	"unsafe"
)

// Short writes planes of rows of up to 16 bytes, in all modes. A plane is a list of moves of 16 bytes: each takes bytes of the input in the
// same order, and writes a row, or as many rows that follow one another as 16 bytes hold. The next moves overwrite the excess that it
// stores, so Short does not write the last planes.
type Short struct {
	order, value [chunk]byte // which bytes of the input a move takes, and the value where it has that
	gap          [chunk]byte // the value
	gaps         int         // how many times this follows the rows of a plane
	n            int
	moves        [longestShort]shortMove

	row, from, step int // bytes of a row of the input, from one of these to the next, and from one row to the next in the output
	atOnce          int // rows of a move
	made, read      int // bytes of the plane that the moves write, and of the input up to the end of their loads
}

type shortMove struct{ from, to int32 }

const (
	longestShort = 64
	farthestFrom = 1 << 20 // bytes between rows of the input, so that an int32 can count those of a plane
)

// FitShort reports whether [Short] supports rows of step bytes, computed from rows that are from bytes apart in the input.
func FitShort(from, step int) bool { return wide && step <= chunk && from <= farthestFrom }

// Open prepares rows of step bytes, computed from n bytes of the input, whose rows are from bytes apart. Byte i is byte source(i) of its row
// of the input or, if that is negative, byte i of the value.
func (s *Short) Open(n, from, step int, value *[3 * chunk]byte, source func(i int) int) {
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

// Rows adds count rows to those of a plane, computed from the row at byte at of the input and those that follow it, apart bytes from one
// another. It reports whether there was room.
func (s *Short) Rows(at, apart, count int) bool {
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

// Many sets the plane to some rows that follow one another in the input, and returns how many.
func (s *Short) Many() int {
	s.n, s.made, s.read = 0, 0, 0
	rows := 8 * s.atOnce
	s.Rows(0, s.from, rows)
	return rows
}

// Write writes as many of n planes as it can and returns how many. They are dst and src bytes apart; end is the number of bytes of the input
// up to the end of a plane. Bytes of a plane after its rows become the value.
func (s *Short) Write(d, data unsafe.Pointer, n, dst, src, end int) int {
	s.gaps = (dst - s.made + chunk - 1) / chunk
	stored, last := max(s.made-s.step+chunk, s.made+s.gaps*chunk), s.made-s.step+s.row // there may be no gap after the last row of all
	n = min(n-behind(stored-last, dst), n-behind(s.read-end, src))
	for made := 0; made < n; {
		planes := min(n-made, max(1, atOnce/dst))
		shortRows(unsafe.Add(d, made*dst), unsafe.Add(data, made*src), planes, dst, src, s)
		made += planes
	}
	return max(n, 0)
}

// behind returns how many of the next planes, size bytes apart, a plane touches that goes n bytes beyond its own end.
func behind(n, size int) int {
	switch {
	case n <= 0:
		return 0
	case size <= 0:
		return math.MaxInt
	}
	return (n + size - 1) / size
}
