package stream

import (
	"math/bits"
	"unsafe"
)

// shortest and longest are the least and the most bytes of data in a row that Short makes.
const (
	shortest = chunk
	longest  = 4 * chunk
)

// Short makes rows of 16 to 64 bytes with pads of at most 16 bytes on either side, in a mode that makes them of the row. A zero
// Short is begun by the method of the mode; then come calls of Write.
//
// The first 16 bytes of a row with its pads are a shuffle of its first 16 bytes of data, or of those behind the first element, and
// of its last 16; and so are the last 16. What is between is stored as it comes. A row is stored upwards: one of 56 bytes of
// uint8 whose last bytes are stored before those between takes 1.2 times as long, and 1.45 times with all stores in another order
// (Zen 3). Against loops of Go code maps of 28 x 28 uint8 take 0.66 of the time, conv of uint8 0.8, maps of 14 x 14 and 7 x 7
// float 0.8 to 0.86, 1x3x4x5 with pads of 3 and 4 elements 0.65 to 0.8; rows of 7 float 0.95.
type Short struct {
	head, tail       [chunk]byte // for each byte of the row's first 16 and its last 16 the one to take of its own end of data
	headFar, tailFar [chunk]byte // the same of the other end, or none
	headAt, tailAt   int         // where the 16 bytes of each end are, counted like all here from the start of the pads
	before           int         // where data starts
	last             int         // where the last bytes go that are stored as they come
	end              int         // where the last 16 bytes go
}

// FitShort reports whether rows of n bytes with pads of b and e are to be made by Short.
func FitShort(n, b, e int) bool {
	// Not FitShortGaps(n) && ...: one more inlined call, and the inlining table takes one kernel beyond its 16 KB.
	return wide && uint(n-shortest) <= longest-shortest && max(b, e) <= chunk
}

// Edge begins rows of n bytes with pads of b and e, the row's first and its last element of size bytes, a power of two up to 16.
func (s *Short) Edge(n, b, e, size int) {
	at := bits.TrailingZeros(uint(size))*orderSize + chunk
	s.head, s.tail = orderAt(edges, at-b), orderAt(edges, at+e)
	s.headFar, s.tailFar = orderAt(places, 0), orderAt(places, 0)
	s.begin(n, b, e, chunk)
}

// Reflect does the same where they are those behind the first element and before the last, in reverse order. The row has more
// than they are.
func (s *Short) Reflect(n, b, e, size int) {
	at, most := bits.TrailingZeros(uint(size))*orderSize, chunk-size
	s.head, s.tail = orderAt(mirrors, at+2*most-min(b, most)), orderAt(mirrors, at+min(e, most))
	s.headFar, s.tailFar = orderAt(places, 0), orderAt(places, 0)
	s.begin(n, b, e, most)
}

// Wrap does the same where they are the row's last elements and its first ones. They are no more than the row has.
func (s *Short) Wrap(n, b, e, _ int) {
	s.head, s.headFar = orderAt(places, chunk-b), orderAt(places, 2*chunk-b)
	s.tail, s.tailFar = orderAt(places, chunk+e), orderAt(places, e)
	s.begin(n, b, e, chunk)
}

// begin has a pad of more than most bytes, which leaves no room for the row's end element, made of those inside it.
func (s *Short) begin(n, b, e, most int) {
	s.headAt, s.tailAt = b+max(b-most, 0), b+n-chunk-max(e-most, 0)
	s.before, s.end = b, b+n+e-chunk
	s.last = max(b, s.end-chunk)
}

// Write makes the rows of the planes of data at src, one behind the other. The first one's pads start at out, and step bytes on
// the next one's.
func (s *Short) Write(p *Planes, out, src unsafe.Pointer, step int) { writeShort(s, p, out, src, step) }
