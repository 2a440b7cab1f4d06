package pad_test

import (
	"slices"
	"testing"

	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
)

// TestImages: at the distances that Images returns, and nowhere else, the output shows what it does at the slab itself, on two axes
// one inside the other.
func TestImages(t *testing.T) {
	const unit = 4
	for _, mode := range []pad.Mode{pad.Reflect, pad.Edge, pad.Wrap} {
		for n := 1; n <= 4; n++ {
			for pads := range 25 {
				b, e := pads/5, pads%5
				shape, padding := []int{2, n, 3}, []int64{1, int64(b), 0, 0, int64(e), 0}
				g := mustGeometry(t, mode, shape, padding)
				if many := g.FewImages(1, make([]int, pad.MostImages)); many {
					t.Errorf("%v: an axis of %d with pads %d and %d has few images of %d each", mode, n, b, e, pad.MostImages+1)
				}
				if few := g.FewImages(1, nil); few != (b+e > 0) {
					t.Errorf("%v: few images of an axis of %d with pads %d and %d: %t", mode, n, b, e, few)
				}
				from := padtest.Source(mode, shape, padding)
				for i := range shape[0] {
					outer := g.Images(nil, 2, i, unit, nil)
					for j := range n {
						at := (1+i)*g.Dst(2) + (b+j)*g.Dst(1)
						var want []int
						for o := 0; o < len(from); o += g.Dst(1) {
							if o != at && from[o] == from[at] {
								want = append(want, (o-at)*unit)
							}
						}
						got := g.Images(nil, 1, j, unit, outer)
						if slices.Sort(got); !slices.Equal(got, want) {
							t.Fatalf("%v of %v by %v: slab %d, %d has images at %d, expected %d", mode, shape, padding, i, j, got, want)
						}
					}
				}
			}
		}
	}
}
