package packed

import "github.com/padgen/padgen/runtime/kernel"

// Constant is the state of a running kernel of mode constant. Its methods count places as those of [Repeat] do.
type Constant struct {
	rows
	done    int // the output is written up to here
	between int // the gap between the last row of the input in a plane and the first one in the next
}

// Open prepares for a call with elements of the given number of bits. Only the lowest element of value is used.
func (c *Constant) Open(g *kernel.Geometry, dst, src []byte, value byte, bits int) {
	c.open(g, dst, src, bits)
	c.value = uint64(value) & ones(bits) * (^uint64(0) / ones(bits))
	c.begin, c.end = 0, c.step-c.n
	c.between, c.done = c.skip-(c.count-1)*c.step-c.n, c.off
	if !c.aligned(g) {
		c.form, c.inOneWord = gaps, c.step < 64 && c.n < 58
	}
}

// Planes writes n neighbouring planes, and the value before and between them. Their first element is element so of the input, and goes to
// element do of the output.
func (c *Constant) Planes(do, so, n int) {
	if n <= 0 {
		return // all is the value
	}
	d, s := c.at(do, so)
	length := (c.count-1)*c.step + c.n // from the first bit of the input in a plane to the last one
	if c.form != exact && c.between <= copyFrom {
		c.fill(d)
		k := c.fits(d+length+c.between, s+(c.count-1)*c.sstep+c.n, c.skip, c.sskip, n)
		c.words(d, s, k, []part{{c.count, 0, c.sstep, c.between}})
		d, s, n = d+k*c.skip, s+k*c.sskip, n-k
		c.done = d // all up to the next plane
	}
	for ; n > 0; n-- {
		c.plane(d, s)
		d, s = d+c.skip, s+c.sskip
	}
}

// plane writes a plane in steps that have room.
func (c *Constant) plane(d, s int) {
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
func (c *Constant) fill(end int) {
	fill(c.dst, c.done, end-c.done, byte(c.value))
	c.done = end
}

// Close fills the rest and clears the unused bits of the last byte.
func (c *Constant) Close() {
	c.fill(c.limit)
	c.rows.Close()
}
