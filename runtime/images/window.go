package images

import (
	"image"

	"github.com/padgen/padgen/runtime/pad"
)

// call holds everything on which a plan or a region depends.
type call struct {
	modes   [2]pad.Mode // of rows and of columns
	strict  bool
	workers int
	src     image.Point     // its size
	dst     image.Rectangle // counted from the first row and column of src
	size    int             // bytes of a pixel
	stride  int             // pixels from one row of src to the next; 0 if src is copied first
	apart   int             // pixels from one row of dst to the next, if others lie between them; else 0
}

// params returns the Params of a Pad of src that reaches as far as dst on each side, or farther.
func (c *call) params() pad.Params[struct{}] {
	params := pad.Params[struct{}]{
		Mode: c.modes[0], Strict: c.strict, Workers: c.workers, MaxBytes: pad.MostBytes(), Shape: []int{c.src.Y, c.src.X},
		Pads: []int{max(0, -c.dst.Min.Y), max(0, -c.dst.Min.X), max(0, c.dst.Max.Y-c.src.Y), max(0, c.dst.Max.X-c.src.X)},
	}
	if c.apart > 0 {
		params.DstStrides = []int{c.apart, 1}
	}
	if c.modes[0] != c.modes[1] {
		params.Modes = []pad.Mode{c.modes[0], c.modes[1]}
	}
	return params
}

// newRegion returns dst as a box of the Pad that params describes.
func (c *call) newRegion() (*pad.AnyRegion, error) {
	begin := []int{max(0, c.dst.Min.Y), max(0, c.dst.Min.X)}
	end := []int{begin[0] + c.dst.Dy(), begin[1] + c.dst.Dx()}
	return pad.NewAnyRegion(sets[c.size], c.params(), pad.Box{Begin: begin, End: end})
}

// strides returns the Strides of w columns of src, or nil if src is copied first.
func (c *call) strides(w int) []int {
	if c.stride <= 0 {
		return nil
	}
	return []int{max(w, c.stride), 1}
}

// source returns which of the n rows or columns of src appears at row or column i, or -1 for the
// colour.
func source(mode pad.Mode, i, n int) int {
	if mode == pad.Constant && uint(i) >= uint(n) {
		return -1
	}
	return mode.Source(i, n)
}
