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

// Part is rows of data that follow one another in the output.
type Part struct {
	From int // the first one, in bytes from the plane's first
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

// gapSize is how many bytes of a gap are written at once, from memory that holds the value, as rows of data are.
const gapSize = 512

// Gaps makes an output of mode constant, rows of n bytes: between two of them are gap bytes of the value, more than MostPads only
// past the caches, and between two planes skip bytes, no less than gap.
func (r *Rows) Gaps(out, src unsafe.Pointer, p *Planes, n, gap, skip int, value *[16]byte, past bool) {
	var fill [gapSize]byte
	repeat(&fill, value)
	most, behind := p.Part[1].Rows, gap // rows at once, and what each has behind it
	if gap > MostPads {
		most, behind = 1, 0
	}
	r.Constant(out, n, behind, value, past)
	for ; ; p.At += p.Skip {
		part := p.Part[1]
		for left := part.Rows; left > 0; left -= part.Rows {
			part.Rows = min(most, left)
			if p.Left == 1 && part.Rows == left {
				part.Rows = max(left-1, 1) // the last row by itself: nothing comes behind it
				if left == 1 {
					r.behind = 0
				}
			}
			writeRows(r, out, unsafe.Add(src, p.At), &part, &part)
			part.From += part.Rows * part.Step
			next := gap
			if part.Rows == left {
				next = skip
				if p.Left--; p.Left == 0 {
					r.End(out)
					return
				}
			}
			r.gap(out, &fill, next-behind)
		}
	}
}

// repeat fills memory with the value.
func repeat(fill *[gapSize]byte, value *[chunk]byte) {
	for i := 0; i < len(fill); i += chunk {
		*(*[chunk]byte)(fill[i:]) = *value
	}
}

// gap is n bytes of the value that fill holds. A row follows.
func (r *Rows) gap(out unsafe.Pointer, fill *[gapSize]byte, n int) {
	v := unsafe.Pointer(fill)
	if !r.past {
		at := unsafe.Add(out, r.done)
		if r.done += n; n >= LeastRow {
			fillWide(at, v, n, false)
			return
		}
		pad(at, v, n)
		return
	}
	row, behind, part := r.row, r.behind, Part{Rows: 1}
	for r.behind = 0; n >= LeastRow; n -= r.row {
		r.row = min(n, gapSize)
		writeRows(r, out, v, &part, &part)
	}
	r.row, r.behind = row, behind
	pad(unsafe.Add(unsafe.Pointer(&r.buf), r.at), v, n)
	r.at += n
}

// pad stores n bytes of the value at v, and up to 15 more.
func pad(at, v unsafe.Pointer, n int) {
	for i := 0; i < n; i += chunk {
		*(*[chunk]byte)(unsafe.Add(at, i)) = *(*[chunk]byte)(v)
	}
}
