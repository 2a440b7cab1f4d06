package kernel_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/kernel"
)

// TestHigherRankServes: a kernel of any rank from that of the geometry on gives the same result.
func TestHigherRankServes(t *testing.T) {
	for mode := range kernel.Mode(kernel.NumModes) {
		for rank := 0; rank <= kernel.MaxRank; rank++ {
			shape, pads := make([]int, rank), make([]int, 2*rank)
			for a := range shape {
				shape[a], pads[a], pads[rank+a] = 1+a%3, a%2, 1
			}
			g := mustGeometry(t, mode, shape, pads)
			src := make([]uint16, g.SrcLen())
			for i := range src {
				src[i] = uint16(i + 1)
			}
			for byRank := max(1, rank); byRank <= kernel.MaxRank; byRank++ {
				dst := make([]uint16, g.DstLen())
				call(generated.Uint16, mode, byRank, dst, src, 500, g)
				for i, from := range kerneltest.Source(mode, shape, pads) {
					want := uint16(500)
					if from != kerneltest.Value {
						want = src[from]
					}
					if dst[i] != want {
						t.Fatalf("%v, rank %d by the kernel of rank %d: element %d is %d, expected %d", mode, rank, byRank, i, dst[i], want)
					}
				}
			}
		}
	}
}

// TestSet: a set calls the kernel of a mode and rank, and reports which there are.
func TestSet(t *testing.T) {
	var called string
	var s kernel.Set[uint8]
	record := func(name string) kernel.Func[uint8] {
		return func(dst, src []uint8, g *kernel.Geometry) { called = fmt.Sprint(name, len(dst), len(src), g != nil) }
	}
	s.Constant[1] = func(_, _ []uint8, value uint8, _ *kernel.Geometry) { called = fmt.Sprint("constant ", value) }
	s.Repeat[kernel.Reflect][0], s.Repeat[kernel.Edge][3], s.Repeat[kernel.Edge][7] = record("reflect1 "), record("edge4 "), record("edge8 ")
	want := map[string]string{"constant 2": "constant 9", "reflect 1": "reflect1 1 2 true", "edge 4": "edge4 1 2 true", "edge 8": "edge8 1 2 true"}
	got := map[string]string{}
	for mode := range kernel.Mode(kernel.NumModes) {
		for rank := -1; rank <= kernel.MaxRank+1; rank++ {
			if s.Ranks(mode)<<1>>max(rank, 0)&1 != 0 {
				call(&s, mode, rank, make([]uint8, 1), make([]uint8, 2), 9, new(kernel.Geometry))
				got[fmt.Sprint(mode, " ", rank)] = called
			}
		}
		if has := s.Ranks(mode) != 0; has != (mode <= kernel.Edge) {
			t.Errorf("has kernels of mode %v: %v", mode, has)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("kernels (-want +got):\n%s", diff)
	}
}

// call runs a kernel of a set.
func call[T kernel.Unit](ks *kernel.Set[T], mode kernel.Mode, rank int, dst, src []T, value T, g *kernel.Geometry) {
	ks.Call(mode, rank, kernel.MemoryOf(dst), kernel.MemoryOf(src), kernel.MemoryOf([]T{value}), g)
}
