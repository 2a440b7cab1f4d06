package images

import (
	"image"

	"github.com/padgen/padgen/runtime/pad"
)

// call is what a plan depends on.
type call struct {
	modes   [2]pad.Mode // of rows and of columns
	strict  bool
	workers int
	src     image.Point     // its size
	dst     image.Rectangle // counted from the first row and column of src
	size    int             // bytes of a pixel
	stride  int             // pixels from one row of src to the next; 0 if they are copied first
	apart   int             // pixels from one row of dst to the next, if others lie between them; else 0
}

// params returns the Params of a Pad of a part of src that reaches as far as dst on each side, or farther.
func (c *call) params(part image.Rectangle) pad.Params[struct{}] {
	params := pad.Params[struct{}]{
		Mode: c.modes[0], Strict: c.strict, Workers: c.workers, MaxBytes: pad.MostBytes(),
		Shape: []int{part.Dy(), part.Dx()},
		Pads: []int{
			max(0, part.Min.Y-c.dst.Min.Y), max(0, part.Min.X-c.dst.Min.X),
			max(0, c.dst.Max.Y-part.Max.Y), max(0, c.dst.Max.X-part.Max.X),
		},
	}
	if c.apart > 0 {
		params.DstStrides = []int{c.apart, 1}
	}
	if c.modes[0] != c.modes[1] {
		params.Modes = []pad.Mode{c.modes[0], c.modes[1]}
	}
	return params
}

// newRegion returns dst as a box of a Pad of src.
func (c *call) newRegion() (*pad.AnyRegion, error) {
	begin := []int{max(0, c.dst.Min.Y), max(0, c.dst.Min.X)}
	end := []int{begin[0] + c.dst.Dy(), begin[1] + c.dst.Dx()}
	return pad.NewAnyRegion(sets[c.size], c.params(image.Rectangle{Max: c.src}), pad.Box{Begin: begin, End: end})
}

// isPadOf reports whether dst is the Pad of only the part of src that it shows: whether the pads next to that part are the same then.
func (c *call) isPadOf(seen image.Rectangle) bool {
	same := func(mode pad.Mode, from, to, begin, end, n int) bool {
		for _, i := range [2]int{max(from, begin-1), min(to-1, end)} {
			if mode != pad.Constant && mode.Source(i, n) != begin+mode.Source(i-begin, end-begin) {
				return false
			}
		}
		return true
	}
	return same(c.modes[0], c.dst.Min.Y, c.dst.Max.Y, seen.Min.Y, seen.Max.Y, c.src.Y) &&
		same(c.modes[1], c.dst.Min.X, c.dst.Max.X, seen.Min.X, seen.Max.X, c.src.X)
}

// strides returns the Strides of w columns of src, or nil if they are copied first.
func (c *call) strides(w int) []int {
	if c.stride <= 0 {
		return nil
	}
	return []int{max(w, c.stride), 1}
}

// source returns which of the n rows or columns of src row or column i repeats, or -1 for the colour.
func source(mode pad.Mode, i, n int) int {
	if mode == pad.Constant && uint(i) >= uint(n) {
		return -1
	}
	return mode.Source(i, n)
}
