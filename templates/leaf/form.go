package leaf

import (
	"math"

	"github.com/padgen/padgen/runtime/kernel/stream"
)

// form is how the rows of a geometry are written. Package stream writes those of most geometries; a form writes all others, and the rows
// that stream leaves.
type form uint8

const (
	undecided form = iota // the state is not open
	byStream              // by stream.Rows, which leaves none
	oneByOne              // by moves and fills of any length
	turning               // by moves, with pads that turn and read what they have written
	oneUnit               // of one unit, again and again
	oneEach               // by chunks, with pads of one element
	fewEach               // by chunks, with pads of two to four elements
	anyEach               // by chunks, with other pads that do not turn
	lookedUp              // element by element, with pads that turn
)

// The measurements beside these numbers are the time of what they allow over that of what is done beyond them.
const (
	// longestChunks is bytes of a row that moves by two chunks: 0.8 in a small output of rows of 56 bytes.
	longestChunks = 64
	// longestChunked is the same in builds without assembly, by more chunks: 0.2 to 0.9 for 320 bytes, 1.0 for 4000.
	longestChunked = 1024
	// longestLookedUp is elements of a row of the output that is made by looking up where each comes from: 0.2 to 0.9 for 20, 0.5 to 1.6
	// for 74.
	longestLookedUp = 64
	// longestLoop is elements of a pad that is made one by one beside a row of less than 16 bytes: 1.0 for 8, 1.0 to 2.1 for 24.
	longestLoop = 12
	// longestGap is bytes of the value between planes that are written in one loop: 1.3 for NHWC 7x7x64 if it is 4 KB.
	longestGap = 512
	// leastShort is bytes of planes for which stream is called if rows have up to 16 bytes: it prepares in that time.
	leastShort = 1024
	// leastRows is the same for longer rows that chunks can write: chunks take 0.8 to 0.9 of the time for 3 KB, 1.0 for 5 KB.
	leastRows = 4096
	// longestUnit is bytes of a unit that is written again and again by wide stores.
	longestUnit = 64
	// never is more bytes than planes have.
	never = math.MaxInt
)

// longestFilled is bytes of a gap that is filled by stores of 16 bytes: 0.2 to 0.8 for 128 with assembly, where 1000 take 1.1 to 1.6; 0.5 to
// 0.7 for 600 without, where 2000 take 1.1.
func longestFilled() int {
	if stream.Assembly {
		return 160
	}
	return 1024
}

// constantForm chooses the form for rows of n bytes with gaps between them, and from how many bytes of planes on stream writes them if it can.
func constantForm(n, gap int) (f form, least int) {
	chunks := gap <= longestFilled() && (n <= longestChunks || !stream.Assembly && n <= longestChunked)
	if f = oneByOne; chunks {
		f = anyEach
	}
	switch {
	case n+gap <= 16:
		least = leastShort
	case chunks:
		least = leastRows
	}
	return f, least
}

// repeatForm chooses the form of a geometry's rows, whose pads turn or not, and from how many bytes of planes on stream writes them. writes is
// whether it can.
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
	case writes && p.step > 16:
		return byStream, 0
	case sizeOf[W]() > 4: // a row of less than 16 bytes is one unit
		return oneByOne, least
	case p.unit != size || n >= 16,
		stream.Assembly && max(b, e) > longestLoop*size,
		!stream.Assembly && max(b, e) > max(8, 4*size): // 12 elements in a loop take 0.9 to 1.6 of the time
		return oneByOne, least
	case b == size && e == size:
		return oneEach, least
	default:
		return anyEach, least
	}
}
