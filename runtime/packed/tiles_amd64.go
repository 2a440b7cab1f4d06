//go:build !purego

package packed

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/stream"
)

//go:noescape
func shuffleFours(c *call)

//go:noescape
func shuffleTwos(c *call)

// shuffle makes the tiles of a call, of elements of so many bits. Without VBMI it is slow, and for tests.
func shuffle(c *call, width int) {
	switch {
	case !shuffles():
		c.slowly(width)
	case width == 4:
		shuffleFours(c)
	default:
		shuffleTwos(c)
	}
}

//go:noescape
func copyRowsWide(c *rowCopies)

// copyRows writes the orders of rows.
func copyRows(c *rowCopies) {
	if shuffles() {
		copyRowsWide(c)
	} else {
		c.slowly()
	}
}

// slowly does what copyRowsWide does.
func (c *rowCopies) slowly() {
	from, at := c.from, c.at
	for range c.n {
		row := &c.rows[from&7>>c.shift]
		for i := range 8 >> c.shift {
			e := at + i
			for j := range register {
				if c.bytes>>j&1 == 0 {
					break
				}
				b := row[i][j]
				if int(b&63) != c.value {
					b += byte(from>>3 + c.down)
				}
				c.to[e&(8>>c.shift-1)][e>>(3-c.shift)+j] = b
			}
		}
		from, at = from+c.step, at+c.elements
	}
}

// withoutVBMI is for tests: tiles are made as if the processor had none.
var withoutVBMI bool

func shuffles() bool { return stream.Shuffles() && !withoutVBMI }

// tiled reports whether outputs are made by tiles at all.
func tiled() bool { return shuffles() || stream.LeastTiled < 0 }

// slowly does what shuffleFours and shuffleTwos do.
func (c *call) slowly(width int) {
	o := c.tile
	for plane := range c.planes {
		for turn := range c.turns {
			var loaded [register]byte
			for i := range loaded {
				loaded[i] = c.value[i%len(c.value)]
				for j, from := range [mostWindows]int{0, o.far[0], o.far[1]} {
					if o.load[j]>>i&1 != 0 {
						loaded[i] = *(*byte)(unsafe.Add(c.src, plane*c.skip+turn*c.next+from+i))
					}
				}
			}
			for i := range register {
				if o.store>>i&1 == 0 {
					continue
				}
				var b byte
				for k := range 8 / width {
					order := o.orders[k][i]
					b |= loaded[order&63] >> (int(order) >> 6 * width) & (1<<width - 1) << (k * width)
				}
				*(*byte)(unsafe.Add(c.out, plane*c.size+turn*c.step+i)) = b
			}
		}
	}
}
