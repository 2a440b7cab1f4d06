package leaf

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/stream"
)

// constant is the state of a running kernel of mode constant. It writes the output from start to end: rows of the input, and the gaps
// between them. A gap is the end pad of one row and the begin pad of the next.
type constant[W word] struct {
	dst, src       unsafe.Pointer
	form           form
	joined         bool     // planes and the gaps between them are written in one loop
	past           bool     // the output goes past the caches
	least          int      // bytes of planes from which stream writes them
	row, gap       int      // bytes of a row of the input, and of the gap after it
	rows           int      // rows of the input in a plane
	step, srcStep  int      // bytes from one row to the next, in the output and in the input
	planeGap       int      // bytes between the input of two planes
	plane          int      // bytes of a plane if other memory lies between two of them, else 0
	planeStep      int      // bytes from one plane to the next in the output
	srcSkip        int      // bytes from one plane to the next in the input
	several        int      // number of rows if each is a plane of its own, else 0
	done, planeEnd int      // bytes of the output that are written, and the end of the current plane
	value          [48]byte // after an int, so that it is aligned for an element
}

// keptConstant returns the state that a geometry keeps, or one that is not open. If the kernel is called only for that, the geometry
// keeps the state from then on.
func keptConstant[W word](g *kernel.Geometry) *constant[W] {
	return (*constant[W])(g.State(&leafIDs[0][sizeOf[W]()], unsafe.Sizeof(constant[W]{}), decideConstant[W]))
}

func decideConstant[W word](g *kernel.Geometry, state unsafe.Pointer) {
	(*constant[W])(state).decide(g)
}

// open prepares the state, a copy of what a geometry keeps, for a call.
func (c *constant[W]) open(g *kernel.Geometry, dst, src unsafe.Pointer, value W) {
	if c.form == undecided {
		c.decide(g)
	}
	c.dst, c.src = dst, src
	fillValue[W](&c.value, unsafe.Pointer(&value))
}

// decide sets everything that depends only on the geometry.
func (c *constant[W]) decide(g *kernel.Geometry) {
	size := sizeOf[W]()
	row, rows, planes := g.Axis(0), g.Axis(1), g.Axis(2)
	out, plane := row.Begin()+row.Ext()+row.End(), (rows.Begin()+rows.Ext()+rows.End())*rows.Dst()
	c.row, c.rows, c.step, c.planeStep = row.Ext()*size, rows.Ext(), rows.Dst()*size, planes.Dst()*size
	c.srcStep, c.srcSkip = rows.Src()*size, planes.Src()*size
	c.planeEnd = never
	switch {
	case rows.Dst() != out: // other memory lies between two rows
		c.several, c.plane, c.planeStep, c.srcSkip = c.rows, out*size, c.step, c.srcStep
	case planes.Dst() != plane:
		c.plane = plane * size
	}
	if c.plane > 0 {
		c.planeEnd = c.plane
	}
	c.gap = c.step - c.row
	c.planeGap = c.planeStep - (c.rows-1)*c.step - c.row
	c.form, c.least = constantForm(c.row, c.gap)
	var writes bool
	if n := planes.Begin() + planes.Ext() + planes.End(); n == 0 || n*c.planeStep >= c.least { // for smaller outputs, opening takes too long
		var s stream.Rows
		writes, c.past = s.Open(g, size, false)
	}
	if !writes {
		c.least = never
	}
	c.joined = c.plane == 0 && c.form != oneByOne && c.planeGap <= longestGap
}

// planes writes n planes, and everything before them that is not yet written. The input of the first one starts at element so and goes to
// element do.
func (c *constant[W]) planes(g *kernel.Geometry, do, so, n int) {
	to, at := do*sizeOf[W](), so*sizeOf[W]()
	switch {
	case c.several > 0:
		c.rowsApart(to, at)
		return
	case n*c.planeStep >= c.least:
		c.byStream(g, to, at, n)
		return
	}
	atOnce := 1
	if c.joined {
		atOnce = n
	}
	for ; n > 0; n -= atOnce {
		c.write(to, at, c.rows, atOnce)
		to, at = to+c.planeStep, at+c.srcSkip
	}
}

// byStream writes planes by package stream, and the rows that stream leaves by the form. It is not inlined because of the size of its
// stack frame.
//
//go:noinline
func (c *constant[W]) byStream(g *kernel.Geometry, to, at, n int) {
	var s stream.Rows
	s.Open(g, sizeOf[W](), false)
	atOnce := n
	if c.plane > 0 {
		atOnce = 1
	}
	for ; n > 0; n -= atOnce {
		c.fill(to)
		s.Start(at, atOnce)
		written, more := s.Write(unsafe.Add(c.dst, to), c.src, &c.value)
		c.done = to + written
		if !more {
			c.done = to + (atOnce-1)*c.planeStep + (c.rows-1)*c.step + c.row
		}
		for d := c.done; more; d += c.planeStep {
			from, _, rows := s.Next()
			if more = rows > 0; more {
				c.write(d, from, rows, 1)
			}
		}
		to, at = to+c.planeStep, at+c.srcSkip
	}
}

// rowsApart writes c.several rows with other memory between them, and the value before the first. The input of the first row starts at
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
		d, s = unsafe.Add(d, c.planeStep), unsafe.Add(s, c.srcSkip)
	}
	c.planeEnd += (c.several - 1) * c.planeStep
	c.done = c.planeEnd
}

// close writes the rest of an output of n elements.
func (c *constant[W]) close(n int) {
	c.fill(n * sizeOf[W]())
	if c.past {
		stream.Fence()
	}
}

// write writes planes of the given number of rows, the gaps between them, and everything before them that is not yet written. The input
// of the first row starts at byte at and goes to byte to.
func (c *constant[W]) write(to, at, rows, planes int) {
	c.fill(to)
	c.done = to + (planes-1)*c.planeStep + (rows-1)*c.step + c.row
	d, s := unsafe.Add(c.dst, to), unsafe.Add(c.src, at)
	switch n := c.row; {
	case c.form == oneByOne:
		c.oneByOne(d, s, rows)
	case sizeOf[W]() <= 1 && n == 1:
		gapsOf[chunk1, W](c, d, s, rows, planes)
	case sizeOf[W]() <= 2 && 2 <= n && n < 4:
		gapsOf[chunk2, W](c, d, s, rows, planes)
	case sizeOf[W]() <= 4 && 4 <= n && n < 8:
		gapsOf[chunk4, W](c, d, s, rows, planes)
	case sizeOf[W]() <= 8 && 8 <= n && n < 16:
		gapsOf[chunk8, W](c, d, s, rows, planes)
	case 16 <= n && n <= 32:
		gapsOf[chunk16, W](c, d, s, rows, planes)
	case 32 < n && n <= 64:
		gapsOf[chunk32, W](c, d, s, rows, planes)
	case !stream.Assembly && 64 < n:
		gapsOf[chunk64, W](c, d, s, rows, planes)
	default:
		panic("no chunk for rows of this length")
	}
}

// gapsOf writes rows by moves of chunks, the last of which ends where the row ends and may overlap the one before it.
func gapsOf[C chunk, W word](c *constant[W], d, s unsafe.Pointer, each, planes int) {
	last, n, step, srcStep, rows := c.row-sizeOf[C](), c.row, c.step, c.srcStep, each
	v, plane := unsafe.Pointer(&c.value), s
	for {
		if sizeOf[C]() <= 16 { // two short rows in one iteration take as long as one
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
		if planes--; planes == 0 {
			return
		}
		gapOf[C](d, v, n, n+c.planeGap)
		plane = unsafe.Add(plane, c.srcSkip)
		d, s, rows = unsafe.Add(d, n+c.planeGap), plane, each
	}
}

// gapOf fills bytes n to end from d on. Stores may extend into the next row, which is written later.
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

// longGap fills a gap of 16 bytes or more. Its stores end where the gap ends.
func longGap(d, v unsafe.Pointer, n, end int) {
	for j := n; j < end-16; j += 16 {
		*(*chunk16)(unsafe.Add(d, j)) = *(*chunk16)(v)
	}
	*(*chunk16)(unsafe.Add(d, end-16)) = *(*chunk16)(v)
}

// oneByOne writes the rows of a plane one by one.
func (c *constant[W]) oneByOne(d, s unsafe.Pointer, rows int) {
	for {
		move[W](d, s, c.row, c.past)
		if rows--; rows == 0 {
			return
		}
		c.fillAt(unsafe.Add(d, c.row), c.gap)
		d, s = unsafe.Add(d, c.step), unsafe.Add(s, c.srcStep)
	}
}

// fill writes the value to everything before byte end of the output that is not yet written.
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
