package stream

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// Rows makes rows of data with a pad at either end. Open prepares it, then it is good for any number of calls
// of Write. Gaps needs no preparation.
//
// A pad is made of 16 bytes of data for every 16 bytes, or as many as hold whole elements. A longer pad goes on
// with other bytes of data in the same order.
type Rows struct {
	Past                    bool        // whether rows go past the caches; set before Open
	n, b, e                 int         // bytes of a row of data, of the pad before it and of the one behind it
	head, tail              int         // where in data the bytes are that make the 16 bytes of pad next to it
	headOrder, tailOrder    order       // and how
	headUp, tailUp          int8        // what is added to each byte of these orders
	whole                   int         // bytes of a pad that an order makes
	dir                     int         // how these places move with the place in the pad: -1, 0 or 1
	pad, value              [chunk]byte // mode constant: what the 16 bytes behind data have of the value, and the value
	step                    int         // bytes from one row to the next of the output
	before, after           int         // bytes of a row around its inner part, which has pads of up to 16 bytes
	hasOuter                bool        // one of them is not 0
	last, end               int         // where in the inner part the last 16 bytes go that come as they are, and the last 16
	firstOrder, secondOrder order       // how the inner part's ends are made of the first 16 bytes of data and of the last 16
	padFrom                 int         // the pads are made of: 0 the 16 bytes of their own end, -1 those of the other end, i+1 those from byte i on
}

const (
	// longestRow is bytes. Rows of 5 to 16 KB take 0.84 to 1.0 of the time of single ones, past the caches 0.66 to 1.0.
	longestRow = 16 << 10
	// longestPad is bytes. Single rows with pads of 80 bytes take 1.2 to 1.7 of the time, of 512 1.0 to 1.3, of 600 1.0 to 1.15; with
	// gaps of the value 1.2, 1.0 and 0.7.
	longestPad = 512
)

// Fit reports whether [Rows] makes rows of n bytes with pads of b and e bytes, of elements of size bytes: rows
// of 16 bytes to 16 KiB, pads of up to 512, elements of up to 16 bytes or pads of one element. Step is that of
// [kernel.Pads], 0 in mode constant. A pad must not need more elements than a mode repeats without a turn.
func Fit(n, b, e, size, step int) bool {
	return wide && n >= max(chunk, size) && n <= longestRow && max(b, e) <= longestPad && longPads(n, b, e, size, step)
}

// longPads reports whether pads of more than 16 bytes can be made: one element, or elements of up to 16 bytes. Mirrored ones load 16
// bytes of data for each move, even if fewer of these are whole elements: a pad of all of a row would load bytes beside the row.
func longPads(n, b, e, size, step int) bool {
	longest := max(b, e)
	if size > chunk {
		return (b == 0 || b == size) && (e == 0 || e == size)
	}
	whole := mirrored[size].whole
	return step <= 0 || longest <= whole || longest+chunk-whole <= n
}

// Open prepares rows of n bytes, with pads of b and e bytes of elements of size bytes; p is what their mode says of
// the pads of these rows. For both ends it takes the element next to the pad, then others of the same bytes.
func (r *Rows) Open(p kernel.Pads, n, b, e, size int) {
	r.n, r.b, r.e = n, b, e
	head := min(p.Head*size, n-size)
	tail := n - size - head
	switch {
	case p.Step < 0 || size > chunk: // in the order of data; an element of more than 16 bytes is the whole pad
		r.setPads(&inOrder, head+size-chunk, tail, 1)
	case p.Step == 0:
		r.setPads(&repeated[size], head, tail, 0)
	default:
		r.setPads(&mirrored[size], head, tail+size-mirrored[size].whole, -1)
	}
}

// setPads takes the orders from that of 16 bytes of a pad. The first of these takes the byte of data at head or
// tail. Bytes before it are loaded, too, where data may have fewer than 16 from there on, or where the
// 16 bytes of the row's own end have all that its pad takes.
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

// Step sets how many bytes a row begins after the one before it, if that is more than a row has. Bytes between them are not written.
func (r *Rows) Step(n int) { r.step = n }

// Write makes the rows of planes of the data at src, one after the other from out on.
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

// inPieces does so for planes of so many rows, by calls for several planes or, of a large one, for several rows.
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
				if rows == part.Rows && i < p.Last && p.Part[i+1].Rows == 0 { // the gap behind the last row is made with it
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

// Gaps makes rows of n bytes with gap bytes of the value between two rows, up to 512, and skip bytes, no
// fewer, between two planes: mode constant. It begins with the first row and ends with the last one. p has
// rows of data alone.
func (r *Rows) Gaps(p *Planes, out, src unsafe.Pointer, n, gap, skip int, value *[3 * chunk]byte) {
	r.n, r.b, r.e = n, 0, gap
	var end [2 * chunk]byte
	copy(end[chunk:], value[:])
	r.pad, r.value = [chunk]byte(end[min(gap, chunk):]), [chunk]byte(value[:])
	r.setPads(&nothing, 0, n-chunk, 0)
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
