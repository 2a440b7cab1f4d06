package specdiff_test

import (
	"fmt"
	"os"
	"regexp"
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
