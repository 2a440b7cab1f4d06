package stream

import "unsafe"

// Planes says where the rows of several planes come from. A plane is the rows of an output's two innermost axes, in up to three parts.
// The caller sets At and Left.
type Planes struct {
	First, Last int     // the indices in Part of the first and the last part of a plane
	Skip        int     // bytes from one plane of data to the next
	At, Left    int     // bytes to the next plane of data, and how many planes are left, including that one
	Part        [4]Part // the rows above data, data, the rows below it; 4, so that an index i & 3 needs no bounds check
}

// Part is rows of data that follow one another in the output or, in mode constant, a gap between two planes.
type Part struct {
	From int // bytes from the plane's first row to the first of these; if there are no rows, the bytes of the gap (only through the caches)
	Step int // bytes from one row to the next
	Rows int
}

// Data makes each plane rows of data alone. Rows are step bytes apart, planes skip bytes.
func (p *Planes) Data(rows, step, skip int) {
	p.Part[1].Step, p.Part[1].Rows = step, rows
	p.First, p.Last, p.Skip = 1, 1, skip
}

// Edge adds rows above and below data: copies of its first row and of its last.
func (p *Planes) Edge(above, below int) { p.pads(above, below, 0, p.Part[1].Rows-1, 0) }

// Reflect adds rows above and below data: the rows after the first and before the last, in reverse order. If data has too few rows for
// that, it adds nothing and reports false.
func (p *Planes) Reflect(above, below int) bool {
	rows := p.Part[1].Rows
	if max(above, below) >= rows {
		return false
	}
	p.pads(above, below, above, rows-2, -p.Part[1].Step)
	return true
}

// Wrap adds the last rows of data above it and the first ones below it. If data has too few rows for that, it adds nothing and reports
// false.
func (p *Planes) Wrap(above, below int) bool {
	rows := p.Part[1].Rows
	if max(above, below) > rows {
		return false
	}
	p.pads(above, below, rows-above, 0, p.Part[1].Step)
	return true
}

// pads adds rows above data, from its row first on, and below it, from its row last on; each row is step bytes after the one before.
func (p *Planes) pads(above, below, first, last, step int) {
	data := p.Part[1].Step
	if above > 0 {
		p.First, p.Part[0] = 0, Part{first * data, step, above}
	}
	if below > 0 {
		p.Last, p.Part[2] = 2, Part{last * data, step, below}
	}
}

// Gaps makes an output of mode constant: rows of n bytes, with gap bytes of the value between two rows and skip bytes, no fewer than gap,
// between two planes. Rows have 32 bytes or more, or LeastRow past the caches. Only if there is a single plane may gap be more than
// MostPads.
func (r *Rows) Gaps(out, src unsafe.Pointer, p *Planes, n, gap, skip int, value *[chunk]byte, past bool) {
	q := *p
	if gap > MostPads { // each row is a plane
		part := &q.Part[1]
		q.Left, q.Skip = part.Rows, part.Step
		part.Rows, gap, skip = 1, 0, gap
	}
	r.Constant(out, n, gap, value, past)
	switch many := q.first(skip - gap); {
	case past:
		q.Last = 1
		for left := q.Left; left > 0; left-- {
			q.Left = 1
			writeRows(r, &q, out, src)
			writeGap(r, out, skip-gap)
		}
	case many:
		writeRows(r, &q, out, src)
	}
	if q.rest() {
		writeRows(r, &q, out, src)
	}
	q.last()
	r.behind = 0
	writeRows(r, &q, out, src)
	r.End(out)
}

// first, rest and last divide planes with gaps into what is written one after the other: first is all planes but the last, each with so
// many more bytes of gap after it; rest is the rows of the last plane but its last row; last is that row. The first two report whether
// they have any rows.
func (p *Planes) first(gap int) bool {
	p.Last, p.Part[2].From = 2, gap
	p.Left--
	return p.Left > 0
}

func (p *Planes) rest() bool {
	part := &p.Part[1]
	p.Last, p.Left = 1, 1
	part.Rows--
	p.Skip = part.Rows * part.Step
	return part.Rows > 0
}

func (p *Planes) last() { p.Left, p.Part[1].Rows = 1, 1 }
