package leaf

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/stream"
)

// constant is the state of a running kernel of mode constant. It makes the output from its start to its end: rows of data and the gaps
// between them, which are the end pad of one row and the begin pad of the next in one.
type constant[W word] struct {
	dst, src  unsafe.Pointer
	form      form
	joined    bool     // several planes and the gaps between them are made in one call
	past      bool     // the output goes past the caches
	pastRows  bool     // and so do rows that are made by stream.Rows
	row, gap  int      // bytes of a row of data, and of the gap behind it
	step      int      // bytes from one row to the next in the output
	planeGap  int      // bytes between the data of two planes
	plane     int      // bytes of a plane, if memory lies between two of them; else all of the output
	planeStep int      // bytes from one plane to the next in the output
	several   int      // planes, if these are rows of the geometry; else 0
	done, end int      // bytes of the output that are made, and all of them
	planeEnd  int      // where the plane ends that is being made
	value     [48]byte // behind an int, so that an element in it is aligned
	data      stream.Planes
}

// form is how the rows of a geometry are made.
type form uint8

const (
	undecided form = iota // the state is not open
	oneByOne              // by moves and fills of any length
	turning               // by moves, with pads that turn and read what they have written
	oneUnit               // of one unit, again and again
	byStream              // all in one call, by stream.Rows
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
	// longestGap is bytes between planes that are made in one call with these: 1.3 for NHWC 7x7x64 if it is 4 KB.
	longestGap = 512
	// longestPastGap is the same past the caches: from there on a call takes no time beside a fill.
	longestPastGap = 64 << 10
	// leastShort is bytes of planes that stream.Short makes: it is opened in that time.
	leastShort = 1024
	// smallest is bytes of an output from which stream.Rows pays: chunks take 0.8 to 0.9 of its time for 3 KB, 1.0 for 5 KB.
	smallest = 4096
)

// longestFilled is bytes of a gap that is filled by stores of 16 bytes: 0.2 to 0.8 for 128 with assembly, where 1000 take 1.1 to 1.6; 0.5 to
// 0.7 for 600 without, where 2000 take 1.1.
func longestFilled() int {
	if stream.Assembly {
		return 160
	}
	return 1024
}

// keptConstant returns the state that a geometry has kept, or one that is not open.
func keptConstant[W word](g *kernel.Geometry) *constant[W] {
	return (*constant[W])(g.Opened(&leafIDs[0][sizeOf[W]()], unsafe.Sizeof(constant[W]{})))
}

// keepConstant keeps the state in a geometry, if the kernel is called only for that.
func keepConstant[W word](g *kernel.Geometry) {
	if g.Opening() {
		var c constant[W]
		c.decide(g)
		g.Keep(&leafIDs[0][sizeOf[W]()], unsafe.Pointer(&c), unsafe.Sizeof(c))
	}
}

// open prepares a copy of the state that a geometry has kept for a call.
func (c *constant[W]) open(g *kernel.Geometry, dst, src unsafe.Pointer, value W) {
	if c.form == undecided {
		c.decide(g)
	}
	c.dst, c.src = dst, src
	fillValue[W](&c.value, unsafe.Pointer(&value))
}

// decide chooses the form of a geometry's rows and sets everything that depends on it.
func (c *constant[W]) decide(g *kernel.Geometry) {
	size := sizeOf[W]()
	row, rows := g.Axis(0), g.Axis(1)
	c.row, c.step, c.planeStep = row.Ext()*size, rows.Dst()*size, g.Axis(2).Dst()*size
	c.data.Data(rows.Ext(), rows.Src()*size, g.Axis(2).Src()*size)
	c.end = g.DstLen() * size
	c.plane = c.end
	dense := g.Apart() == 0
	if !dense {
		c.plane = g.Apart() * size
	}
	if !dense && g.Rank() == 2 {
		c.step, c.planeStep, c.several = row.Out()*size, c.step, rows.Ext()
		c.data.Data(1, 0, rows.Src()*size)
	}
	c.planeEnd, c.gap = c.plane, c.step-c.row
	c.planeGap = c.planeStep - (c.data.Part[1].Rows-1)*c.step - c.row
	total := g.Total() * size
	c.past = dense && stream.Pays(total)
	byChunks := c.gap <= longestFilled()
	c.form = oneByOne
	switch n := c.row; {
	case c.past && stream.FitPast(n, 0, c.gap, size, 0):
		c.form, c.pastRows = byStream, true
	case byChunks && n <= longestChunks && total <= smallest:
		c.form = anyEach
	case stream.Assembly && stream.Fit(n, 0, c.gap, size, 0):
		c.form = byStream
	case byChunks && (n <= longestChunks || !stream.Assembly && n <= longestChunked):
		c.form = anyEach
	}
	c.joined = dense && (c.form != oneByOne && c.planeGap <= longestGap || c.pastRows && c.planeGap <= longestPastGap)
}

// planes makes n planes and what is not made before them. The first one's data comes from element so and goes to element do.
func (c *constant[W]) planes(do, so, n int) {
	do, so = do*sizeOf[W](), so*sizeOf[W]()
	if c.several > 0 {
		c.rowsApart(do, so)
		return
	}
	length := (c.data.Part[1].Rows-1)*c.step + c.row
	if sizeOf[W]() < 16 && c.plane == c.end && c.step <= 16 && n*c.planeStep >= leastShort && stream.FitShort(c.data.Part[1].Step, c.step) {
		c.fill(do)
		if made := constantShort[W](c, do, so, n); made > 0 {
			c.done = do + (made-1)*c.planeStep + length
			do, so, n = do+made*c.planeStep, so+made*c.data.Skip, n-made
		}
	}
	run := 1
	if c.joined {
		run = n
	}
	for ; n > 0; n -= run {
		c.fill(do)
		c.data.At, c.data.Left = so, run
		c.write(unsafe.Add(c.dst, do))
		c.done = do + (run-1)*c.planeStep + length
		do, so = do+c.planeStep, so+c.data.Skip
	}
}

// constantShort writes the first of n planes of rows of up to 16 bytes and returns how many it wrote. The first plane goes to byte to; its
// input is at byte at. It is not inlined, because of its stack, and is not a method, because words of 16 bytes do not have it.
//
//go:noinline
func constantShort[W word](c *constant[W], to, at, n int) int {
	var short stream.Short
	rows, step := c.data.Part[1].Rows, c.data.Part[1].Step
	short.Open(c.row, step, c.step, &c.value, func(i int) int {
		if i < c.row {
			return i
		}
		return -1
	})
	if c.planeGap <= longestGap && short.Rows(0, step, rows) {
		return short.Write(unsafe.Add(c.dst, to), unsafe.Add(c.src, at), n, c.planeStep, c.data.Skip, (rows-1)*step+c.row)
	}
	some := short.Many()
	for i := range n {
		d, s := to+i*c.planeStep, at+i*c.data.Skip
		c.fill(d)
		made := some * short.Write(unsafe.Add(c.dst, d), unsafe.Add(c.src, s), rows/some, some*c.step, some*step, (some-1)*step+c.row)
		if made < rows {
			c.data.At, c.data.Left, c.data.Part[1].Rows = s+made*step, 1, rows-made
			c.write(unsafe.Add(c.dst, d+made*c.step))
			c.data.Part[1].Rows = rows
		}
		c.done = d + (rows-1)*c.step + c.row
	}
	return n
}

// rowsApart writes c.several rows that have other memory between them, and the value before the first. The input of the first row is at
// byte at and goes to byte to.
func (c *constant[W]) rowsApart(to, at int) {
	begin := to % c.planeStep
	c.fill(to - begin)
	d, s, end := unsafe.Add(c.dst, to-begin), unsafe.Add(c.src, at), c.plane-begin-c.row
	for i := 0; ; {
		if max(begin, end) <= 16 && c.plane >= 16 { // the input overwrites the excess
			*(*chunk16)(d) = *(*chunk16)(unsafe.Pointer(&c.value))
			*(*chunk16)(unsafe.Add(d, c.plane-16)) = *(*chunk16)(unsafe.Pointer(&c.value))
		} else {
			c.fillAt(d, begin)
			if end > 0 { // otherwise the pointer would be past dst
				c.fillAt(unsafe.Add(d, c.plane-end), end)
			}
		}
		move[W](unsafe.Add(d, begin), s, c.row, false)
		if i++; i == c.several {
			break
		}
		d, s = unsafe.Add(d, c.planeStep), unsafe.Add(s, c.data.Skip)
	}
	c.planeEnd += (c.several - 1) * c.planeStep
	c.done = c.planeEnd
}

// close makes the rest of the output.
func (c *constant[W]) close() {
	c.fill(c.end)
	if c.past {
		stream.Fence()
	}
}

// write makes the rows of the planes that c.data has left, and the gaps between two of them.
func (c *constant[W]) write(d unsafe.Pointer) {
	planeGap := c.planeGap
	if c.data.Left == 1 {
		planeGap = c.gap // not used, but a gap that Rows takes
	}
	switch n := c.row; {
	case c.form == byStream:
		rows := stream.Rows{Past: c.pastRows}
		rows.Gaps(&c.data, d, c.src, n, c.gap, planeGap, &c.value)
	case c.form == oneByOne:
		c.oneByOne(d)
	case sizeOf[W]() <= 1 && n == 1:
		gapsOf[chunk1, W](c, d)
	case sizeOf[W]() <= 2 && 2 <= n && n < 4:
		gapsOf[chunk2, W](c, d)
	case sizeOf[W]() <= 4 && 4 <= n && n < 8:
		gapsOf[chunk4, W](c, d)
	case sizeOf[W]() <= 8 && 8 <= n && n < 16:
		gapsOf[chunk8, W](c, d)
	case 16 <= n && n <= 32:
		gapsOf[chunk16, W](c, d)
	case 32 < n && n <= 64:
		gapsOf[chunk32, W](c, d)
	case !stream.Assembly && 64 < n:
		gapsOf[chunk64, W](c, d)
	default:
		panic("no chunk for rows of this length")
	}
}

// gapsOf makes rows by moves of chunks, the last of which ends where the row ends and may overlap the one before it.
func gapsOf[C chunk, W word](c *constant[W], d unsafe.Pointer) {
	last, n, step := c.row-sizeOf[C](), c.row, c.step
	s, rows, srcStep := unsafe.Add(c.src, c.data.At), c.data.Part[1].Rows, c.data.Part[1].Step
	v := unsafe.Pointer(&c.value)
	for {
		if sizeOf[C]() <= 16 { // two short rows in a turn take as long as one
			for ; rows > 2 && step <= n+sizeOf[C](); rows -= 2 {
				*(*C)(d) = *(*C)(s)
				*(*C)(unsafe.Add(d, last)) = *(*C)(unsafe.Add(s, last))
				*(*C)(unsafe.Add(d, n)) = *(*C)(v)
				d, s = unsafe.Add(d, step), unsafe.Add(s, srcStep)
				*(*C)(d) = *(*C)(s)
				*(*C)(unsafe.Add(d, last)) = *(*C)(unsafe.Add(s, last))
				*(*C)(unsafe.Add(d, n)) = *(*C)(v)
				d, s = unsafe.Add(d, step), unsafe.Add(s, srcStep)
			}
		}
		for {
			if sizeOf[C]() < 64 {
				*(*C)(d) = *(*C)(s)
			}
			if sizeOf[C]() == 64 {
				for j := 0; j < last; j += 64 {
					*(*C)(unsafe.Add(d, j)) = *(*C)(unsafe.Add(s, j))
				}
			}
			*(*C)(unsafe.Add(d, last)) = *(*C)(unsafe.Add(s, last))
			if rows--; rows == 0 {
				break
			}
			gapOf[C](d, v, n, step)
			d, s = unsafe.Add(d, step), unsafe.Add(s, srcStep)
		}
		if c.data.Left--; c.data.Left == 0 {
			return
		}
		gapOf[C](d, v, n, n+c.planeGap)
		d = unsafe.Add(d, n+c.planeGap)
		c.data.At += c.data.Skip
		s, rows = unsafe.Add(c.src, c.data.At), c.data.Part[1].Rows
	}
}

// gapOf fills bytes n to end from d on. Stores may run into the row behind them: that is made later.
func gapOf[C chunk](d, v unsafe.Pointer, n, end int) {
	if sizeOf[C]() < 16 {
		if end-n >= 16 {
			longGap(d, v, n, end)
			return
		}
		for j := n; j < end; j += sizeOf[C]() {
			*(*C)(unsafe.Add(d, j)) = *(*C)(v)
		}
	}
	if sizeOf[C]() >= 16 {
		for j := n; j < end; j += 16 {
			*(*chunk16)(unsafe.Add(d, j)) = *(*chunk16)(v)
		}
	}
}

// longGap does so for 16 bytes and more. Its stores end with the gap.
func longGap(d, v unsafe.Pointer, n, end int) {
	for j := n; j < end-16; j += 16 {
		*(*chunk16)(unsafe.Add(d, j)) = *(*chunk16)(v)
	}
	*(*chunk16)(unsafe.Add(d, end-16)) = *(*chunk16)(v)
}

// oneByOne makes the rows of a plane one by one.
func (c *constant[W]) oneByOne(d unsafe.Pointer) {
	s, rows := unsafe.Add(c.src, c.data.At), c.data.Part[1].Rows
	for {
		move[W](d, s, c.row, c.past)
		if rows--; rows == 0 {
			return
		}
		c.fillAt(unsafe.Add(d, c.row), c.gap)
		d, s = unsafe.Add(d, c.step), unsafe.Add(s, c.data.Part[1].Step)
	}
}

// fill makes what is missing before byte end of the output.
func (c *constant[W]) fill(end int) {
	for end > c.planeEnd {
		c.fillAt(unsafe.Add(c.dst, c.done), c.planeEnd-c.done)
		c.planeEnd += c.planeStep
		c.done = c.planeEnd - c.plane
	}
	if n := end - c.done; n > 0 {
		c.fillAt(unsafe.Add(c.dst, c.done), n)
		c.done = end
	}
}

// fillAt fills n bytes from d on.
func (c *constant[W]) fillAt(d unsafe.Pointer, n int) {
	v := unsafe.Pointer(&c.value)
	switch {
	case n >= 64:
		stream.Fill(d, &c.value, n, c.past)
	case n >= 16:
		for i := 0; i < n-16; i += 16 {
			*(*chunk16)(unsafe.Add(d, i)) = *(*chunk16)(v)
		}
		*(*chunk16)(unsafe.Add(d, n-16)) = *(*chunk16)(unsafe.Add(v, n&15))
	case sizeOf[W]() < 16:
		for i := 0; i < n; i += sizeOf[W]() {
			*(*W)(unsafe.Add(d, i)) = *(*W)(v)
		}
	}
}
