package stream

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// Rows writes rows of the input with a pad at either end. Open prepares it for any number of calls of Write.
// Gaps needs no preparation.
//
// A shuffle of 16 bytes of the input makes 16 bytes of a pad, or as many as are whole elements. A longer pad
// takes several shuffles of different bytes, in the same order.
type Rows struct {
	Past                    bool        // whether rows go past the caches; set before Open
	n, b, e                 int         // bytes of a row of the input, of the pad before it and of the one after it
	head, tail              int         // where in a row of the input the bytes are that make the 16 bytes of pad next to it
	headOrder, tailOrder    order       // the orders of these bytes
	headUp, tailUp          int8        // added to each index of these orders: a load starts so many bytes before the byte that index 0 means
	whole                   int         // bytes of a pad that an order makes; without assembly, of an element
	dir                     int         // how head and tail move with the place in the pad: -1, 0 or 1; without assembly, step of [kernel.Pads]
	pad, value              [chunk]byte // mode constant: the value where the 16 bytes after a row have it, and the value
	step                    int         // bytes from one row to the next of the output
	before, after           int         // bytes of a row before and after its inner part, which has pads of up to 16 bytes
	hasOuter                bool        // before or after is not 0
	last, end               int         // where in the inner part the last 16 bytes that come as they are go, and the last 16 of all
	firstOrder, secondOrder order       // the orders of the inner part's ends, made of the first 16 bytes of the input's row and of the last 16
	padFrom                 int         // which bytes make the pads: 0 the 16 of their own end, -1 those of the other end, i+1 those from byte i on
}

const (
	// longestRow is in bytes. Rows of 5 to 16 KB take 0.84 to 1.0 of the time of rows one by one, past the caches 0.66 to 1.0.
	longestRow = 16 << 10
	// longestPad is in bytes. Rows one by one with pads of 80 bytes take 1.2 to 1.7 of the time, of 512 1.0 to 1.3, of 600 1.0 to 1.15;
	// with gaps of the value 1.2, 1.0 and 0.7.
	longestPad = 512
)

// Fit reports whether [Rows] supports rows of n bytes with pads of b and e bytes, of elements of size bytes: rows
// of 16 bytes to 16 KiB, pads of up to 512, elements of up to 16 bytes or pads of one element. Step is that of
// [kernel.Pads], 0 in mode constant, which needs assembly. A pad must not need more elements than a mode repeats without a turn.
func Fit(n, b, e, size, step int) bool {
	return (wide || !Assembly) && n >= max(chunk, size) && n <= longestRow && max(b, e) <= longestPad && longPads(n, b, e, size, step)
}

// longPads reports whether pads may have more than 16 bytes: one element, or elements of up to 16 bytes. A mirrored move loads 16 bytes
// even if fewer of these are whole elements, so the row must be that much longer than the pad.
func longPads(n, b, e, size, step int) bool {
	longest := max(b, e)
	if size > chunk {
		return (b == 0 || b == size) && (e == 0 || e == size)
	}
	if !Assembly { // a store of more than an element loads as much
		excess := stored(size) - size
		return step <= 0 || excess == 0 || longest+size+excess <= n
	}
	whole := mirrored[size].whole
	return step <= 0 || longest <= whole || longest+chunk-whole <= n
}

// Open prepares rows of n bytes, with pads of b and e bytes of elements of size bytes; p describes the pads of these
// rows in their mode. For each end it finds the element that the nearest pad repeats, then the 16 bytes to load.
func (r *Rows) Open(p kernel.Pads, n, b, e, size int) {
	r.n, r.b, r.e = n, b, e
	head := min(p.Head*size, n-size)
	tail := n - size - head
	if !Assembly {
		r.setPadsInGo(head, tail, p.Step, size)
		return
	}
	switch {
	case p.Step < 0 || size > chunk: // in the order of the input; an element of more than 16 bytes is the whole pad
		r.setPads(&inOrder, head+size-chunk, tail, 1)
	case p.Step == 0:
		r.setPads(&repeated[size], head, tail, 0)
	default:
		r.setPads(&mirrored[size], head, tail+size-mirrored[size].whole, -1)
	}
}

// setPads chooses the 16 bytes of the input from which each pad is made, by an order whose index 0 means the byte
// at head or tail. The load starts earlier if fewer than 16 bytes follow, or if the first or last 16 bytes of the
// row hold all that the pad needs.
func (r *Rows) setPads(o *padOrder, head, tail, dir int) {
	b, e := min(r.b, o.whole), min(r.e, o.whole)
	r.whole, r.dir = o.whole, dir
	r.headOrder = order(o.bytes[chunk+o.whole-b:])
	r.tailOrder = order(o.bytes[e:])
	r.head, r.tail = min(max(head-(chunk-o.whole), 0), r.n-chunk), min(max(tail, 0), r.n-chunk)
	if dir < 0 && head+max(r.b, r.e) <= chunk {
		r.head, r.tail = 0, r.n-chunk
	}
	r.headUp, r.tailUp = int8(head-r.head), int8(tail-r.tail)
	r.step, r.before, r.after = r.b+r.n+r.e, r.b-b, r.e-e
	r.hasOuter = r.before|r.after != 0
	r.end = b + r.n + e - chunk
	r.last = max(b, r.end-chunk)
	r.firstOrder = order(inOrder.bytes[chunk-b:])
	r.secondOrder = order(inOrder.bytes[chunk+e:])
	switch {
	case !r.hasOuter && r.head == 0 && r.tail == r.n-chunk:
		r.padFrom = 0
	case !r.hasOuter && r.tail == 0 && r.head == r.n-chunk:
		r.padFrom = -1
	default:
		r.padFrom = b + r.tail + 1
	}
}

// Step sets the number of bytes from one row of the output to the next, if rows have gaps between them. The gaps are not written.
func (r *Rows) Step(n int) { r.step = n }

// Write writes the rows of planes of the input at src, one after the other from out on.
func (r *Rows) Write(p *Planes, out, src unsafe.Pointer) {
	rows := p.Part[0].Rows + p.Part[1].Rows + p.Part[2].Rows
	switch all := p.Left * rows; {
	case all*r.step > atOnce && all > 1:
		r.inPieces(p, out, src, rows)
	case r.Past:
		writePast(r, p, out, src)
	default:
		writeRows(r, p, out, src)
	}
}

// inPieces is Write for planes of the given number of rows, by calls for several planes or, if a plane is large, for several rows.
func (r *Rows) inPieces(p *Planes, out, src unsafe.Pointer, rows int) {
	made, plane := 0, rows*r.step
	if planes := atOnce / plane; planes > 0 {
		if last := &p.Part[p.Last&3]; last.Rows == 0 {
			plane += last.From
		}
		for left := p.Left; left > 0; left -= planes {
			p.Left = min(left, planes)
			r.Write(p, unsafe.Add(out, made), src)
			made += planes * plane
		}
		return
	}
	for ; p.Left > 0; p.Left-- {
		for i := p.First; i <= p.Last; i++ {
			part := p.Part[i]
			for rows := 0; part.Rows > 0; part.Rows -= rows {
				rows = min(part.Rows, max(1, atOnce/r.step))
				piece := Planes{At: p.At, Left: 1}
				piece.Part[0] = Part{part.From, part.Step, rows}
				d := unsafe.Add(out, made)
				made += rows * r.step
				if rows == part.Rows && i < p.Last && p.Part[i+1].Rows == 0 { // the gap after the last row is written with it
					piece.Last, piece.Part[1] = 1, p.Part[i+1]
					made += piece.Part[1].From
				}
				r.Write(&piece, d, src)
				part.From += rows * part.Step
			}
		}
		p.At += p.Skip
	}
}

// Gaps writes rows of n bytes with gap bytes of the value between two rows, up to 512, and skip bytes, no
// fewer, between two planes: mode constant. It begins with the first row and ends with the last one. p must
// have only rows of the input.
func (r *Rows) Gaps(p *Planes, out, src unsafe.Pointer, n, gap, skip int, value *[3 * chunk]byte) {
	r.n, r.b, r.e = n, 0, gap
	var end [2 * chunk]byte
	copy(end[chunk:], value[:])
	r.pad, r.value = [chunk]byte(end[min(gap, chunk):]), [chunk]byte(value[:])
	r.setPads(&nothing, 0, n-chunk, 0)
	data := &p.Part[1]
	rows := data.Rows
	if planes := p.Left - 1; planes > 0 { // all planes except the last, and what is between them
		p.Last, p.Part[2], p.Left = 2, Part{From: skip - gap}, planes
		r.Write(p, out, src)
		out = unsafe.Add(out, planes*(rows*r.step+skip-gap))
	}
	p.Last, p.Left = 1, 1
	row := unsafe.Add(src, p.At+(rows-1)*data.Step) // the last one
	if rows > 1 {                                   // all rows of the last plane except the last
		data.Rows--
		r.Write(p, out, src)
		out = unsafe.Add(out, data.Rows*r.step)
		data.Rows = rows
	}
	Copy(out, row, n, r.Past)
}
