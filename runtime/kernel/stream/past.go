package stream

import "unsafe"

// PastRows is [Rows] past the caches: its Write and Gaps store whole lines of memory. Rows have 96 bytes
// or more, and up to 128 bytes of pads between two of them.
type PastRows struct{ Rows }

const (
	leastPast = 96  // rows of 64 bytes take 1.05 to 1.3 of the time, of 96 0.7 to 1.0, of 192 to 384 0.4 to 0.8
	mostPads  = 128 // bytes of the pads between two rows
)

// FitPast reports whether [PastRows] is to make an output of total bytes, of rows as for [Fit]. A pad of
// more than 16 bytes is one element, or elements whose size divides 16.
func FitPast(total, n, b, e, size int) bool {
	return Pays(total) && n >= leastPast && b+e <= mostPads && (max(b, e) <= chunk || long(b, e, size))
}

// Edge is [Rows.Edge].
func (r *PastRows) Edge(n, b, e, size int) {
	r.layout(n, b, e)
	r.pads.edge(size)
	r.outermost()
}

// Reflect is [Rows.Reflect].
func (r *PastRows) Reflect(n, b, e, size int) {
	r.layout(n, b, e)
	r.pads.reflect(size)
	r.outermost()
}

// Wrap is [Rows.Wrap].
func (r *PastRows) Wrap(n, b, e, _ int) {
	r.layout(n, b, e)
	r.pads.wrap()
	r.outermost()
}

// outermost turns the places that the 16 bytes next to data are made of into those of a pad's other end.
func (r *PastRows) outermost() {
	r.head -= r.dir * r.before
	r.tail += r.dir * r.after
}

// Write makes the rows of planes of the data at src, one after the other from out on.
func (r *PastRows) Write(p *Planes, out, src unsafe.Pointer) { writePast(&r.Rows, p, out, src) }

// Gaps is [Rows.Gaps] with gaps of up to 128 bytes between two rows.
func (r *PastRows) Gaps(p *Planes, out, src unsafe.Pointer, n, gap, skip int, value *[3 * chunk]byte) {
	r.gaps(p, out, src, n, gap, skip, value, true)
}

// write is Write of either type.
func (r *Rows) write(p *Planes, out, src unsafe.Pointer, past bool) {
	if past {
		writePast(r, p, out, src)
	} else {
		writeRows(r, p, out, src)
	}
}
