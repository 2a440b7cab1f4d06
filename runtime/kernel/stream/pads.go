package stream

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

// long reports whether pads of more than 16 bytes can be made: one element, or elements of up to 16 bytes.
func long(b, e, size int) bool {
	return size <= chunk || (b == 0 || b == size) && (e == 0 || e == size)
}

func (p *pads) edge(size int) {
	if size > chunk { // one element, as it comes
		p.prepare(places[:], chunk, size-chunk, p.n-size, 1)
	} else {
		p.prepare(repeats[size].pad[:], whole(size), 0, p.n-size, 0)
	}
}

func (p *pads) reflect(size int) {
	if size > chunk {
		p.prepare(places[:], chunk, min(2*size, p.n)-chunk, max(p.n-2*size, 0), 1)
	} else {
		p.prepare(mirrors[size].pad[:], whole(size), size, p.n-size-whole(size), -1)
	}
}

func (p *pads) wrap() {
	p.head, p.tail, p.whole, p.dir = p.n-chunk, 0, chunk, 1
	p.headOrder, p.tailOrder = orderOf(places[2*chunk-min(p.b, chunk):]), orderOf(places[min(p.e, chunk):])
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

// prepare takes the orders from those of whole bytes of elements. The first of these takes the byte of data at
// head or tail. Bytes before it are loaded, too, where data may have fewer than 16 from there on.
func (p *pads) prepare(orders []byte, whole, head, tail, dir int) {
	p.whole, p.dir = whole, dir
	p.head, p.tail = min(max(head-(chunk-whole), 0), p.n-chunk), min(max(tail, 0), p.n-chunk)
	p.headOrder = orderOf(orders[chunk+whole-min(p.b, whole):]).plus(head - p.head)
	p.tailOrder = orderOf(orders[min(p.e, whole):]).plus(tail - p.tail)
}
