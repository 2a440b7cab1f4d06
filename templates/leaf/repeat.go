package leaf

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/stream"
)

// repeat is the state of a running kernel whose pads repeat data. Modes differ in what [kernel.Pads] says of them, and nowhere else.
type repeat[W word] struct {
	dst, src        unsafe.Pointer
	mode            kernel.Mode
	form            form
	past            bool        // the output goes past the caches
	dense           bool        // no memory lies between rows or planes of the output
	copied          bool        // the rows above and below data turn: they are copies of finished rows
	begin, row, end int         // bytes of a row: its pads and its data
	unit            int         // bytes of one index of the innermost axis with pads: an element or, if that is axis 1, a whole row of data
	out, step       int         // bytes of a row of the output, and from one of these to the next
	plane           int         // bytes of a plane of the output
	planeStep       int         // bytes from one plane to the next in the output
	above, below    int         // rows of a plane that are pads
	head, tail      int         // where the units are in a row of data that the pads next to them repeat
	padStep         int         // bytes from there to the unit that the next one before data repeats; behind data -padStep
	runs            [2]runOfRow // the pads before and behind data, if each repeats one run of it
	data            stream.Planes
	rows            stream.Rows
}

// runOfRow is a pad of a row that repeats one run of its data: n bytes, to bytes behind the start of the row, of data from byte from on.
type runOfRow struct{ to, from, n int }

// keptRepeat returns the state that a geometry has kept, or one that is not open.
func keptRepeat[W word](g *kernel.Geometry) *repeat[W] {
	return (*repeat[W])(g.Opened(&leafIDs[1][sizeOf[W]()], unsafe.Sizeof(repeat[W]{})))
}

// keepRepeat keeps the state in a geometry, if the kernel is called only for that.
func keepRepeat[W word](g *kernel.Geometry) {
	if g.Opening() {
		var p repeat[W]
		p.decide(g)
		g.Keep(&leafIDs[1][sizeOf[W]()], unsafe.Pointer(&p), unsafe.Sizeof(p))
	}
}

// open prepares a copy of the state that a geometry has kept for a call.
func (p *repeat[W]) open(g *kernel.Geometry, dst, src unsafe.Pointer) {
	if p.form == undecided {
		p.decide(g)
	}
	p.dst, p.src = dst, src
}

// decide chooses the form of a geometry's rows and sets everything that depends on it.
func (p *repeat[W]) decide(g *kernel.Geometry) {
	p.mode, p.dense = g.Mode(), g.Apart() == 0
	p.past = p.dense && stream.Pays(g.Total()*sizeOf[W]())
	innermost := p.layout(g)
	pads := p.mode.Pads(innermost.Ext())
	turns := max(innermost.Begin(), innermost.End()) > pads.Turn
	if p.form = p.pick(pads, turns); p.form != byStream {
		p.ends(pads)
	}
	p.copied = p.above|p.below != 0 && !p.data.Pads(p.mode, p.above, p.below)
}

// layout sets the sizes of rows and planes, and returns the axis of the pads of a row.
func (p *repeat[W]) layout(g *kernel.Geometry) kernel.Axis {
	size := sizeOf[W]()
	row, rows, planes := g.Axis(0), g.Axis(1), g.Axis(2)
	p.step, p.planeStep = rows.Dst()*size, planes.Dst()*size
	if rows.Dst() == row.Ext() && rows.Src() == row.Ext() { // no pads, no crops: a plane is one row of larger units
		p.unit = row.Ext() * size
		p.begin, p.row, p.end = rows.Begin()*p.unit, rows.Ext()*p.unit, rows.End()*p.unit
		p.out, p.step, p.plane = p.begin+p.row+p.end, p.planeStep, p.begin+p.row+p.end
		p.data.Data(1, 0, planes.Src()*size)
		return rows
	}
	p.unit = size
	p.begin, p.row, p.end = row.Begin()*size, row.Ext()*size, row.End()*size
	p.out, p.above, p.below, p.plane = p.begin+p.row+p.end, rows.Begin(), rows.End(), rows.Out()*p.step
	p.data.Data(rows.Ext(), rows.Src()*size, planes.Src()*size)
	return row
}

// ends sets where the pads of a row come from.
func (p *repeat[W]) ends(pads kernel.Pads) {
	p.head, p.padStep = pads.Head*p.unit, pads.Step*p.unit
	p.tail = p.row - p.unit - p.head
	if p.form != oneByOne && p.form != fewEach {
		return
	}
	before, behind := &p.runs[0], &p.runs[1]
	before.from, before.n = p.head, p.begin
	behind.to, behind.from, behind.n = p.begin+p.row, p.tail, p.end
	if pads.Step < 0 {
		before.from += p.unit - p.begin
	}
	if pads.Step > 0 {
		behind.from += p.unit - p.end
	}
	if p.form == oneByOne && max(p.begin, p.end) <= p.unit { // a pad of one unit has no order
		p.padStep = -p.unit
	}
	// Where a row has no pad, its first unit is written again, so that no row asks. Of a large one that is too much: a move takes
	// its first element, and the others take no unit at all.
	none := runOfRow{p.begin, 0, p.unit}
	switch {
	case p.padStep < 0:
		none.n = sizeOf[W]()
	case p.unit > stream.LongestRepeated:
		none.n = 0
	}
	for i := range p.runs {
		if p.runs[i].n == 0 {
			p.runs[i] = none
		}
	}
}

// pick decides how rows are made.
func (p *repeat[W]) pick(pads kernel.Pads, turns bool) form {
	b, n, e, size := p.begin, p.row, p.end, sizeOf[W]()
	longest := max(b, e)
	switch {
	case n == p.unit && n <= stream.LongestRepeated:
		return oneUnit
	case turns && p.out <= longestLookedUp*size:
		return lookedUp
	case turns:
		return turning
	case p.past && stream.FitPast(n, b, e, p.unit, pads.Step):
		p.rows.Past = true
		p.rows.Open(pads, n, b, e, p.unit)
		return byStream
	case p.byChunks() && b == size && e == size:
		return oneEach
	case p.byChunks() && size <= 4 && isFew[W](b) && isFew[W](e): // by stream.Rows these take 1.2 of the time, up to 2.1
		return fewEach
	case stream.Fit(n, b, e, p.unit, pads.Step):
		p.rows.Open(pads, n, b, e, p.unit)
		p.rows.Step(p.step)
		return byStream
	case p.unit != size || n >= 16:
		return oneByOne
	case stream.Assembly && longest > longestLoop*size:
		return oneByOne
	case !stream.Assembly && longest > max(8, 4*size): // 12 elements in a loop take 0.9 to 1.6 of the time
		return oneByOne
	case b == size && e == size:
		return oneEach
	}
	return anyEach
}

// byChunks reports whether rows of 16 bytes and more move by chunks if their pads are short: in builds without assembly.
func (p *repeat[W]) byChunks() bool {
	return !stream.Assembly && p.unit == sizeOf[W]() && 16 <= p.row && p.row <= longestChunked
}

// planes makes n planes. The first one goes to element do; its data comes from element so.
func (p *repeat[W]) planes(do, so, n int) {
	to, at := do*sizeOf[W](), so*sizeOf[W]()
	if sizeOf[W]() < 16 && p.form != byStream && p.dense && p.step <= 16 && n*p.planeStep >= leastShort && stream.FitShort(p.data.Part[1].Step, p.step) {
		made := repeatShort[W](p, to, at, n)
		to, at, n = to+made*p.planeStep, at+made*p.data.Skip, n-made
	}
	atOnce := n
	if p.copied {
		to += p.above * p.step
	}
	if p.copied || p.plane != p.planeStep && p.step != p.planeStep {
		atOnce = 1
	}
	for ; n > 0; n -= atOnce {
		d := unsafe.Add(p.dst, to)
		p.data.At, p.data.Left = at, atOnce
		if p.form == byStream {
			p.rows.Write(&p.data, d, p.src)
		} else {
			p.write(d)
		}
		if p.copied {
			p.extend(d, d, p.above, p.data.Part[1].Rows, p.below, p.step, p.out)
		}
		to, at = to+p.planeStep, at+p.data.Skip
	}
}

// write makes the rows of the planes that p.data has left.
func (p *repeat[W]) write(d unsafe.Pointer) {
	switch p.form {
	case oneEach:
		if p.row < 16 {
			chunks[W, oneEnds[W]](p, d)
		} else {
			longChunks[W, oneEnds[W]](p, d)
		}
	case anyEach:
		chunks[W, anyEnds[W]](p, d)
	case fewEach:
		if !stream.Assembly && sizeOf[W]() <= 4 {
			fewEnds[W](p, d)
		}
	default:
		p.oneByOne(d)
	}
}

// repeatShort writes the first of n planes of rows of up to 16 bytes and returns how many it wrote. The first plane goes to byte to; its
// input is at byte at. It is not inlined, because of its stack, and is not a method, because words of 16 bytes do not have it.
//
//go:noinline
func repeatShort[W word](p *repeat[W], to, at, n int) int {
	var short stream.Short
	rows, step := p.data.Part[1].Rows, p.data.Part[1].Step
	short.Open(p.row, step, p.step, &[48]byte{}, func(i int) int {
		return p.mode.Source(i/p.unit-p.begin/p.unit, p.row/p.unit)*p.unit + i%p.unit
	})
	fits := true
	for r := -p.above; r < 0; r++ {
		fits = fits && short.Rows(p.mode.Source(r, rows)*step, 0, 1)
	}
	fits = fits && short.Rows(0, step, rows)
	for r := rows; r < rows+p.below; r++ {
		fits = fits && short.Rows(p.mode.Source(r, rows)*step, 0, 1)
	}
	if fits {
		return short.Write(unsafe.Add(p.dst, to), unsafe.Add(p.src, at), n, p.planeStep, p.data.Skip, (rows-1)*step+p.row)
	}
	all, some := p.data, short.Many()
	for i := range n {
		d, s := unsafe.Add(p.dst, to+i*p.planeStep+p.above*p.step), at+i*p.data.Skip
		made := some * short.Write(d, unsafe.Add(p.src, s), rows/some, some*p.step, some*step, (some-1)*step+p.row)
		if made < rows {
			p.data.First, p.data.Last, p.data.Part[1].Rows = 1, 1, rows-made
			p.data.At, p.data.Left = s+made*step, 1
			p.write(unsafe.Add(d, made*p.step))
			p.data = all
		}
		p.extend(d, d, p.above, rows, p.below, p.step, p.out)
	}
	return n
}

// oneByOne makes the rows of the planes that p.data has left, each by itself.
func (p *repeat[W]) oneByOne(d unsafe.Pointer) {
	var sources [longestLookedUp]uint16
	table := sources[:0]
	if p.form == lookedUp {
		table = p.lookUp(&sources)
	}
	for i := p.data.First; ; {
		part := &p.data.Part[i&3]
		s := unsafe.Add(p.src, p.data.At+part.From)
		for rows := part.Rows; ; {
			switch {
			case p.form == lookedUp:
				for j, from := range table {
					*(*W)(unsafe.Add(d, j*sizeOf[W]())) = *(*W)(unsafe.Add(s, int(from)))
				}
			case p.form != oneUnit:
				p.oneRow(d, s)
			case p.unit == sizeOf[W]():
				splat[W](d, s, p.out)
			default:
				stream.Repeat(d, s, p.out, p.unit, p.past)
			}
			if rows--; rows == 0 {
				break
			}
			d, s = unsafe.Add(d, p.step), unsafe.Add(s, part.Step)
		}
		if i++; i > p.data.Last {
			if p.data.Left--; p.data.Left == 0 { // a pointer must not leave its object
				return
			}
			i = p.data.First
			p.data.At += p.data.Skip
		}
		d = unsafe.Add(d, p.step)
	}
}

// lookUp returns where in a row of data each element of the output's row comes from, in bytes.
func (p *repeat[W]) lookUp(sources *[longestLookedUp]uint16) []uint16 {
	from, size := sources[:p.out/sizeOf[W]()], sizeOf[W]()
	for i := range from {
		unit := i*size/p.unit - p.begin/p.unit
		from[i] = uint16(p.mode.Source(unit, p.row/p.unit)*p.unit + i*size%p.unit)
	}
	return from
}

// oneRow makes a row at d from its data at s.
func (p *repeat[W]) oneRow(d, s unsafe.Pointer) {
	data := unsafe.Add(d, p.begin)
	move[W](data, s, p.row, p.past)
	if p.form == turning {
		p.extend(data, s, p.begin/p.unit, p.row/p.unit, p.end/p.unit, p.unit, p.unit)
		return
	}
	before, behind := &p.runs[0], &p.runs[1]
	switch {
	case p.padStep < 0:
		move[W](unsafe.Add(d, before.to), unsafe.Add(s, before.from), before.n, p.past)
		move[W](unsafe.Add(d, behind.to), unsafe.Add(s, behind.from), behind.n, p.past)
	case p.padStep > 0:
		mirror[W](unsafe.Add(d, before.to), unsafe.Add(s, before.from), before.n, p.unit, p.past)
		mirror[W](unsafe.Add(d, behind.to), unsafe.Add(s, behind.from), behind.n, p.unit, p.past)
	case p.unit == sizeOf[W]():
		splat[W](unsafe.Add(d, before.to), unsafe.Add(s, before.from), before.n)
		splat[W](unsafe.Add(d, behind.to), unsafe.Add(s, behind.from), behind.n)
	default:
		stream.Repeat(unsafe.Add(d, before.to), unsafe.Add(s, before.from), before.n, p.unit, p.past)
		stream.Repeat(unsafe.Add(d, behind.to), unsafe.Add(s, behind.from), behind.n, p.unit, p.past)
	}
}
