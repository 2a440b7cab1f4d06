package pad_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
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

// TestKernelRefuses calls kernels directly with arguments that do not fit: a panic whose message says which kernel and
// why, and no element written.
func TestKernelRefuses(t *testing.T) {
	refuses(t, &generated.Float32, "Float32")
	refuses(t, &generated.Uint8, "Uint8")
	refuses(t, &generated.Complex128, "Complex128")
	refuses(t, &generated.Uint4, "Uint4")
	refuses(t, &generated.Int2, "Int2")
	refuses(t, &generated.String, "String")
}

func refuses[T any](t *testing.T, ks *pad.KernelSet[T], goName string) {
	for mode := range pad.Mode(pad.NumModes) {
		for rank := 1; rank <= pad.MaxRank; rank++ {
			shape, pads := make([]int, rank), make([]int64, 2*rank)
			for a := range shape {
				shape[a], pads[a] = 2, 1
			}
			g := mustGeometry(t, mode, shape, pads)
			above := mustGeometry(t, mode, append([]int{2}, shape...), make([]int64, 2*rank+2))
			other := mustGeometry(t, (mode+1)%pad.NumModes, shape, pads)
			dst, src := ks.Units(g.DstLen()), ks.Units(g.SrcLen())
			for _, c := range []struct {
				name     string
				g        *pad.Geometry
				dst, src int
				want     string
				kind     error
			}{
				{"short dst", g, dst - 1, src, fmt.Sprintf("dst has length %d, expected %d", dst-1, dst), pad.ErrBuffer},
				{"long dst", g, dst + 1, src, fmt.Sprintf("dst has length %d, expected %d", dst+1, dst), pad.ErrBuffer},
				{"no dst", g, 0, src, "dst has length 0", pad.ErrBuffer},
				{"short src", g, dst, src - 1, fmt.Sprintf("src has length %d, expected %d", src-1, src), pad.ErrBuffer},
				{"long src", g, dst, src + 1, fmt.Sprintf("src has length %d, expected %d", src+1, src), pad.ErrBuffer},
				{"no src", g, dst, 0, "src has length 0", pad.ErrBuffer},
				{"higher rank", above, ks.Units(above.DstLen()), ks.Units(above.SrcLen()), fmt.Sprintf("rank %d, expected at most %d", rank+1, rank), pad.ErrShape},
				{"other mode", other, dst, src, "mode " + ((mode + 1) % pad.NumModes).String(), pad.ErrMode},
				{"zero geometry", new(pad.Geometry), 0, 0, "geometry is empty", pad.ErrShape},
				{"zero geometry and slices", new(pad.Geometry), dst, src, "geometry is empty", pad.ErrShape},
			} {
				kernel := fmt.Sprintf("%s%s%sRank%d", strings.ToUpper(mode.String()[:1]), mode.String()[1:], goName, rank)
				to, from := make([]T, c.dst), make([]T, c.src)
				err := misfit(func() { padtest.Kernel(ks, mode, rank)(to, from, *new(T), c.g) })
				switch {
				case err == nil:
					t.Errorf("%s, %s: no panic", kernel, c.name)
				case !errors.Is(err, c.kind) || !strings.HasPrefix(err.Error(), "pad: "+kernel+": ") || !strings.Contains(err.Error(), c.want):
					t.Errorf("%s, %s: %v, expected %q", kernel, c.name, err, c.want)
				}
				if ks.Bytes != nil && len(bytes.Trim(ks.Bytes(to), "\x00")) > 0 {
					t.Errorf("%s, %s: dst was written", kernel, c.name)
				}
			}
		}
	}
}

// misfit returns the error that f panics with.
func misfit(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic with %v", r)
			if e, ok := r.(error); ok {
				err = e
			}
		}
	}()
	f()
	return nil
}

// TestGeometryAboveMaxRank: what no kernel can do in one call is refused by all of them.
func TestGeometryAboveMaxRank(t *testing.T) {
	shape, pads := make([]int, pad.MaxRank+1), make([]int64, 2*pad.MaxRank+2)
	for a := range shape {
		shape[a], pads[a] = 1, 1
	}
	g := mustGeometry(t, pad.Edge, shape, pads)
	err := misfit(func() { generated.EdgeUint8Rank8(make([]uint8, g.DstLen()), make([]uint8, 1), g) })
	if !errors.Is(err, pad.ErrShape) {
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
