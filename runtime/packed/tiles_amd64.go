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

// withoutVBMI is for tests: tiles are made as if the processor had none.
var withoutVBMI bool

func shuffles() bool { return stream.Shuffles() && !withoutVBMI }

// tiled reports whether outputs are made by tiles at all.
func tiled() bool { return shuffles() || stream.LeastTiled == 0 }

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
