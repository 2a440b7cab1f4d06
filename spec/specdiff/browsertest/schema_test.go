package browsertest

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
)

// TestSchemaOfJSON validates every kind of report against the published schema.
func TestSchemaOfJSON(t *testing.T) {
	var schema jsonschema.Schema
	if err := json.Unmarshal(specdiff.Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	validate := func(text string) error {
		var doc any
		if err := json.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		return resolved.Validate(doc)
	}
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	document := &specdiff.Revision{Label: "document", Partial: true,
		Table: &spec.Table{Domains: []spec.Domain{{Name: "ai.onnx", NewestOpset: 24}}, Schemas: []*spec.OpSchema{table.Schema("ai.onnx/Pad-24")}}}
	sources, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	sources.Schemas[0].Sources = []string{"another document"}
	reports := []*specdiff.Report{withVersion99(t, evil), compare(t, "embedded", "embedded"), compare(t, "Pad-25", "opset:25"),
		compareRevisions(t, &specdiff.Revision{Label: "table", Table: table}, document),
		compareRevisions(t, &specdiff.Revision{Label: "table", Table: table}, &specdiff.Revision{Label: "sources", Table: sources})}
	versions := []string{"1", "2", "11", "13", "18", "19", "21", "23", "24", "25"}
	for i, v := range versions[1:] {
		reports = append(reports, compare(t, "Pad-"+versions[i], "Pad-"+v), compare(t, "opset:"+v, "opset:"+versions[i]))
	}
	plain, err := specdiff.Compare(&specdiff.Revision{Label: "table", Table: table}, document, nil) // without the impact
	if err != nil {
		t.Fatal(err)
	}
	var good string
	for _, r := range append(reports, plain) {
		var b bytes.Buffer
		if err := r.Write(&b, specdiff.JSON, false); err != nil {
			t.Fatal(err)
		}
		if err := validate(b.String()); err != nil {
			t.Errorf("%s to %.20s: %v", r.Old.Label, r.New.Label, err)
		}
		if strings.Contains(b.String(), `"go": "additive"`) {
			good = b.String()
		}
	}
	for _, bad := range []string{`{}`, `[]`, strings.Replace(good, "padgen-diff/5", "padgen-diff/4", 1),
		strings.Replace(good, `"go": "additive"`, `"go": "fine"`, 1), strings.Replace(good, `"notes"`, `"remarks"`, 1)} {
		if validate(bad) == nil {
			t.Errorf("%.200s is valid", bad)
		}
	}
}
