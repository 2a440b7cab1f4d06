package stream

import "unsafe"

// Rows makes rows of data with a pad at either end. The method of a mode prepares it, and then it is good
// for any number of calls of Write. Gaps needs no preparation.
type Rows struct {
	n, b, e     int   // bytes of a row of data, of the pad before it and of the one behind it
	head, tail  int   // where in data the 16 bytes are that the pads' first 16 and last 16 are made of
	headOrder   order // and how
	tailOrder   order
	dir         int   // past the caches: how these places move with a place in a longer pad, -1, 0 or 1
	step        int   // bytes from one row of the output to the next
	last        int   // where in a row the last bytes go that come as they are
	firstPlaces order // where the first and the last 16 bytes of data go in a row's ends
	lastPlaces  order
	pad, value  [chunk]byte // mode constant: what a row's end has of the value, and the value
}

// Fit reports whether [Rows] makes rows of n bytes with pads of b and e bytes, of elements of size bytes:
// 16 bytes or more with pads of up to 16. In modes reflect and wrap a pad must come from its own row.
func Fit(n, b, e, size int) bool {
	return wide && n >= chunk && max(b, e) <= chunk && size <= chunk
}

// Edge prepares rows whose pads are their first and their last element, again and again.
func (r *Rows) Edge(n, b, e, size int) {
	if size > chunk { // one element, as it comes
		r.prepare(places, chunk, n, b, e, 0, n-chunk, 1)
		return
	}
	r.prepare(&repeats[size], whole(size), n, b, e, 0, n-size, 0)
}

// Reflect prepares rows whose pads are the elements after the first one and before the last, in reverse
// order. Each pad is shorter than the row.
func (r *Rows) Reflect(n, b, e, size int) {
	if size > chunk {
		r.prepare(places, chunk, n, b, e, size, n-size-chunk, 1)
		return
	}
	w := whole(size)
	r.prepare(&mirrors[size], w, n, b, e, size+max(b-chunk, 0), n-size-max(e, w), -1)
}

// Wrap prepares rows whose pads are their last elements and their first ones. No pad is longer than the row.
func (r *Rows) Wrap(n, b, e, _ int) {
	r.prepare(places, chunk, n, b, e, n-max(b, chunk), max(e-chunk, 0), 1)
}

// prepare makes the orders of the pads from a table with so many bytes of elements. The first of these
// takes the byte at head or tail of the row; if fewer than 16 bytes follow there, from bytes before it.
func (r *Rows) prepare(o *orders, elements, n, b, e, head, tail, dir int) {
	r.n, r.b, r.e, r.dir = n, b, e, dir
	r.head, r.tail = min(max(head, 0), n-chunk), min(max(tail, 0), n-chunk)
	r.headOrder = o.at(chunk+elements-min(b, elements), head-r.head)
	r.tailOrder = o.at(min(e, chunk), tail-r.tail)
	r.firstPlaces, r.lastPlaces = places.at(chunk-min(b, chunk), 0), places.at(chunk+min(e, chunk), 0)
	r.step = b + n + e
	r.last = max(b, r.step-2*chunk)
}

// Write makes the rows of planes of the data at src, one after the other from out on.
func (r *Rows) Write(p *Planes, out, src unsafe.Pointer) { writeRows(r, p, out, src) }

// Gaps makes rows of n bytes with gap bytes of the value between two rows, up to 16, and skip bytes, no
// fewer, between two planes: mode constant.
func (r *Rows) Gaps(p *Planes, out, src unsafe.Pointer, n, gap, skip int, value *[3 * chunk]byte) {
	r.gaps(p, out, src, n, gap, skip, value, false)
}

func (r *Rows) gaps(p *Planes, out, src unsafe.Pointer, n, gap, skip int, value *[3 * chunk]byte, past bool) {
	r.prepare(places, chunk, n, 0, gap, 0, 0, 0)
	r.tailOrder = places.at(0, 0)
	var end [2 * chunk]byte
	r.value = [chunk]byte(value[:])
	*(*[chunk]byte)(end[chunk:]) = r.value
	r.pad = [chunk]byte(end[min(gap, chunk):])
	data := &p.Part[1]
	rows := data.Rows
	if planes := p.Left - 1; planes > 0 { // all planes but the last, and what is between them
		p.Last, p.Part[2], p.Left = 2, Part{From: skip - gap}, planes
		r.write(p, out, src, past)
		out = unsafe.Add(out, planes*(rows*r.step+skip-gap))
	}
	p.Last, p.Left = 1, 1
	row := unsafe.Add(src, p.At+(rows-1)*data.Step) // the last one
	if rows > 1 {                                   // of the last plane all rows but the last
		data.Rows--
		r.write(p, out, src, past)
		out = unsafe.Add(out, data.Rows*r.step)
		data.Rows = rows
	}
	Copy(out, row, n, past)
}
