package templates

import (
	"fmt"

	"github.com/dave/jennifer/jen"
)

// An outer axis repeats slabs of the output. From rank 5 on there are several such axes, and by the time the outermost one is done, its
// slabs have left the first cache. So each slab of these axes is copied to all its images as soon as it is finished, to several at a time:
// each axis passes the distances to the images on to the axis inside it, until slabs are small. Rank 6 with pads of one on all axes, 240
// KB, takes 0.81 to 0.87 of the time this way. Output that goes past the caches is not read again soon, so there each axis copies its slabs
// when it is done, as the axes inside rank 5 do.
const (
	// farRank is the lowest rank that does so: a kernel of rank 4 has no room for it within the 16 KB that package costs allows one kernel.
	farRank = 5
	// nearSlab is the size in bytes above which the slabs inside a slab are copied instead of the slab itself; leastSlab is the smallest
	// size that is worth it.
	nearSlab  = 16 << 10
	leastSlab = 1 << 10
)

// isFar reports whether a rank is one of those that are all done by the one method far.
func isFar(e storage, rank int) bool {
	switch e.(type) {
	case words, packedBytes:
		return rank >= farRank
	}
	return false
}

// far is the body of that method, which does an axis and those inside it.
func (w words) far() []jen.Code {
	return lines(`
		g := c.g
		b, n, end := g.Span(axis & 7) // the mask saves a bounds check
		dstep, sstep := g.Steps(axis & 7)
		step, whole := dstep * SIZE, dstep * SIZE * (b + n + end)
		apart := !c.past && whole > NEAR && step >= LEAST && g.FewImages(axis & 7, images)
		var list [pad.MostImages]int
		at := do + b * step
		for i := 0; i < n; i++ {
			here, inside := list[:0], list[:0]
			if apart {
				here = g.Images(here, axis & 7, i, SIZE, images)
				if step > NEAR && axis >= FAR {
					here, inside = inside, here
				}
			}
			if axis >= FAR {
				c.far(axis - 1, at, so, inside)
			} else {
				c.outer(axis - 1, at, so)
			}
			stream.Scatter(unsafe.Add(c.dst, at), step, here)
			at += step
			so += sstep * SIZE
		}
		if !apart {
			if b | end != 0 {
				c.extend(do, b, n, end, step)
			}
			stream.Scatter(unsafe.Add(c.dst, do), whole, images)
		}`,
		"SIZE", fmt.Sprint(w.size), "NEAR", fmt.Sprint(nearSlab), "LEAST", fmt.Sprint(leastSlab), "FAR", fmt.Sprint(farRank))
}
