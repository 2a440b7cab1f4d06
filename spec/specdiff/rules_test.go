package specdiff_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
)

func TestRules(t *testing.T) {
	id := regexp.MustCompile(`^PAD(_[A-Z]+)+$`)
	seen, docs := map[string]bool{}, map[string]bool{}
	for _, r := range specdiff.Rules() {
		if !id.MatchString(r.ID) || seen[r.ID] {
			t.Errorf("%q is no id, or is there twice", r.ID)
		}
		seen[r.ID] = true
		if signature, golang := specdiff.Severities(); !slices.Contains(signature, r.Signature) || !slices.Contains(golang, r.Go) {
			t.Errorf("%s: severities %q and %q", r.ID, r.Signature, r.Go)
		}
		if r.Doc == "" || docs[r.Doc] || strings.ContainsAny(r.Doc, "\n.") && !strings.Contains(r.Doc, ".json") {
			t.Errorf("%s: doc %q", r.ID, r.Doc)
		}
		docs[r.Doc] = true
		if got, ok := specdiff.LookupRule(r.ID); !ok || got != r {
			t.Errorf("%s is not found", r.ID)
		}
	}
}

// edits make one change each to a version; the rules are those of comparing it
// with the version as it was, under another number.
var edits = []struct {
	rules string
	edit  func(s *spec.OpSchema)
}{
	{"PAD_DOC_ONLY", func(s *spec.OpSchema) { s.Sources = []string{"another document"} }},
	{"PAD_TYPE_ADDED PAD_UNSUPPORTED", func(s *spec.OpSchema) { s.TypeConstraints[0].Types = append(s.TypeConstraints[0].Types, "tensor(x9)") }},
	{"PAD_TYPE_ADDED PAD_UNSUPPORTED", func(s *spec.OpSchema) {
		s.TypeConstraints[0].Types = append([]string{"seq(tensor(float))"}, s.TypeConstraints[0].Types...)
	}},
	{"PAD_TYPE_REMOVED", func(s *spec.OpSchema) { s.TypeConstraints[0].Types = s.TypeConstraints[0].Types[1:] }},
	{"PAD_MODE_ADDED PAD_UNSUPPORTED", func(s *spec.OpSchema) { s.Modes = append(s.Modes, "mirror") }},
	{"PAD_MODE_REMOVED", func(s *spec.OpSchema) { s.Modes = s.Modes[:3] }},
	{"PAD_ATTRIBUTE_ADDED PAD_UNSUPPORTED", func(s *spec.OpSchema) {
		s.Attributes = append(s.Attributes, spec.Attribute{Name: "speed", Type: spec.AttrInt})
	}},
	{"PAD_ATTRIBUTE_REQUIRED_ADDED PAD_UNSUPPORTED", func(s *spec.OpSchema) {
		s.Attributes = append(s.Attributes, spec.Attribute{Name: "speed", Type: spec.AttrInt, Required: true})
	}},
	{"PAD_ATTRIBUTE_ADDED PAD_UNSUPPORTED PAD_UNSUPPORTED", func(s *spec.OpSchema) {
		s.Attributes = append(s.Attributes, spec.Attribute{Name: "pads", Type: spec.AttrInts})
	}},
	{"PAD_ATTRIBUTE_REMOVED PAD_UNSUPPORTED", func(s *spec.OpSchema) { s.Attributes = nil }},
	{"PAD_ATTRIBUTE_RENAMED PAD_UNSUPPORTED PAD_UNSUPPORTED", func(s *spec.OpSchema) { s.Attributes[0].Name = "padding_mode" }},
	{"PAD_ATTRIBUTE_TYPE_CHANGED PAD_UNSUPPORTED", func(s *spec.OpSchema) { s.Attributes[0].Type = spec.AttrInt }},
	{"PAD_ATTRIBUTE_MADE_REQUIRED PAD_UNSUPPORTED", func(s *spec.OpSchema) { s.Attributes[0].Required = true }},
	{"PAD_DEFAULT_CHANGED PAD_UNSUPPORTED", func(s *spec.OpSchema) { s.Attributes[0].Default = &spec.Value{Type: spec.AttrString, String: "edge"} }},
	{"PAD_DEFAULT_CHANGED", func(s *spec.OpSchema) { s.Attributes[0].Default = nil }},
	{"PAD_INPUT_ADDED PAD_ARITY_CHANGED PAD_UNSUPPORTED", func(s *spec.OpSchema) {
		s.Inputs = append(s.Inputs, spec.Param{Name: "mask", Type: "tensor(bool)", Option: spec.Optional})
		s.MaxInputs++
	}},
	{"PAD_INPUT_REQUIRED_ADDED PAD_ARITY_NARROWED PAD_UNSUPPORTED", func(s *spec.OpSchema) {
		s.Inputs = append(s.Inputs, spec.Param{Name: "mask", Type: "tensor(bool)", Option: spec.Single})
		s.MinInputs, s.MaxInputs = 5, 5
	}},
	{"PAD_INPUT_REMOVED PAD_ARITY_NARROWED PAD_CONSTRAINT_REMOVED", func(s *spec.OpSchema) {
		s.Inputs, s.MaxInputs, s.TypeConstraints = s.Inputs[:3], 3, s.TypeConstraints[:1]
	}},
	{"PAD_INPUT_RENAMED", func(s *spec.OpSchema) { s.Inputs[2].Name = "value" }},
	{"PAD_INPUT_MOVED PAD_INPUT_MOVED PAD_UNSUPPORTED", func(s *spec.OpSchema) { s.Inputs[0], s.Inputs[1] = s.Inputs[1], s.Inputs[0] }},
	{"PAD_INPUT_MOVED PAD_INPUT_MOVED", func(s *spec.OpSchema) { s.Inputs[2], s.Inputs[3] = s.Inputs[3], s.Inputs[2] }},
	{"PAD_INPUT_WIDENED PAD_UNSUPPORTED", func(s *spec.OpSchema) { s.Inputs[1].Type = "Tind" }},
	{"PAD_INPUT_TYPE_CHANGED PAD_UNSUPPORTED", func(s *spec.OpSchema) { s.Inputs[1].Type = "tensor(int32)" }},
	{"PAD_INPUT_MADE_OPTIONAL PAD_ARITY_CHANGED PAD_UNSUPPORTED", func(s *spec.OpSchema) { s.Inputs[1].Option, s.MinInputs = spec.Optional, 1 }},
	{"PAD_INPUT_OPTION_CHANGED PAD_ARITY_NARROWED PAD_UNSUPPORTED", func(s *spec.OpSchema) { s.Inputs[2].Option, s.MinInputs = spec.Single, 3 }},
	{"PAD_INPUT_OPTION_CHANGED PAD_UNSUPPORTED", func(s *spec.OpSchema) { s.Inputs[3].Option = spec.Variadic }},
	{"PAD_INPUT_MOVED PAD_INPUT_TO_ATTRIBUTE PAD_ARITY_NARROWED", func(s *spec.OpSchema) {
		s.Inputs, s.MaxInputs = append(s.Inputs[:2:2], s.Inputs[3]), 3
		s.Inputs[2].Name = "axes"
		s.Attributes = append(s.Attributes, spec.Attribute{Name: "value", Type: spec.AttrFloat})
	}},
	{"PAD_OUTPUT_ADDED PAD_UNSUPPORTED", func(s *spec.OpSchema) {
		s.Outputs = append(s.Outputs, spec.Param{Name: "shape", Type: "tensor(int64)", Option: spec.Single})
	}},
	{"PAD_OUTPUT_REMOVED", func(s *spec.OpSchema) { s.Outputs = nil }},
	{"PAD_OUTPUT_RENAMED", func(s *spec.OpSchema) { s.Outputs[0].Name = "y" }},
	{"PAD_OUTPUT_TYPE_CHANGED PAD_UNSUPPORTED", func(s *spec.OpSchema) { s.Outputs[0].Type = "tensor(float)" }},
	{"PAD_OUTPUT_OPTION_CHANGED PAD_UNSUPPORTED", func(s *spec.OpSchema) { s.Outputs[0].Option = spec.Optional }},
	{"PAD_CONSTRAINT_RENAMED", func(s *spec.OpSchema) {
		s.TypeConstraints[0].Name = "Tdata"
		s.Inputs[0].Type, s.Inputs[2].Type, s.Outputs[0].Type = "Tdata", "Tdata", "Tdata"
	}},
	{"PAD_CONSTRAINT_RENAMED", func(s *spec.OpSchema) { s.TypeConstraints[1].Name, s.Inputs[3].Type = "Taxes", "Taxes" }},
	{"PAD_CONSTRAINT_RENAMED PAD_CONSTRAINT_TYPE_ADDED PAD_UNSUPPORTED", func(s *spec.OpSchema) {
		s.TypeConstraints[1] = spec.TypeConstraint{Name: "Ta", Types: []string{"tensor(int16)", "tensor(int32)", "tensor(int64)"}}
		s.Inputs[3].Type = "Ta"
	}},
	{"PAD_INPUT_TYPE_CHANGED PAD_CONSTRAINT_ADDED PAD_CONSTRAINT_REMOVED", func(s *spec.OpSchema) { // no input is of the wider one
		s.TypeConstraints[1] = spec.TypeConstraint{Name: "U", Types: []string{"tensor(int32)", "tensor(int64)", "tensor(uint8)"}}
		s.Inputs[3].Type = "tensor(int64)"
	}},
	{"PAD_CONSTRAINT_TYPE_ADDED PAD_UNSUPPORTED", func(s *spec.OpSchema) {
		s.TypeConstraints[1].Types = append(s.TypeConstraints[1].Types, "tensor(int8)")
	}},
	{"PAD_CONSTRAINT_TYPE_REMOVED", func(s *spec.OpSchema) { s.TypeConstraints[1].Types = s.TypeConstraints[1].Types[:1] }},
}

// editOf compares Pad-23 with what an edit makes of it, under a number.
func editOf(t *testing.T, number int, edit func(*spec.OpSchema)) *specdiff.Report {
	t.Helper()
	tab := table(t)
	old := tab.Schema("ai.onnx/Pad-23")
	edited := clone(t, old)
	edited.SinceVersion = number
	edit(edited)
	return compareRevisions(t, &specdiff.Revision{Label: "old", Table: tab, Version: old}, &specdiff.Revision{Label: "new", Table: tab, Version: edited})
}

func TestEditsOfAVersion(t *testing.T) {
	for _, e := range edits {
		for _, number := range []int{23, 99} {
			r := editOf(t, number, e.edit)
			var got []string
			for _, c := range r.Changes {
				got = append(got, c.Rule)
			}
			want := strings.Fields(e.rules)
			switch {
			case number != 23 || e.rules == "PAD_DOC_ONLY":
			default:
				want = slices.Insert(want, 0, specdiff.RetroactiveEdit)
			}
			if !slices.Equal(got, want) {
				t.Errorf("version %d: %v, want %v", number, got, want)
			}
			for _, f := range specdiff.Formats() {
				if out := write(t, r, f); out == "" && len(want) > 0 {
					t.Errorf("%v: %s is empty", want, f)
				}
			}
		}
	}
}

// TestVariadicMadeOptional: what is variadic takes more than what is optional, so not all that fitted still does.
func TestVariadicMadeOptional(t *testing.T) {
	tab := table(t)
	old := tab.Schema("ai.onnx/Pad-23")
	edited := clone(t, old)
	edited.SinceVersion = 99
	old.Inputs[3].Option = spec.Variadic
	r := compareRevisions(t, &specdiff.Revision{Label: "old", Table: tab, Version: old}, &specdiff.Revision{Label: "new", Table: tab, Version: edited})
	if got := rulesOf(r); got != specdiff.InputOptionChanged {
		t.Errorf("%s, want %s", got, specdiff.InputOptionChanged)
	}
}

// TestSeverities: what a new version changes breaks no Go program, unless it was in use.
func TestSeverities(t *testing.T) {
	for _, e := range edits {
		for _, number := range []int{23, 99} {
			r := editOf(t, number, e.edit)
			for _, c := range r.Changes {
				rule, _ := specdiff.LookupRule(c.Rule)
				breaks := number == 23 && c.Signature == specdiff.Changed
				if (c.Go == specdiff.Breaking) != breaks {
					t.Errorf("version %d, %s: Go %s, signature %s", number, c.Rule, c.Go, c.Signature)
				}
				if c.Rule != specdiff.RetroactiveEdit && c.Signature != rule.Signature {
					t.Errorf("version %d, %s: signature %s, that of the rule is %s", number, c.Rule, c.Signature, rule.Signature)
				}
			}
		}
	}
}

func TestThresholds(t *testing.T) {
	additive, changed, doc := compare(t, "24", "25"), compare(t, "1", "2"), docOnly(t)
	breaking, todo := compare(t, table99(t), folder(t, table(t))), compare(t, folder(t, table(t)), table99(t))
	for _, tt := range []struct {
		threshold string
		want      []bool // additive, changed, doc, breaking, todo
	}{
		{"any", []bool{true, true, true, true, true}},
		{"changed", []bool{false, true, false, true, true}},
		{"review", []bool{false, false, false, true, true}},
		{"breaking", []bool{false, false, false, true, false}},
		{"unsupported", []bool{false, false, false, false, true}},
		{"never", []bool{false, false, false, false, false}},
	} {
		l, err := specdiff.ParseThreshold(tt.threshold)
		if err != nil {
			t.Fatal(err)
		}
		var got []bool
		for _, r := range []*specdiff.Report{additive, changed, doc, breaking, todo} {
			got = append(got, r.Reached(l))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.threshold, got, tt.want)
		}
		if !strings.Contains(specdiff.Thresholds, "  "+tt.threshold+" ") {
			t.Errorf("the help does not explain %s", tt.threshold)
		}
	}
	for _, bad := range []string{"", "none", "additive", "onnx:breaking", "Breaking"} {
		if _, err := specdiff.ParseThreshold(bad); !errors.Is(err, specdiff.ErrArgument) {
			t.Errorf("threshold %q: %v", bad, err)
		}
	}
	for _, bad := range []string{"", "xml", "JSON"} {
		if _, err := specdiff.ParseFormat(bad); !errors.Is(err, specdiff.ErrArgument) {
			t.Errorf("format %q: %v", bad, err)
		}
	}
}

// docOnly is a report of a table whose sources alone differ.
func docOnly(t testing.TB) *specdiff.Report {
	tab := table(t)
	tab.Schemas[0].Sources = []string{"another document"}
	return compare(t, folder(t, table(t)), folder(t, tab))
}
