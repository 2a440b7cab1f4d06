package kernel_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
)

// misfit returns the value with which a call panics, or nil.
func misfit(t *testing.T, call func()) (m *kernel.Misfit) {
	t.Helper()
	defer func() {
		if v := recover(); v != nil {
			if err, ok := v.(error); !ok || !errors.As(fmt.Errorf("wrapped: %w", err), &m) {
				t.Errorf("panic with %v, expected a *Misfit", v)
			}
		}
	}()
	call()
	return nil
}

// TestMisfits: a Misfit reports what came and what was expected; the mode comes before the rank, and that before the lengths.
func TestMisfits(t *testing.T) {
	g := mustGeometry(t, kernel.Edge, []int{2, 3}, []int{0, 1, 0, 0}) // 6 to 8 elements
	huge := new(kernel.Geometry)                                      // with more bits than an int counts
	if _, err := huge.Init(kernel.Edge, []kernel.Span{{Dim: math.MaxInt, Ext: 1}}); err != nil {
		t.Fatal(err)
	}
	wide := new(kernel.Geometry)
	if _, err := wide.Init(kernel.Edge, []kernel.Span{{Dim: 1, Ext: 1, End: math.MaxInt - 1}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		g                       *kernel.Geometry
		mode                    kernel.Mode
		rank, perUnit, dst, src int
		want                    kernel.Misfit
		text                    string
	}{
		{nil, kernel.Edge, 2, 1, 0, 0, kernel.Misfit{What: "geometry"}, "the geometry is empty, make one with pad.NewGeometry"},
		{&kernel.Geometry{}, kernel.Edge, 2, 1, 0, 0, kernel.Misfit{What: "geometry"}, "the geometry is empty, make one with pad.NewGeometry"},
		{g, kernel.Wrap, 1, 1, 0, 0, kernel.Misfit{What: "mode", Got: 2, Want: 3}, "the geometry has mode edge, expected wrap"},
		{g, kernel.Edge, 1, 1, 0, 0, kernel.Misfit{What: "rank", Got: 2, Want: 1}, "the geometry has rank 2, expected at most 1"},
		{g, kernel.Edge, 2, 1, 7, 5, kernel.Misfit{What: "dst", Got: 7, Want: 8}, "dst has length 7, expected 8 for this geometry"},
		{g, kernel.Edge, 3, 1, 8, 7, kernel.Misfit{What: "src", Got: 7, Want: 6}, "src has length 7, expected 6 for this geometry"},
		{g, kernel.Edge, 2, 4, 8, 6, kernel.Misfit{What: "dst", Got: 8, Want: 2}, "dst has length 8, expected 2 for this geometry"},
		{g, kernel.Edge, 2, 4, 2, 1, kernel.Misfit{What: "src", Got: 1, Want: 2}, "src has length 1, expected 2 for this geometry"},
		{huge, kernel.Edge, 1, 2, 1, math.MaxInt/2 + 1, kernel.Misfit{What: "src", Got: math.MaxInt/2 + 1, Want: math.MaxInt / 8},
			fmt.Sprintf("src has length %d, expected %d for this geometry", math.MaxInt/2+1, math.MaxInt/8)},
		{wide, kernel.Edge, 1, 4, math.MaxInt/4 + 1, 1, kernel.Misfit{What: "dst", Got: math.MaxInt/4 + 1, Want: math.MaxInt / 8},
			fmt.Sprintf("dst has length %d, expected %d for this geometry", math.MaxInt/4+1, math.MaxInt/8)},
	} {
		m := misfit(t, func() { c.g.Check("EdgeUint8Rank2", c.mode, c.rank, c.perUnit, c.dst, c.src) })
		if m == nil {
			t.Errorf("%+v: no panic", c)
			continue
		}
		c.want.Kernel = "EdgeUint8Rank2"
		if diff := cmp.Diff(c.want, *m); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.text, diff)
		}
		if want := "kernel: EdgeUint8Rank2: " + c.text; m.Error() != want {
			t.Errorf("%q, expected %q", m, want)
		}
	}
}

// TestCheckFits: Check does not panic if a call fits, and reports whether there is anything to write.
func TestCheckFits(t *testing.T) {
	g := mustGeometry(t, kernel.Edge, []int{2, 3}, []int{0, 1, 0, 0})
	none := mustGeometry(t, kernel.Wrap, []int{2, 0}, []int{0, 0, 0, 0})
	var fill kernel.Geometry
	fill.SetFill(mustGeometry(t, kernel.Constant, []int{2, 3}, []int{9, 0, 0, 0}), 5, 3)
	for _, c := range []struct {
		g                       *kernel.Geometry
		rank, perUnit, dst, src int
		want                    bool
	}{
		{g, 2, 1, 8, 6, true}, {g, 8, 1, 8, 6, true}, {g, 2, 2, 4, 3, true}, {g, 2, 4, 2, 2, true},
		{none, 1, 1, 0, 0, false}, {none, 1, 4, 0, 0, false},
		{&fill, 1, 4, 2, 0, true}, // three elements that are not written, then five
	} {
		if m := misfit(t, func() {
			if got := c.g.Check("K", c.g.Mode(), c.rank, c.perUnit, c.dst, c.src); got != c.want {
				t.Errorf("%+v: %v, expected %v", c, got, c.want)
			}
		}); m != nil {
			t.Errorf("%+v: %v", c, m)
		}
	}
	if m := misfit(t, func() { generated.EdgeUint8Rank2(make([]uint8, 8), make([]uint8, 5), g) }); m == nil || m.Kernel != "EdgeUint8Rank2" || m.What != "src" {
		t.Errorf("a kernel without enough data: %v", m)
	}
}
