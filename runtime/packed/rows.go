package packed

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/stream"
)

const (
	lane     = 16      // bytes of half a register
	mostGap  = 64      // bits of a gap that a row's registers hold
	mostFill = 8 << 10 // bits of a gap between planes, above which Fill is faster
	leastRow = 16      // bits. 8 would do, for then no byte holds elements of both pads; but rows of 8 to 15 take 0.55 to 1.4 of the time
)

// Rows makes rows of packed elements with pads on both sides, one after the other, in registers of 32 bytes. The method of a mode begins
// a zero Rows; then come calls of Write, and End.
//
// A row touches up to 32 bytes of the output, which are made at once, or more: then the first 16, the last 16 and those between. Data
// comes from two loads, a byte apart, shifted to where it goes. For each element of a pad a shuffle takes the byte that holds it; masks,
// shifts and a multiplication bring it to its place among the others of its byte. The bits of the previous row in a row's first byte stay
// in a register. All that depends on where a row starts in its bytes is a phase; types of 2 bits have 16 of them. Rows that touch no more
// than 16 bytes are made in pairs, each in one half of the registers. Rows of whole bytes whose data needs no shift have a single phase,
// which stays in registers.
//
// Rows has no pointer to the output and to data, which are arguments of each call instead: see [stream.Rows].
type Rows struct {
	splat      [lane]byte // constant: the value
	kind       kind
	width      int // bits of an element
	pixel      int // bits of a pixel: an element, or several without pads of their own. Pads are made of pixels
	n, b, e    int // bits of data in a row, and of its pads; constant: e is the gap after it
	long       int // bits of a row with its pads
	held       int // those of them that the row's registers hold
	head, tail int // where in a row the pixel is that each pad starts with, in bits
	dir        int // bits from there to the next pixel: pixel, in reflect its negative, in edge 0
	step       int // bits from one row of data to the next

	above, rows, below int // rows of a plane: pads, data, pads
	up, down           int // where in a plane the rows are that the pads above and those below start with, in bits
	turn               int // bits from there to the next row

	at        int // the bit of the output where the next row starts
	most      int // the last bit at which a row may start, so that its registers are not stored beyond the output
	low, high int // the first and the last bit at which a row's data may start, so that registers are not loaded from beyond data
	done      int // the bit of the output where the runs start
	same      int // the data of the row that exact made last
	after     int // the bit of the output after that row
	count     int // how many runs there are
	runs      [32]run

	orbit  int       // bytes of the phases in a cycle
	used   int       // bytes of the phases that are set
	phases [16]int32 // where each phase ends in memory, 0 if it is not set
	first  int       // where in memory the phases start: each has lines of memory of its own
	memory [17]rowPhase
}

// kind is how a row is made.
type kind uint8

const (
	twoBits  kind = 1 << iota // elements of 2 bits
	constant                  // no pads of data
	even                      // all rows of a run are shifted by the same number of bits
	one                       // a row touches no more than 32 bytes
	narrow                    // a row touches no more than 16 bytes, and both pads come from these: each has at most half as many elements
	apart                     // each pad comes from one half of the register alone, that which it goes to
	crossed                   // with apart: each from the other half
	whole                     // rows are whole bytes, and so is the step between them in data; narrow, apart, or longer than a register
)

// run is rows that are equally far apart in data.
type run struct {
	from  int   // the first row's first byte, in data
	step  int   // whole: bytes from there to that of the next row; otherwise the phases say that
	rows  int   // how many
	phase int32 // where the phase of the first row ends
	gap   int32 // constant: the bytes of the value after the rows, including a partial one at the end
	skip  int32 // the same without the partial one
	lead  int32 // the value in the first of these bytes, after the rows
	rest  int32 // the value in the partial byte
	_     int32
}

// rowPhase holds what depends on the bits before a row in its first byte, in the output and in data. Bytes are counted from the first
// byte of the row, with its pads, in the output, and from its counterpart in data. Where rows are made in pairs, the second halves of the
// fields are for the next row, see join.
type rowPhase struct {
	down, up [4]uint64 // the bits by which data goes down, and its next byte up; each is twice in a word
	to, from int       // from the row's first byte to the next row's

	to2, from2 int   // narrow: to that of the next row but one
	other      int32 // and to its phase, in bytes
	begin      int32 // from here to the first phase of the cycle, in bytes

	head int32 // where the bytes are that hold the elements of the pads
	tail int32
	last int32 // where the second half of a register goes
	gap  int32 // constant: where the gap starts that the registers do not hold
	more int32 // its length in bytes, including a partial one
	rest int32 // the value in the partial byte

	mask  [4]uint64      // data
	value [4]uint64      // constant: what the registers hold besides data
	order [2 * lane]byte // pads: for each element its byte
	bits  [2 * lane]byte // and its bits there
	place [2 * lane]byte // for each byte of the row the byte of the pads that goes there
	carry [2 * lane]byte // takes the last byte of this row, if it is not whole, to the first byte of the next row
}

const phaseSize = int(unsafe.Sizeof(rowPhase{}))

// none is a byte of a shuffle that takes no byte.
const none = 0x80

var nothing = [2 * lane]byte{
	none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none,
	none, none, none, none, none, none, none, none, none, none, none, none, none, none, none, none,
}

// Fit reports whether Rows is to make an output of so many bits, from bit do on, of so many bits of data: rows of n bits of data with pads of
// b and e bits, 0 in mode constant, of elements of width bits. Each pad, with the elements before it in its byte, must have no more elements
// than half a register has bytes. At the end of data a row takes 60 to 130 ns, so there must be four times as much.
func Fit(out, data, do, width, n, b, e int) bool {
	return stream.Supported() && n >= leastRow && out>>3 >= n && data>>5 >= max(2*lane+1, n>>3+lane+1) && n>>3 < 1<<30 &&
		fit(lane*width, do, width, n, b, e)
}

// fit reports whether each pad, with the bits before it in its byte, has no more than most bits.
func fit(most, do, width, n, b, e int) bool {
	head, tail := 8-width, 8-width // before them
	if (do|(b+n+e))&7 == 0 {
		head, tail = 0, (b+n)&7
	}
	return head+b <= most && tail+e <= most
}

// Constant begins rows of n bits, of elements of width bits, with gap bits of the value between them; value holds it in each of its
// elements. The first row goes to bit do of dst; in src, rows are step bits apart.
func (r *Rows) Constant(dst, src []byte, do, width, n, gap, step int, value byte) {
	for i := range r.splat {
		r.splat[i] = value
	}
	r.kind = constant
	r.begin(dst, src, do, width, width, n, 0, gap, step)
}

// Pads begins rows of n bits, of elements of width bits, with pads of b and e bits that a mode makes of pixels. A pixel is pixel bits: one
// element, or several on an inner axis without pads. In reflect each pad must be shorter than the row, in wrap no longer. For do and step,
// see [Rows.Constant].
func (r *Rows) Pads(mode pad.Mode, dst, src []byte, do, width, pixel, n, b, e, step int) {
	r.head, r.tail, r.dir, _ = ends(mode, b, n, e, pixel)
	r.begin(dst, src, do, width, pixel, n, b, e, step)
}

// ends returns where in n bits the pads of b and e bits start that a mode makes of them, in pieces of size bits, and the way from there to
// the next piece. It reports whether there are enough pieces.
func ends(mode pad.Mode, b, n, e, size int) (head, tail, dir int, enough bool) {
	switch mode {
	case pad.Reflect:
		return b, n - 2*size, -size, max(b, e) < n
	case pad.Wrap:
		return n - b, 0, size, max(b, e) <= n
	}
	return 0, n - size, 0, true // edge
}

func (r *Rows) begin(dst, src []byte, do, width, pixel, n, b, e, step int) {
	r.at, r.width, r.pixel, r.n, r.b, r.e, r.step = do, width, pixel, n, b, e, step
	r.after = -1
	r.long, r.held = b+n+e, b+n+e
	if r.kind&constant != 0 {
		r.held = n + min(e, mostGap)
	}
	r.setKind(do)
	r.most = 8*(len(dst)-r.long>>3-2-2*lane) + 7
	r.low = b + 7
	r.high = 8*(len(src)-max(2*lane+1, n>>3+lane+1)) + 7
	r.first = -int(uintptr(unsafe.Pointer(&r.memory))) & 63
}

// setKind picks how to make the rows of an output that starts at bit do.
func (r *Rows) setKind(do int) {
	if r.width == 2 {
		r.kind |= twoBits
	}
	if (r.long-r.step)&7 == 0 {
		r.kind |= even
	}
	before := 8 - r.width // the most bits before a row in its first byte
	if (do|r.long)&7 == 0 && r.kind&constant == 0 {
		before = 0
		if r.step&7 == 0 {
			r.kind |= whole
		}
	}
	if r.held < r.long { // whole bytes
		if r.held < 16*lane {
			r.kind |= one
		}
		return
	}
	if before+r.held > 16*lane {
		return
	}
	r.kind |= one
	// Pads come from data before it is shifted. At most so many bits are before it: those before the row, and those before the
	// counterpart of its first byte.
	shifted := before + 8 - r.width
	if before+r.held <= 8*lane && shifted+r.b+r.n <= 8*lane &&
		(r.kind&constant != 0 || fit(lane/2*r.width, do, r.width, r.n, r.b, r.e)) {
		r.kind |= narrow
		return
	}
	// The first pad's bits end at head, the last one's are from tail to end.
	head, tail, end := r.b+r.head+r.pixel, r.b+r.tail, r.b+r.tail+r.pixel
	if r.dir < 0 {
		tail -= r.e - r.pixel
	}
	if r.dir > 0 {
		tail, end, head = r.b+r.head, r.b+r.n, r.b+r.e
	}
	if shifted+head <= 8*lane && tail >= 8*lane && shifted+end <= 16*lane {
		r.kind |= apart
		if r.dir > 0 {
			r.kind |= crossed
		}
	}
	if r.kind&(apart|crossed) != apart { // there is no such loop
		r.kind &^= whole
	}
}

// PlaneRows sets how many rows a plane has above data, of data and below it. It reports whether data has enough rows for the mode.
func (r *Rows) PlaneRows(mode pad.Mode, above, rows, below int) (enough bool) {
	r.above, r.rows, r.below = above, rows, below
	r.up, r.down, r.turn, enough = ends(mode, above*r.step, rows*r.step, below*r.step, r.step)
	return enough
}

// Plane makes the rows of a plane whose data starts at bit so of src.
func (r *Rows) Plane(dst, src []byte, so int) {
	most := len(r.runs) - 1 - r.above - r.below // runs before those of this plane
	if r.count > most {
		r.End(dst, src)
	}
	last := r.above + r.rows + r.below - 1
	inside := most >= 0 && r.rows > 0 && so >= r.low && so+(r.rows-1)*r.step <= r.high && r.at+last*r.long <= r.most
	if r.count == 0 {
		r.done = r.at
	}
	// This is what add does, with all that changes in variables: planes of 56 x 56 with pads of 4 take 0.9 of the time.
	from, at, count, long, turn, b := so+r.up, r.at, r.count, r.long, r.turn, r.b
	together := inside && r.kind&whole != 0 && (so-b)&7 == 0 // the rows above data are one run, and so are those below
	for i, k := -r.above, 1; i <= r.below; i += k {
		k = 1
		switch {
		case together && i < 0:
			k = r.above
		case together && i > 0:
			k = r.below
		}
		rows, step := k, turn
		switch i {
		case 0:
			from, rows, step = so, r.rows, r.step
		case 1:
			from = so + r.down
		}
		if inside {
			phase := r.phases[r.index(at&7, from&7)]
			if phase == 0 {
				phase = r.set(at&7, from&7)
			}
			run := &r.runs[uint(count)%uint(len(r.runs))]
			run.from, run.step, run.rows, run.phase, run.gap = (from-b-at&7)>>3, step>>3, rows, phase, 0
			at += rows * long
			count++
		} else {
			r.Write(dst, src, from, rows)
		}
		from += turn
	}
	if inside {
		r.at, r.count = at, count
	}
}

// Write makes rows of the data from bit so of src on. In mode constant they have gaps between them, and Gap must be called before the
// next Write.
func (r *Rows) Write(dst, src []byte, so, rows int) {
	last := rows - 1
	if last < 0 || so < r.low || so+last*r.step > r.high || r.at+last*r.long > r.most {
		r.write(dst, src, so, rows)
		return
	}
	if r.count == len(r.runs) {
		r.End(dst, src)
	}
	if r.count == 0 {
		r.done = r.at
	}
	r.add(so, rows)
}

// add adds a run, for which there is room.
func (r *Rows) add(so, rows int) {
	phase := &r.phases[r.index(r.at&7, so&7)]
	if *phase == 0 {
		r.set(r.at&7, so&7)
	}
	run := &r.runs[uint(r.count)%uint(len(r.runs))]
	run.from, run.step, run.rows, run.phase, run.gap = (so-r.b-r.at&7)>>3, r.step>>3, rows, *phase, 0
	r.at += rows * r.long
	r.count++
}

// write does what Write does, for rows whose registers may reach beyond dst and src.
func (r *Rows) write(dst, src []byte, so, rows int) {
	for rows > 0 {
		k := rows
		if so < r.low {
			k = 0
		}
		for k > 0 && (so+(k-1)*r.step > r.high || r.at+(k-1)*r.long > r.most) {
			k--
		}
		if k > 0 {
			r.Write(dst, src, so, k)
			so, rows = so+k*r.step, rows-k
			continue
		}
		r.End(dst, src)
		r.exact(dst, src, so)
		r.at, so = r.at+r.long, so+r.step
		if rows--; rows > 0 && r.kind&constant != 0 {
			for at, k := r.at-r.e, 0; at < r.at; at += k { // Fill would be linked for all modes
				k = min(r.at-at, 8*lane-8)
				Move(dst, at, r.splat[:], at&7, k)
			}
		}
	}
}

// Gap writes n bits of the value after the last row, no fewer than the gap after a row. Another row must follow.
func (r *Rows) Gap(dst, src []byte, n int) {
	n -= r.e
	switch {
	case n == 0 && r.count > 0: // the row had it
	case n >= 8 && n < mostFill && r.count > 0 && r.at+n+8*(lane+1) <= 8*len(dst):
		end := r.at&7 + n
		v, run := int32(r.splat[0]), &r.runs[r.count-1]
		run.gap, run.skip = int32((end+7)>>3), int32(end>>3)
		run.lead, run.rest = v&^(1<<(r.at&7)-1), v&(1<<(end&7)-1)
	default:
		r.End(dst, src)
		Fill(dst, r.at-r.e, n+r.e, r.splat[0])
	}
	r.at += n
}

// Skip leaves out n bits, which others make, and returns the bit where they start.
func (r *Rows) Skip(dst, src []byte, n int) (at int) {
	at = r.at
	if n > 0 {
		r.End(dst, src)
		r.at += n
	}
	return at
}

// End makes the rows that are still to be made.
func (r *Rows) End(dst, src []byte) {
	if r.count > 0 {
		to := unsafe.Add(unsafe.Pointer(unsafe.SliceData(dst)), r.done>>3)
		writeRows(r, to, unsafe.Pointer(unsafe.SliceData(src)), uint64(*(*byte)(to))&(1<<(r.done&7)-1))
		r.count = 0
	}
}

// exact makes a row without its gap, and touches nothing but its bits. A row that comes again, as the first and the last one do in mode
// edge, is a copy.
func (r *Rows) exact(dst, src []byte, so int) {
	if r.after == r.at && r.same == so {
		Move(dst, r.at, dst, r.at-r.long, r.long)
		r.after += r.long
		return
	}
	r.same, r.after = so, r.at+r.long
	at := r.at + r.b
	Move(dst, at, src, so, r.n)
	if r.kind&constant != 0 {
		return
	}
	for i, from := 0, so+r.head; i < r.b; i, from = i+r.pixel, from+r.dir {
		Move(dst, r.at+i, src, from, r.pixel)
	}
	for i, from := 0, so+r.tail; i < r.e; i, from = i+r.pixel, from+r.dir {
		Move(dst, at+r.n+i, src, from, r.pixel)
	}
}
