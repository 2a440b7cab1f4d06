package specdiff_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec/specdiff"
)

// transitions are the real ones, with all that was found.
var transitions = []struct {
	old, new       string
	changes        []string // rule and subject
	signature, go_ specdiff.Severity
	before, after  int // kernels
	types          []string
}{
	{"Pad-1", "Pad-2", []string{
		"PAD_ATTRIBUTE_RENAMED attribute pads: paddings -> pads",
	}, specdiff.Changed, specdiff.None, 72, 72, []string{}},
	{"Pad-2", "Pad-11", append(typesAdded("int16", "int32", "int64", "int8", "uint16", "uint32", "uint64", "uint8"),
		"PAD_ATTRIBUTE_TO_INPUT attribute pads: pads: ints, required -> input pads: tensor(int64)",
		"PAD_ATTRIBUTE_TO_INPUT attribute value: value: float = 0.0 -> input constant_value: T, optional",
		"PAD_ARITY_NARROWED number of inputs: 1 -> 2 to 3",
	), specdiff.Changed, specdiff.Additive, 72, 264, []string{"uint8 (uint8)", "int8 (int8)", "uint16 (uint16)", "int16 (int16)",
		"int32 (int32)", "int64 (int64)", "uint32 (uint32)", "uint64 (uint64)"}},
	{"Pad-11", "Pad-13", typesAdded("bfloat16", "bool", "complex128", "complex64", "string"), specdiff.Widened, specdiff.Additive, 264, 384,
		[]string{"string (string)", "bool (bool)", "complex64 (complex64)", "complex128 (complex128)", "bfloat16 (dtype.BFloat16)"}},
	{"Pad-13", "Pad-18", []string{
		"PAD_INPUT_ADDED input axes:  -> axes: Tind, optional",
		"PAD_ARITY_CHANGED number of inputs: 2 to 3 -> 2 to 4",
		"PAD_CONSTRAINT_ADDED constraint Tind:  -> int32, int64",
	}, specdiff.Widened, specdiff.Additive, 384, 384, []string{}},
	{"Pad-18", "Pad-19", []string{"PAD_MODE_ADDED mode wrap:  -> wrap"}, specdiff.Widened, specdiff.Additive, 384, 512, []string{}},
	{"Pad-19", "Pad-21", typesAdded("float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz", "int4", "uint4"),
		specdiff.Widened, specdiff.Additive, 512, 704, []string{"float8e4m3fn (dtype.Float8E4M3FN)", "float8e4m3fnuz (dtype.Float8E4M3FNUZ)",
			"float8e5m2 (dtype.Float8E5M2)", "float8e5m2fnuz (dtype.Float8E5M2FNUZ)", "uint4 (dtype.Uint4x2)", "int4 (dtype.Int4x2)"}},
	{"Pad-21", "Pad-23", typesAdded("float4e2m1"), specdiff.Widened, specdiff.Additive, 704, 736, []string{"float4e2m1 (dtype.Float4E2M1x2)"}},
	{"Pad-23", "Pad-24", typesAdded("float8e8m0"), specdiff.Widened, specdiff.Additive, 736, 768, []string{"float8e8m0 (dtype.Float8E8M0)"}},
	{"Pad-24", "Pad-25", typesAdded("int2", "uint2"), specdiff.Widened, specdiff.Additive, 768, 832,
		[]string{"uint2 (dtype.Uint2x4)", "int2 (dtype.Int2x4)"}},
}

func typesAdded(names ...string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = fmt.Sprintf("PAD_TYPE_ADDED tensor(%s):  -> tensor(%s)", n, n)
	}
	return out
}

// summary is a report's changes as the tables here write them.
func summary(r *specdiff.Report) []string {
	var out []string
	for _, c := range r.Changes {
		out = append(out, fmt.Sprintf("%s %s: %s -> %s", c.Rule, c.Subject, c.Old, c.New))
	}
	return out
}

func TestEveryTransition(t *testing.T) {
	for _, tr := range transitions {
		t.Run(tr.old+" to "+tr.new, func(t *testing.T) {
			r := compare(t, tr.old, tr.new)
			if d := cmp.Diff(tr.changes, summary(r)); d != "" {
				t.Errorf("changes, -want +got:\n%s", d)
			}
			if signature, golang := r.Counts.Signature[0].Severity, r.Counts.Go[0].Severity; signature != tr.signature || golang != tr.go_ {
				t.Errorf("%s and %s, expected %s and %s", signature, golang, tr.signature, tr.go_)
			}
			k := r.Impact.Kernels
			if got, want := []int{k.Before, k.After, len(k.Added), len(k.Removed)}, []int{tr.before, tr.after, tr.after - tr.before, 0}; !slices.Equal(got, want) {
				t.Errorf("kernels before, after, added, removed: %v, expected %v", got, want)
			}
			if d := cmp.Diff(tr.types, r.Impact.Types.Added); d != "" {
				t.Errorf("element types added, -want +got:\n%s", d)
			}
			for i, c := range r.Changes {
				if c.Version != "ai.onnx/"+tr.new {
					t.Errorf("%s is found in %s", c.Rule, c.Version)
				}
				if !slices.ContainsFunc(r.Pairs[0].Rows, func(w specdiff.Row) bool { return slices.Contains(w.Changes, i) }) {
					t.Errorf("%s %s is about no line", c.Rule, c.Subject)
				}
			}
			back := compare(t, tr.new, tr.old)
			if b := back.Impact.Kernels; len(b.Added) != 0 || len(b.Removed) != tr.after-tr.before {
				t.Errorf("the way back adds %d kernels and removes %d", len(b.Added), len(b.Removed))
			}
			for _, f := range specdiff.Formats() {
				if a, b := write(t, r, f), write(t, compare(t, tr.old, tr.new), f); a == "" || a != b {
					t.Errorf("%s is empty or not the same each time", f)
				}
			}
		})
	}
}

func TestMicrosoft(t *testing.T) {
	tab := table(t)
	microsoft := tab.Schema("com.microsoft/Pad-1")
	microsoft.TypeConstraints[0].Types = []string{"tensor(double)", "tensor(float)", "tensor(float16)"} // ONNX Runtime may add some
	r := compareRevisions(t, &specdiff.Revision{Label: "11", Table: tab, Version: tab.Schema("ai.onnx/Pad-11")}, &specdiff.Revision{Label: "microsoft", Table: tab, Version: microsoft})
	want := append(removed("int16", "int32", "int64", "int8", "uint16", "uint32", "uint64", "uint8"),
		`PAD_DEFAULT_CHANGED attribute mode: "constant" -> nothing`, "PAD_INPUT_RENAMED input value: constant_value -> value")
	if d := cmp.Diff(want, summary(r)); d != "" {
		t.Errorf("changes, -want +got:\n%s", d)
	}
	if len(r.Notes) == 0 {
		t.Error("no note says that these are different operators")
	}
}

func removed(names ...string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = fmt.Sprintf("PAD_TYPE_REMOVED tensor(%s): tensor(%s) -> ", n, n)
	}
	return out
}
