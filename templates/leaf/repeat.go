package leaf

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/stream"
)

// repeat is the state of a running kernel whose pads repeat the input. Modes differ only in what [kernel.Mode.Run] returns.
type repeat[W word] struct {
	dst, src             unsafe.Pointer
	mode                 kernel.Mode
	form                 form
	past                 bool        // the output goes past the caches
	apart                bool        // other memory lies between two planes of the output
	copied               bool        // the rows above and below the input turn: they are copied from finished rows
	least                int         // bytes of planes from which stream writes them
	begin, row, end      int         // bytes of a row: pad, input and pad
	unit                 int         // bytes of one index of the innermost axis with pads: an element or, if that is axis 1, a whole row of the input
	out, step            int         // bytes of a row of the output, and from one row to the next
	plane                int         // bytes of a plane of the output
	planeStep, srcSkip   int         // bytes from one plane to the next, in the output and in the input
	above, middle, below int         // rows of a plane that are pads, of the input, and pads again
	runs                 [2]runOfRow // the pads before and after the input, if each repeats one run of it
	padStep              int         // bytes from the unit that a pad before the input repeats to that of the next pad outwards; -padStep after the input
	rows                 stream.Rows
}

// runOfRow is a pad of a row that repeats one run of its input: n bytes, which start at byte from of the input and go to byte to of the
// row. If rows are written by chunks, from is the unit that the pad next to the input repeats, and the other fields are not set.
type runOfRow struct{ to, from, n int }

// keptRepeat returns the state that a geometry keeps, or one that is not open. If the kernel is called only for that, the geometry keeps
// the state from then on.
func keptRepeat[W word](g *kernel.Geometry) *repeat[W] {
	return (*repeat[W])(g.State(&leafIDs[1][sizeOf[W]()], unsafe.Sizeof(repeat[W]{}), decideRepeat[W]))
}

func decideRepeat[W word](g *kernel.Geometry, state unsafe.Pointer) { (*repeat[W])(state).decide(g) }

// open prepares the state, a copy of what a geometry keeps, for a call.
func (p *repeat[W]) open(g *kernel.Geometry, dst, src unsafe.Pointer) {
	if p.form == undecided {
		p.decide(g)
	}
	p.dst, p.src = dst, src
}

// decide sets everything that depends only on the geometry.
func (p *repeat[W]) decide(g *kernel.Geometry) {
	p.mode = g.Mode()
	in := p.layout(g)
	p.copied = p.turns(p.above, p.middle, p.below)
	var writes bool
	writes, p.past = p.rows.Open(g, sizeOf[W](), !p.copied)
	p.form, p.least = repeatForm[W](p, p.turns(in.Begin(), in.Ext(), in.End()), writes)
	if p.form != byStream {
		p.ends(in)
	}
}

// layout sets the sizes of rows and planes, and returns the axis that has the pads of a row.
func (p *repeat[W]) layout(g *kernel.Geometry) (in *kernel.Axis) {
	size := sizeOf[W]()
	row, rows, planes := g.Axis(0), g.Axis(1), g.Axis(2)
	p.step, p.planeStep, p.srcSkip = rows.Dst()*size, planes.Dst()*size, planes.Src()*size
	in, p.unit, p.middle = row, size, 1
	if rows.Dst() == row.Ext() && rows.Src() == row.Ext() { // no pads, no crops: a plane is one row of larger units
		in, p.unit, p.step = rows, row.Ext()*size, p.planeStep
	} else {
		p.above, p.middle, p.below = rows.Begin(), rows.Ext(), rows.End()
	}
	p.begin, p.row, p.end = in.Begin()*p.unit, in.Ext()*p.unit, in.End()*p.unit
	p.out = p.begin + p.row + p.end
	if p.plane = p.out; in == row {
		p.plane = (p.above + p.middle + p.below) * p.step
		p.apart = p.plane != p.planeStep
	}
	return in
}

// turns reports whether pads of b indices before n of the input, or of e after them, go back or start again within these.
func (p *repeat[W]) turns(b, n, e int) bool {
	_, _, before := p.mode.Run(-b, n)
	_, _, after := p.mode.Run(n, n)
	return before < b || after < e
}

// ends sets the sources of the pads of a row, if they do not turn.
func (p *repeat[W]) ends(in *kernel.Axis) {
	first, step, _ := p.mode.Run(-in.Begin(), in.Ext())
	last, other, _ := p.mode.Run(in.Ext(), in.Ext())
	if in.Begin() < 2 { // a pad of one index has no step
		step = other
	}
	p.padStep = -step * p.unit
	before, after := &p.runs[0], &p.runs[1]
	before.from, after.from = (first+(in.Begin()-1)*step)*p.unit, last*p.unit
	if p.form != oneByOne && p.form != fewEach {
		return
	}
	before.from, before.n = min(first, first+(in.Begin()-1)*step)*p.unit, p.begin
	after.to, after.from, after.n = p.begin+p.row, min(last, last+(in.End()-1)*step)*p.unit, p.end
	if p.form == oneByOne && max(p.begin, p.end) <= p.unit { // a pad of one unit has no order
		p.padStep = -p.unit
	}
	// A missing pad writes the first unit of the input again, which saves a test in each row. A move writes only its first element, and
	// other forms write nothing if the unit is large.
	none := runOfRow{p.begin, 0, p.unit}
	switch {
	case p.padStep < 0:
		none.n = sizeOf[W]()
	case p.unit > longestUnit:
		none.n = 0
	}
	for i := range p.runs {
		if p.runs[i].n == 0 {
			p.runs[i] = none
		}
	}
}

// planes writes n planes. The first one goes to element do; its input starts at element so.
func (p *repeat[W]) planes(do, so, n int) {
	to, at, atOnce := do*sizeOf[W](), so*sizeOf[W](), n
	if p.copied {
		to += p.above * p.step
	}
	if p.copied || p.apart {
		atOnce = 1
	}
	for ; n > 0; n -= atOnce {
		p.rows.Start(at, atOnce)
		written, more := 0, true
		if atOnce*p.planeStep >= p.least {
			written, more = p.rows.Write(unsafe.Add(p.dst, to), p.src, nil)
		}
		if more {
			p.write(unsafe.Add(p.dst, to+written))
		}
		if p.copied {
			d := unsafe.Add(p.dst, to)
			p.extend(d, d, p.above, p.middle, p.below, p.step, p.out)
		}
		to, at = to+p.planeStep, at+p.srcSkip
	}
}

// write writes the rows that p.rows returns next.
func (p *repeat[W]) write(d unsafe.Pointer) {
	switch p.form {
	case oneEach:
		if sizeOf[W]() <= 4 && p.row < 16 {
			chunks[W, oneEnds[W]](p, d)
			return
		}
		longChunks[W, oneEnds[W]](p, d)
	case anyEach:
		if sizeOf[W]() <= 4 {
			chunks[W, anyEnds[W]](p, d)
		}
	case fewEach:
		if !stream.Assembly && sizeOf[W]() <= 4 {
			fewEnds[W](p, d)
		}
	default:
		p.oneByOne(d)
	}
}

// oneByOne writes the rows that p.rows returns next, each by itself.
func (p *repeat[W]) oneByOne(d unsafe.Pointer) {
	var sources [longestLookedUp]uint16
	table := sources[:0]
	if p.form == lookedUp {
		table = p.lookUp(&sources)
	}
	from, srcStep, rows := p.rows.Next()
	for s := unsafe.Add(p.src, from); ; {
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
		if rows--; rows > 0 {
			s = unsafe.Add(s, srcStep)
		} else {
			if from, srcStep, rows = p.rows.Next(); rows == 0 { // a pointer must not leave its object
				return
			}
			s = unsafe.Add(p.src, from)
		}
		d = unsafe.Add(d, p.step)
	}
}

// lookUp returns, for each element of a row of the output, the offset in bytes of its source in the row of the input.
func (p *repeat[W]) lookUp(sources *[longestLookedUp]uint16) []uint16 {
	table, size, n := sources[:p.out/sizeOf[W]()], sizeOf[W](), p.row/p.unit
	for i, to := -p.begin/p.unit, 0; to < len(table); {
		from, step, count := p.mode.Run(i, n)
		for ; count > 0 && to < len(table); count-- {
			for at := 0; at < p.unit; at += size {
				table[to] = uint16(from*p.unit + at)
				to++
			}
			i, from = i+1, from+step
		}
	}
	return table
}

// oneRow writes a row to d from its input at s.
func (p *repeat[W]) oneRow(d, s unsafe.Pointer) {
	data := unsafe.Add(d, p.begin)
	move[W](data, s, p.row, p.past)
	if p.form == turning {
		p.extend(data, s, p.begin/p.unit, p.row/p.unit, p.end/p.unit, p.unit, p.unit)
		return
	}
	before, after := &p.runs[0], &p.runs[1]
	switch {
	case p.padStep < 0:
		move[W](unsafe.Add(d, before.to), unsafe.Add(s, before.from), before.n, p.past)
		move[W](unsafe.Add(d, after.to), unsafe.Add(s, after.from), after.n, p.past)
	case p.padStep > 0:
		mirror[W](unsafe.Add(d, before.to), unsafe.Add(s, before.from), before.n, p.unit, p.past)
		mirror[W](unsafe.Add(d, after.to), unsafe.Add(s, after.from), after.n, p.unit, p.past)
	case p.unit == sizeOf[W]():
		splat[W](unsafe.Add(d, before.to), unsafe.Add(s, before.from), before.n)
		splat[W](unsafe.Add(d, after.to), unsafe.Add(s, after.from), after.n)
	default:
		stream.Repeat(unsafe.Add(d, before.to), unsafe.Add(s, before.from), before.n, p.unit, p.past)
		stream.Repeat(unsafe.Add(d, after.to), unsafe.Add(s, after.from), after.n, p.unit, p.past)
	}
}
