package stream

import "github.com/padgen/padgen/runtime/kernel"

// Planes describes where the rows of several planes come from. A plane is the rows of the two innermost axes,
// in up to three parts. The caller sets At and Left before each call, which changes them.
type Planes struct {
	First, Last int     // indices in Part of the first and the last part of a plane
	Skip        int     // bytes from one plane of the input to the next
	At, Left    int     // bytes to the next plane of the input, and the number of planes left including that one
	Part        [4]Part // rows above the input, of the input and below it; 4, so that an index i & 3 needs no check
}

// Part is rows that follow one another in the output or, if Rows is 0, From bytes of the value.
type Part struct {
	From int // bytes from the plane's first row of the input to the first of these
	Step int // bytes from one row of the input to the next
	Rows int
}

// Data sets each plane to rows of the input only. Rows are step bytes apart, planes skip bytes.
func (p *Planes) Data(rows, step, skip int) {
	p.Part[1].Step, p.Part[1].Rows = step, rows
	p.First, p.Last, p.Skip = 1, 1, skip
}

// Pads adds rows above and below the input, which repeat its rows in mode m. If the input has too few rows for
// that without a turn, it adds nothing and reports false.
func (p *Planes) Pads(m kernel.Mode, above, below int) bool {
	rows, step := p.Part[1].Rows, p.Part[1].Step
	pads := m.Pads(rows)
	if max(above, below) > pads.Turn {
		return false
	}
	if above > 0 { // they start with the outermost one
		p.First, p.Part[0] = 0, Part{(pads.Head + (above-1)*pads.Step) * step, -pads.Step * step, above}
	}
	if below > 0 {
		p.Last, p.Part[2] = 2, Part{(rows - 1 - pads.Head) * step, -pads.Step * step, below}
	}
	return true
}
