package stream

// Planes says where the rows of several planes come from. A plane is the rows of the two innermost axes,
// in up to three parts. The caller sets At and Left before each call, which changes them.
type Planes struct {
	First, Last int     // indices in Part of the first and the last part of a plane
	Skip        int     // bytes from one plane of data to the next
	At, Left    int     // bytes to the next plane of data, and the number of planes left with that one
	Part        [4]Part // rows above data, data, rows below it; 4, so that an index i & 3 needs no check
}

// Part is rows that follow one another in the output or, if Rows is 0, From bytes of the value.
type Part struct {
	From int // bytes from the plane's first row of data to the first of these
	Step int // bytes from one row of data to the next
	Rows int
}

// Data makes each plane rows of data alone. Rows are step bytes apart, planes skip bytes.
func (p *Planes) Data(rows, step, skip int) {
	p.Part[1].Step, p.Part[1].Rows = step, rows
	p.First, p.Last, p.Skip = 1, 1, skip
}

// Edge adds rows above and below data: copies of its first row and of its last.
func (p *Planes) Edge(above, below int) { p.pads(above, below, 0, p.Part[1].Rows-1, 0) }

// Reflect adds rows above and below data: those after the first and before the last, in reverse order.
// If data has too few rows for that, it adds nothing and reports false.
func (p *Planes) Reflect(above, below int) bool {
	rows := p.Part[1].Rows
	if max(above, below) >= rows {
		return false
	}
	p.pads(above, below, above, rows-2, -p.Part[1].Step)
	return true
}

// Wrap adds the last rows of data above it and the first ones below it. If data has too few rows for
// that, it adds nothing and reports false.
func (p *Planes) Wrap(above, below int) bool {
	rows := p.Part[1].Rows
	if max(above, below) > rows {
		return false
	}
	p.pads(above, below, rows-above, 0, p.Part[1].Step)
	return true
}

// pads adds rows above data, from its row first on, and below it, from its row last on, each step bytes
// behind the one before it.
func (p *Planes) pads(above, below, first, last, step int) {
	data := p.Part[1].Step
	if above > 0 {
		p.First, p.Part[0] = 0, Part{first * data, step, above}
	}
	if below > 0 {
		p.Last, p.Part[2] = 2, Part{last * data, step, below}
	}
}
