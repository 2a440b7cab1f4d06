package pad_test

import (
	"slices"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// TestNoKernel: a mode without any kernel, and a set that no generated package has, are refused when the plan is made.
func TestNoKernel(t *testing.T) {
	constant := generated.Uint8
	clear(constant.Reflect[:])
	clear(constant.Edge[:])
	clear(constant.Wrap[:])
	shape, pads := []int{3}, []int64{1, 1}
	for m := range pad.Mode(kernel.NumModes) {
		_, err := pad.NewPlan(&constant, pad.Params[uint8]{Shape: shape, Pads: pads, Mode: m})
		if m == pad.Constant {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		refusal{pad.ErrNoKernel, "mode", -1, int64(m)}.check(t, m.String(), err)
	}
	for _, perUnit := range []int{-1, 0, 3} {
		odd := generated.Uint8
		odd.PerUnit = perUnit
		_, err := pad.NewPlan(&odd, pad.Params[uint8]{Shape: shape, Pads: pads})
		refusal{pad.ErrNoKernel, "kernels", -1, 0}.check(t, "elements in one unit", err)
	}
	wrap := generated.Uint8
	clear(wrap.Constant[:])
	_, err := pad.NewPlan(&wrap, pad.Params[uint8]{Shape: shape, Pads: pads})
	refusal{pad.ErrNoKernel, "mode", -1, 0}.check(t, "constant", err)

	// What only crops is refused as well, so that whether a model runs does not depend on its pads.
	_, err = pad.NewPlan(&constant, pad.Params[uint8]{Shape: shape, Pads: []int64{-1, 0}, Mode: pad.Edge})
	refusal{pad.ErrNoKernel, "mode", -1, int64(pad.Edge)}.check(t, "a crop", err)
	if _, err = pad.NewPlan(&wrap, pad.Params[uint8]{Shape: shape, Pads: []int64{-1, 0}, Mode: pad.Wrap}); err != nil {
		t.Errorf("a crop without kernels of mode constant: %v", err)
	}
}

// TestCrop: what only crops is made by kernels of mode constant, which have the fewest steps for it.
func TestCrop(t *testing.T) {
	set := generated.Uint16
	for i := range set.Wrap {
		set.Wrap[i] = func(_, _ []uint16, _ *kernel.Geometry) { t.Error("a kernel of mode wrap crops") }
	}
	src := []uint16{1, 2, 3, 4, 5, 6}
	for _, c := range []struct {
		shape []int
		pads  []int64
		want  []uint16
	}{
		{[]int{2, 3}, []int64{0, -1, 0, 0}, []uint16{2, 3, 5, 6}},
		{[]int{3, 2}, []int64{-1, 0, 0, -1}, []uint16{3, 5}},
		{[]int{6}, []int64{0, 0}, src},
		{[]int{1, 1, 1, 1, 1, 1, 1, 1, 2, 3}, []int64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -2}, []uint16{1}},
	} {
		out, _, err := pad.Pad(&set, src, pad.Params[uint16]{Shape: c.shape, Pads: c.pads, Mode: pad.Wrap})
		if err != nil || !slices.Equal(out, c.want) {
			t.Errorf("%v by %v: %v, %v, expected %v", c.shape, c.pads, out, err, c.want)
		}
	}
}

// TestOnlyElement: pads of axes with one element are made by kernels of mode edge, but in wrap only if the innermost axis has pads.
func TestOnlyElement(t *testing.T) {
	for _, c := range []struct {
		shape []int
		pads  []int64
		edge  [kernel.NumModes]bool // whether a kernel of mode edge is used
	}{
		{[]int{3, 1}, []int64{0, 1, 0, 2}, [kernel.NumModes]bool{pad.Reflect: true, pad.Wrap: true, pad.Edge: true}},
		{[]int{3, 2}, []int64{-1, -1, -1, 1}, [kernel.NumModes]bool{pad.Reflect: true, pad.Wrap: true, pad.Edge: true}},
		{[]int{1, 3}, []int64{1, 0, 0, 0}, [kernel.NumModes]bool{pad.Reflect: true, pad.Edge: true}},
		{[]int{1, 1}, []int64{1, 1, 0, 0}, [kernel.NumModes]bool{pad.Reflect: true, pad.Wrap: true, pad.Edge: true}},
		{[]int{1, 3}, []int64{1, 1, 0, 0}, [kernel.NumModes]bool{pad.Edge: true}},
	} {
		for m := range pad.Mode(kernel.NumModes) {
			set, used := generated.Uint16, false
			for i, k := range set.Edge {
				set.Edge[i] = func(dst, src []uint16, g *kernel.Geometry) { used = true; k(dst, src, g) }
			}
			src := make([]uint16, c.shape[0]*c.shape[1])
			for i := range src {
				src[i] = uint16(i + 1)
			}
			p := pad.Params[uint16]{Shape: c.shape, Pads: c.pads, Mode: m}
			out, _, err := pad.Pad(&set, src, p)
			if err != nil || used != c.edge[m] {
				t.Errorf("%v of %v by %v: %v, a kernel of mode edge: %v", m, c.shape, c.pads, err, used)
			}
			clear(set.Edge[:])
			if m == pad.Edge {
				continue
			}
			without, _, err := pad.Pad(&set, src, p)
			if err != nil || !slices.Equal(without, out) {
				t.Errorf("%v of %v by %v without kernels of mode edge: %v, %v, expected %v", m, c.shape, c.pads, without, err, out)
			}
		}
	}
}
