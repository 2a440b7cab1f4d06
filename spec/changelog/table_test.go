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
	want.Domains[0].Operators[0].SinceVersions = append(want.Domains[0].Operators[0].SinceVersions, 99)
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

// TestPlace: every change has the line of the document at which a person looks first.
func TestPlace(t *testing.T) {
	d := read(t, "opset99.md", "Pad")
	s := d.Schemas[0]
	for fact, want := range map[string]int{"": 6, "since_version": 6, "attributes.mode": 19, "attributes.mode.default": 19, "modes": 19, "modes.mirror": 19,
		"inputs": 23, "inputs.mask": 34, "outputs.output": 41, "type_constraints": 48, "type_constraints.T.tensor(posit8)": 48} {
		if file, line := d.Place(s, fact); file != "opset99.md" || line != want {
			t.Errorf("%q is at %s:%d, expected line %d", fact, file, line, want)
		}
	}
	if file, line := d.Place(&spec.OpSchema{Name: "Other"}, "inputs.x"); file != "" || line != 0 {
		t.Errorf("another version is at %s:%d", file, line)
	}
}

// TestDeprecated: a deprecated version ends an operator only if no newer version follows.
func TestDeprecated(t *testing.T) {
	const section = "\n## Version 19 of the default ONNX operator set\n### <a name=\"Pad-19\"></a>**Pad-19** (deprecated)</a>\n\n  Use another.\n\n" +
		"#### Version\n\nThis version of the operator has been deprecated since version 19 of the default ONNX operator set.\n"
	data := string(load(t, "changelog.md"))
	for _, c := range []struct{ data, want string }{
		{data + section, "ai.onnx/Pad-19"},
		{data + strings.ReplaceAll(section, "19", "17"), ""},
		{strings.Replace(data, "## Version 18 of", section+"## Version 18 of", 1), "ai.onnx/Pad-19"},
	} {
		d, err := changelog.Read("changelog.md", []byte(c.data), "Pad")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, s := range d.Deprecated {
			got += s.ID()
		}
		if got != c.want || len(d.Schemas) != 2 {
			t.Errorf("deprecated %q, want %q; %d versions", got, c.want, len(d.Schemas))
		}
	}
}

// TestRestOfModes: an unquoted mode after the list of a Pad is left to a person.
func TestRestOfModes(t *testing.T) {
	for name, want := range map[string]int{"Pad": 1, "Fold": 0} {
		data := strings.NewReplacer("reflect`, `edge`</dd>", "reflect`, `edge`. A fourth mode, mirror, turns.</dd>", "Pad", name).
			Replace(string(load(t, "operators.md")))
		d, err := changelog.Read("operators.md", []byte(data), name)
		if err != nil {
			t.Fatal(err)
		}
		const note = `operators.md:23: ai.onnx/Pad-18: text after the list of modes, see whether it speaks of another: "A fourth mode, mirror, turns."`
		if len(d.Notes) != want || want > 0 && d.Notes[0] != note || len(d.Schemas[0].Modes) != 3 {
			t.Errorf("%s: modes %q, notes %q", name, d.Schemas[0].Modes, d.Notes)
		}
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
