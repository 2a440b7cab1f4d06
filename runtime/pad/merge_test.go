package pad_test

import (
	"slices"
	"testing"

	"github.com/padgen/padgen/runtime/pad"
)

// TestMerge holds which axes become one. Any kernel makes the same output of more of them, but slower.
func TestMerge(t *testing.T) {
	all := []pad.Mode{pad.Constant, pad.Reflect, pad.Edge, pad.Wrap}
	blocks, elements := []pad.Mode{pad.Constant, pad.Wrap}, []pad.Mode{pad.Reflect, pad.Edge}
	type spans = [][6]int // dim, lo, ext, begin, end, out
	for _, c := range []struct {
		name  string
		modes []pad.Mode
		shape []int
		pads  []int64
		want  spans
	}{
		{"scalar", all, nil, nil, spans{}},
		{"one axis", all, []int{5}, []int64{1, 2}, spans{{5, 0, 5, 1, 2, 8}}},
		{"no pads", all, []int{2, 3, 4}, make([]int64, 6), spans{{24, 0, 24, 0, 0, 24}}},
		{"no pads above MaxRank", all, slices.Repeat([]int{2}, 10), make([]int64, 20), spans{{1024, 0, 1024, 0, 0, 1024}}},

		{"pads outside", blocks, []int{2, 3, 4}, []int64{1, 0, 0, 2, 0, 0}, spans{{24, 0, 24, 12, 24, 60}}},
		{"pads outside", elements, []int{2, 3, 4}, []int64{1, 0, 0, 2, 0, 0}, spans{{2, 0, 2, 1, 2, 5}, {12, 0, 12, 0, 0, 12}}},
		{"pads outside one element", all, []int{3, 1}, []int64{1, 0, 2, 0}, spans{{3, 0, 3, 1, 2, 6}}},
		{"a crop outside", all, []int{4, 3}, []int64{-1, 0, 0, 0}, spans{{12, 3, 9, 0, 0, 9}}},
		{"a crop and a pad outside", blocks, []int{4, 3}, []int64{-1, 0, 2, 0}, spans{{12, 3, 9, 0, 6, 15}}},
		{"a crop and a pad outside", elements, []int{4, 3}, []int64{-1, 0, 2, 0}, spans{{4, 1, 3, 0, 2, 5}, {3, 0, 3, 0, 0, 3}}},

		{"pads inside", all, []int{2, 3}, []int64{0, 1, 0, 0}, spans{{2, 0, 2, 0, 0, 2}, {3, 0, 3, 1, 0, 4}}},
		{"a crop inside", all, []int{2, 3}, []int64{0, 0, 0, -1}, spans{{2, 0, 2, 0, 0, 2}, {3, 0, 2, 0, 0, 2}}},
		{"a pad and a crop that cancel out", all, []int{2, 3}, []int64{0, 1, 0, -1}, spans{{2, 0, 2, 0, 0, 2}, {3, 0, 2, 1, 0, 3}}},
		{"pads inside one index", all, []int{1, 5}, []int64{0, 1, 0, 0}, spans{{5, 0, 5, 1, 0, 6}}},
		{"a crop inside one index", all, []int{1, 1, 5}, []int64{0, 0, -2, 0, 0, 0}, spans{{5, 2, 3, 0, 0, 3}}},
		{"pads inside one index with pads", all, []int{1, 5}, []int64{1, 1, 0, 0}, spans{{1, 0, 1, 1, 0, 2}, {5, 0, 5, 1, 0, 6}}},
		{"pads inside two indices, of which a crop leaves one", all, []int{2, 5}, []int64{-1, 1, 0, 0}, spans{{2, 1, 1, 0, 0, 1}, {5, 0, 5, 1, 0, 6}}},

		{"conv", all, []int{1, 64, 56, 56}, []int64{0, 0, 1, 1, 0, 0, 1, 1},
			spans{{64, 0, 64, 0, 0, 64}, {56, 0, 56, 1, 1, 58}, {56, 0, 56, 1, 1, 58}}},
		{"NHWC", blocks, []int{2, 8, 9, 3}, []int64{0, 1, 1, 0, 0, 1, 1, 0},
			spans{{2, 0, 2, 0, 0, 2}, {8, 0, 8, 1, 1, 10}, {27, 0, 27, 3, 3, 33}}},

		{"empty data", []pad.Mode{pad.Constant}, []int{2, 0}, []int64{0, 1, 0, 0}, spans{{2, 0, 2, 0, 0, 2}, {0, 0, 0, 1, 0, 1}}},
		{"empty output", all, []int{2, 3}, []int64{-2, 0, 0, 0}, spans{{2, 0, 0, 0, 0, 0}, {3, 0, 3, 0, 0, 3}}},
	} {
		for _, m := range c.modes {
			if got, err := pad.Merged(m, c.shape, c.pads); err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%s, %v: %v, %v, expected %v", c.name, m, got, err, c.want)
			}
		}
	}
}
