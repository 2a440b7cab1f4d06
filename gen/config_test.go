package gen_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/spectest"
)

func newPlan(t testing.TB, c gen.Config) *gen.Plan {
	t.Helper()
	p, err := gen.NewPlan(spectest.Published(t), c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestParseRanks(t *testing.T) {
	for in, want := range map[string][]int{
		"8": {8}, "2,4": {2, 4}, "1-3,8": {1, 2, 3, 8}, " 1 - 2,\t4 -5": {1, 2, 4, 5}, "3-3": {3}, "4,2": {4, 2},
		"": nil, ",": nil, "1,": nil, "0": nil, "9": nil, "1-9": nil, "5-2": nil, "-3": nil, "2-": nil, "1 2": nil, "1-2-3": nil, "a": nil,
		"99999999999999999999": nil, // nil: an error
	} {
		got, err := gen.ParseRanks(in)
		if !slices.Equal(got, want) || (err != nil) != (want == nil) || err != nil && !errors.Is(err, gen.ErrConfig) {
			t.Errorf("%q: %v, expected %v (%v)", in, got, want, err)
		}
	}
}

// TestSubsets checks how many of the 26 types, 4 modes and 8 ranks are left.
func TestSubsets(t *testing.T) {
	for _, c := range []struct {
		c    gen.Config
		want string
	}{
		{gen.Config{}, "kernels: 832 (types: 26, modes: 4, ranks: 8)"},
		{gen.Config{Types: []string{"Float32", "float"}}, "kernels: 32 (types: 1, modes: 4, ranks: 8)"},
		{gen.Config{Types: []string{"float32", "FLOAT", "tensor(double)", "Bfloat16", "FLOAT8E4M3FN"}}, "kernels: 128 (types: 4, modes: 4, ranks: 8)"},
		{gen.Config{Modes: []string{"wrap", "Constant", "WRAP"}, Ranks: []int{8, 2, 2}}, "kernels: 104 (types: 26, modes: 2, ranks: 2)"},
		{gen.Config{Opset: 1}, "kernels: 72 (types: 3, modes: 3, ranks: 8)"},
		{gen.Config{Opset: 11}, "kernels: 264 (types: 11, modes: 3, ranks: 8)"},
		{gen.Config{Opset: 18}, "kernels: 384 (types: 16, modes: 3, ranks: 8)"},
		{gen.Config{Opset: 19}, "kernels: 512 (types: 16, modes: 4, ranks: 8)"},
		{gen.Config{Opset: 28}, "kernels: 832 (types: 26, modes: 4, ranks: 8)"},
		{gen.Config{Opset: 13, Types: []string{"bool"}, Ranks: []int{4}}, "kernels: 3 (types: 1, modes: 3, ranks: 1)"},
	} {
		if got := newPlan(t, c.c).Size(); got != c.want {
			t.Errorf("%+v: %s, expected %s", c.c, got, c.want)
		}
	}
	table := spectest.Published(t) // reflect means symmetric at opset 28
	table.Schema("ai.onnx/Pad-25").Meanings = map[string]string{spec.Reflect: spec.Symmetric}
	for opset, want := range map[int]string{24: "constant reflect edge wrap", 28: "constant edge wrap symmetric", 0: "constant reflect edge wrap symmetric"} {
		p, err := gen.NewPlan(table, gen.Config{Opset: opset})
		if err != nil || strings.Join(p.Modes, " ") != want || opset != 0 && len(p.Kernels) != len(p.Types)*4*gen.MaxRank {
			t.Errorf("opset %d: %d kernels of %v (%v), expected modes %s", opset, len(p.Kernels), p.Modes, err, want)
		}
	}
	const want = "gen: wrong configuration: rank 0, expected 1 to 8\ngen: wrong configuration: rank 9, expected 1 to 8"
	if p, err := gen.NewPlan(spectest.Published(t), gen.Config{Ranks: []int{0, 9}}); p != nil || !errors.Is(err, gen.ErrConfig) || err.Error() != want {
		t.Errorf("%v, %v, expected %s", p, err, want)
	}
}
