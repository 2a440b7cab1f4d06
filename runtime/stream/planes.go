package stream

import "unsafe"

// Planes says where the rows of a number of planes come from. A plane is the rows of an output's two innermost axes, in up to three
// parts. The caller sets At and Left.
type Planes struct {
	First, Last int     // the indices in Part of the first part that a plane has, and of the last
	Skip        int     // bytes from one plane of data to the next
	At, Left    int     // bytes to the plane of data that is next, and how many planes are left, with this one
	Part        [4]Part // the rows above data, data, the rows below it: a place i & 3 needs no check of its bounds
}

// Part is rows of data that follow one another in the output, or what is between two planes in mode constant.
type Part struct {
	From int // the first one, in bytes from the plane's first; of no rows the bytes of a gap, through the caches
	Step int // to the next one
	Rows int
}

// Data says that each plane is rows of data alone, step bytes from one to the next; planes are skip bytes from one another.
func (p *Planes) Data(rows, step, skip int) {
	p.Part[1].Step, p.Part[1].Rows = step, rows
	p.First, p.Last, p.Skip = 1, 1, skip
}

// Edge adds rows above and below data: its first one and its last one, again and again.
func (p *Planes) Edge(above, below int) { p.pads(above, below, 0, p.Part[1].Rows-1, 0) }

// Reflect adds those behind the first one and before the last, in reverse order. It reports false, and adds nothing, where
// data has too few rows for that.
func (p *Planes) Reflect(above, below int) bool {
	rows := p.Part[1].Rows
	if max(above, below) >= rows {
		return false
	}
	p.pads(above, below, above, rows-2, -p.Part[1].Step)
	return true
}

// Wrap adds the last rows above data and the first ones below it. It reports false, and adds nothing, where data has too few
// rows for that.
func (p *Planes) Wrap(above, below int) bool {
	rows := p.Part[1].Rows
	if max(above, below) > rows {
		return false
	}
	p.pads(above, below, rows-above, 0, p.Part[1].Step)
	return true
}

// pads adds rows that start at row first of data and at row last, with the same step from one to the next.
func (p *Planes) pads(above, below, first, last, step int) {
	data := p.Part[1].Step
	if above > 0 {
		p.First, p.Part[0] = 0, Part{first * data, step, above}
	}
	if below > 0 {
		p.Last, p.Part[2] = 2, Part{last * data, step, below}
	}
}

// Gaps makes an output of mode constant, rows of n bytes: between two of them are gap bytes of the value, and between two planes
// skip bytes, no less than gap. Rows have 32 bytes or more, past the caches LeastRow. Only where there is one plane gap may be more
// than MostPads.
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

// first, rest and last are planes with gaps of so many bytes between them, one behind the other: those before the last one with the
// gaps behind them, then the last one's rows before its last one, then this row. Each but last reports whether there are any.
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
