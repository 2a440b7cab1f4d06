package stream

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// Rows makes rows of data with a pad at either end. Open prepares it, then it is good for any number of calls
// of Write. Gaps needs no preparation.
type Rows struct {
	pads                // first: assembly uses its offsets
	Past          bool  // whether rows go past the caches; set before Open
	step          int   // bytes from one row of the output to the next
	before, after int   // bytes of a row around its inner part, which has pads of up to 16 bytes
	last, end     int   // where in the inner part the last 16 bytes go that come as they are, and the last 16
	firstOrder    order // how the inner part's ends are made of the first 16 bytes of data and of the last 16
	secondOrder   order
	padFrom       int  // the pads are made of: 0 the 16 bytes of their own end, -1 those of the other end, i+1 those from byte i on
	hasOuter      bool // before or after is not 0
}

const (
	longestRow = 4096 // bytes; longer rows take as long one by one
	longestPad = 512  // bytes
)

// Fit reports whether [Rows] makes rows of n bytes with pads of b and e bytes, of elements of size bytes: rows
// of 16 to 4096 bytes, pads of up to 512, elements of up to 16 bytes or pads of one element. Step is that of
// [kernel.Pads], 0 in mode constant. A pad must not need more elements than a mode repeats without a turn.
func Fit(n, b, e, size, step int) bool {
	return wide && n >= max(chunk, size) && n <= longestRow && max(b, e) <= longestPad && longPads(n, b, e, size, step)
}

// Open prepares rows of n bytes, with pads of b and e bytes of elements of size bytes, as mode m makes them; p is
// what m says of the pads of these rows.
func (r *Rows) Open(m kernel.Mode, p kernel.Pads, n, b, e, size int) {
	r.n, r.b, r.e = n, b, e
	reach := (p.Head+1-p.Step)*size + max(b, e)*p.Step // how far into data the pads' sources reach, if they are next to the pads
	if !r.Past && p.Step >= 0 && max(b, e, size, reach) <= chunk {
		r.padsWithEnds(&ends[m][size])
		return
	}
	r.pads.open(p, size)
	r.padsApart()
}

// layout says where the parts of a row are.
func (r *Rows) layout() {
	r.step, r.before, r.after = r.b+r.n+r.e, max(r.b-r.whole, 0), max(r.e-r.whole, 0)
	r.hasOuter = r.before|r.after != 0
	r.end = r.step - r.before - r.after - chunk
	r.last = max(r.b-r.before, r.end-chunk)
}

// padsWithEnds makes each end with its pad by one order.
func (r *Rows) padsWithEnds(o *endOrders) {
	r.whole = chunk
	r.layout()
	r.firstOrder, r.secondOrder = orderOf(o.first[chunk-r.b:]), orderOf(o.second[r.e:])
	r.headOrder, r.tailOrder = nothing, nothing
	r.padFrom = 0
}

// padsApart makes each end without its pad, which is made of the 16 bytes of the other end or of others.
func (r *Rows) padsApart() {
	r.layout()
	if r.Past { // the last 16 bytes of a pad come first
		r.tail += r.dir * r.after
		return
	}
	b, e := min(r.b, r.whole), min(r.e, r.whole)
	r.firstOrder, r.secondOrder = orderOf(inOrder[chunk-b:]), orderOf(inOrder[chunk+e:])
	r.padFrom = -1
	if r.hasOuter || r.tail != 0 || r.head != r.n-chunk {
		r.padFrom = b + r.tail + 1
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
	r.padsApart()
	if !r.hasOuter {
		r.padFrom = 0
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
