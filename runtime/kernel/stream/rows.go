package stream

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// Rows writes the rows of planes: the input with a pad at either end. Open prepares it for any number of planes.
//
// A shuffle of 16 bytes of the input computes 16 bytes of a pad, or as many as are whole elements. A longer pad takes several shuffles of
// different bytes, in the same order.
type Rows struct {
	planes
	next                    int         // index in part of what Next returns next
	mode                    kernel.Mode // of the pads
	way                     way         // how planes are written
	past, pastRows          bool        // whether the output goes past the caches, and whether the assembly writes whole rows there
	hasOuter                bool        // before or after is not 0
	headUp, tailUp          int8        // added to each index of headOrder and tailOrder: the bytes from the start of a load to the byte that index 0 means
	unit                    int         // bytes of an index of the axis with the pads: an element, or a whole row
	count                   int         // rows of the input in a plane
	planeStep               int         // bytes from one plane to the next of the output
	n, b, e                 int         // bytes of a row of the input, of the pad before it and of the one after it
	head, tail              int         // offsets in a row of the input of the bytes from which the 16 bytes of pad next to it are computed
	headOrder, tailOrder    order       // the orders of these bytes
	whole                   int         // bytes of a pad that an order computes; without assembly, of an element
	dir                     int         // by how much head and tail move for each byte of the pad: -1, 0 or 1; without assembly, the Step of [kernel.Pads]
	pad, value              [chunk]byte // mode constant: the last 16 bytes of a row and its gap, zero except for the value, and 16 bytes of the value
	step                    int         // bytes from one row to the next of the output
	before, after           int         // bytes of a row before and after its inner part, which includes up to 16 bytes of each pad
	lastMove, end           int         // offsets in the inner part of the last 16 bytes that are copied, and of the last 16 bytes
	firstOrder, secondOrder order       // the orders of the inner part's first and last 16 bytes, from those of the row of the input
	padFrom                 int         // what the pads are computed from: 0 the 16 bytes of their own end, -1 those of the other end, i+1 those from byte i on
}

const (
	// longestRow is in bytes. Rows of 5 to 16 KB take 0.84 to 1.0 of the time of rows written one by one, past the caches 0.66 to 1.0.
	longestRow = 16 << 10
	// longestPad is in bytes. Written one by one, rows with pads of 80 bytes take 1.2 to 1.7 of the time, of 512 1.0 to 1.3, of 600 1.0
	// to 1.15; with gaps of the value 1.2, 1.0 and 0.7.
	longestPad = 512
)

// fit reports whether the assembly supports rows of n bytes with pads of b and e bytes, of elements of size bytes: rows of 16 bytes to 16
// KiB, pads of up to 512 bytes, elements of up to 16 bytes or pads of one element. step is the Step of [kernel.Pads], or 0 in mode
// constant, which needs assembly. Pads must not turn.
func fit(n, b, e, size, step int) bool {
	return (wide || !Assembly) && n >= max(chunk, size) && n <= longestRow && max(b, e) <= longestPad && longPads(n, b, e, size, step)
}

// longPads reports whether the lengths of the pads are supported: pads of one element, or of elements of up to 16 bytes. A mirrored move
// loads 16 bytes even if fewer of these are whole elements, so the row must be that much longer than the pad.
func longPads(n, b, e, size, step int) bool {
	longest := max(b, e)
	if size > chunk {
		return (b == 0 || b == size) && (e == 0 || e == size)
	}
	if !Assembly { // a store that is longer than an element also loads more
		excess := stored(size) - size
		return step <= 0 || excess == 0 || longest+size+excess <= n
	}
	whole := mirrored[size].whole
	return step <= 0 || longest <= whole || longest+chunk-whole <= n
}

// setEnds prepares the pads of rows; p describes what they repeat. For each end it finds the element that the nearest pad repeats, then the
// 16 bytes to load.
func (r *Rows) setEnds(p kernel.Pads) {
	n, size := r.n, r.unit
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
	r.before, r.after = r.b-b, r.e-e
	r.hasOuter = r.before|r.after != 0
	r.end = b + r.n + e - chunk
	r.lastMove = max(b, r.end-chunk)
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

// write writes the rows of planes of the input at src to out, one after the other.
func (r *Rows) write(p *planes, out, src unsafe.Pointer) {
	rows := p.rows()
	switch all := p.left * rows; {
	case all*r.step > atOnce && all > 1:
		r.inPieces(p, out, src, rows)
	case r.pastRows:
		writePast(r, p, out, src)
	default:
		writeRows(r, p, out, src)
	}
}

// inPieces does the same in several calls, each for several planes or, if a plane is large, for several rows. rows is the number of rows
// of a plane.
func (r *Rows) inPieces(p *planes, out, src unsafe.Pointer, rows int) {
	made, plane := 0, rows*r.step
	if some := atOnce / plane; some > 0 {
		if last := &p.part[p.last&3]; last.rows == 0 {
			plane += last.from
		}
		for left := p.left; left > 0; left -= some {
			p.left = min(left, some)
			r.write(p, unsafe.Add(out, made), src)
			made += some * plane
		}
		return
	}
	for ; p.left > 0; p.left-- {
		for i := p.first; i <= p.last; i++ {
			now := p.part[i]
			for rows := 0; now.rows > 0; now.rows -= rows {
				rows = min(now.rows, max(1, atOnce/r.step))
				piece := planes{at: p.at, left: 1}
				piece.part[0] = part{now.from, now.step, rows}
				d := unsafe.Add(out, made)
				made += rows * r.step
				if rows == now.rows && i < p.last && p.part[i+1].rows == 0 { // the gap after the last row is written with it
					piece.last, piece.part[1] = 1, p.part[i+1]
					made += piece.part[1].from
				}
				r.write(&piece, d, src)
				now.from += rows * now.step
			}
		}
		p.at += p.skip
	}
}
