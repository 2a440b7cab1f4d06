package packed

import "github.com/padgen/padgen/runtime/kernel"

func (p *State) openRepeat(g *kernel.Geometry) {
	a := g.Axis(1)
	p.unit, p.above, p.below = p.width, a.Begin(), a.End()
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
	p.allInParts = i == p.count+p.below
}

// choose selects how rows are written, and finds the bits of their pads in the input.
func (p *State) choose(aligned bool) {
	unit, pads := p.unit, p.mode.Pads(p.n/p.unit)
	for i := 0; i < 64; i += unit {
		p.value |= 1 << i
	}
	p.head = pads.Head * unit
	p.tail = p.n - unit - p.head
	switch {
	case pads.Step == 0:
		p.form = repeated
	case pads.Step > 0:
		p.form, p.tail, p.mirroredWidth = mirrored, p.tail+unit-p.end, uint(unit)
	default:
		p.form, p.head = plain, p.head+unit-p.begin
	}
	longest := max(p.begin, p.end)
	turns := longest/unit > pads.Turn
	p.padsOneRun = !turns && (pads.Step < 0 || pads.Step > 0 && unit == p.width)
	p.padsOneValue = pads.Step == 0 && unit == p.width
	if (p.begin == 0 || p.begin == unit) && (p.end == 0 || p.end == unit) {
		p.form = plain
	}
	if p.inOneWord = p.form == plain && p.step < 64 && p.n < 58; aligned || turns || longest > longestPad {
		p.form = exact
	}
}

// run returns the part of a plane that starts with row i. Row 0 is the first one of the input.
func (p *State) run(i int) part {
	from, step, n := p.mode.Run(i, p.count)
	return part{min(n, p.count+p.below-i), from * p.sstep, step * p.sstep, p.end}
}

func (p *State) repeatPlanes(do, so, n int) {
	d, s := p.at(do, so)
	if p.form != exact && p.allInParts {
		k := p.fits(d+(p.above+p.count+p.below)*p.step, s+(p.count-1)*p.sstep+p.n, p.skip, p.sskip, n)
		p.words(d, s, k, p.parts[:])
		d, s, n = d+k*p.skip, s+k*p.sskip, n-k
	}
	for ; n > 0; n-- {
		p.repeatPlane(d+p.above*p.step, s)
		d, s = d+p.skip, s+p.sskip
	}
}

// repeatPlane writes a plane, as many rows at once as have room for words. Its first row of the input goes to bit d.
func (p *State) repeatPlane(d, s int) {
	if p.form == exact {
		for i := range p.count {
			p.row(d+i*p.step, s+i*p.sstep)
		}
		p.extend(d, p.above, p.count, p.below, p.step)
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

// row writes one row of any length with pads of any length.
func (p *State) row(d, s int) {
	d += p.begin
	move(p.dst, d, p.src, s, p.n, 0)
	switch {
	case p.padsOneRun:
		move(p.dst, d-p.begin, p.src, s+p.head, p.begin, p.mirroredWidth)
		move(p.dst, d+p.n, p.src, s+p.tail, p.end, p.mirroredWidth)
	case p.padsOneValue:
		fill(p.dst, d-p.begin, p.begin, byte(chunk(p.src, s+p.head, p.unit, 0)*p.value))
		fill(p.dst, d+p.n, p.end, byte(chunk(p.src, s+p.tail, p.unit, 0)*p.value))
	default:
		p.extend(d, p.begin/p.unit, p.n/p.unit, p.end/p.unit, p.unit)
	}
}

// extend writes b slabs of step bits before the n finished ones at bit d, and e after them.
func (p *State) extend(d, b, n, e, step int) {
	p.mode.Extend(b, n, e, func(to, from, count int, isMirrored bool) {
		to, from = d+to*step, d+from*step
		switch {
		case !isMirrored:
			move(p.dst, to, p.dst, from, count*step, 0)
		case step == p.width:
			move(p.dst, to, p.dst, from, count*step, uint(p.width))
		default:
			for i := range count {
				move(p.dst, to+i*step, p.dst, from+(count-1-i)*step, step, 0)
			}
		}
	})
}
