package pad_test

import (
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// TestNoKernel: NewPlan refuses a mode without any kernel, and a set that is not from a generated package.
func TestNoKernel(t *testing.T) {
	constant := *generated.Uint8
	clear(constant.Repeat[:])
	shape, pads := []int{3}, []int{1, 1}
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
	wrap := *generated.Uint8
	clear(wrap.Constant[:])
	_, err := pad.NewPlan(&wrap, pad.Params[uint8]{Shape: shape, Pads: pads})
	refusal{pad.ErrNoKernel, "mode", -1, 0}.check(t, "constant", err)

	// A call that only crops is refused as well, so that whether a model runs does not depend on its pads.
	_, err = pad.NewPlan(&constant, pad.Params[uint8]{Shape: shape, Pads: []int{-1, 0}, Mode: pad.Edge})
	refusal{pad.ErrNoKernel, "mode", -1, int64(pad.Edge)}.check(t, "a crop", err)
	if _, err = pad.NewPlan(&wrap, pad.Params[uint8]{Shape: shape, Pads: []int{-1, 0}, Mode: pad.Wrap}); err != nil {
		t.Errorf("a crop without kernels of mode constant: %v", err)
	}
}
