package specdiff_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec/specdiff"
)

var published = []string{"1", "2", "11", "13", "18", "19", "21", "23", "24", "25"}

// TestTransitions compares the reports of the nine real transitions with what was reviewed.
func TestTransitions(t *testing.T) {
	var all strings.Builder
	for i, to := range published[1:] {
		old, new := "Pad-"+published[i], "Pad-"+to
		r := compare(t, old, new)
		all.WriteString(write(t, r, specdiff.Text) + "\n")
		for _, f := range formats {
			out := write(t, r, f)
			if out != write(t, compare(t, old, new), f) || !strings.Contains(strings.ToLower(out), "prose") {
				t.Errorf("%s to %s: %s is not the same each time, or does not say that prose is not compared", old, new, f)
			}
		}
		back := compare(t, new, old)
		if a, b := r.Impact, back.Impact; len(a.Added) != len(b.Removed) || len(a.Removed)+len(b.Added) != 0 {
			t.Errorf("%s to %s: kernels added and removed: %d, %d, on the way back %d, %d",
				old, new, len(a.Added), len(a.Removed), len(b.Added), len(b.Removed))
		}
		if len(back.Changes) != len(r.Changes) {
			t.Errorf("%s to %s: %v, on the way back %v", old, new, summary(r), summary(back))
		}
	}
	golden(t, "transitions.txt", all.String())
}

// TestWhichVersion: a change names the version that brought it, in both directions.
func TestWhichVersion(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"13", "25", "18 inputs[3], 19 modes.wrap, 21 types.tensor(int4), 23 types.tensor(float4e2m1), " +
			"24 types.tensor(float8e8m0), 25 types.tensor(int2)"},
		{"18", "28", "19 modes.wrap, 21 types.tensor(int4), 25 types.tensor(int2)"},
		{"25", "18", "19 modes.wrap, 21 types.tensor(int4), 25 types.tensor(int2)"},
		{"1", "11", "2 attributes.paddings, 11 types.tensor(int8), 11 attributes.value, 11 inputs[1], 11 inputs[2]"},
		{"11", "1", "2 attributes.paddings, 11 types.tensor(int8), 11 attributes.value, 11 inputs[1], 11 inputs[2]"},
		{"19", "21", "21 types.tensor(int4)"},
	} {
		got := map[string]int{}
		for i, change := range compare(t, c.old, c.new).Changes {
			got[strings.TrimPrefix(change.Version, "ai.onnx/Pad-")+" "+change.Path] = i
		}
		last := -1
		for want := range strings.SplitSeq(c.want, ", ") {
			i, ok := got[want]
			if !ok || i <= last && c.old != "11" {
				t.Errorf("%s to %s: %q is not there, or in another place: %v", c.old, c.new, want, got)
			}
			last = i
		}
	}
}

// TestMicrosoft compares different operators.
func TestMicrosoft(t *testing.T) {
	tab := table(t)
	microsoft := tab.Schema("com.microsoft/Pad-1")
	microsoft.TypeConstraints[0].Types = []string{"tensor(double)", "tensor(float)", "tensor(float16)"} // ONNX Runtime may add some
	r := compareRevisions(t, version(tab, tab.Schema("ai.onnx/Pad-11")), version(tab, microsoft))
	var want []string
	for _, n := range []string{"int16", "int32", "int64", "int8", "uint16", "uint32", "uint64", "uint8"} {
		want = append(want, fmt.Sprintf("PAD_TYPE_REMOVED types.tensor(%s): tensor(%[1]s) -> ", n))
	}
	want = append(want, `PAD_DEFAULT_CHANGED attributes.mode.default: "constant" -> nothing`,
		"PAD_NAME_CHANGED inputs[2].name: constant_value -> value")
	if d := cmp.Diff(want, summary(r)); d != "" {
		t.Errorf("changes, -want +got:\n%s", d)
	}
	if n := r.Notes; n[len(n)-1] != "ai.onnx/Pad and com.microsoft/Pad are different operators" {
		t.Errorf("notes: %q", n)
	}
}
