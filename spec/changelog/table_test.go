package changelog_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec"
)

// TestAddTo: a document adds what the table lacks, and changes nothing else.
func TestAddTo(t *testing.T) {
	means := func(t *spec.Table) *spec.Table {
		t.Schema("ai.onnx/Pad-25").Meanings = map[string]string{spec.Reflect: spec.Symmetric}
		return t
	}
	old := means(table(t))
	got := read(t, "opset99.md").AddTo(old)
	if diff := cmp.Diff(means(table(t)), old); diff != "" {
		t.Errorf("AddTo changed its argument, -want +got:\n%s", diff)
	}
	want := means(table(t))
	added := got.Schema("ai.onnx/Pad-99")
	if added.Meanings[spec.Reflect] != spec.Symmetric {
		t.Error("the new version has lost the meaning of reflect")
	}
	want.Domains[0].NewestOpset = 99
	want.Schemas = append(want.Schemas, added)
	slices.SortFunc(want.Schemas, spec.CompareSchemas)
	if want.Wordings["ai.onnx/Pad-99"] = got.Wordings["ai.onnx/Pad-99"]; len(want.Wordings["ai.onnx/Pad-99"]) != 1 {
		t.Error("the wording of the new version is not there")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if err := got.Validate(); err != nil {
		t.Error(err)
	}
	// An older document lowers nothing, and one that contradicts the table edits no version.
	older := read(t, "changelog.md")
	older.Schemas[0].Modes = nil
	older.Prose = nil // its text is invented
	if diff := cmp.Diff(table(t), older.AddTo(table(t))); diff != "" {
		t.Errorf("an older document, -want +got:\n%s", diff)
	}
}
