package leaf

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/stream"
)

// repeat is the state of a running kernel whose pads repeat data: reflect, edge and wrap. These differ in where the pads of a row come
// from, and in which direction that place moves.
//
//	          head                           tail
//	reflect   one unit behind the start      two units before the end    both away from the pads
//	edge      the first unit                 the last unit               neither moves
//	wrap      the last unit                  the first unit              both along with the pads
type repeat[W word] struct {
	dst, src           unsafe.Pointer
	mode               kernel.Mode
	form               form
	past               bool // the output goes past the caches
	begin, row, end    int  // bytes of a row: its pads and its data
	unit               int  // bytes of what pads repeat: an element, or a whole row of data where rows have no pads
	step               int  // bytes from one row to the next in the output
	planeStep          int  // bytes from one plane to the next in the output
	above, below       int  // rows of a plane that are copies of finished ones
	head, tail         int  // where the units next to a row's data are in it
	headStep, tailStep int  // bytes from the source of one unit of a pad to that of the next, going away from the data
	data               stream.Planes
	rows               stream.Rows
}

// open prepares the state for a geometry.
func (p *repeat[W]) open(g *kernel.Geometry) {
	p.mode = g.Mode()
	above, below := p.layout(g)
	near, direct := p.ends(above, below)
	p.form = p.pick(near, g.Total()*sizeOf[W]())
	if !direct || !p.past && (p.form == single || p.form == long) { // these are copies of finished rows
		p.above, p.below = above, below
		p.data.First, p.data.Last = 1, 1
	}
}

// layout sets the sizes of rows and planes, and returns the rows of a plane above data and below it.
func (p *repeat[W]) layout(g *kernel.Geometry) (above, below int) {
	size := sizeOf[W]()
	row, rows, planes := g.Axis(0), g.Axis(1), g.Axis(2)
	p.begin, p.row, p.end = row.Begin()*size, row.Ext()*size, row.End()*size
	p.unit, p.step, p.planeStep = size, rows.Dst()*size, planes.Dst()*size
	p.past = stream.Pays(g.Total() * size)
	if rows.Dst() == row.Ext() && rows.Src() == row.Ext() { // no pads, no crops: a plane is one row of larger units
		p.unit = p.row
		p.begin, p.row, p.end = rows.Begin()*p.unit, rows.Ext()*p.unit, rows.End()*p.unit
		p.step = p.begin + p.row + p.end
		p.data.Data(1, 0, planes.Src()*size)
		return 0, 0
	}
	p.data.Data(rows.Ext(), rows.Src()*size, planes.Src()*size)
	return rows.Begin(), rows.End()
}

// ends sets where pads come from. It reports as near that the pads of a row come from one turn of its data, and as direct that the rows
// above and below data do so, too; then p.data has them.
func (p *repeat[W]) ends(above, below int) (near, direct bool) {
	pads := max(p.begin, p.end)
	switch p.mode {
	case kernel.Reflect:
		p.head, p.tail, p.headStep, p.tailStep = p.unit, p.row-2*p.unit, p.unit, -p.unit
		return pads < p.row, p.data.Reflect(above, below)
	case kernel.Edge:
		p.tail = p.row - p.unit
		p.data.Edge(above, below)
		return true, true
	}
	p.head, p.headStep, p.tailStep = p.row-p.unit, -p.unit, p.unit
	return pads <= p.row, p.data.Wrap(above, below)
}

// pick decides how rows are made.
func (p *repeat[W]) pick(near bool, total int) form {
	b, n, e, size := p.begin, p.row, p.end, sizeOf[W]()
	switch {
	case n < 2*size:
		return alone
	case !near:
		return single
	case n <= 4096 && stream.FitPast(total, n, b, e, p.unit):
		p.rows.Past = true
		p.setRows()
		return wide
	case n <= 4096 && stream.Fit(n, b, e, p.unit):
		p.setRows()
		return wide
	case p.unit != size:
		return single
	case stream.Assembly && (n >= 16 || max(b, e) > 512):
		return single
	case !stream.Assembly && (n > 1024 || max(b, e) > max(8, 4*size)):
		return long
	case b == size && e == size:
		return oneEach
	case !stream.Assembly && n >= 16 && sizeOf[W]() <= 4 && isFew[W](b) && isFew[W](e):
		return fewEach
	}
	return anyEach
}

// setRows prepares stream.Rows for the mode.
func (p *repeat[W]) setRows() {
	switch p.mode {
	case kernel.Reflect:
		p.rows.Reflect(p.row, p.begin, p.end, p.unit)
	case kernel.Edge:
		p.rows.Edge(p.row, p.begin, p.end, p.unit)
	default:
		p.rows.Wrap(p.row, p.begin, p.end, p.unit)
	}
}

// planes makes n planes. The first one goes to element do; its data comes from element so.
func (p *repeat[W]) planes(do, so, n int) {
	to, at := do*sizeOf[W]()+p.above*p.step, so*sizeOf[W]()
	if p.above|p.below == 0 {
		p.data.At, p.data.Left = at, n
		p.write(unsafe.Add(p.dst, to))
		return
	}
	rows := p.data.Part[1].Rows
	for range n {
		d := unsafe.Add(p.dst, to) // a pointer must not leave its object, as d would behind the last plane
		p.data.At, p.data.Left = at, 1
		p.write(d)
		p.extend(d, d, p.above, rows, p.below, p.step)
		to, at = to+p.planeStep, at+p.data.Skip
	}
}

// write makes the rows of the planes that p.data has left.
func (p *repeat[W]) write(d unsafe.Pointer) {
	switch p.form {
	case wide:
		p.rows.Write(&p.data, d, p.src)
	case oneEach:
		chunks[W, oneEnds[W]](p, d)
	case anyEach:
		chunks[W, anyEnds[W]](p, d)
	case fewEach:
		if !stream.Assembly && sizeOf[W]() <= 4 {
			p.fewEnds(d)
		}
	default:
		p.singly(d)
	}
}

// singly makes rows one by one.
func (p *repeat[W]) singly(d unsafe.Pointer) {
	for i := p.data.First; ; {
		part := &p.data.Part[i&3]
		s := unsafe.Add(p.src, p.data.At+part.From)
		for rows := part.Rows; ; {
			if p.form == alone {
				splat[W](d, s, p.step)
			} else {
				row := unsafe.Add(d, p.begin)
				move[W](row, s, p.row, p.past)
				p.rowPads(row, s)
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

// rowPads makes the pads of the row at d from its data at s.
func (p *repeat[W]) rowPads(d, s unsafe.Pointer) {
	if stream.Assembly || p.form != long {
		p.extend(d, s, p.begin/p.unit, p.row/p.unit, p.end/p.unit, p.unit)
		return
	}
	b, n, e, size := p.begin, p.row, p.end, sizeOf[W]()
	before, last := unsafe.Add(d, -b), unsafe.Add(d, n-size)
	if b > 0 {
		switch p.mode {
		case kernel.Reflect:
			stream.Reverse(before, unsafe.Add(d, size), b, size)
		case kernel.Edge:
			splat[W](before, d, b)
		default:
			move[W](before, unsafe.Add(d, n-b), b, p.past)
		}
	}
	if e > 0 {
		switch p.mode {
		case kernel.Reflect:
			stream.Reverse(unsafe.Add(last, size), unsafe.Add(last, -e), e, size)
		case kernel.Edge:
			splat[W](unsafe.Add(last, size), last, e)
		default:
			move[W](unsafe.Add(last, size), d, e, p.past)
		}
	}
}
