package specdiff_test

import (
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
)

const evil = "a\"b</script><script>pwned=1</script><img src=x onerror=pwned=1>`|@octocat ::error::x%0A\r\n\x1b[31m\u202e$&'"

// evilSchema has text from a document wherever that is possible.
func evilSchema(t testing.TB) *spec.OpSchema {
	s := clone(t, table(t).Schema("ai.onnx/Pad-25"))
	s.SinceVersion = 99
	s.Modes = append(s.Modes, evil)
	s.Inputs[3].Name = evil
	s.Attributes[0].Default = &spec.Value{Type: spec.AttrString, Text: evil}
	s.Attributes = append(s.Attributes, spec.Attribute{Name: evil, Type: evil})
	s.TypeConstraints = append(s.TypeConstraints, spec.TypeConstraint{Name: evil, Types: []string{evil}})
	s.TypeConstraints[0].Types = append(s.TypeConstraints[0].Types, evil)
	s.Outputs[0].Name = evil
	return s
}

func hostileReport(t testing.TB) *specdiff.Report {
	t.Helper()
	tab := table(t)
	s := evilSchema(t)
	to := document(0, s)
	to.Label, to.Version = evil, s
	return compareRevisions(t, &specdiff.Revision{Label: evil, Table: tab, Version: tab.Schema("ai.onnx/Pad-25")}, to)
}

func TestTextOfDocumentsStaysText(t *testing.T) {
	r := hostileReport(t)
	for _, f := range formats {
		out := write(t, r, f)
		for _, bad := range []string{"\x1b", "\u202e"} {
			if f != specdiff.GitHub && f != specdiff.JSON && strings.Contains(out, bad) {
				t.Errorf("%s has %q", f, bad)
			}
		}
		switch f {
		case specdiff.HTML:
			if n := strings.Count(out, "<script"); n != 0 || strings.Contains(out, "<img") {
				t.Errorf("html: %d scripts", n)
			}
		case specdiff.Markdown:
			for l := range strings.Lines(out) {
				if strings.Contains(l, "<img") || strings.Contains(l, "<script") || strings.Contains(l, "@octocat") || strings.Contains(l, "\r") {
					t.Errorf("markdown: %q", l)
				}
				if strings.HasPrefix(l, "| `PAD") && strings.Count(l, "|") != 6 {
					t.Errorf("markdown: a row of %d bars: %q", strings.Count(l, "|"), l)
				}
			}
		case specdiff.GitHub:
			for l := range strings.Lines(out) {
				if !strings.HasPrefix(l, "::error title=") && !strings.HasPrefix(l, "::warning title=") && !strings.HasPrefix(l, "::notice title=") {
					t.Errorf("github: %q", l)
				}
				if strings.ContainsAny(strings.TrimSuffix(l, "\n"), "\r\n") || strings.Contains(l, "x%0A") {
					t.Errorf("github: %q is not escaped", l)
				}
			}
		}
	}
}
