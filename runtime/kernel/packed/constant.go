package packed

import "github.com/padgen/padgen/runtime/kernel"

func (c *State) openConstant(g *kernel.Geometry, value byte) {
	c.value = uint64(value) & ones(c.width) * (^uint64(0) / ones(c.width))
	c.begin, c.end = 0, c.step-c.n
	c.between, c.done = c.skip-(c.count-1)*c.step-c.n, c.off
	if !c.aligned(g) {
		c.form, c.inOneWord = gaps, c.step < 64 && c.n < 58
	}
}

func (c *State) constantPlanes(do, so, n int) {
	d, s := c.at(do, so)
	length := (c.count-1)*c.step + c.n // from the first bit of the input in a plane to the last one
	if c.form != exact && c.between <= copyFrom {
		c.fill(d)
		k := c.fits(d+length+c.between, s+(c.count-1)*c.sstep+c.n, c.skip, c.sskip, n)
		c.words(d, s, k, []part{{c.count, 0, c.sstep, c.between}})
		d, s, n = d+k*c.skip, s+k*c.sskip, n-k
		c.done = d // everything up to the next plane
	}
	for ; n > 0; n-- {
		c.constantPlane(d, s)
		d, s = d+c.skip, s+c.sskip
	}
}

// constantPlane writes a plane, as many rows at once as have room for words.
func (c *State) constantPlane(d, s int) {
	for left := c.count; left > 0; {
		c.fill(d)
		k := 0
		if c.form != exact {
			k = c.fits(d+c.step, s+c.n, c.step, c.sstep, left)
		}
		if k > 0 {
			c.words(d, s, 1, []part{{k, 0, c.sstep, c.end}})
		} else {
			k = 1
			move(c.dst, d, c.src, s, c.n, 0)
		}
		d, s, left = d+k*c.step, s+k*c.sstep, left-k
		c.done = d - c.end
	}
}

// fill writes the value to all bits before bit end that are not written yet.
func (c *State) fill(end int) {
	fill(c.dst, c.done, end-c.done, byte(c.value))
	c.done = end
}
