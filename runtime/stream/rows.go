package stream

import "unsafe"

const (
	lineSize = 64
	chunk    = 16 // bytes of a pad that are made at once
	// MostPads is the most bytes of pads between two rows past the caches.
	MostPads = 128
	// LeastRow is the least bytes of a row that Rows can write past the caches (the kernels let it do so from 96 on), and of what
	// Fill writes.
	LeastRow = 64
)

// Rows makes rows of data with pads on both sides, one behind the other, from the start of an output. A zero Rows is begun by
// the method of a mode; then come calls of Write, and End. Past the caches a row has LeastRow bytes or more and pads of at most
// MostPads.
//
// It has no pointer to the output, which each call is told again: as a field it would make the output escape to the heap, and at the
// output's end it would point past the object, which the collector does not allow.
//
// A pad is made of 16 bytes of the row and an order, the shuffle (VPSHUFB) that puts them into place: elements of any size in
// mirror image, one of them repeated, or as they come. A longer pad is made 16 bytes at a time, from other places of the row in
// the same order.
//
// Against the loops that the kernels have where there is no assembly, images with pads of 3 take 0.85 to 0.95 of the time, of
// uint8 and float16 with pads of 16 elements 0.4 to 0.7, with the channels innermost 0.6 to 0.95, conv of float 0.8 to 0.95.
// Rows of 112 bytes and less take as long: they wait for stores that cross from one line of memory into the next (Zen 3).
type Rows struct {
	row            int         // bytes of data in a row
	before, behind int         // bytes of its pads
	head, tail     int         // the places in a row that the first 16 bytes of its pads are made of, and the last
	dir            int         // which way these go as the pads go upwards: 1, -1 in reflect, 0 in edge and constant
	headOrder      [chunk]byte // for each byte the one to take, or none
	tailOrder      [chunk]byte
	value          [chunk]byte // constant: what the pads hold
	past           bool
	//lint:ignore U1000 the assembly counts here
	done int // the bytes of the output that are written

	// The line of memory whose first bytes are still to be written, past the caches.
	skip int // the bytes before the output in its first line, until that is written
	at   int // where in buf the next byte goes
	// A row's end is stored at once with up to a line of what comes before it: this must lie just before buf.
	_   [lineSize]byte
	buf [lineSize + MostPads + 2*lineSize]byte // a line, pads, and a row's start or that of a gap

	fill [chunk]byte // constant: the value, repeated, for gaps between planes
}

// LeastOutput is the least bytes of an output that is worth the setting up, some 30 ns: 8 KiB in rows of 96 to 224 bytes
// take 0.7 to 1.0 of the time so.
var LeastOutput = 2 << 10

// Fit reports whether an output of so many bytes is to be made by Rows: rows of n bytes with pads of b and e bytes, of elements
// of size bytes. A pad of more than 16 bytes must be one element, or made of 16 bytes of whole elements.
func Fit(out, n, b, e, size int) bool {
	return wide && out >= LeastOutput && n >= chunk+size && (b|e <= chunk || b|e == size || size <= chunk && size&(size-1) == 0)
}

// Constant begins an output of rows of n bytes with gap bytes of the value between them.
func (r *Rows) Constant(out unsafe.Pointer, n, gap int, value *[chunk]byte, past bool) {
	for i := range value {
		r.headOrder[i], r.tailOrder[i] = none, none
		if i >= chunk-gap {
			r.value[i] = value[i]
		}
	}
	r.fill = *value
	r.begin(out, n, 0, gap, past)
}

// Edge begins an output of rows of n bytes with pads of b and e, the row's first and its last element of size bytes.
func (r *Rows) Edge(out unsafe.Pointer, n, b, e, size int, past bool) {
	tail, last := n-chunk, chunk-size
	if size > chunk { // one element, as it comes
		tail, last, r.dir = n-size+max(e-chunk, 0), 0, 1
	}
	r.tail = tail
	order(&r.headOrder, 0, b, 0, 0, size)
	order(&r.tailOrder, chunk-e, chunk, last, 0, size)
	r.begin(out, n, b, e, past)
}

// Reflect is [Rows.Edge] with other pads: the elements behind the first one and before the last, in reverse order. Each pad must
// be shorter than the row.
func (r *Rows) Reflect(out unsafe.Pointer, n, b, e, size int, past bool) {
	r.head, r.tail, r.dir = size+max(b-chunk, 0), n-size-max(e, chunk), -1
	first, last := min(b, chunk)-size, chunk-size
	if size > chunk { // one element, as it comes
		r.head, r.tail, r.dir = size, n-2*size+max(e-chunk, 0), 1
		first, last = 0, 0
	}
	order(&r.headOrder, 0, b, first, -size, size)
	order(&r.tailOrder, chunk-e, chunk, last, -size, size)
	r.begin(out, n, b, e, past)
}

// Wrap is [Rows.Edge] with other pads: the row's last elements and its first ones. No pad may be longer than the row.
func (r *Rows) Wrap(out unsafe.Pointer, n, b, e, size int, past bool) {
	r.head, r.tail, r.dir = n-max(b, chunk), max(e-chunk, 0), 1
	order(&r.headOrder, 0, b, max(chunk-b, 0), size, size)
	order(&r.tailOrder, chunk-e, chunk, 0, size, size)
	r.begin(out, n, b, e, past)
}

// none is a byte of an order that takes no byte.
const none = 0x80

// order takes elements of size bytes, step bytes from one to the next, to the places from i to end.
func order(to *[chunk]byte, i, end, from, step, size int) {
	at := 0 // in an element
	for j := range to {
		if to[j] = none; j < i || j >= end {
			continue
		}
		to[j] = byte(from + at)
		if at++; at == size {
			at, from = 0, from+step
		}
	}
}

func (r *Rows) begin(out unsafe.Pointer, n, b, e int, past bool) {
	r.row, r.before, r.behind, r.past = n, b, e, past
	if past {
		r.skip = int(uintptr(out) % lineSize)
		r.at = r.skip
	}
}

// Write makes the rows of the planes of data at src, one behind the other.
func (r *Rows) Write(p *Planes, out, src unsafe.Pointer) { writeRows(r, p, out, src) }

// End writes what is left of an output. Others may read it after that.
func (r *Rows) End(out unsafe.Pointer) { endRows(r, out) }
