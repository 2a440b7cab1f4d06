package specdiff_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
	"github.com/padgen/padgen/spec/spectest"
)

func TestRules(t *testing.T) {
	id := regexp.MustCompile(`^PAD(_[A-Z]+)+$`)
	ofSchema := regexp.MustCompile(`^PAD_(TYPE|MODE|MEANING|ATTRIBUTE|DEFAULT|INPUT|OPTION|NAME|OUTPUT|SOURCES)_`)
	var made []byte
	for _, file := range []string{"edits.txt", "transitions.txt"} {
		content, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, content...)
	}
	seen := map[string]bool{}
	for _, r := range specdiff.Rules() {
		if !id.MatchString(r.ID) || seen[r.ID] || r.Doc == "" || seen[r.Doc] {
			t.Errorf("%q: %q: no id, no meaning, or there twice", r.ID, r.Doc)
		}
		seen[r.ID], seen[r.Doc] = true, true
		if ofSchema.MatchString(r.ID) && !strings.Contains(string(made), r.ID+" ") {
			t.Errorf("no edit makes a %s", r.ID)
		}
	}
}

// TestEdits compares Pad-23 with an edited copy, both as the published version (23) and as a new one (99). Each change has
// its rule, and its severities for signatures and for Go programs.
func TestEdits(t *testing.T) {
	tab := table(t)
	text := func(file string) string {
		data, err := tab.Schema(strings.TrimSuffix(file, ".json")).Marshal()
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	spectest.Edits(t, "testdata/edits.txt", *update, text, func(file, text string) (out string) {
		edited, err := spec.ParseSchema(file, []byte(text))
		if err != nil {
			return err.Error()
		}
		for _, number := range []int{23, 99} {
			edited.SinceVersion = number
			for _, c := range compareRevisions(t, version(tab, tab.Schema("ai.onnx/Pad-23")), version(tab, edited)).Changes {
				out += fmt.Sprintf("%d: %s (signature: %s, Go: %s) %s\n", number, c.Rule, c.Signature, c.Go, c.Message)
			}
		}
		return out
	})
}

// TestVariadicMadeOptional: a variadic parameter accepts more than an optional one, so the change is not a widening.
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
	sources := table(t)
	sources.Schemas[0].Sources = []string{"another document"}
	additive, changed, doc := compare(t, "24", "25"), compare(t, "1", "2"), compare(t, folder(t, table(t)), folder(t, sources))
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
