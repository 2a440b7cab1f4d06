package stream

import (
	"math"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// Short rows, in all modes. One or some neighbouring units, rows or planes, are a group. Its output is divided into moves of 32 bytes, the
// last of which ends where the group ends. All groups are computed alike, so one call of assembly writes the same move, or two of them, in
// many groups. Nothing outside a group is read or written.

const (
	longestShort = 256       // bytes of the longest row of the output
	longestGroup = 512       // bytes of the longest plane that is a unit; of larger planes, rows are
	usualGroup   = 2 * moved // bytes of the longest group of several units: 128 bytes take 1.1 to 1.4 of the time
	groupsAtOnce = 8 << 10   // bytes of groups that are written before the next ones, so that they stay in the first-level cache
	moved        = 2 * chunk // bytes of a move
)

// short is the moves of a group.
type short struct {
	units       int // rows or planes of the group
	unit, apart int // bytes from one unit to the next, in the output and in the input
	n           int // moves
	moves       [longestGroup / moved]shortMove
}

// shortMove is 32 bytes of the output of a group. Each half is a shuffle of 16 bytes of the input. A double move needs more than these
// hold: a second shuffle, of 16 other bytes, adds the rest.
type shortMove struct {
	order, second [moved]byte
	from          [4]int // offsets in the input of a group of the bytes to shuffle: for both halves, then for those of second
	to            int    // offset in the output of a group
	double        bool
}

// fitShort reports whether short suits rows of less than 16 bytes, rows of one element, and rows whose pads turn.
func (r *Rows) fitShort(turn int) bool {
	return wide && r.step <= longestShort && (r.n < chunk || r.n == r.unit && r.n <= longestRepeated || max(r.b, r.e)/r.unit > turn)
}

// plan prepares groups of units whose rows p describes. The input of a unit has n bytes. It reports whether there are enough units, and
// whether two shuffles hold all that each half of a move needs.
func (s *short) plan(r *Rows, p *planes, units, unit, apart, n int) bool {
	s.units, s.unit, s.apart = max(1, usualGroup/unit), unit, apart
	for s.units <= units && ((s.units-1)*apart+n < chunk || s.units*unit < moved) {
		s.units++
	}
	size, in := s.units*unit, (s.units-1)*apart+n
	if s.units > units || size > longestGroup || in > -valueAt {
		return false
	}
	var sources [longestShort]int32
	r.sources(sources[:r.step])
	for to := 0; ; to = min(to+moved, size-moved) {
		m := &s.moves[s.n]
		m.to = to
		var bytes [moved]int
		row, i := to/r.step, to%r.step
		for k := 0; k < moved; row++ {
			from := p.row(row, unit/r.step, apart)
			for _, source := range sources[i:min(r.step, i+moved-k)] {
				bytes[k&(moved-1)] = from + int(source)
				k++
			}
			i = 0
		}
		if !m.half(0, (*[chunk]int)(bytes[:]), in) || !m.half(1, (*[chunk]int)(bytes[chunk:]), in) {
			return false
		}
		if s.n++; to == size-moved {
			return true
		}
	}
}

// valueAt is where the input has the value: before its start, wherever a row starts.
const valueAt = math.MinInt32 / 2

// sources sets, for each byte of a row of the output, the byte of the row of the input that it repeats.
func (r *Rows) sources(list []int32) {
	for i, unit := 0, -r.b/r.unit; i < len(list); unit++ {
		from := i
		switch {
		case r.mode != kernel.Constant:
			from = r.mode.Source(unit, r.n/r.unit) * r.unit
		case i >= r.n:
			from = valueAt
		}
		for at := range min(r.unit, len(list)) {
			list[i] = int32(from + at)
			i++
		}
	}
}

// half sets half h of a move, which repeats the given bytes of the input of a group. The input has n bytes.
func (m *shortMove) half(h int, bytes *[chunk]int, n int) bool {
	low, high := uint(n-chunk), 0
	for _, at := range bytes {
		low, high = min(low, uint(at)), max(high, at)
	}
	next := max(0, high+1-chunk)
	m.from[h], m.from[2+h] = int(low), next
	first, second := (*order)(m.order[h*chunk:]), (*order)(m.second[h*chunk:])
	for i, at := range bytes {
		from := uint(at) - low
		if from >= chunk {
			from = none
		}
		first[i] = byte(from)
	}
	*second = order(moveUp[:])
	if next <= int(low) {
		return true
	}
	m.double = true
	for i, at := range bytes {
		from := uint(at - next)
		if from >= chunk {
			from = none
			if at >= int(low)+chunk {
				return false
			}
		}
		second[i] = byte(from)
	}
	return true
}

// write writes the given number of units, as many as a group has or more. The last group may overlap the one before it.
func (s *short) write(d, src unsafe.Pointer, units int, value *[3 * chunk]byte) {
	size, apart, atOnce := s.units*s.unit, s.units*s.apart, max(1, groupsAtOnce/(s.units*s.unit))
	for made := 0; made < units; {
		groups := min(atOnce, (units-made)/s.units)
		if groups == 0 {
			made, groups = units-s.units, 1
		}
		for i := 0; i < s.n; i++ {
			m := &s.moves[i]
			pair := i+1 < s.n && !m.double && !s.moves[i+1].double
			writeShort(unsafe.Add(d, made*s.unit), unsafe.Add(src, made*s.apart), groups, size, apart, m, value, pair)
			if pair {
				i++
			}
		}
		made += groups * s.units
	}
}

// writeByMoves is [Rows.Write] for short rows. In mode constant it leaves the last plane.
//
//go:noinline
func (r *Rows) writeByMoves(out, src unsafe.Pointer, value *[3 * chunk]byte) (written int, more bool) {
	var s short
	if value == nil {
		value = &[3 * chunk]byte{}
	}
	in, units := &r.part[1], r.left
	if r.planeStep > longestGroup {
		return r.writeTall(&s, out, src, value)
	}
	if r.mode == kernel.Constant { // there is no gap after the last row of the output
		units--
	}
	if !s.plan(r, &r.planes, units, r.planeStep, r.skip, (r.count-1)*in.step+r.n) {
		return 0, true
	}
	s.write(out, unsafe.Add(src, r.at), units, value)
	r.at, r.left = r.at+units*r.skip, r.left-units
	return units * r.planeStep, r.left > 0
}

// writeTall is writeByMoves for planes of many rows.
func (r *Rows) writeTall(s *short, out, src unsafe.Pointer, value *[3 * chunk]byte) (written int, more bool) {
	in, rows := &r.part[1], r.count
	if r.mode == kernel.Constant {
		rows--
	}
	if !s.plan(r, &planes{first: 1, last: 1, part: [4]part{1: {rows: 1}}}, rows, r.step, in.step, r.n) {
		return 0, true
	}
	for ; ; out = unsafe.Add(out, r.planeStep) {
		d, from := unsafe.Add(out, r.part[0].rows*r.step), unsafe.Add(src, r.at)
		s.write(d, from, rows, value)
		for k, first := range [3]int{0, 0, r.part[0].rows + rows} { // rows above and below are copies
			p := r.part[k]
			for i := 0; i < p.rows && k != 1; i++ {
				copyWords(unsafe.Add(out, (first+i)*r.step), unsafe.Add(d, (p.from+i*p.step)/in.step*r.step), r.step, false)
			}
		}
		if r.mode == kernel.Constant {
			copyWords(unsafe.Add(d, rows*r.step), unsafe.Add(from, rows*in.step), r.n, false)
		}
		r.at += r.skip
		if r.left--; r.left == 0 {
			return 0, false
		}
		if r.mode == kernel.Constant {
			written := rows*r.step + r.n
			fillWords(unsafe.Add(d, written), value, r.planeStep-written, false)
		}
	}
}
