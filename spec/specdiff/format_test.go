package specdiff_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
)

var update = flag.Bool("update", false, "write testdata anew")

// TestGoldens compares a small report in each format with what was reviewed.
func TestGoldens(t *testing.T) {
	tab := &spec.Table{Domains: []spec.Domain{{Name: "ai.onnx", NewestOpset: 2}}, ElemTypes: table(t).ElemTypes}
	one := func(n int, types, modes []string, def string) *spec.OpSchema {
		return &spec.OpSchema{
			Domain: "ai.onnx", Name: "Pad", SinceVersion: n,
			Attributes:      []spec.Attribute{{Name: "mode", Type: spec.AttrString, Default: &spec.Value{Type: spec.AttrString, String: def}}},
			Inputs:          []spec.Param{{Name: "data", Type: "T", Option: spec.Single}},
			Outputs:         []spec.Param{{Name: "output", Type: "T", Option: spec.Single}},
			TypeConstraints: []spec.TypeConstraint{{Name: "T", Types: types}},
			Modes:           modes, MinInputs: 1, MaxInputs: 1, Sources: []string{"a document"},
		}
	}
	old, new := one(1, []string{"tensor(float)"}, []string{"constant", "edge"}, "constant"),
		one(2, []string{"tensor(float)", "tensor(int2)", "tensor(posit8)"}, []string{"edge"}, "edge")
	tab.Schemas = []*spec.OpSchema{old, new}
	r, err := specdiff.Compare(&specdiff.Side{Label: "Pad-1", Table: tab, Version: old},
		&specdiff.Side{Label: "Pad-2", Table: tab, Version: new, Place: fixedPlace})
	if err != nil {
		t.Fatal(err)
	}
	r.Effect.Growth = &specdiff.Growth{
		Source: specdiff.Amount{Before: 4_000, After: 2_500_000}, Lines: specdiff.Amount{Before: 100, After: 90},
		Files: specdiff.Amount{Before: 3, After: 4}, Compile: &specdiff.Amount{Before: 100, After: 2_400},
		Linked: &specdiff.Amount{Before: 1_700_000, After: 12_345_678}, Note: "as a test says",
	}
	for _, g := range []struct {
		file   string
		format specdiff.Format
	}{{"report.txt", specdiff.Text}, {"report.md", specdiff.Markdown}, {"report.github", specdiff.GitHub}, {"report.json", specdiff.JSON}} {
		got := write(t, r, g.format)
		file := filepath.Join("testdata", g.file)
		if *update {
			if err := os.MkdirAll("testdata", 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), got); d != "" {
			t.Errorf("%s, -want +got (go test -update writes it):\n%s", g.file, d)
		}
	}
	var b strings.Builder
	if err := r.Write(&b, specdiff.Text, true); err != nil {
		t.Fatal(err)
	}
	plain := regexp.MustCompile("\x1b\\[[0-9]+m").ReplaceAllString(b.String(), "")
	if plain != write(t, r, specdiff.Text) || plain == b.String() {
		t.Error("text in color is other text, or has no color")
	}
}

func fixedPlace(*spec.OpSchema, string) (string, int) { return "a,b:c%.json", 7 }

// TestSchemaOfJSON holds every kind of report against the published schema.
func TestSchemaOfJSON(t *testing.T) {
	var schema map[string]any
	if err := json.Unmarshal(specdiff.Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	reports := []*specdiff.Report{compare(t, "embedded", table99(t)), hostileReport(t), docOnly(t), compare(t, "embedded", "embedded"), compare(t, "Pad-25", "opset:25")}
	for _, tr := range transitions {
		reports = append(reports, compare(t, tr.old, tr.new))
	}
	reports[0].Effect.Growth = &specdiff.Growth{Compile: &specdiff.Amount{Before: 1, After: 2}}
	for _, r := range reports {
		var doc any
		if err := json.Unmarshal([]byte(write(t, r, specdiff.JSON)), &doc); err != nil {
			t.Fatal(err)
		}
		for _, e := range violations(schema, schema, doc, "$") {
			t.Errorf("%s to %.20s: %s", r.Old.Label, r.New.Label, e)
		}
	}
	for _, bad := range []string{`{}`, `{"format":"x"}`, `[]`} {
		var doc any
		if err := json.Unmarshal([]byte(bad), &doc); err != nil {
			t.Fatal(err)
		}
		if len(violations(schema, schema, doc, "$")) == 0 {
			t.Errorf("%s is valid", bad)
		}
	}
}

// violations checks the keywords of JSON Schema that the published one uses,
// and reports any other.
func violations(root, schema map[string]any, v any, at string) (out []string) {
	bad := func(format string, args ...any) { out = append(out, at+": "+fmt.Sprintf(format, args...)) }
	for key, want := range schema {
		switch key {
		case "$schema", "$id", "$defs", "title", "description":
		case "$ref":
			name := strings.TrimPrefix(want.(string), "#/$defs/")
			out = append(out, violations(root, root["$defs"].(map[string]any)[name].(map[string]any), v, at)...)
		case "type":
			if got := typeOf(v); got != want && !(want == "number" && got == "integer") {
				bad("%s, want %s", got, want)
			}
		case "const":
			if v != want {
				bad("%v, want %v", v, want)
			}
		case "enum":
			if !slices.Contains(want.([]any), v) {
				bad("%v is none of %v", v, want)
			}
		case "pattern":
			if s, ok := v.(string); ok && !regexp.MustCompile(want.(string)).MatchString(s) {
				bad("%q does not match %v", s, want)
			}
		case "minimum":
			if n, ok := v.(float64); ok && n < want.(float64) {
				bad("%v is below %v", n, want)
			}
		case "minItems":
			if l, ok := v.([]any); ok && float64(len(l)) < want.(float64) {
				bad("%d items", len(l))
			}
		case "items":
			l, _ := v.([]any)
			for i, e := range l {
				out = append(out, violations(root, want.(map[string]any), e, fmt.Sprintf("%s[%d]", at, i))...)
			}
		case "required":
			m, _ := v.(map[string]any)
			for _, k := range want.([]any) {
				if _, ok := m[k.(string)]; !ok {
					bad("%v is missing", k)
				}
			}
		case "additionalProperties":
			m, _ := v.(map[string]any)
			for k := range m {
				if _, ok := schema["properties"].(map[string]any)[k]; !ok {
					bad("%s is unknown", k)
				}
			}
		case "properties":
			m, _ := v.(map[string]any)
			for k, s := range want.(map[string]any) {
				if e, ok := m[k]; ok {
					out = append(out, violations(root, s.(map[string]any), e, at+"."+k)...)
				}
			}
		case "anyOf":
			if !slices.ContainsFunc(want.([]any), func(s any) bool { return len(violations(root, s.(map[string]any), v, at)) == 0 }) {
				bad("fits none of the alternatives")
			}
		default:
			bad("keyword %s is not checked", key)
		}
	}
	return out
}

func typeOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case float64:
		if v == math.Trunc(v) {
			return "integer"
		}
		return "number"
	}
	return "object"
}

// TestLimits makes reports that are too long for GitHub.
func TestLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("compares five thousand types")
	}
	tab := table(t)
	s := clone(t, tab.Schema("ai.onnx/Pad-25"))
	s.SinceVersion = 99
	for i := range 5000 {
		s.TypeConstraints[0].Types = append(s.TypeConstraints[0].Types, fmt.Sprintf("tensor(posit%d_ü)", i))
	}
	to := specdiff.DocumentSide([]*spec.OpSchema{s}, nil, nil, tab, nil)
	to.Label, to.Version = "many", s
	r, err := specdiff.Compare(&specdiff.Side{Label: "25", Table: tab, Version: tab.Schema("ai.onnx/Pad-25")}, to)
	if err != nil {
		t.Fatal(err)
	}
	md := write(t, r, specdiff.Markdown)
	if len(md) > specdiff.MaxMarkdown || !strings.Contains(md, "Cut here: GitHub takes 65536 characters.") {
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
	if !strings.Contains(notes, "and 4990 more changes:%0A") {
		t.Error("the last annotation does not tell of the rest")
	}
	if html := write(t, r, specdiff.HTML); !strings.HasSuffix(html, "</html>\n") {
		t.Error("html is cut")
	}
}
