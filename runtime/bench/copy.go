package bench

import "sync"

func (c *call[T]) Copy() {
	n := copy(c.dst, c.src)
	c.repeat(c.dst[n:])
}

func (c *call[T]) CopyPieces() { c.pieces(c.dst, c.src) }

// CopyTwo copies in pieces, as two goroutines of a Pad do. Two large copies would bypass the caches, which is slower if they
// share the memory bandwidth.
func (c *call[T]) CopyTwo() {
	half := len(c.dst) / 2
	in := min(half, len(c.src))
	var wait sync.WaitGroup
	wait.Add(1)
	go func() {
		defer wait.Done()
		c.pieces(c.dst[half:], c.src[in:])
	}()
	c.pieces(c.dst[:half], c.src[:in])
	wait.Wait()
}

func (c *call[T]) pieces(dst, src []T) {
	piece := 64 << 10 / c.ks.Element().Size
	for len(dst) > 0 && len(src) > 0 {
		n := copy(dst, src[:min(piece, len(src))])
		dst, src = dst[n:], src[n:]
	}
	c.repeat(dst)
}

// repeat fills s with the value. It clears s if the value is zero; otherwise it copies what is already written, in blocks
// that stay in the first-level cache.
func (c *call[T]) repeat(s []T) {
	if len(s) == 0 {
		return
	}
	if c.zero {
		clear(s)
		return
	}
	s[0] = c.value
	for n := 1; n < len(s); {
		n += copy(s[n:], s[:min(n, c.block)])
	}
}
