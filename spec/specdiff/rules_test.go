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
	seen := map[string]bool{}
	for _, r := range specdiff.Rules() {
		if !id.MatchString(r.ID) || seen[r.ID] || r.Doc == "" || seen[r.Doc] {
			t.Errorf("%q: %q: no id, no meaning, or there twice", r.ID, r.Doc)
		}
		seen[r.ID], seen[r.Doc] = true, true
	}
	for _, e := range edits {
		for rule := range strings.FieldsSeq(e.rules) {
			delete(seen, strings.TrimSuffix(rule, "!"))
		}
	}
	for rule := range seen {
		if ofSchema := regexp.MustCompile(`^PAD_(TYPE|MODE|ATTRIBUTE|DEFAULT|INPUT|OPTION|NAME|OUTPUT|SOURCES)_`); ofSchema.MatchString(rule) {
			t.Errorf("no edit makes a %s", rule)
		}
	}
}

// edits change a version; the rules are those of comparing it with the version as it was, under another number. A ! is after
// the rule of a change for which something must be added.
var edits = []struct {
	rules string
	edit  func(s *spec.OpSchema)
}{
	{"PAD_SOURCES_CHANGED", func(s *spec.OpSchema) { s.Sources = []string{"another document"} }},
	{"PAD_TYPE_ADDED!", func(s *spec.OpSchema) { s.TypeConstraints[0].Types = append(s.TypeConstraints[0].Types, "tensor(x9)") }},
	{"PAD_TYPE_ADDED!", func(s *spec.OpSchema) {
		s.TypeConstraints[0].Types = append([]string{"seq(tensor(float))"}, s.TypeConstraints[0].Types...)
	}},
	{"PAD_TYPE_REMOVED", func(s *spec.OpSchema) { s.TypeConstraints[0].Types = s.TypeConstraints[0].Types[1:] }},
	{"PAD_MODE_ADDED!", func(s *spec.OpSchema) { s.Modes = append(s.Modes, "mirror") }},
	{"PAD_MODE_REMOVED", func(s *spec.OpSchema) { s.Modes = s.Modes[:3] }},
	{"PAD_MODE_REMOVED!", func(s *spec.OpSchema) { s.Modes = s.Modes[1:] }},
	{"PAD_ATTRIBUTE_ADDED!", func(s *spec.OpSchema) {
		s.Attributes = append(s.Attributes, spec.Attribute{Name: "speed", Type: spec.AttrInt})
	}},
	{"PAD_ATTRIBUTE_REQUIRED_ADDED!", func(s *spec.OpSchema) {
		s.Attributes = append(s.Attributes, spec.Attribute{Name: "speed", Type: spec.AttrInt, Required: true})
	}},
	{"PAD_ATTRIBUTE_ADDED! PAD_UNSUPPORTED!", func(s *spec.OpSchema) { // which means the same as an input
		s.Attributes = append(s.Attributes, spec.Attribute{Name: "pads", Type: spec.AttrInts})
	}},
	{"PAD_ATTRIBUTE_REMOVED!", func(s *spec.OpSchema) { s.Attributes = nil }},
	{"PAD_ATTRIBUTE_ADDED! PAD_ATTRIBUTE_REMOVED!", func(s *spec.OpSchema) { s.Attributes[0].Name = "padding_mode" }},
	{"PAD_ATTRIBUTE_CHANGED!", func(s *spec.OpSchema) { s.Attributes[0].Type = spec.AttrInt }},
	{"PAD_OPTION_CHANGED!", func(s *spec.OpSchema) { s.Attributes[0].Required = true }},
	{"PAD_DEFAULT_CHANGED!", func(s *spec.OpSchema) { s.Attributes[0].Default = &spec.Value{Type: spec.AttrString, String: "edge"} }},
	{"PAD_DEFAULT_CHANGED", func(s *spec.OpSchema) { s.Attributes[0].Default = nil }},
	{"PAD_INPUT_ADDED!", func(s *spec.OpSchema) {
		s.Inputs = append(s.Inputs, spec.Param{Name: "mask", Type: "tensor(bool)", Option: spec.Optional})
		s.MaxInputs++
	}},
	{"PAD_INPUT_REQUIRED_ADDED!", func(s *spec.OpSchema) {
		s.Inputs = append(s.Inputs, spec.Param{Name: "mask", Type: "tensor(bool)", Option: spec.Single})
		s.MinInputs, s.MaxInputs = 5, 5
	}},
	{"PAD_INPUT_REMOVED", func(s *spec.OpSchema) {
		s.Inputs, s.MaxInputs, s.TypeConstraints = s.Inputs[:3], 3, s.TypeConstraints[:1]
	}},
	{"PAD_NAME_CHANGED", func(s *spec.OpSchema) { s.Inputs[2].Name = "value" }},
	{"PAD_NAME_CHANGED!", func(s *spec.OpSchema) { s.Inputs[2].Name = "fill" }}, // which may mean anything
	{"PAD_INPUT_CHANGED PAD_INPUT_CHANGED PAD_NAME_CHANGED PAD_NAME_CHANGED!", func(s *spec.OpSchema) { s.Inputs[0], s.Inputs[1] = s.Inputs[1], s.Inputs[0] }},
	{"PAD_INPUT_WIDENED!", func(s *spec.OpSchema) { s.Inputs[1].Type = "Tind" }},
	{"PAD_INPUT_CHANGED!", func(s *spec.OpSchema) { s.Inputs[1].Type = "tensor(int32)" }},
	{"PAD_OPTION_WIDENED!", func(s *spec.OpSchema) { s.Inputs[1].Option, s.MinInputs = spec.Optional, 1 }},
	{"PAD_OPTION_CHANGED!", func(s *spec.OpSchema) { s.Inputs[2].Option, s.MinInputs = spec.Single, 3 }},
	{"PAD_OPTION_CHANGED!", func(s *spec.OpSchema) { s.Inputs[3].Option = spec.Variadic; s.MaxInputs = spec.Unbounded }},
	{"PAD_UNSUPPORTED!", func(s *spec.OpSchema) { s.MinInputs = 3 }},
	{"PAD_ATTRIBUTE_ADDED PAD_INPUT_REMOVED PAD_INPUT_CHANGED PAD_NAME_CHANGED", func(s *spec.OpSchema) {
		s.Inputs, s.MaxInputs = append(s.Inputs[:2:2], s.Inputs[3]), 3
		s.Attributes = append(s.Attributes, spec.Attribute{Name: "value", Type: spec.AttrFloat})
	}},
	{"PAD_OUTPUT_ADDED!", func(s *spec.OpSchema) {
		s.Outputs = append(s.Outputs, spec.Param{Name: "shape", Type: "tensor(int64)", Option: spec.Single})
	}},
	{"PAD_OUTPUT_REMOVED", func(s *spec.OpSchema) { s.Outputs = nil }},
	{"PAD_NAME_CHANGED", func(s *spec.OpSchema) { s.Outputs[0].Name = "y" }},
	{"PAD_OUTPUT_CHANGED!", func(s *spec.OpSchema) { s.Outputs[0].Type = "tensor(float)" }},
	{"PAD_OUTPUT_CHANGED!", func(s *spec.OpSchema) { s.Outputs[0].Option = spec.Optional }},
	{"", func(s *spec.OpSchema) { // nodes do not name constraints
		s.TypeConstraints[0].Name = "Tdata"
		s.Inputs[0].Type, s.Inputs[2].Type, s.Outputs[0].Type = "Tdata", "Tdata", "Tdata"
	}},
	{"", func(s *spec.OpSchema) { s.TypeConstraints[1].Name, s.Inputs[3].Type = "Taxes", "Taxes" }},
	{"PAD_INPUT_WIDENED!", func(s *spec.OpSchema) {
		s.TypeConstraints[1] = spec.TypeConstraint{Name: "Ta", Types: []string{"tensor(int16)", "tensor(int32)", "tensor(int64)"}}
		s.Inputs[3].Type = "Ta"
	}},
	{"PAD_INPUT_WIDENED!", func(s *spec.OpSchema) {
		s.TypeConstraints[1].Types = append(s.TypeConstraints[1].Types, "tensor(x9)")
	}},
	{"PAD_INPUT_CHANGED", func(s *spec.OpSchema) { s.TypeConstraints[1].Types = s.TypeConstraints[1].Types[:1] }},
}

var ofTypeOrMode = regexp.MustCompile(`^PAD_(TYPE|MODE|UNSUPPORTED)`)

// editOf compares Pad-23 with what an edit makes of it, under a number.
func editOf(t *testing.T, number int, edit func(*spec.OpSchema)) *specdiff.Report {
	t.Helper()
	tab := table(t)
	old := tab.Schema("ai.onnx/Pad-23")
	edited := clone(t, old)
	edited.SinceVersion = number
	edit(edited)
	return compareRevisions(t, version(tab, old), version(tab, edited))
}

// TestEdits: each edit makes the changes of its rules. What a new version changes breaks no Go program, unless it is
// published. A part that is not supported, but for a type or a mode, makes a signature another one.
func TestEdits(t *testing.T) {
	rules := map[string]specdiff.Rule{}
	for _, r := range specdiff.Rules() {
		rules[r.ID] = r
	}
	for _, e := range edits {
		for _, number := range []int{23, 99} {
			r := editOf(t, number, e.edit)
			var got []string
			for _, c := range r.Changes {
				want := rules[c.Rule].Signature
				if c.Unsupported == nil {
					got = append(got, c.Rule)
				} else {
					got = append(got, c.Rule+"!")
					if !ofTypeOrMode.MatchString(c.Rule) {
						want = specdiff.Changed
					}
				}
				breaks := number == 23 && want == specdiff.Changed
				if (c.Go == specdiff.Breaking) != breaks && c.Rule != specdiff.RetroactiveEdit {
					t.Errorf("version %d, %s: Go %s, signature %s", number, c.Rule, c.Go, c.Signature)
				}
				if c.Signature != want && c.Rule != specdiff.RetroactiveEdit || c.Version != r.New.Version.ID() {
					t.Errorf("version %d, %s: signature %s, expected %s; version %s", number, c.Rule, c.Signature, want, c.Version)
				}
			}
			want := strings.Fields(e.rules)
			switch sources := e.rules == "PAD_SOURCES_CHANGED"; {
			case sources && number == 99: // a new version has its own
				want = nil
			case !sources && number == 23 && len(want) > 0:
				want = slices.Insert(want, 0, specdiff.RetroactiveEdit)
			}
			if !slices.Equal(got, want) {
				t.Errorf("version %d: %v, want %v", number, got, want)
			}
			for _, f := range formats {
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
	old.Inputs[3].Option, old.MaxInputs = spec.Variadic, spec.Unbounded
	r := compareRevisions(t, version(tab, old), version(tab, edited))
	if got := rulesOf(r); got != "PAD_OPTION_CHANGED" {
		t.Error(got)
	}
}

func TestThresholds(t *testing.T) {
	additive, changed, doc := compare(t, "24", "25"), compare(t, "1", "2"), otherSources(t)
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

// otherSources is a report of a table whose sources alone differ.
func otherSources(t testing.TB) *specdiff.Report {
	tab := table(t)
	tab.Schemas[0].Sources = []string{"another document"}
	return compare(t, folder(t, table(t)), folder(t, tab))
}
