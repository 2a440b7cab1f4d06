package pad_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// gapped returns strides for a shape. Some of them exceed what the axes inside span by multiples of step.
func gapped(rng *rand.Rand, shape []int, step int) []int {
	strides, inner := make([]int, len(shape)), 1
	for i := len(shape) - 1; i >= 0; i-- {
		if strides[i] = inner; i < len(shape)-1 && rng.IntN(2) == 0 {
			strides[i] += step * rng.IntN(4)
		}
		inner += max(0, shape[i]-1) * strides[i]
	}
	return strides
}

// eachPlace calls f with each element of a tensor and its position by strides.
func eachPlace(shape, strides []int, f func(i, at int)) {
	for i := range size(shape) {
		at := 0
		for rest, a := i, len(shape)-1; a >= 0; a-- {
			at += rest % shape[a] * strides[a]
			rest /= shape[a]
		}
		f(i, at)
	}
}

// inBytes reports whether all gaps begin and end at whole units, as the gaps of a packed output must.
func inBytes(shape, strides []int, per int) bool {
	run, gaps := 1, false
	for a := len(shape) - 1; a >= 0; a-- {
		if shape[a] == 1 {
			continue
		}
		if gaps = gaps || strides[a] != run; !gaps {
			run *= shape[a]
		} else if run%per != 0 || strides[a]%per != 0 {
			return false
		}
	}
	return true
}

// TestStrideRefusals: strides that are not those of nested axes, and slices that are too short for them.
func TestStrideRefusals(t *testing.T) {
	const most = int(^uint(0) >> 1)
	for _, c := range []struct {
		shape, strides []int
		axis           int
		value          int64
		kind           error
	}{
		{[]int{2, 3}, []int{3}, -1, 1, pad.ErrStrides},
		{[]int{2, 3}, []int{}, -1, 0, pad.ErrStrides},
		{[]int{2, 3}, []int{3, 2}, 1, 2, pad.ErrStrides},
		{[]int{2, 3}, []int{2, 1}, 0, 2, pad.ErrStrides},
		{[]int{2, 3}, []int{-3, 1}, 0, -3, pad.ErrStrides},
		{[]int{3, 2}, []int{1, 3}, 1, 3, pad.ErrStrides}, // a transposed view
		{[]int{2, 2, 3}, []int{6, 4, 1}, 0, 6, pad.ErrStrides},
		{[]int{3, 3}, []int{most, 1}, 0, int64(most), pad.ErrTooLarge},
		{[]int{2, 3}, []int{most - 1, 1}, 0, int64(most - 1), pad.ErrTooLarge},
	} {
		p := pad.Params[uint8]{Shape: c.shape, Strides: c.strides, Pads: make([]int, 2*len(c.shape))}
		_, err := pad.NewPlan(generated.Uint8, p)
		refusal{c.kind, "strides", c.axis, c.value}.check(t, fmt.Sprint(c.shape, c.strides), err)
		p.Strides, p.DstStrides = nil, c.strides
		_, err = pad.NewRegion(generated.Uint8, p, pad.Box{Begin: make([]int, len(c.shape)), End: c.shape})
		refusal{c.kind, "dst strides", c.axis, c.value}.check(t, fmt.Sprint(c.shape, c.strides), err)
	}
	for _, c := range []struct{ shape, strides []int }{{[]int{1, 3}, []int{-9, 1}}, {[]int{3, 1}, []int{7, 99}}, {[]int{0, 4}, []int{-1, -1}}, {nil, []int{}}} {
		p := pad.Params[uint8]{Shape: c.shape, Strides: c.strides, DstStrides: c.strides, Pads: make([]int, 2*len(c.shape))}
		if _, err := pad.NewPlan(generated.Uint8, p); err != nil {
			t.Errorf("%v, strides %v: %v", c.shape, c.strides, err)
		}
	}
	plan := mustPlan(t, generated.Uint8, pad.Params[uint8]{Shape: []int{2, 3}, Strides: []int{5, 1}, Pads: []int{0, 1, 0, 0}})
	refusal{pad.ErrBuffer, "src", -1, 7}.check(t, "short src", plan.Run(make([]uint8, 8), make([]uint8, 7)))
	view := pad.Params[uint8]{Shape: []int{2, 3}, Strides: []int{5, 1}, Pads: []int{0, 0, 0, 1}}
	if out, _, err := pad.Pad(generated.Uint8, []uint8{1, 2, 3, 9, 9, 4, 5, 6, 9}, view); err != nil || digits(out) != "12304560" {
		t.Errorf("Pad of a view: %v, %v", out, err)
	}
	p := pad.Params[uint8]{Shape: []int{2, 3}, DstStrides: []int{5, 1}, Pads: []int{1, 1, 0, 0}, MaxBytes: 14}
	plan = mustPlan(t, generated.Uint8, p)
	dst := []uint8{9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}
	refusal{pad.ErrBuffer, "dst", -1, 13}.check(t, "short dst", plan.Run(dst[:13], make([]uint8, 6)))
	if err := plan.Run(dst, []uint8{1, 2, 3, 4, 5, 6}); err != nil || !slices.Equal(dst, []uint8{0, 0, 0, 0, 9, 0, 1, 2, 3, 9, 0, 4, 5, 6, 9}) {
		t.Errorf("%v, %v", dst, err)
	}
	p.MaxBytes = 13
	_, err := pad.NewPlan(generated.Uint8, p)
	refusal{pad.ErrTooLarge, "dst strides", -1, 14}.check(t, "many gaps", err)
	for _, c := range []struct{ columns, stride int }{{4, 5}, {3, 4}} { // a row begins or ends in the middle of a byte
		_, err = pad.NewPlan(generated.Uint4, pad.Params[dtype.Uint4x2]{Shape: []int{2, c.columns}, DstStrides: []int{c.stride, 1}, Pads: make([]int, 4)})
		refusal{pad.ErrStrides, "dst strides", 0, int64(c.stride)}.check(t, "half a byte", err)
	}
}

// TestValueInDst: constant_value may be any unit of dst. The outputs are large enough to be written in batches, and of each kind of storage.
func TestValueInDst(t *testing.T) {
	valueInDst(t, generated.Uint8, 5*pad.BatchBytes())
	valueInDst(t, generated.Complex128, pad.BatchBytes()/4)
	valueInDst(t, generated.Uint4, 6*pad.BatchBytes())
	valueInDst(t, generated.String, pad.BatchBytes()/4)
	valueInDst(t, generated.Float32, 9)
}

func valueInDst[T kernel.Unit](t *testing.T, ks *kernel.Set[T], n int) {
	t.Helper()
	p := pad.Params[struct{}]{Shape: []int{3, n / 3}, Pads: []int{2, 1, 2, 1}}
	plan, err := pad.NewAnyPlan(ks, p)
	if err != nil {
		t.Fatal(err)
	}
	region, err := pad.NewAnyRegion(ks, p, pad.Box{Begin: []int{0, 0}, End: plan.OutputShape()})
	if err != nil {
		t.Fatal(err)
	}
	src := make([]T, plan.InputLen())
	noise(kernel.Bytes(src))
	data := pad.AnyBlock{Box: pad.Box{Begin: []int{0, 0}, End: p.Shape}, Data: kernel.MemoryOf(src)}
	for _, way := range []func(dst, value kernel.Memory) error{
		func(dst, value kernel.Memory) error { return plan.Run(dst, kernel.MemoryOf(src), value) },
		func(dst, value kernel.Memory) error { return region.Run(dst, value, data) },
	} {
		for _, at := range []int{0, plan.OutputLen() / 2, plan.OutputLen() - 1} {
			want, got := make([]T, plan.OutputLen()), make([]T, plan.OutputLen())
			noise(kernel.Bytes(got))
			if s, ok := any(got).([]string); ok {
				s[at] = "value"
			}
			if err := way(kernel.MemoryOf(want), kernel.MemoryOf(slices.Clone(got[at:at+1]))); err != nil {
				t.Fatal(err)
			}
			if err := way(kernel.MemoryOf(got), kernel.MemoryOf(got[at:at+1])); err != nil || !same(got, want) {
				t.Errorf("%s: the value is unit %d of dst: %v, or another output", ks.Name, at, err)
			}
		}
	}
}
