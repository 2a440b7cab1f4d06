package leaf

import "github.com/padgen/padgen/runtime/kernel"

// Strings contain pointers, so they are moved by copy and counted in elements.

// constantStrings is the state of a running kernel of mode constant.
type constantStrings struct {
	dst, src         []string
	value            string
	done             int // elements of the output that are written
	row, rows, plane *kernel.Axis
}

func (c *constantStrings) open(g *kernel.Geometry, dst, src []string, value string) {
	c.dst, c.src, c.value = dst, src, value
	c.row, c.rows, c.plane = g.Axis(0), g.Axis(1), g.Axis(2)
}

// planes writes n planes, and everything before them that is not yet written. The input of the first one starts at element so and goes to
// element do.
func (c *constantStrings) planes(_ *kernel.Geometry, do, so, n int) {
	for i := range n {
		d, s := do+i*c.plane.Dst(), so+i*c.plane.Src()
		for range c.rows.Ext() {
			c.fill(d)
			c.done += copy(c.dst[d:], c.src[s:s+c.row.Ext()])
			d, s = d+c.rows.Dst(), s+c.rows.Src()
		}
	}
}

func (c *constantStrings) close(n int) { c.fill(n) }

// fill writes the value to everything before element end of the output that is not yet written.
func (c *constantStrings) fill(end int) {
	gap := c.dst[c.done:max(end, c.done)]
	short := gap[:min(len(gap), 32)]
	for i := range short {
		short[i] = c.value
	}
	for n := len(short); n < len(gap); {
		n += copy(gap[n:], gap[:n])
	}
	c.done += len(gap)
}

// repeatStrings is the state of a running kernel whose pads repeat the input.
type repeatStrings struct {
	dst, src         []string
	mode             kernel.Mode
	row, rows, plane *kernel.Axis
}

func (p *repeatStrings) open(g *kernel.Geometry, dst, src []string) {
	p.dst, p.src, p.mode = dst, src, g.Mode()
	p.row, p.rows, p.plane = g.Axis(0), g.Axis(1), g.Axis(2)
}

// planes writes n planes. The first one goes to element do; its input starts at element so.
func (p *repeatStrings) planes(do, so, n int) {
	for range n {
		d, s := do+p.rows.Begin()*p.rows.Dst(), so
		for range p.rows.Ext() {
			copy(p.dst[d+p.row.Begin():], p.src[s:s+p.row.Ext()])
			p.border(d, p.row)
			d, s = d+p.rows.Dst(), s+p.rows.Src()
		}
		p.border(do, p.rows)
		do, so = do+p.plane.Dst(), so+p.plane.Src()
	}
}

// block writes axis 2, its planes and its pads. The axis starts at element do of the output, its input at element so.
func (p *repeatStrings) block(do, so int, a *kernel.Axis) {
	p.planes(do+a.Begin()*a.Dst(), so, a.Ext())
	p.border(do, a)
}

// over returns the range of indices of an axis that a kernel loops over: those that come from the input.
func (p *repeatStrings) over(a *kernel.Axis) (from, to int) { return 0, a.Ext() }

// slab returns the elements of the output and of the input at which the slab at index i of an axis starts.
func (p *repeatStrings) slab(do, so, i int, a *kernel.Axis) (d, s int) {
	return do + (a.Begin()+i)*a.Dst(), so + i*a.Src()
}

// border writes the pads of an axis, which starts at element do of the output, from its finished slabs.
func (p *repeatStrings) border(do int, a *kernel.Axis) {
	first, step := do+a.Begin()*a.Dst(), a.Dst()
	p.mode.Extend(a.Begin(), a.Ext(), a.End(), func(to, from, n int, mirrored bool) {
		d, s := first+to*step, first+from*step
		if !mirrored {
			copy(p.dst[d:d+n*step], p.dst[s:])
			return
		}
		for i := range n {
			copy(p.dst[d+i*step:][:step], p.dst[s+(n-1-i)*step:])
		}
	})
}

func (p *repeatStrings) close() {}
