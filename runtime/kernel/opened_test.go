package kernel_test

import (
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
)

// TestOpened: what the kernels of one width have kept in a geometry is not used by those of another, by those of a block, or after the
// geometry has become that of another call.
func TestOpened(t *testing.T) {
	g := mustGeometry(t, kernel.Reflect, []int{2, 3}, []int{0, 1, 0, 1})
	run := func(what string, g *kernel.Geometry, want ...uint32) {
		t.Helper()
		dst, src := make([]uint32, len(want)), []uint32{1, 2, 3, 4, 5, 6}
		generated.ReflectUint32Rank2(dst, src[:g.SrcLen()], g)
		for i, v := range want {
			if dst[i] != v {
				t.Errorf("%s: %v, expected %v", what, dst, want)
				break
			}
		}
	}
	generated.Uint8.Open(kernel.Reflect, 2, g)
	run("opened for another width", g, 2, 1, 2, 3, 2, 5, 4, 5, 6, 5)
	generated.Uint32.Open(kernel.Reflect, 2, g)
	run("opened", g, 2, 1, 2, 3, 2, 5, 4, 5, 6, 5)
	block := *g
	block.SetBlock(g, 1, 0, 1, 0, 0, 0)
	run("a block", &block, 2, 1, 2, 3, 2)
	if _, err := g.Init(kernel.Reflect, []kernel.Span{{Dim: 3, Ext: 3, End: 1}}); err != nil {
		t.Fatal(err)
	}
	run("another call", g, 1, 2, 3, 2)
}
