package changelog_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/changelog"
	"github.com/padgen/padgen/spec/spectest"
)

// TestWrite: the document that is written for a table reads back as its versions.
func TestWrite(t *testing.T) {
	table := spectest.Default(t)
	table.Schemas[0].Inputs[0].Option, table.Schemas[0].MaxInputs = spec.Variadic, spec.Unbounded
	var b bytes.Buffer
	if err := changelog.Write(&b, table.Schemas...); err != nil {
		t.Fatal(err)
	}
	doc, err := changelog.Read("written.md", b.Bytes(), spec.Operator)
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	for i, s := range doc.Schemas {
		s.Sources, s.Meanings = table.Schemas[i].Sources, table.Schemas[i].Meanings // not in any document
	}
	if diff := cmp.Diff(table.Schemas, doc.Schemas); diff != "" || !doc.Complete {
		t.Errorf("complete: %v; -table +document:\n%s", doc.Complete, diff)
	}
}
