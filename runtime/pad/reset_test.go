package pad_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// TestReset: a plan that is reset from any call to any other works like a new plan, and is empty after an error.
func TestReset(t *testing.T) {
	constant := *generated.Uint8
	clear(constant.Repeat[:])
	sets := []*kernel.Set[uint8]{generated.Uint8, subset(generated.Uint8, []int{2}), &constant, nil}
	high := make([]int, 20)
	high[3], high[18] = 1, 2
	params := []pad.Params[uint8]{
		{Shape: []int{2, 3, 4}, Pads: []int{1, 1, 1, 1, 1, 1}, Value: 7},
		{Shape: []int{2, 3}, Pads: []int{0, 2, 1, 2}, Mode: pad.Reflect, DstStrides: []int{9, 1}},
		{Shape: []int{2, 3}, Pads: []int{1, 1, 1, 1}, Mode: pad.Wrap, Strides: []int{5, 1}, Workers: 1},
		{Shape: []int{2, 2, 2, 1, 2, 2, 2, 2, 2, 2}, Pads: high, Mode: pad.Edge},
		{Shape: []int{0, 3}, Pads: []int{1, 1, 1, 1}},
		{Pads: []int{}},
		{Shape: []int{2}, Pads: []int{-3, 0}},
		{Shape: []int{2, 3}, Pads: []int{1, 1, 1, 1}, MaxBytes: 3},
		{Shape: []int{2, 3}, Pads: []int{1, 1, 1, 1}, DstStrides: []int{2, 1}},
	}
	reset := new(pad.Plan[uint8])
	for i, first := range params {
		for k, next := range params {
			for s, ks := range sets {
				reset.Reset(sets[(s+i+k)%3], first)
				want, wantErr := pad.NewPlan(ks, next)
				if err := reset.Reset(ks, next); !reflect.DeepEqual(err, wantErr) {
					t.Fatalf("%+v, then %+v: %v, expected %v", first, next, err, wantErr)
				}
				if wantErr != nil {
					refusal{pad.ErrNoKernel, "plan", -1, 0}.check(t, "after an error", reset.Run(nil, nil))
					continue
				}
				src := make([]uint8, want.InputLen())
				noise(src)
				dst, expected := make([]uint8, reset.OutputLen()), make([]uint8, want.OutputLen())
				if err := want.Run(expected, src); err != nil {
					t.Fatal(err)
				}
				if err := reset.Run(dst, src); err != nil || !slices.Equal(dst, expected) || !slices.Equal(reset.OutputShape(), want.OutputShape()) {
					t.Fatalf("%+v, then %+v: %v, %v, expected %v", first, next, err, dst, expected)
				}
			}
		}
	}
}

func TestResetAllocations(t *testing.T) {
	reset, params := new(pad.Plan[uint8]), pad.Params[uint8]{Shape: []int{2, 3, 4}, Pads: []int{1, 1, 1, 1, 1, 1}, Value: 7}
	if n := testing.AllocsPerRun(20, func() { reset.Reset(generated.Uint8, params) }); n != 0 {
		t.Errorf("Reset: %v allocations", n)
	}
}
