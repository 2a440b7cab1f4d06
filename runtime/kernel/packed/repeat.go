package packed

import "github.com/padgen/padgen/runtime/kernel"

// Repeat is a running kernel of mode reflect, edge or wrap. Its methods count places in elements: in the output from its first element
// on, in data from the start of src on.
type Repeat struct {
	rows
	mode         kernel.Mode
	above, below int // rows of a plane that come from pads
	parts        [3]part
	direct       bool // parts are all rows of a plane
	near         bool // the pads of a row are a piece of its data each, with the elements in reverse order
	turn         uint // if they have turn bits
}

// Open prepares for a call with elements of so many bits.
func (p *Repeat) Open(g *kernel.Geometry, dst, src []byte, bits int) {
	p.open(g, dst, src, bits)
	a := g.Axis(1)
	p.mode, p.unit, p.above, p.below = g.Mode(), bits, a.Begin(), a.End()
	if p.step == p.n && p.sstep == p.n { // no pads: a plane is one row of larger units
		p.unit = p.n
		p.begin, p.n, p.end, p.step = a.Begin()*p.unit, a.Ext()*p.unit, a.End()*p.unit, a.Out()*p.unit
		p.above, p.count, p.below, p.sstep = 0, 1, 0, p.n
	}
	p.choose(p.aligned(g))
	i := -p.above
	for n := 0; n < len(p.parts) && i < p.count+p.below; n++ {
		p.parts[n] = p.run(i)
		i += p.parts[n].rows
	}
	p.direct = i == p.count+p.below
}

// choose picks how rows are made, and says where in data the bits of their pads are.
func (p *Repeat) choose(aligned bool) {
	unit, room := p.unit, p.n
	for i := 0; i < 64; i += unit {
		p.value |= 1 << i
	}
	switch p.mode {
	case kernel.Wrap:
		p.head, p.kind = p.n-p.begin, plain
	case kernel.Edge:
		p.tail, p.kind, room = p.n-unit, repeated, most
	default:
		room -= unit
		p.head, p.tail, p.kind, p.turn = unit, room-p.end, mirrored, uint(unit)
	}
	longest := max(p.begin, p.end)
	p.near = longest <= room && (p.mode == kernel.Wrap || p.turn == uint(p.width))
	if (p.begin == 0 || p.begin == unit) && (p.end == 0 || p.end == unit) {
		p.kind = plain
	}
	if p.short = p.kind == plain && p.step < 64 && p.n < 58; aligned || longest > min(room, most) {
		p.kind = exact
	}
}

// run is the rows from row i of a plane on whose data follow one another. Row 0 is the first one of data.
func (p *Repeat) run(i int) part {
	j, next := p.mode.Source(i, p.count), p.mode.Source(i+1, p.count)
	n := p.count - j
	switch {
	case j == next && i < 0:
		n = -i
	case j == next:
		n = p.count + p.below
	case j > next && p.mode == kernel.Reflect:
		n = j + 1
	}
	return part{min(n, p.count+p.below-i), j * p.sstep, (next - j) * p.sstep, p.end}
}

// Planes makes n neighbouring planes with the pads of both axes. Their output starts at element do, their data at element so.
func (p *Repeat) Planes(do, so, n int) {
	d, s := p.off+do*p.width, so*p.width
	if p.kind != exact && p.direct {
		k := p.fits(d+(p.above+p.count+p.below)*p.step, s+(p.count-1)*p.sstep+p.n, p.skip, p.sskip, n)
		p.words(d, s, k, p.parts[:])
		d, s, n = d+k*p.skip, s+k*p.sskip, n-k
	}
	for ; n > 0; n-- {
		p.plane(d+p.above*p.step, s)
		d, s = d+p.skip, s+p.sskip
	}
}

// plane makes a plane in steps that have room. Its first row of data goes to bit d.
func (p *Repeat) plane(d, s int) {
	if p.kind == exact {
		for i := range p.count {
			p.row(d+i*p.step, s+i*p.sstep)
		}
		p.extend(d, p.above*p.step, p.count*p.step, p.below*p.step, p.step)
		return
	}
	for i := -p.above; i < p.count+p.below; {
		q, at := p.run(i), d+i*p.step
		q.rows = p.fits(at+p.step, s+q.from+p.n, p.step, q.step, q.rows)
		if q.rows > 0 {
			p.words(at, s, 1, []part{q})
		} else {
			p.row(at, s+q.from)
		}
		i += max(1, q.rows)
	}
}

// row makes one row of any length with pads of any length.
func (p *Repeat) row(d, s int) {
	d += p.begin
	move(p.dst, d, p.src, s, p.n)
	switch {
	case p.near:
		shift(p.dst, d-p.begin, p.src, s+p.head, p.begin, p.turn)
		shift(p.dst, d+p.n, p.src, s+p.tail, p.end, p.turn)
	case p.mode == kernel.Edge && p.unit == p.width:
		fill(p.dst, d-p.begin, p.begin, byte(chunk(p.src, s, p.unit, 0)*p.value))
		fill(p.dst, d+p.n, p.end, byte(chunk(p.src, s+p.tail, p.unit, 0)*p.value))
	default:
		p.extend(d, p.begin, p.n, p.end, p.unit)
	}
}

// Block makes all planes of an axis, those of its pads, too. The axis starts at element do of the output, its data at element so.
func (p *Repeat) Block(do, so int, a *kernel.Axis) {
	p.Planes(do+a.Begin()*a.Dst(), so, a.Ext())
	p.Border(do, a)
}

// Border makes the pads of an axis whose slabs of data are finished. The axis starts at element do of the output.
func (p *Repeat) Border(do int, a *kernel.Axis) {
	step := a.Dst() * p.width
	d := p.off + do*p.width + a.Begin()*step
	p.extend(d, a.Begin()*step, a.Ext()*step, a.End()*step, step)
}

// extend makes pads of b bits before, and of e bits behind, the n bits that are finished at bit d: repeated slabs of unit bits.
func (p *Repeat) extend(d, b, n, e, unit int) {
	period := n
	switch p.mode {
	case kernel.Edge:
		period = unit
	case kernel.Reflect:
		x, y := min(b, n-unit), min(e, n-unit)
		p.mirror(d-x, d+unit, x, unit)
		p.mirror(d+n, d+n-unit-y, y, unit)
		d, b, n, e, period = d-x, b-x, n+x+y, e-y, max(unit, 2*(n-unit))
	}
	for k, turn := 0, period; b > 0; turn += k { // downwards, twice as many bits each time
		k = min(b, turn)
		d, b, n = d-k, b-k, n+k
		move(p.dst, d, p.dst, d+turn, k)
	}
	for d += n; e > 0; period += n {
		n = min(e, period)
		move(p.dst, d, p.dst, d-period, n)
		d, e = d+n, e-n
	}
}

// mirror writes the slabs of the n bits from bit s on in reverse order from bit d on.
func (p *Repeat) mirror(d, s, n, unit int) {
	if unit == p.width {
		shift(p.dst, d, p.dst, s, n, p.turn)
		return
	}
	for s += n; n > 0; n -= unit {
		s -= unit
		move(p.dst, d, p.dst, s, unit)
		d += unit
	}
}
