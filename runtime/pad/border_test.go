package pad_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
)

// TestFillBorder: what is added around data in dst is what Run adds to a copy of it, and nothing else is written.
func TestFillBorder(t *testing.T) {
	borders := []func(t *testing.T, c padtest.Case, rng *rand.Rand){
		borderOf(&generated.Uint8), borderOf(&generated.Float16), borderOf(subset(&generated.Float32, []int{2})), borderOf(&generated.Float64),
		borderOf(&generated.Complex64), borderOf(&generated.Complex128), borderOf(&generated.Uint4), borderOf(&generated.Int2), borderOf(&generated.String),
	}
	for i := range 20 * rounds() {
		rng := rand.New(rand.NewPCG(13, uint64(i)))
		c := draw(rng, pad.Mode(i%kernel.NumModes), rng.IntN(11))
		for a, n := range c.Pads {
			c.Pads[a] = max(n, 0)
			if rng.IntN(40) == 0 && len(c.Want) < 400 {
				c.Pads[a] += rng.IntN(30)
			}
		}
		borders[rng.IntN(len(borders))](t, c, rng)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(6))
	for i, border := range borders[:8] { // of several blocks, and goroutines
		rng := rand.New(rand.NewPCG(14, uint64(i)))
		border(t, caseOf(pad.Mode(i%kernel.NumModes), []int{60, 80, 4 * (8 << (i % 3))}, []int{2, 1, 4, 0, 3, 8}), rng)
	}
}

func borderOf[T kernel.Unit](ks *kernel.Set[T]) func(t *testing.T, c padtest.Case, rng *rand.Rand) {
	return func(t *testing.T, c padtest.Case, rng *rand.Rand) {
		p := pad.Params[T]{Shape: c.Shape, Pads: c.Pads, Mode: c.Mode, Value: units[T](1)[0], Workers: rng.IntN(3)}
		dense, err := pad.NewPlan(ks, p)
		if err != nil {
			return // an axis without elements
		}
		out := dense.OutputShape()
		src, want := units[T](dense.InputLen()), make([]T, dense.OutputLen())
		if err := dense.Run(want, src); err != nil {
			t.Fatal(err)
		}
		strides := rowMajor(out)
		if gaps := gapped(rng, out, ks.PerUnit); rng.IntN(2) == 0 && inBytes(out, gaps, ks.PerUnit) {
			strides, p.DstStrides = gaps, gaps
		}
		plan := mustPlan(t, ks, p)
		dst := units[T](plan.OutputLen())
		expected, interior := slices.Clone(dst), source(padtest.Case{Mode: pad.Constant, Shape: c.Shape, Pads: c.Pads})
		bytes := make([]int, len(dst)) // bit 0: has elements of data, 1: of the border
		eachPlace(out, strides, func(i, at int) {
			kind := 2
			if interior[i] >= 0 {
				kind = 1
				copyElement(ks, dst, at, want, i)
			}
			bytes[at/ks.PerUnit] |= kind
			copyElement(ks, expected, at, want, i)
		})
		call := fmt.Sprintf("%v of %s %v by %v, dst strides %v", c.Mode, ks.Name, c.Shape, c.Pads, p.DstStrides)
		err = plan.FillBorder(dst)
		if slices.Contains(bytes, 3) {
			refusal{pad.ErrPads, "pads", -1, 0}.check(t, call, err)
			return
		}
		if err != nil || !same(dst, expected) {
			t.Errorf("%s: %v\n%.300s, expected\n%.300s", call, err, fmt.Sprint(dst), fmt.Sprint(expected))
		}
		if n := testing.AllocsPerRun(1, func() { plan.FillBorder(dst) }); n != 0 && !raceDetector {
			t.Errorf("%s: %v allocations", call, n)
		}
	}
}

// units is noise, of a packed type in all bits.
func units[T kernel.Unit](n int) []T {
	s := make([]T, n)
	noise(kernel.Bytes(s))
	if s, ok := any(s).([]string); ok {
		for i := range s {
			s[i] = strconv.Itoa(i)
		}
	}
	return s
}

// TestFillBorderRefusals: what FillBorder cannot fill is an error, and dst keeps its elements.
func TestFillBorderRefusals(t *testing.T) {
	for _, c := range []struct {
		params pad.Params[uint8]
		length int
		want   refusal
	}{
		{pad.Params[uint8]{Shape: []int{2, 3}, Pads: []int{1, 0, 1, -1}}, 8, refusal{pad.ErrPads, "pads", 1, 0}},
		{pad.Params[uint8]{Shape: []int{2, 3}, Pads: []int{1, 0, 1, 0}, Strides: []int{4, 1}}, 12, refusal{pad.ErrStrides, "strides", -1, 0}},
		{pad.Params[uint8]{Shape: []int{2, 3}, Pads: []int{1, 0, 1, 0}}, 11, refusal{pad.ErrBuffer, "dst", -1, 11}},
		{pad.Params[uint8]{Shape: []int{2, 3}, Pads: []int{1, 0, 1, 0}}, 13, refusal{pad.ErrBuffer, "dst", -1, 13}},
	} {
		dst := make([]uint8, c.length)
		c.params.Value = 1
		c.want.check(t, fmt.Sprint(c.params), mustPlan(t, &generated.Uint8, c.params).FillBorder(dst))
		if slices.Contains(dst, 1) {
			t.Errorf("%+v: dst was written", c.params)
		}
	}
	refusal{pad.ErrNoKernel, "plan", -1, 0}.check(t, "zero plan", new(pad.Plan[uint8]).FillBorder(nil))
	empty := mustPlan(t, &generated.Uint4, pad.Params[dtype.Uint4x2]{Shape: []int{0, 3}, Pads: []int{1, 0, 0, 0}, Value: 0x11})
	dst := make([]dtype.Uint4x2, 2) // an odd number of elements, none of them of the input
	if err := empty.FillBorder(dst); err != nil || dst[0] != 0x11 || dst[1] != 1 {
		t.Errorf("no input: %v, %v", dst, err)
	}
}
