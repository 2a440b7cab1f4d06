package pad_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
)

func mustGeometry(t *testing.T, mode pad.Mode, shape []int, pads []int64) *kernel.Geometry {
	t.Helper()
	g, err := pad.NewGeometry(mode, shape, pads)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestGeometryAboveMaxRank: what no kernel can do in one call has no Geometry.
func TestGeometryAboveMaxRank(t *testing.T) {
	shape, pads := make([]int, kernel.MaxRank+1), make([]int64, 2*kernel.MaxRank+2)
	for a := range shape {
		shape[a], pads[a] = 1, 1
	}
	if _, err := pad.NewGeometry(pad.Edge, shape, pads); !errors.Is(err, pad.ErrShape) {
		t.Errorf("%v, expected %v", err, pad.ErrShape)
	}
}

// TestHigherRankServes: a kernel of any rank from that of the geometry on gives the same result.
func TestHigherRankServes(t *testing.T) {
	for mode := range pad.Mode(kernel.NumModes) {
		for rank := 0; rank <= kernel.MaxRank; rank++ {
			shape, pads := make([]int, rank), make([]int64, 2*rank)
			for a := range shape {
				shape[a], pads[a], pads[rank+a] = 1+a%3, int64(a%2), 1
			}
			g := mustGeometry(t, mode, shape, pads)
			src := make([]uint16, g.SrcLen())
			for i := range src {
				src[i] = uint16(i + 1)
			}
			for byRank := max(1, rank); byRank <= kernel.MaxRank; byRank++ {
				dst := make([]uint16, g.DstLen())
				generated.Uint16.Kernel(mode, byRank)(dst, src, 500, g)
				for i, from := range padtest.Source(mode, shape, pads) {
					want := uint16(500)
					if from != padtest.Value {
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

// TestGeometryAccessors holds what a kernel reads of one call that has it all: crops, pads, gaps.
func TestGeometryAccessors(t *testing.T) {
	g := mustGeometry(t, pad.Constant, []int{4, 5}, []int64{1, -2, 2, 3})
	got := fmt.Sprint(g.DstLen(), g.SrcLen(), g.DstOff(), g.SrcOff(), g.Lead())
	if want := "42 20 0 2 6"; got != want {
		t.Errorf("lengths and offsets: %s, expected %s", got, want)
	}
	for i, want := range []string{"{0 3 3 1 1} 0", "{1 4 2 6 5} 3"} {
		if got := fmt.Sprint(*g.Axis(i), g.Gap(i)); got != want {
			t.Errorf("axis %d: %s, expected %s", i, got, want)
		}
	}
}

// TestMisfits: a kernel that may not run says what it was given and what it expected.
func TestMisfits(t *testing.T) {
	g := mustGeometry(t, pad.Edge, []int{2, 3}, []int64{0, 1, 0, 0})
	for _, c := range []struct {
		want string
		call func()
	}{
		{"WrapUint8Rank2: the geometry has mode edge, expected wrap",
			func() { generated.WrapUint8Rank2(make([]uint8, 8), make([]uint8, 6), g) }},
		{"EdgeUint8Rank1: the geometry has rank 2, expected at most 1",
			func() { generated.EdgeUint8Rank1(make([]uint8, 8), make([]uint8, 6), g) }},
		{"dst has length 7, expected 8",
			func() { generated.EdgeUint8Rank2(make([]uint8, 7), make([]uint8, 6), g) }},
		{"src has length 5, expected 6",
			func() { generated.EdgeUint8Rank2(make([]uint8, 8), make([]uint8, 5), g) }},
		{"the geometry is empty",
			func() { generated.EdgeUint8Rank2(nil, nil, new(kernel.Geometry)) }},
	} {
		func() {
			defer func() {
				err, _ := recover().(error)
				var misfit *kernel.Misfit
				if !errors.As(err, &misfit) || !strings.Contains(fmt.Sprint(err), c.want) {
					t.Errorf("%v, expected a Misfit: %s", err, c.want)
				}
			}()
			c.call()
		}()
	}
}

// TestGeometryBytes: packed elements move as bytes where every row, pad and step is whole bytes.
func TestGeometryBytes(t *testing.T) {
	for _, c := range []struct {
		mode  pad.Mode
		shape []int
		pads  []int64
		n     int
		want  bool
	}{
		{pad.Constant, []int{3, 8}, []int64{1, 4, 0, 8}, 4, true},
		{pad.Constant, []int{3, 8}, []int64{1, 2, 0, 8}, 4, false},
		{pad.Constant, []int{3, 8}, []int64{1, 2, 0, 8}, 2, true},
		{pad.Wrap, []int{3, 8}, []int64{1, 4, 0, -4}, 4, true},
		{pad.Wrap, []int{3, 8}, []int64{1, -1, 0, 1}, 2, false},
		{pad.Reflect, []int{3, 8}, []int64{1, 0, 1, 0}, 4, true},
		{pad.Reflect, []int{3, 8}, []int64{1, 4, 1, 0}, 4, false}, // single elements make the pads
		{pad.Edge, []int{3, 7}, []int64{1, 0, 1, 0}, 2, false},
	} {
		g := mustGeometry(t, c.mode, c.shape, c.pads)
		var b kernel.Geometry
		if got := g.Bytes(&b, c.n); got != c.want {
			t.Errorf("%v of %v by %v, %d to a byte: %v, expected %v", c.mode, c.shape, c.pads, c.n, got, c.want)
		} else if got && (b.DstLen()*c.n != g.DstLen() || b.SrcLen()*c.n != g.SrcLen() || b.Axis(0).Ext()*c.n != g.Axis(0).Ext() || b.Lead()*c.n != g.Lead()) {
			t.Errorf("%v of %v by %v, %d to a byte: %+v of %+v", c.mode, c.shape, c.pads, c.n, b, *g)
		}
	}
}
