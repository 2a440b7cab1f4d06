package stream

import "github.com/padgen/padgen/runtime/kernel"

// planes describes where the rows of several planes come from. A plane is the rows of the two innermost axes, in up to three parts.
type planes struct {
	first, last int     // indices in part of the first and the last part of a plane
	skip        int     // bytes from one plane of the input to the next
	at, left    int     // offset in bytes of the next plane of the input, and the number of planes left, including that one
	part        [4]part // rows above the input, of the input and below it; 4, so that index i & 3 needs no bounds check
}

// part describes rows that follow one another in the output. If rows is 0, it is a gap instead, and from is its length in bytes.
type part struct {
	from int // offset in bytes of the first one in a plane of the input
	step int // bytes from one row of the input to the next
	rows int
}

// set sets the planes to rows of the input only. Rows are step bytes apart, planes skip bytes.
func (p *planes) set(rows, step, skip int) {
	p.part[1].step, p.part[1].rows = step, rows
	p.first, p.last, p.skip = 1, 1, skip
}

// pads adds rows above and below the input, which repeat its rows in mode m and do not turn.
func (p *planes) pads(m kernel.Mode, above, below int) {
	rows, step := p.part[1].rows, p.part[1].step
	if above > 0 { // they start with the outermost one
		from, by, _ := m.Run(-above, rows)
		p.first, p.part[0] = 0, part{from * step, by * step, above}
	}
	if below > 0 {
		from, by, _ := m.Run(rows, rows)
		p.last, p.part[2] = 2, part{from * step, by * step, below}
	}
}

// row returns the offset in the input of row i of neighbouring planes, which have rows rows each and are skip bytes apart, or valueAt if that
// is a row of the value.
func (p *planes) row(i, rows, skip int) int {
	plane := i / rows
	i -= plane * rows
	for k := p.first; k <= p.last; k++ {
		part := &p.part[k&3]
		if i < part.rows {
			return plane*skip + part.from + i*part.step
		}
		i -= part.rows
	}
	return valueAt
}

// rows is the number of rows of a plane.
func (p *planes) rows() int { return p.part[0].rows + p.part[1].rows + p.part[2].rows }
