package stream

import "unsafe"

// Rows makes rows of data with a pad at either end. The method of a mode prepares a zero Rows, then it is good
// for any number of calls of Write. Gaps needs no preparation.
type Rows struct {
	pads                // first: assembly uses its offsets
	Past          bool  // whether rows go past the caches; set before a method of a mode
	step          int   // bytes from one row of the output to the next
	before, after int   // bytes of a row around its inner part, which has pads of up to 16 bytes
	last, end     int   // where in the inner part the last 16 bytes go that come as they are, and the last 16
	firstOrder    order // how the inner part's ends are made of the first 16 bytes of data and of the last 16
	secondOrder   order
	apart         int  // 0 if these make the pads, too, -1 if those of the other end do, or where others are
	long          bool // the inner part is not all of a row
}

// mostNear is the bytes of the longest pad that Rows makes.
const mostNear = 512

// Fit reports whether [Rows] makes rows of n bytes, 16 or more, with pads of b and e bytes, of elements of
// size bytes, up to 512 bytes: elements of up to 16 bytes, or pads of one element. In modes reflect and wrap a
// pad must come from its own row.
func Fit(n, b, e, size int) bool {
	most := max(b, e)
	return wide && n >= max(chunk, size) && most <= mostNear && long(b, e, size)
}

// Edge prepares rows whose pads are their first and their last element, again and again.
func (r *Rows) Edge(n, b, e, size int) {
	r.n, r.b, r.e = n, b, e
	if !r.Past && max(b, e, size) <= chunk {
		r.together(&repeats[size])
		return
	}
	r.pads.edge(size)
	r.separate()
}

// Reflect prepares rows whose pads are the elements after the first one and before the last, in reverse
// order. Each pad is shorter than the row.
func (r *Rows) Reflect(n, b, e, size int) {
	r.n, r.b, r.e = n, b, e
	if !r.Past && max(b, e)+size <= chunk {
		r.together(&mirrors[size])
		return
	}
	r.pads.reflect(size)
	r.separate()
}

// Wrap prepares rows whose pads are their last elements and their first ones. No pad is longer than the row.
func (r *Rows) Wrap(n, b, e, _ int) {
	r.n, r.b, r.e = n, b, e
	r.pads.wrap()
	r.separate()
}

// layout says where the parts of a row are.
func (r *Rows) layout() {
	r.step, r.before, r.after = r.b+r.n+r.e, max(r.b-r.whole, 0), max(r.e-r.whole, 0)
	r.long = r.before|r.after != 0
	r.end = r.step - r.before - r.after - chunk
	r.last = max(r.b-r.before, r.end-chunk)
}

// together makes each end with its pad by one order.
func (r *Rows) together(o *orders) {
	r.whole = chunk
	r.layout()
	r.firstOrder, r.secondOrder = orderOf(o.first[chunk-r.b:]), orderOf(o.second[r.e:])
	r.headOrder, r.tailOrder = nothing, nothing
	r.apart = 0
}

// separate makes each end without its pad, which is made of the 16 bytes of the other end or of others.
func (r *Rows) separate() {
	r.layout()
	if r.Past { // the pads begin at their outer ends
		r.head -= r.dir * r.before
		r.tail += r.dir * r.after
		return
	}
	b, e := min(r.b, r.whole), min(r.e, r.whole)
	r.firstOrder, r.secondOrder = orderOf(places[chunk-b:]), orderOf(places[chunk+e:])
	r.apart = -1 // tail is 0 only if head is n-16
	if r.long || r.tail != 0 {
		r.apart = b + r.tail + 1
	}
}

// Write makes the rows of planes of the data at src, one after the other from out on.
func (r *Rows) Write(p *Planes, out, src unsafe.Pointer) {
	if r.Past {
		writePast(r, p, out, src)
	} else {
		writeRows(r, p, out, src)
	}
}

// Gaps makes rows of n bytes with gap bytes of the value between two rows, up to 512, and skip bytes, no
// fewer, between two planes: mode constant. It begins with the first row and ends with the last one. p has
// rows of data alone.
func (r *Rows) Gaps(p *Planes, out, src unsafe.Pointer, n, gap, skip int, value *[3 * chunk]byte) {
	r.n, r.b, r.e = n, 0, gap
	r.constant(value)
	r.separate()
	if !r.long {
		r.apart = 0
	}
	data := &p.Part[1]
	rows := data.Rows
	if planes := p.Left - 1; planes > 0 { // all planes but the last, and what is between them
		p.Last, p.Part[2], p.Left = 2, Part{From: skip - gap}, planes
		r.Write(p, out, src)
		out = unsafe.Add(out, planes*(rows*r.step+skip-gap))
	}
	p.Last, p.Left = 1, 1
	row := unsafe.Add(src, p.At+(rows-1)*data.Step) // the last one
	if rows > 1 {                                   // of the last plane all rows but the last
		data.Rows--
		r.Write(p, out, src)
		out = unsafe.Add(out, data.Rows*r.step)
		data.Rows = rows
	}
	Copy(out, row, n, r.Past)
}
