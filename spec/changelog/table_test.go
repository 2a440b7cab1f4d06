package changelog_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/changelog"
)

// TestAddTo: a document adds what the table lacks, and changes nothing else.
func TestAddTo(t *testing.T) {
	means := func(t *spec.Table) *spec.Table {
		t.Schema("ai.onnx/Pad-25").Meanings = map[string]string{spec.Reflect: spec.Symmetric}
		return t
	}
	old := means(table(t))
	got := read(t, "opset99.md", "Pad").AddTo(old)
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
	older := read(t, "changelog.md", "Pad")
	older.Schemas[0].Modes = nil
	older.Prose = nil // its text is invented
	if diff := cmp.Diff(table(t), older.AddTo(table(t))); diff != "" {
		t.Errorf("an older document, -want +got:\n%s", diff)
	}
}

// TestOtherModes: modes of another operator need not be read.
func TestOtherModes(t *testing.T) {
	data := strings.Replace(string(load(t, "changelog.md")), "<dt><tt>names</tt>", "<dt><tt>mode</tt> : string (default is nearest)</dt>\n"+
		"<dd>Two modes: nearest (default), and linear (including bilinear, trilinear)</dd>\n<dt><tt>names</tt>", 1)
	d, err := changelog.Read("changelog.md", []byte(data), "Other")
	if err != nil || len(d.Schemas) != 1 || d.Schemas[0].Modes != nil {
		t.Errorf("%v, %v", d, err)
	}
}
