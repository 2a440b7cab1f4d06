package gen_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/internal/spectest"
	"github.com/padgen/padgen/spec"
)

func table(t testing.TB) *spec.Table { return spectest.Published(t) }

func newPlan(t testing.TB, c gen.Config) *gen.Plan {
	t.Helper()
	p, err := gen.NewPlan(table(t), c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestParseRanks(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []int // nil: an error
	}{
		{"1", []int{1}},
		{"8", []int{8}},
		{"1-8", []int{1, 2, 3, 4, 5, 6, 7, 8}},
		{"2,4", []int{2, 4}},
		{"1-3,8", []int{1, 2, 3, 8}},
		{" 1 , 2-3 ", []int{1, 2, 3}},
		{" 1 - 2,\t4 -5", []int{1, 2, 4, 5}},
		{"3-3", []int{3}},
		{"4,2", []int{4, 2}},
		{"", nil}, {",", nil}, {"1,", nil}, {"0", nil}, {"9", nil}, {"1-9", nil}, {"0-3", nil}, {"5-2", nil}, {"-3", nil},
		{"2-", nil}, {"1 2", nil}, {"- 2", nil}, {"1-2-3", nil}, {"a", nil}, {"1.5", nil}, {"99999999999999999999", nil},
	} {
		got, err := gen.ParseRanks(c.in)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.in, diff)
		}
		if (err != nil) != (c.want == nil) || err != nil && !errors.Is(err, gen.ErrConfig) {
			t.Errorf("%q: error %v", c.in, err)
		}
	}
}

// TestConfigErrors: what is wrong with a configuration is said at once, all of it.
func TestConfigErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		c    gen.Config
		want []string
	}{
		{"unknown type", gen.Config{Types: []string{"float", "float128"}}, []string{`unknown type "float128", expected one of float, uint8, `}},
		{"empty type", gen.Config{Types: []string{""}}, []string{`unknown type ""`}},
		{"unknown mode", gen.Config{Modes: []string{"Symmetric"}}, []string{`unknown mode "Symmetric", expected one of constant`}},
		{"rank 0", gen.Config{Ranks: []int{0, 1}}, []string{"rank 0, expected 1 to 8"}},
		{"rank 9", gen.Config{Ranks: []int{9}}, []string{"rank 9, expected 1 to 8"}},
		{"keyword", gen.Config{Package: "func"}, []string{`package name "func"`}},
		{"blank", gen.Config{Package: "_"}, []string{`package name "_"`}},
		{"ignored", gen.Config{Package: "documentation"}, []string{`package name "documentation"`}},
		{"init", gen.Config{Package: "init"}, []string{`package name "init"`}},
		{"external test", gen.Config{Package: "pad_test"}, []string{`package name "pad_test"`, "not ending in _test: set another -package"}},
		{"path", gen.Config{Package: "my/pad"}, []string{`package name "my/pad"`}},
		{"newest opset", gen.Config{Opset: 99}, []string{"opset 99", "above the newest checked"}},
		{"oldest opset", gen.Config{Opset: -1}, []string{"opset -1"}},
		{"wrap before 19", gen.Config{Opset: 18, Modes: []string{"wrap"}}, []string{"mode wrap is not allowed at opset 18"}},
		{"type before its opset", gen.Config{Opset: 11, Types: []string{"string", "uint4", "float"}},
			[]string{"type string is not allowed at opset 11", "type uint4 is not allowed at opset 11"}},
		{"several", gen.Config{Types: []string{"x", "y"}, Modes: []string{"z"}, Ranks: []int{-1, 9}, Package: "1"},
			[]string{`"x"`, `"y"`, `"z"`, "rank -1", "rank 9", `"1"`}},
	} {
		p, err := gen.NewPlan(table(t), c.c)
		if p != nil || !errors.Is(err, gen.ErrConfig) {
			t.Errorf("%s: %v, %v", c.name, p, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q does not say %q", c.name, err, want)
			}
		}
	}
}

// TestSubsets counts what is left of the 26 types, 4 modes and 8 ranks.
func TestSubsets(t *testing.T) {
	for _, c := range []struct {
		name                string
		c                   gen.Config
		types, modes, ranks int
	}{
		{"all", gen.Config{}, 26, 4, 8},
		{"one type", gen.Config{Types: []string{"float"}}, 1, 4, 8},
		{"by its Go name, twice", gen.Config{Types: []string{"Float32", "float"}}, 1, 4, 8},
		{"by names of all kinds", gen.Config{Types: []string{"float32", "FLOAT", "tensor(double)", "Bfloat16", "FLOAT8E4M3FN"}}, 4, 4, 8},
		{"modes and ranks", gen.Config{Modes: []string{"wrap", "Constant", "WRAP"}, Ranks: []int{8, 2, 2}}, 26, 2, 2},
		{"opset 1", gen.Config{Opset: 1}, 3, 3, 8},
		{"opset 11", gen.Config{Opset: 11}, 11, 3, 8},
		{"opset 18", gen.Config{Opset: 18}, 16, 3, 8},
		{"opset 19", gen.Config{Opset: 19}, 16, 4, 8},
		{"opset 21", gen.Config{Opset: 21}, 22, 4, 8},
		{"opset 24", gen.Config{Opset: 24}, 24, 4, 8},
		{"opset 28", gen.Config{Opset: 28}, 26, 4, 8},
		{"opset and type", gen.Config{Opset: 13, Types: []string{"bool"}, Ranks: []int{4}}, 1, 3, 1},
	} {
		p := newPlan(t, c.c)
		if len(p.Types) != c.types || len(p.Modes) != c.modes || len(p.Ranks) != c.ranks {
			t.Errorf("%s: %d types, %d modes, %d ranks, expected %d, %d, %d", c.name, len(p.Types), len(p.Modes), len(p.Ranks), c.types, c.modes, c.ranks)
		}
		if want := c.types * c.modes * c.ranks; len(p.Kernels) != want {
			t.Errorf("%s: %d kernels, expected %d", c.name, len(p.Kernels), want)
		}
	}
}

// TestManifest: sorted lines, one for each kernel, in which a line says everything.
func TestManifest(t *testing.T) {
	p := newPlan(t, gen.Config{Types: []string{"float", "uint2"}, Modes: []string{"wrap", "edge"}, Ranks: []int{2}})
	want := `EdgeFloat32Rank2 float edge 2 since ai.onnx Pad-1 and com.microsoft Pad-1
EdgeUint2Rank2 uint2 edge 2 since ai.onnx Pad-25
WrapFloat32Rank2 float wrap 2 since ai.onnx Pad-19
WrapUint2Rank2 uint2 wrap 2 since ai.onnx Pad-25
`
	if diff := cmp.Diff(want, p.Manifest()); diff != "" {
		t.Errorf("manifest (-want +got):\n%s", diff)
	}
	lines := strings.Split(strings.TrimSuffix(newPlan(t, gen.Config{}).Manifest(), "\n"), "\n")
	if !slices.IsSorted(lines) || len(slices.Compact(lines)) != 832 {
		t.Errorf("%d lines, sorted: %v", len(lines), slices.IsSorted(lines))
	}
}

// TestUnsupported: a table with a version that the runtime would get wrong is planned. What is missing is named, and
// kernels say of the other versions what they said before.
func TestUnsupported(t *testing.T) {
	before := newPlan(t, gen.Config{})
	if list := before.Unsupported(); len(list) > 0 {
		t.Errorf("%q", list)
	}
	unsupported := table(t)
	unsupported.Schema("ai.onnx/Pad-25").Modes = []string{spec.Constant, "mirror"}
	p, err := gen.NewPlan(unsupported, gen.Config{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"ai.onnx/Pad-25: mode mirror: there are no kernels for it: change spec/modes.go, runtime/kernel/mode.go, runtime/pad, templates/leaf"}
	if d := cmp.Diff(want, p.Unsupported()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	wrap := func(p *gen.Plan) string {
		_, line, _ := strings.Cut(p.Manifest(), "\nWrapFloat32Rank1 ")
		line, _, _ = strings.Cut(line, "\n")
		return line
	}
	if wrap(p) != wrap(before) {
		t.Errorf("WrapFloat32Rank1 %s, before %s", wrap(p), wrap(before))
	}
}

// TestOpsetWithoutChange: a new opset, and a new version that allows the same, change no byte of a package.
func TestOpsetWithoutChange(t *testing.T) {
	c := gen.Config{Types: []string{"float"}, Modes: []string{"edge", "wrap"}, Ranks: []int{4}}
	next := table(t)
	schema := *next.Schema("ai.onnx/Pad-25")
	schema.SinceVersion = 99
	next.Domains[0].NewestOpset = 99
	next.Schemas = append(next.Schemas, &schema)
	spec.SortSchemas(next.Schemas)
	plan, err := gen.NewPlan(next, c)
	if err != nil {
		t.Fatal(err)
	}
	files, err := plan.Files()
	if diff := cmp.Diff(render(t, c), files); diff != "" || err != nil {
		t.Errorf("%v (-before +after):\n%s", err, diff)
	}
}
