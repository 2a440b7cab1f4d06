package leaf

import (
	"math"

	"github.com/padgen/padgen/runtime/kernel/stream"
)

// form is how the rows of a geometry are written. Package stream writes the rows of most geometries. A form writes those of all others,
// and the rows that stream leaves.
type form uint8

const (
	undecided form = iota // the state is not open
	byStream              // by stream.Rows, which leaves no row
	oneByOne              // by moves and fills of any length
	turning               // by moves, with pads that turn: they are copied from finished ones
	oneUnit               // copies of one unit
	oneEach               // by chunks, with pads of one element
	fewEach               // by chunks, with pads of two to four elements
	anyEach               // by chunks, with other pads that do not turn
	lookedUp              // element by element, with pads that turn
)

// Each figure is the time of what a limit allows, divided by the time of what is done beyond the limit.
const (
	// longestChunks is the length in bytes of the longest row that is copied by two chunks: 0.8 in a small output with rows of 56 bytes.
	longestChunks = 64
	// longestChunked is the same for several chunks, in builds without assembly: 0.2 to 0.9 for 320 bytes, 1.0 for 4000.
	longestChunked = 1024
	// longestLookedUp is the number of elements of the longest row of the output that is written by looking up the source of each
	// element: 0.2 to 0.9 for 20, 0.5 to 1.6 for 74.
	longestLookedUp = 64
	// longestLoop is the number of elements of the longest pad that is written one by one, beside a row of less than 16 bytes: 1.0 for 8,
	// 1.0 to 2.1 for 24.
	longestLoop = 12
	// longestGap is the length in bytes of the longest gap between planes that are written in one loop: 1.3 for NHWC 7x7x64 if it is 4
	// KB.
	longestGap = 512
	// leastShort is the size in bytes of the planes from which stream is called for rows that are otherwise written element by element: its
	// preparation takes as long as writing so many.
	leastShort = 1024
	// leastRows is the same for rows that chunks can also write: chunks take 0.8 to 0.9 of the time for 3 KB, 1.0 for 5 KB.
	leastRows = 4096
	// fewRows and leastLong are the same for longer rows, in rows and in bytes: planes of 1 to 6 rows take 0.6 to 0.8 of the time by moves,
	// those of 8 rows 0.9 to 1.2, of 16 rows 1.7. From 2 KiB on, a move is REP MOVSQ where dst and src are not aligned alike.
	fewRows   = 7
	leastLong = 2048
	// longestUnit is the size in bytes of the largest unit that wide stores repeat.
	longestUnit = 64
	// never is more bytes than any planes have.
	never = math.MaxInt
)

// longestFilled returns the length in bytes of the longest gap that is filled by stores of 16 bytes: 0.2 to 0.8 for 128 with assembly,
// where 1000 take 1.1 to 1.6; 0.5 to 0.7 for 600 without, where 2000 take 1.1.
func longestFilled() int {
	if stream.Assembly {
		return 160
	}
	return 1024
}

// constantForm chooses the form for rows of n bytes with gaps between them, and the least size of planes, in bytes, that stream writes if
// it can.
func constantForm(n, gap int) (f form, least int) {
	chunks := gap <= longestFilled() && (n <= longestChunks || !stream.Assembly && n <= longestChunked)
	if chunks {
		return anyEach, leastRows
	}
	return oneByOne, min(fewRows*(n+gap), leastLong)
}

// repeatForm chooses the form for the rows of a geometry, and the least size of planes, in bytes, that stream writes. turns is whether
// the pads of a row turn, writes whether stream can write the rows.
func repeatForm[W word](p *repeat[W], turns, writes bool) (f form, least int) {
	if least = never; writes {
		least = leastShort
	}
	b, n, e, size := p.begin, p.row, p.end, sizeOf[W]()
	byChunks := !stream.Assembly && p.unit == size && 16 <= n && n <= longestChunked
	switch {
	case n == p.unit && n <= longestUnit:
		return oneUnit, least
	case turns && p.out <= longestLookedUp*size:
		return lookedUp, least
	case turns:
		return turning, least
	case byChunks && b == size && e == size:
		return oneEach, never
	case sizeOf[W]() <= 4 && byChunks && isFew[W](b) && isFew[W](e): // by stream these take 1.2 of the time, up to 2.1
		return fewEach, never
	case writes && n >= 16:
		return byStream, 0
	case sizeOf[W]() > 4: // a row of less than 16 bytes is one unit
		return oneByOne, least
	case p.unit != size || n >= 16,
		stream.Assembly && max(b, e) > longestLoop*size,
		!stream.Assembly && max(b, e) > max(8, 4*size): // 12 elements in a loop take 0.9 to 1.6 of the time
		return oneByOne, least
	case b == size && e == size:
		return oneEach, max(least, leastRows)
	default:
		return anyEach, max(least, leastRows)
	}
}
