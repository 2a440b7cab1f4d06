package pad_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// TestRules has a row for each rule under "What Pad means", on an input that counts from 1, with 9 as the constant.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		name  string
		mode  pad.Mode
		shape []int
		pads  []int
		axes  []int
		want  []int // the output's shape
		data  string
	}{
		{"constant", pad.Constant, []int{3}, []int{1, 2}, nil, []int{6}, "912399"},
		{"constant crop", pad.Constant, []int{5}, []int{-1, -2}, nil, []int{2}, "23"},
		{"constant crop and extend", pad.Constant, []int{5}, []int{-2, 2}, nil, []int{5}, "34599"},
		{"constant crop to nothing", pad.Constant, []int{3}, []int{-1, -2}, nil, []int{0}, ""},
		{"constant over-crop is all fill", pad.Constant, []int{3}, []int{-5, 4}, nil, []int{2}, "99"},
		{"constant over-crop to nothing", pad.Constant, []int{3}, []int{-5, 2}, nil, []int{0}, ""},
		{"constant of an empty axis", pad.Constant, []int{0}, []int{1, 2}, nil, []int{3}, "999"},
		{"constant of an empty axis beside one with data", pad.Constant, []int{0, 2}, []int{1, 0, 0, 1}, nil, []int{1, 3}, "999"},
		{"constant of one fully cropped axis", pad.Constant, []int{2, 2}, []int{0, -2, 0, 1}, nil, []int{2, 1}, "99"},
		{"opposite huge pads", pad.Constant, []int{4}, []int{maxInt, -maxInt}, nil, []int{4}, "9999"},
		{"opposite huge pads, crop first", pad.Constant, []int{4}, []int{-maxInt, maxInt}, nil, []int{4}, "9999"},
		{"lowest pad", pad.Constant, []int{4}, []int{minInt, maxInt}, nil, []int{3}, "999"},

		{"edge", pad.Edge, []int{3}, []int{2, 3}, nil, []int{8}, "11123333"},
		{"edge crop first, then extend", pad.Edge, []int{5}, []int{-2, 2}, nil, []int{5}, "34555"},
		{"edge of one element", pad.Edge, []int{1}, []int{2, 2}, nil, []int{5}, "11111"},
		{"edge crop to nothing", pad.Edge, []int{3}, []int{-3, 0}, nil, []int{0}, ""},
		{"edge over-crop to nothing", pad.Edge, []int{3}, []int{-4, 1}, nil, []int{0}, ""},

		{"reflect", pad.Reflect, []int{4}, []int{2, 3}, nil, []int{9}, "321234321"},
		{"reflect bounces", pad.Reflect, []int{3}, []int{5, 6}, nil, []int{14}, "21232123212321"},
		{"reflect of two elements", pad.Reflect, []int{2}, []int{2, 2}, nil, []int{6}, "121212"},
		{"reflect of one element", pad.Reflect, []int{1}, []int{3, 2}, nil, []int{6}, "111111"},
		{"reflect crop first, then extend", pad.Reflect, []int{5}, []int{-2, 2}, nil, []int{5}, "34543"},
		{"reflect crop to one", pad.Reflect, []int{3}, []int{-2, 2}, nil, []int{3}, "333"},
		{"reflect of an axis that stays empty", pad.Reflect, []int{0}, []int{0, 0}, nil, []int{0}, ""},

		{"wrap", pad.Wrap, []int{3}, []int{1, 2}, nil, []int{6}, "312312"},
		{"wrap turns", pad.Wrap, []int{3}, []int{7, 5}, nil, []int{15}, "312312312312312"},
		{"wrap of one element", pad.Wrap, []int{1}, []int{2, 1}, nil, []int{4}, "1111"},
		{"wrap crop first, then extend", pad.Wrap, []int{5}, []int{3, -2}, nil, []int{6}, "123123"},
		{"wrap of an axis that stays empty", pad.Wrap, []int{2, 0}, []int{1, 0, 0, 0}, nil, []int{3, 0}, ""},

		{"axes are independent", pad.Edge, []int{2, 3}, []int{1, 0, 0, 1}, nil, []int{3, 4}, "123312334566"},
		{"reflect of two axes", pad.Reflect, []int{2, 2}, []int{1, 1, 0, 0}, nil, []int{3, 3}, "434212434"},
		{"an empty axis and a padded one", pad.Edge, []int{0, 2}, []int{0, 1, 0, 1}, nil, []int{0, 4}, ""},
		{"huge beside empty", pad.Constant, []int{0, math.MaxInt - 1}, []int{0, 1, 0, 0}, nil, []int{0, math.MaxInt}, ""},

		{"scalar", pad.Constant, nil, nil, nil, []int{}, "1"},
		{"scalar in mode reflect", pad.Reflect, []int{}, []int{}, nil, []int{}, "1"},
		{"scalar, no axes", pad.Wrap, nil, nil, []int{}, []int{}, "1"},
		{"no axes: a copy", pad.Edge, []int{2, 2}, nil, []int{}, []int{2, 2}, "1234"},
		{"one axis", pad.Constant, []int{2, 2}, []int{1, 0}, []int{1}, []int{2, 3}, "912934"},
		{"negative axis", pad.Constant, []int{2, 2}, []int{1, 0}, []int{-2}, []int{3, 2}, "991234"},
		{"axes in any order", pad.Constant, []int{2, 1, 1}, []int{1, 0, 0, 1}, []int{2, 0}, []int{3, 1, 2}, "919299"},
		{"all axes, counted from the end", pad.Edge, []int{1, 2}, []int{1, 0, 1, 1}, []int{-1, -2}, []int{2, 4}, "11221122"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := pad.Params[uint8]{Shape: c.shape, Pads: c.pads, Axes: c.axes, Mode: c.mode, Value: 9}
			src := count(c.shape)
			shape, pads, axes := slices.Clone(c.shape), slices.Clone(c.pads), slices.Clone(c.axes)

			inferred, err := p.OutputShape()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, inferred); diff != "" {
				t.Errorf("OutputShape (-want +got):\n%s", diff)
			}
			out, got, err := pad.Pad(generated.Uint8, src, p)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("shape (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.data, digits(out)); diff != "" {
				t.Errorf("data (-want +got):\n%s", diff)
			}
			if !slices.Equal(src, count(c.shape)) || !slices.Equal(c.shape, shape) || !slices.Equal(c.pads, pads) || !slices.Equal(c.axes, axes) {
				t.Error("an argument was written")
			}
		})
	}
}

// count returns 1, 2, 3, … for as many elements as the shape has.
func count(shape []int) []uint8 {
	n := 1
	for _, d := range shape {
		n *= d
	}
	s := make([]uint8, n)
	for i := range s {
		s[i] = uint8(i + 1)
	}
	return s
}

func digits(s []uint8) string {
	text := ""
	for _, v := range s {
		text += fmt.Sprint(v)
	}
	return text
}

// TestPlanKeepsNothing: a plan does not read the slices of its Params again, and does not return a slice of its own.
func TestPlanKeepsNothing(t *testing.T) {
	for _, rank := range []int{1, kernel.MaxRank + 1} {
		shape, pads := slices.Repeat([]int{1}, rank), make([]int, 2*rank)
		shape[rank-1], pads[rank-1] = 2, 1
		plan, err := pad.NewPlan(generated.Uint8, pad.Params[uint8]{Shape: shape, Pads: pads, Value: 9})
		if err != nil {
			t.Fatal(err)
		}
		clear(shape)
		clear(pads)
		clear(plan.OutputShape())
		if got := plan.OutputShape(); got[rank-1] != 3 {
			t.Errorf("rank %d: output shape %v", rank, got)
		}
		dst := make([]uint8, plan.OutputLen())
		if err := plan.Run(dst, []uint8{1, 2}); err != nil || digits(dst) != "912" {
			t.Errorf("rank %d: %v, %v", rank, dst, err)
		}
	}
}

// TestStrictAccepts: the largest pads that Strict allows.
func TestStrictAccepts(t *testing.T) {
	for mode, most := range map[pad.Mode]int{pad.Constant: 50, pad.Edge: 50, pad.Reflect: 2, pad.Wrap: 3, pad.Symmetric: 3} {
		p := pad.Params[uint8]{Shape: []int{5}, Pads: []int{-2, most}, Mode: mode, Strict: true}
		if _, err := p.OutputShape(); err != nil {
			t.Errorf("%v by %d: %v", mode, most, err)
		}
	}
}
