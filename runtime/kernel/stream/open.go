package stream

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// way is how Rows writes planes.
type way uint8

const (
	byCaller way = iota // not at all
	byRows              // row by row, in one call of assembly
	byMoves             // by moves of 16 bytes, which may take several rows
)

// longestBetween is the length in bytes of the longest gap between two planes that is written in the same call as the planes, in mode
// constant. With 4 KB, NHWC 7x7x64 takes 1.3 of the time. Past the caches the limit is longestPastBetween: filling a longer gap takes so
// long that the time of a separate call does not count.
const (
	longestBetween     = 512
	longestPastBetween = 64 << 10
)

// Open prepares r for the planes of a geometry, with elements of size bytes. The rows of a plane are those of axis 1 that come from the input
// and, if padRows is true, those that are pads. (Kernels pass false in mode constant, and if these rows turn, see [kernel.Mode.Run].)
// If axis 0 has no pads and no crops and the mode is not constant, a plane is one row of larger units, with the pads of axis 1. Open reports
// whether Write writes planes, and whether the output should go past the caches.
func (r *Rows) Open(g *kernel.Geometry, size int, padRows bool) (writes, past bool) {
	a, rows, outer := g.Axis(0), g.Axis(1), g.Axis(2)
	dense := g.Apart() == 0
	r.mode, r.unit, r.past = g.Mode(), size, dense && Pays(g.Total()*size)
	r.step, r.planeStep = rows.Dst()*size, outer.Dst()*size
	r.set(rows.Ext(), rows.Src()*size, outer.Src()*size)
	if r.mode == kernel.Constant {
		r.n, r.e = a.Ext()*size, r.step-a.Ext()*size
		r.choose(kernel.Pads{Turn: r.e}, dense)
		return r.way != byCaller, r.past
	}
	if rows.Dst() == a.Ext() && rows.Src() == a.Ext() {
		r.unit, r.step, padRows = a.Ext()*size, r.planeStep, false
		r.set(1, 0, r.skip)
		a = rows
	}
	r.n, r.b, r.e = a.Ext()*r.unit, a.Begin()*r.unit, a.End()*r.unit
	if padRows {
		r.pads(r.mode, rows.Begin(), rows.End())
	}
	r.choose(r.mode.Pads(a.Ext()), dense)
	return r.way != byCaller, r.past
}

// choose selects how planes are written; p describes what the pads of a row repeat.
func (r *Rows) choose(p kernel.Pads, dense bool) {
	r.count = r.part[1].rows
	switch {
	case dense && r.fitShort(p.Turn):
		r.way = byMoves
		return
	case max(r.b, r.e)/r.unit > p.Turn || r.mode != kernel.Constant && r.n == r.unit && r.unit <= longestRepeated:
		return // kernels have their own forms for these
	case r.mode == kernel.Constant && !Assembly:
		return
	case r.past && fitPast(r.n, r.b, r.e, r.unit, p.Step):
		r.pastRows = true
	case !fit(r.n, r.b, r.e, r.unit, p.Step):
		return
	}
	if r.way = byRows; r.mode != kernel.Constant {
		r.setEnds(p)
	}
}

// Start prepares for n planes, the first of which is at byte at of the input.
func (r *Rows) Start(at, n int) {
	r.at, r.left, r.next = at, n, r.first
}

// Next returns the next rows of the planes: those at bytes from, from+step and so on of the input. After the last ones, rows is 0.
func (r *Rows) Next() (from, step, rows int) {
	if r.left == 0 {
		return
	}
	p := &r.part[r.next&3]
	from, step, rows = r.at+p.from, p.step, p.rows
	if r.next++; r.next > r.last {
		r.next = r.first
		r.at += r.skip
		r.left--
	}
	return
}

// Write writes the planes of the last call of Start to out, one after the other. src is the start of the input. In mode constant, value
// holds copies of the value, which Write writes between rows and planes. If Write leaves the last rows or planes, it returns true and the
// number of bytes that it has written, and Next returns the rest.
func (r *Rows) Write(out, src unsafe.Pointer, value *[3 * chunk]byte) (written int, more bool) {
	switch {
	case r.way == byMoves:
		return r.writeByMoves(out, src, value)
	case r.mode == kernel.Constant:
		r.writeGaps(out, src, value)
	case r.pastRows || r.left*r.rows()*r.step > atOnce:
		r.write(&r.planes, out, src)
	default:
		writeRows(r, &r.planes, out, src)
	}
	return 0, false
}

// writeGaps writes rows with a gap of e bytes of the value between two of them, and with longer gaps between planes. It begins with the
// first row and ends with the last one.
func (r *Rows) writeGaps(out, src unsafe.Pointer, value *[3 * chunk]byte) {
	var end [2 * chunk]byte
	copy(end[chunk:], value[:])
	r.pad, r.value = [chunk]byte(end[min(r.e, chunk):]), [chunk]byte(value[:])
	r.setPads(&nothing, 0, r.n-chunk, 0)
	in, n, at := &r.part[1], r.left, r.at
	between := r.planeStep - (r.count-1)*r.step - r.n
	inOneCall := between <= longestBetween || r.pastRows && between <= longestPastBetween
	for to := 0; ; {
		if inOneCall && n > 1 { // all planes except the last, and the gaps after them
			r.last, r.part[2], r.at, r.left = 2, part{from: between - r.e}, at, n-1
			r.write(&r.planes, unsafe.Add(out, to), src)
			r.last = 1
			to, at, n = to+(n-1)*r.planeStep, at+(n-1)*r.skip, 1
		}
		if r.count > 1 { // all rows except the last
			in.rows, r.at, r.left = r.count-1, at, 1
			r.write(&r.planes, unsafe.Add(out, to), src)
			in.rows = r.count
		}
		last := (r.count - 1) * r.step
		Copy(unsafe.Add(out, to+last), unsafe.Add(src, at+(r.count-1)*in.step), r.n, r.pastRows)
		if n--; n == 0 {
			return
		}
		Fill(unsafe.Add(out, to+last+r.n), value, between, r.past)
		to, at = to+r.planeStep, at+r.skip
	}
}
