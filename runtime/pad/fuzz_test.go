package pad_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/pad"
)

// FuzzPad reads a call from bytes: mode, element type, rank, then shape, pads and axes. Whatever they are, every way of
// running the call gives the result of the reference, or an error, but never a panic.
func FuzzPad(f *testing.F) {
	f.Add(byte(0), byte(0), []byte{3}, []byte{1, 2}, []byte(nil), false)
	f.Add(byte(1), byte(5), []byte{3, 5}, []byte{250, 2, 1, 9}, []byte{1, 0}, false)
	f.Add(byte(2), byte(7), []byte{0, 4, 1}, []byte{0, 1, 1, 0, 254, 1}, []byte{255, 0, 1}, true)
	f.Add(byte(3), byte(6), []byte{1, 2, 1, 2, 1, 2, 1, 2, 1}, make([]byte, 18), []byte(nil), true)
	f.Fuzz(func(t *testing.T, mode, elem byte, shape, pads, axes []byte, strict bool) {
		if len(shape) > 12 {
			return
		}
		c := call{make([]int, len(shape)), nil, slices.Repeat([]pad.Mode{pad.Mode(mode)}, len(shape)), -1}
		for i, d := range shape {
			c.shape[i] = int(d)%20 - 1
		}
		if d := c.shape; len(d) > 0 && d[0] < 0 && len(pads) == 0 {
			d[0] = math.MaxInt // where sums overflow
		}
		for _, v := range pads {
			v := int(int8(v))
			switch {
			case v == 127:
				v = maxInt
			case v == -128:
				v = minInt
			case v > 40 || v < -40:
				v %= 8
			}
			c.pads = append(c.pads, v)
		}
		p := pad.Params[uint8]{Shape: c.shape, Pads: c.pads, Mode: pad.Mode(mode), MaxBytes: 1 << 16, Strict: strict}
		if len(axes) > 0 {
			p.Axes = []int{}
			for _, a := range axes {
				p.Axes = append(p.Axes, int(int8(a)))
			}
		}
		if !small(c.shape) {
			return
		}
		inferred, err := p.OutputShape()
		if err != nil {
			if e, ok := err.(*pad.Error); !ok || e.Kind == nil || e.Input == "" {
				t.Fatalf("an error without kind or input: %#v", err)
			}
			if _, err2 := pad.NewPlan(generated.Uint8, p); err2 == nil || err2.Error() != err.Error() {
				t.Fatalf("OutputShape: %v, NewPlan: %v", err, err2)
			}
			return
		}
		if !small(inferred) {
			return
		}
		// The reference has pads for all axes, in order.
		full := make([]int, 2*len(shape))
		if p.Axes == nil {
			copy(full, c.pads)
		}
		for i, a := range p.Axes {
			if a < 0 {
				a += len(shape)
			}
			full[a], full[len(shape)+int(a)] = c.pads[i], c.pads[len(p.Axes)+i]
		}
		for _, v := range full {
			if v > 1<<20 || v < -1<<20 {
				return // legal in mode constant; the reference counts up to them
			}
		}
		if c.pads = full; !slices.Equal(inferred, c.outShape()) {
			t.Fatalf("%v: %v inferred, expected %v", c, inferred, c.outShape())
		}
		rng := rand.New(rand.NewPCG(uint64(elem), uint64(mode)))
		if diff := kinds[int(elem)%len(kinds)](c, rng, func() func(n int) []byte { return plain }); diff != "" {
			t.Fatalf("%v: %s", c, diff)
		}
	})
}

// small reports whether a tensor has few enough elements for the reference.
func small(shape []int) bool {
	n := 1
	for _, d := range shape {
		if d > 1<<16 {
			return false
		}
		if n *= max(1, d); n > 1<<16 {
			return false
		}
	}
	return true
}
