package stream

import "unsafe"

const (
	lineSize = 64
	chunk    = 16 // bytes of a pad that are made at once
	// MostPads is the most bytes of pads that may be between two rows past the caches.
	MostPads = 128
	// LeastRow is the least bytes of a row that Rows can write past the caches (the kernels let it do so from 96 on), and the least bytes
	// that Fill writes.
	LeastRow = 64
)

// Rows makes rows of data with pads on both sides, one after the other, from the start of an output. The method of a mode begins a zero
// Rows; then come calls of Write, and End. Past the caches a row has LeastRow bytes or more and pads of at most MostPads.
//
// Rows has no pointer to the output, which is an argument of each call instead: a field would make the output escape to the heap, and at
// the output's end it would point past the object, which the collector does not allow.
//
// A pad is made of 16 bytes of the row and an order, the shuffle (VPSHUFB) that puts them into place: elements of any size mirrored, one
// of them repeated, or as they come. A longer pad is made 16 bytes at a time, from other places of the row but in the same order.
//
// Compared with the loops of kernels without assembly, images with pads of 3 take 0.85 to 0.95 of the time, those of uint8 and float16
// with pads of 16 elements 0.4 to 0.7, those with the channels innermost 0.6 to 0.95, conv of float 0.8 to 0.95. Rows of 112 bytes and
// less take as long: they wait for stores that cross from one line of memory into the next (Zen 3).
type Rows struct {
	row            int         // bytes of data in a row
	before, behind int         // bytes of its pads
	head, tail     int         // where in a row the bytes are that the first 16 and the last 16 bytes of its pads are made of
	dir            int         // how these places move as the pads go upwards: 1, -1 in reflect, 0 in edge and constant
	headOrder      [chunk]byte // for each byte the byte to take, or none
	tailOrder      [chunk]byte
	value          [chunk]byte // constant: what the pads hold
	past           bool
	done           int // the bytes of the output that are already written

	// Past the caches: the line of memory whose first bytes are still to be written.
	skip int // the bytes before the output in its first line, until that is written
	at   int // where in buf the next byte goes
	// A row's end is stored together with up to a line of bytes before it, so there must be that much room just before buf.
	_   [lineSize]byte
	buf [lineSize + MostPads + 2*lineSize]byte // a line, pads, and the start of a row or of a gap

	fill [chunk]byte // constant: the value, repeated, for gaps between planes
}

// LeastRows is the least number of rows in an output for which it pays to set up Rows, which takes some 30 ns. One row of 65 to 4,000 bytes
// would take 1.5 to 1.8 of the time of a move and loops for its pads, 4 rows 0.9 to 1.2, 6 rows 0.8 to 1.1, 12 rows 0.55 to 0.9. Rows above
// 4 KiB, which go past the caches, count as several.
var LeastRows = 6

// Fit reports whether Rows is to make an output of so many bytes, of rows of n bytes with pads of b and e bytes, of elements of size
// bytes. A pad of more than 16 bytes must be one element, or made of 16 bytes of whole elements.
func Fit(out, n, b, e, size int) bool {
	return wide && out >= LeastRows*min(b+n+e, 4<<10) && n >= chunk+size && (b|e <= chunk || b|e == size || size <= chunk && size&(size-1) == 0)
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

// Edge begins an output of rows of n bytes with pads of b and e bytes, which repeat the row's first and last element of size bytes.
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

// Reflect is [Rows.Edge] with other pads: the elements after the first one and before the last, in reverse order. Each pad must be
// shorter than the row.
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

// order puts elements of size bytes at the places from i to end; their bytes start at from and are step bytes apart.
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

// Write makes the rows of the planes of data at src, one after the other.
func (r *Rows) Write(p *Planes, out, src unsafe.Pointer) { writeRows(r, p, out, src) }

// Skip leaves out n bytes of an output that stays in the caches, which others write, and returns how many come before them.
func (r *Rows) Skip(n int) (at int) {
	at = r.done
	r.done += n
	return at
}

// End writes what is left of an output. Other goroutines may read the output after that.
func (r *Rows) End(out unsafe.Pointer) { endRows(r, out) }
