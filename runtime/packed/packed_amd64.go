//go:build !purego

package packed

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/stream"
)

// writeRows makes the rows of all runs. The bits before the first row in its first byte are in carry.
//
//go:noescape
func writeRows(r *Rows, to, from unsafe.Pointer, carry uint64)

//go:noescape
func shuffleFours(c *call)

//go:noescape
func shuffleTwos(c *call)

//go:noescape
func shuffleNear(c *call)

//go:noescape
func halfFours(c *call, at, bytes int)

//go:noescape
func halfTwos(c *call, at, bytes int)

// shuffle makes the tiles of a call, of size bytes and of elements of so many bits.
func shuffle(c *call, width, size int) {
	switch {
	case !stream.Shuffles():
		n := min(size, register/2)
		shuffleHalf(c, width, 0, n)
		if rest := size - n; rest > 0 {
			shuffleHalf(c, width, rest, n)
		}
	case c.tile.near:
		shuffleNear(c)
	case width == 4:
		shuffleFours(c)
	default:
		shuffleTwos(c)
	}
}

// shuffleHalf makes n bytes of each tile, from byte at on. It calls the functions by their names, so that c does not escape.
func shuffleHalf(c *call, width, at, n int) {
	if width == 4 {
		halfFours(c, at, n)
	} else {
		halfTwos(c, at, n)
	}
}
