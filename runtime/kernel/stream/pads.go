package stream

import "github.com/padgen/padgen/runtime/kernel"

// pads is how the pads of rows are made: of 16 bytes of data for every 16 bytes of a pad, or as many as hold
// whole elements. A longer pad goes on with other bytes of data in the same order.
type pads struct {
	n, b, e    int   // bytes of a row of data, of the pad before it and of the one behind it
	head, tail int   // where in data the bytes are that make the 16 bytes of pad next to it
	headOrder  order // and how
	tailOrder  order
	whole      int         // bytes of a pad that an order makes
	dir        int         // how these places move with the place in the pad: -1, 0 or 1
	pad, value [chunk]byte // mode constant: what the 16 bytes behind data have of the value, and the value
}

// longPads reports whether pads of more than 16 bytes can be made: one element, or elements of up to 16 bytes. Mirrored ones load 16
// bytes of data for each move, even if fewer of these are whole elements: a pad of all of a row would load bytes beside the row.
func longPads(n, b, e, size, step int) bool {
	longest := max(b, e)
	if size > chunk {
		return (b == 0 || b == size) && (e == 0 || e == size)
	}
	return step <= 0 || longest <= whole(size) || longest+chunk-whole(size) <= n
}

// open sets where the pads come from: for both ends the element next to the pad, then others of the same bytes.
func (p *pads) open(m kernel.Pads, size int) {
	head := min(m.Head*size, p.n-size)
	tail := p.n - size - head
	switch {
	case m.Step < 0 || size > chunk: // in the order of data; an element of more than 16 bytes is the whole pad
		p.prepare(&inOrder, chunk, head+size-chunk, tail, 1)
	case m.Step == 0:
		p.prepare(&repeated[size], whole(size), head, tail, 0)
	default:
		p.prepare(&mirrored[size], whole(size), head, tail+size-whole(size), -1)
	}
}

// prepare takes the orders from that of whole bytes of elements. The first of these takes the byte of data at
// head or tail. Bytes before it are loaded, too, where data may have fewer than 16 from there on.
func (p *pads) prepare(o *padOrder, whole, head, tail, dir int) {
	p.whole, p.dir = whole, dir
	p.head, p.tail = min(max(head-(chunk-whole), 0), p.n-chunk), min(max(tail, 0), p.n-chunk)
	p.headOrder = orderOf(o[chunk+whole-min(p.b, whole):]).plus(head - p.head)
	p.tailOrder = orderOf(o[min(p.e, whole):]).plus(tail - p.tail)
}

// constant is for a gap of e bytes.
func (p *pads) constant(value *[3 * chunk]byte) {
	p.head, p.tail, p.whole, p.dir = 0, 0, chunk, 0
	p.headOrder, p.tailOrder = nothing, nothing
	var end [2 * chunk]byte
	p.value = [chunk]byte(value[:])
	copy(end[chunk:], value[:])
	p.pad = [chunk]byte(end[min(p.e, chunk):])
}
