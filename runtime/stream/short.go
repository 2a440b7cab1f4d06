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

// Short makes rows of 16 to 64 bytes with pads of at most 16 bytes on either side, in a mode that makes pads of data. The method of the
// mode begins a zero Short; then come calls of Write.
//
// The first 16 bytes of a padded row are a shuffle of two loads: its first 16 bytes of data, or those after the first element, and its
// last 16. So are its last 16 bytes. The bytes between are stored as they come. A row is stored upwards: a row of 56 bytes of uint8 takes
// 1.2 times as long if its last bytes are stored before those between, and 1.45 times with all stores in another order (Zen 3). Compared
// with loops of Go code, maps of 28 x 28 uint8 take 0.66 of the time, conv of uint8 0.8, maps of 14 x 14 and 7 x 7 float 0.8 to 0.86,
// 1x3x4x5 with pads of 3 and 4 elements 0.65 to 0.8; rows of 7 float 0.95.
type Short struct {
	head, tail       [chunk]byte // for each of the first and the last 16 bytes of the row the byte to take from the same end of data
	headFar, tailFar [chunk]byte // the same for the other end of data, or none
	headAt, tailAt   int         // where the 16 bytes of each end are; all offsets here count from the start of the pads
	before           int         // where data starts
	last             int         // where the last bytes go that are stored as they come
	end              int         // where the last 16 bytes go
}

// FitShort reports whether Short is to make rows of n bytes with pads of b and e bytes.
func FitShort(n, b, e int) bool {
	// What FitShortGaps has is repeated: one more inlined call in the linker's table would take a kernel of float32 beyond its 16 KB.
	return wide && uint(n-shortest) <= longest-shortest && max(b, e) <= chunk
}

// Edge begins rows of n bytes with pads of b and e bytes, which repeat the row's first and last element. The size of an element is a
// power of two up to 16 bytes.
func (s *Short) Edge(n, b, e, size int) {
	at := bits.TrailingZeros(uint(size))*orderSize + chunk
	s.head, s.tail = orderAt(edges, at-b), orderAt(edges, at+e)
	s.headFar, s.tailFar = orderAt(places, 0), orderAt(places, 0)
	s.begin(n, b, e, chunk)
}

// Reflect is [Short.Edge] with other pads: the elements after the first one and before the last, in reverse order. Each pad must be
// shorter than the row.
func (s *Short) Reflect(n, b, e, size int) {
	at, most := bits.TrailingZeros(uint(size))*orderSize, chunk-size
	s.head, s.tail = orderAt(mirrors, at+2*most-min(b, most)), orderAt(mirrors, at+min(e, most))
	s.headFar, s.tailFar = orderAt(places, 0), orderAt(places, 0)
	s.begin(n, b, e, most)
}

// Wrap is [Short.Edge] with other pads: the row's last elements and its first ones. No pad may be longer than the row.
func (s *Short) Wrap(n, b, e, _ int) {
	s.head, s.headFar = orderAt(places, chunk-b), orderAt(places, 2*chunk-b)
	s.tail, s.tailFar = orderAt(places, chunk+e), orderAt(places, e)
	s.begin(n, b, e, chunk)
}

// begin sets the places. A pad of more than most bytes leaves no room for the row's end element: it is made of the bytes inside that.
func (s *Short) begin(n, b, e, most int) {
	s.headAt, s.tailAt = b+max(b-most, 0), b+n-chunk-max(e-most, 0)
	s.before, s.end = b, b+n+e-chunk
	s.last = max(b, s.end-chunk)
}

// Write makes the rows of the planes of data at src. The pads of the first row start at out, those of each next row step bytes further.
func (s *Short) Write(p *Planes, out, src unsafe.Pointer, step int) { writeShort(s, p, out, src, step) }
