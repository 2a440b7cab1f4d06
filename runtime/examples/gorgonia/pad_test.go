package gorgonia_test

import (
	"errors"
	"testing"

	"gorgonia.org/tensor"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/pad"
)

// TestViews: views are read in place, or refused where the elements of the last axis are no neighbours. Materialize mends that.
func TestViews(t *testing.T) {
	cube := tensor.New(tensor.WithShape(3, 4, 5), tensor.WithBacking(tensor.Range(tensor.Float32, 0, 60)))
	transposed := cube.Clone().(*tensor.Dense)
	if err := transposed.T(); err != nil {
		t.Fatal(err)
	}
	columns := tensor.New(tensor.WithShape(3, 4), tensor.AsFortran(tensor.Range(tensor.Float32, 0, 12)))
	slice := func(s ...tensor.Slice) *tensor.Dense {
		v, err := cube.Slice(s...)
		if err != nil {
			t.Fatal(err)
		}
		return v.(*tensor.Dense)
	}
	for name, c := range map[string]struct {
		t       *tensor.Dense
		refused bool
	}{
		"whole":          {cube, false},
		"box":            {slice(tensor.S(1, 3), tensor.S(0, 2), tensor.S(2, 5)), false},
		"rows":           {slice(nil, tensor.S(1)), false},
		"a row":          {slice(tensor.S(2), tensor.S(1)), false},
		"every second":   {slice(tensor.S(0, 3, 2)), false},
		"a column":       {slice(nil, nil, tensor.S(3)), true},
		"one column":     {slice(nil, nil, tensor.S(3, 4)), true},
		"transposed":     {transposed, true},
		"column-major":   {columns, true},
		"second columns": {slice(nil, nil, tensor.S(0, 5, 2)), true},
	} {
		rank := c.t.Dims()
		params := pad.Params[float32]{Pads: make([]int, 2*rank), Mode: pad.Wrap}
		for i := range rank {
			params.Pads[i], params.Pads[rank+i] = 1, i
		}
		y, err := Pad(generated.Float32, c.t, params)
		if c.refused != errors.Is(err, pad.ErrStrides) || !c.refused && err != nil {
			t.Errorf("%s, shape %v, strides %v: %v", name, c.t.Shape(), c.t.Strides(), err)
			continue
		}
		if c.refused {
			continue
		}
		want, err := Pad(generated.Float32, c.t.Materialize().(*tensor.Dense), params)
		if err != nil || !y.Eq(want) {
			t.Errorf("%s: %v\n%v expected\n%v", name, err, y, want)
		}
	}
	if _, err := Pad(generated.Float32, tensor.New(tensor.FromScalar(float32(1))), pad.Params[float32]{}); err == nil {
		t.Error("a scalar has no slice")
	}
	if _, err := Pad(generated.Float64, cube, pad.Params[float64]{Pads: make([]int, 6)}); err == nil {
		t.Error("another type was not refused")
	}
}
