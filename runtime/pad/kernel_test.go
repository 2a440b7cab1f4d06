package pad_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
)

func mustGeometry(t *testing.T, mode pad.Mode, shape []int, pads []int64) *pad.Geometry {
	t.Helper()
	g, err := pad.NewGeometry(mode, shape, pads)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestGeometryAboveMaxRank: what no kernel can do in one call has no Geometry.
func TestGeometryAboveMaxRank(t *testing.T) {
	shape, pads := make([]int, pad.MaxRank+1), make([]int64, 2*pad.MaxRank+2)
	for a := range shape {
		shape[a], pads[a] = 1, 1
	}
	if _, err := pad.NewGeometry(pad.Edge, shape, pads); !errors.Is(err, pad.ErrShape) {
		t.Errorf("%v, expected %v", err, pad.ErrShape)
	}
}

// TestHigherRankServes: a kernel of any rank from that of the geometry on gives the same result.
func TestHigherRankServes(t *testing.T) {
	for mode := range pad.Mode(pad.NumModes) {
		for rank := 0; rank <= pad.MaxRank; rank++ {
			shape, pads := make([]int, rank), make([]int64, 2*rank)
			for a := range shape {
				shape[a], pads[a], pads[rank+a] = 1+a%3, int64(a%2), 1
			}
			g := mustGeometry(t, mode, shape, pads)
			src := make([]uint16, g.SrcLen())
			for i := range src {
				src[i] = uint16(i + 1)
			}
			for kernel := max(1, rank); kernel <= pad.MaxRank; kernel++ {
				dst := make([]uint16, g.DstLen())
				padtest.Kernel(&generated.Uint16, mode, kernel)(dst, src, 500, g)
				for i, from := range padtest.Source(mode, shape, pads) {
					want := uint16(500)
					if from != padtest.Value {
						want = src[from]
					}
					if dst[i] != want {
						t.Fatalf("%v, rank %d by the kernel of rank %d: element %d is %d, expected %d", mode, rank, kernel, i, dst[i], want)
					}
				}
			}
		}
	}
}

// TestGeometryAccessors holds what a kernel reads of one call that has it all: crops, pads, gaps.
func TestGeometryAccessors(t *testing.T) {
	g := mustGeometry(t, pad.Constant, []int{4, 5}, []int64{1, -2, 2, 3})
	got := fmt.Sprint(g.DstLen(), g.SrcLen(), g.DstOff(), g.SrcOff(), g.Lead(), g.Trail())
	if want := "42 20 0 2 6 15"; got != want {
		t.Errorf("lengths and offsets: %s, expected %s", got, want)
	}
	for i, want := range []string{"0 3 3 1 1 0", "1 4 2 6 5 3"} {
		if got := fmt.Sprint(g.Begin(i), g.Ext(i), g.End(i), g.Dst(i), g.Src(i), g.Gap(i)); got != want {
			t.Errorf("axis %d: %s, expected %s", i, got, want)
		}
	}
}
