package specdiff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec/specdiff"
)

// transitions are the real ones, with all that was found.
var transitions = []struct {
	old, new       string
	changes        []string // rule and subject
	before, after  int      // kernels
	added, removed int
	storage        string
}{
	{"Pad-1", "Pad-2", []string{
		"PAD_ATTRIBUTE_RENAMED attribute pads: paddings -> pads",
	}, 72, 72, 0, 0, ""},
	{"Pad-2", "Pad-11", append(typesAdded("int16", "int32", "int64", "int8", "uint16", "uint32", "uint64", "uint8"),
		"PAD_ATTRIBUTE_TO_INPUT attribute pads: pads: ints, required -> input pads: tensor(int64)",
		"PAD_ATTRIBUTE_TO_INPUT attribute value: value: float = 0.0 -> input constant_value: T, optional",
		"PAD_ARITY_NARROWED number of inputs: 1 -> 2 to 3",
	), 72, 264, 192, 0, ""},
	{"Pad-11", "Pad-13", typesAdded("bfloat16", "bool", "complex128", "complex64", "string"), 264, 384, 120, 0, "dtype.BFloat16"},
	{"Pad-13", "Pad-18", []string{
		"PAD_INPUT_ADDED input axes:  -> axes: Tind, optional",
		"PAD_ARITY_CHANGED number of inputs: 2 to 3 -> 2 to 4",
		"PAD_CONSTRAINT_ADDED constraint Tind:  -> int32, int64",
	}, 384, 384, 0, 0, ""},
	{"Pad-18", "Pad-19", []string{"PAD_MODE_ADDED mode wrap:  -> wrap"}, 384, 512, 128, 0, ""},
	{"Pad-19", "Pad-21", typesAdded("float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz", "int4", "uint4"), 512, 704, 192, 0,
		"dtype.Float8E4M3FN dtype.Float8E4M3FNUZ dtype.Float8E5M2 dtype.Float8E5M2FNUZ dtype.Int4x2 dtype.Uint4x2"},
	{"Pad-21", "Pad-23", typesAdded("float4e2m1"), 704, 736, 32, 0, "dtype.Float4E2M1x2"},
	{"Pad-23", "Pad-24", typesAdded("float8e8m0"), 736, 768, 32, 0, "dtype.Float8E8M0"},
	{"Pad-24", "Pad-25", typesAdded("int2", "uint2"), 768, 832, 64, 0, "dtype.Int2x4 dtype.Uint2x4"},
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
			e := r.Effect
			got := []int{e.Before, e.After, len(e.Added), len(e.Removed), e.Waiting, len(e.Todo)}
			if want := []int{tr.before, tr.after, tr.added, tr.removed, 0, 0}; !slices.Equal(got, want) {
				t.Errorf("kernels before, after, added, removed, waiting, todo: %v, want %v", got, want)
			}
			if got := strings.Join(e.StorageAdded, " "); got != tr.storage {
				t.Errorf("storage added: %q, want %q", got, tr.storage)
			}
			if len(e.Cases) == 0 {
				t.Error("no conformance case is needed")
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
			if len(back.Effect.Added) != tr.removed || len(back.Effect.Removed) != tr.added {
				t.Errorf("the way back adds %d kernels and removes %d", len(back.Effect.Added), len(back.Effect.Removed))
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
	r, err := specdiff.Compare(&specdiff.Side{Label: "11", Table: tab, Version: tab.Schema("ai.onnx/Pad-11")}, &specdiff.Side{Label: "microsoft", Table: tab, Version: microsoft})
	if err != nil {
		t.Fatal(err)
	}
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
