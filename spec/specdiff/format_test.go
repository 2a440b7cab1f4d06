package specdiff_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
)

// TestGoldens compares a small report in each format with a reviewed one.
func TestGoldens(t *testing.T) {
	tab := &spec.Table{Domains: []spec.Domain{{Name: "ai.onnx", NewestOpset: 2}}, ElemTypes: table(t).ElemTypes}
	one := func(n int, types, modes []string, def string) *spec.OpSchema {
		return &spec.OpSchema{
			Domain: "ai.onnx", Name: "Pad", SinceVersion: n,
			Attributes:      []spec.Attribute{{Name: "mode", Type: spec.AttrString, Default: &spec.Value{Type: spec.AttrString, Text: strconv.Quote(def)}}},
			Inputs:          []spec.Param{{Name: "data", Type: "T", Option: spec.Single}},
			Outputs:         []spec.Param{{Name: "output", Type: "T", Option: spec.Single}},
			TypeConstraints: []spec.TypeConstraint{{Name: "T", Types: types}},
			Modes:           modes, MinInputs: 1, MaxInputs: 1, Sources: []string{"a document"},
		}
	}
	old, new := one(1, []string{"tensor(float)"}, []string{"constant", "edge"}, "constant"),
		one(2, []string{"tensor(float)", "tensor(int2)", "tensor(posit8)"}, []string{"edge"}, "edge")
	tab.Schemas = []*spec.OpSchema{old, new}
	to := version(tab, new)
	to.Place = func(*spec.OpSchema, string) (string, int) { return "a,b:c%.json", 7 }
	r := compareRevisions(t, version(tab, old), to)
	for _, g := range []struct {
		file   string
		format specdiff.Format
	}{{"report.txt", specdiff.Text}, {"report.md", specdiff.Markdown}, {"report.github", specdiff.GitHub}, {"report.json", specdiff.JSON}} {
		golden(t, g.file, write(t, r, g.format))
	}
}

// TestLimits writes reports that are too long for GitHub.
func TestLimits(t *testing.T) {
	tab := table(t)
	s := clone(t, tab.Schema("ai.onnx/Pad-25"))
	s.SinceVersion = 99
	for i := range 1000 {
		s.TypeConstraints[0].Types = append(s.TypeConstraints[0].Types, fmt.Sprintf("tensor(posit%d_ü)", i))
	}
	to := document(0, s)
	to.Label, to.Version = "many", s
	r := compareRevisions(t, version(tab, tab.Schema("ai.onnx/Pad-25")), to)
	notices := *r // the same changes, but as GitHub's notices and in the fold of the comment
	notices.Changes = slices.Clone(r.Changes)
	for i := range notices.Changes {
		notices.Changes[i].Signature, notices.Changes[i].Go = specdiff.Widened, specdiff.Additive
	}
	for more, r := range map[string]*specdiff.Report{"and 990 more changes:%0A": r, "and 992 more changes:%0A": &notices} {
		md := write(t, r, specdiff.Markdown)
		if len(md) > 65536 || !strings.Contains(md, "Cut here: GitHub takes 65536 characters.") {
			t.Errorf("markdown of %d bytes ends with %q", len(md), md[max(0, len(md)-200):])
		}
		if a, b := strings.Count(md, "<details>"), strings.Count(md, "</details>"); a != b {
			t.Errorf("markdown opens %d details and closes %d", a, b)
		}
		notes := write(t, r, specdiff.GitHub)
		for _, kind := range []string{"::error ", "::warning ", "::notice "} {
			if n := strings.Count(notes, kind); n > 10 {
				t.Errorf("%d annotations of %s", n, kind)
			}
		}
		if !strings.Contains(notes, more) {
			t.Errorf("no annotation has %q", more)
		}
	}
	if html := write(t, r, specdiff.HTML); !strings.HasSuffix(html, "</html>\n") {
		t.Error("html is cut")
	}
}

// TestCells: a matrix with more than a million cells is omitted.
func TestCells(t *testing.T) {
	tab, old := table(t), table(t)
	for n := range 1025 {
		s := clone(t, tab.Schema("ai.onnx/Pad-25"))
		s.SinceVersion, s.TypeConstraints[0].Types = 1000+n, []string{fmt.Sprintf("tensor(posit%d)", n)}
		tab.Schemas = append(tab.Schemas, s)
	}
	r := compareRevisions(t, &specdiff.Revision{Label: "old", Table: old}, &specdiff.Revision{Label: "new", Table: tab})
	const note = "types by version are not shown: there are too many"
	if len(r.Types.Rows) > 0 || len(r.Modes.Rows) == 0 || !slices.Contains(r.Notes, note) {
		t.Errorf("%d types and %d modes in the matrices, notes %q", len(r.Types.Rows), len(r.Modes.Rows), r.Notes)
	}
}
