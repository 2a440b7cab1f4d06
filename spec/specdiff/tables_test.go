package specdiff_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
	"github.com/padgen/padgen/spec/spectest"
)

// A comparison is two tables, or a table and a document, that an edit derives from the published table.
type comparison struct {
	name string
	edit func(old, new *specdiff.Revision)
}

// reports compares a golden with the texts of comparisons, including all their details.
func reports(t *testing.T, file string, list []comparison) {
	t.Helper()
	var all strings.Builder
	for _, c := range list {
		old, new := &specdiff.Revision{Label: "old", Table: table(t)}, &specdiff.Revision{Label: "new", Table: table(t)}
		c.edit(old, new)
		fmt.Fprintf(&all, "# %s\n", c.name)
		if err := compareRevisions(t, old, new).Write(&all, specdiff.Text, true); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&all)
	}
	golden(t, file, all.String())
}

// TestSameTables: a report without changes is one line, and nothing for GitHub.
func TestSameTables(t *testing.T) {
	for _, args := range [][2]string{{"embedded", "embedded"}, {"embedded", ".."}, {"Pad-21", "opset:22"}, {"22", "Pad-21"},
		{"opset:com.microsoft:1", "com.microsoft/Pad-1"}, {"..@25", "embedded@Pad-25"}, {"../ai.onnx/Pad-25.json", "Pad-25"}} {
		r := compare(t, args[0], args[1])
		for _, f := range formats {
			want := map[specdiff.Format]string{specdiff.JSON: `"changes": []`, specdiff.HTML: "<p>No change.</p>", specdiff.Markdown: "\nNo change",
				specdiff.Text: args[0] + " -> " + args[1] + ": no change"}[f]
			if out := write(t, r, f); !strings.Contains(out, want) || want == "" && out != "" || f == specdiff.Text && strings.Count(out, "\n") != 1 {
				t.Errorf("%v: %s: %.200q", args, f, out)
			}
		}
	}
}

func TestTables(t *testing.T) {
	posit8 := spec.ElemType{Name: "posit8", GoName: "Posit8", Number: 27, Bits: 8, PerUnit: 1, Storage: "dtype.Posit8"}
	withoutMicrosoft := func(r *specdiff.Revision) {
		r.Table.Schemas = slices.DeleteFunc(r.Table.Schemas, func(s *spec.OpSchema) bool { return s.Domain == spec.Microsoft })
		r.Table.Domains = slices.DeleteFunc(r.Table.Domains, func(d spec.Domain) bool { return d.Name == spec.Microsoft })
	}
	reports(t, "tables.txt", []comparison{
		{"a version is new", func(_, new *specdiff.Revision) { add(new.Table, schema99(t)) }},
		{"a domain is new and lacks something", func(_, new *specdiff.Revision) {
			s := schema99(t)
			s.Domain, s.SinceVersion = "ai.onnx.preview", 1
			new.Table.Domains = slices.Insert(new.Table.Domains, 1, spec.Domain{Name: s.Domain})
			add(new.Table, s)
		}},
		{"versions are new at opsets that were checked", func(_, new *specdiff.Revision) {
			for _, n := range []int{26, 27} {
				s := clone(t, new.Table.Schema("ai.onnx/Pad-25"))
				if s.SinceVersion = n; n == 27 {
					s.Modes = s.Modes[:3]
				}
				add(new.Table, s)
			}
		}},
		{"a version is removed", func(_, new *specdiff.Revision) { spectest.Until(new.Table, 24) }},
		{"a domain is removed", func(_, new *specdiff.Revision) { withoutMicrosoft(new) }},
		{"a domain is new", func(old, _ *specdiff.Revision) { withoutMicrosoft(old) }},
		{"a published version is edited", func(_, new *specdiff.Revision) {
			types := &new.Table.Schema("ai.onnx/Pad-13").TypeConstraints[0].Types
			*types = slices.DeleteFunc(*types, func(typ string) bool { return typ == "tensor(string)" })
		}},
		{"a type is stored, and one in another way", func(_, new *specdiff.Revision) {
			new.Table.ElemTypes = append(new.Table.ElemTypes, posit8)
			new.Table.ElemTypes[9].Bits = 32
		}},
		{"a type is not stored any more", func(old, _ *specdiff.Revision) {
			old.Table.ElemTypes = append(old.Table.ElemTypes, posit8)
		}},
		{"only documents", func(_, new *specdiff.Revision) { new.Table.Schemas[0].Sources = []string{"another document"} }},
		{"two operators", func(old, new *specdiff.Revision) {
			old.Version, new.Version = old.Table.Schema("ai.onnx/Pad-11"), new.Table.Schema("com.microsoft/Pad-1")
			new.Version.TypeConstraints[0].Types = []string{"tensor(double)", "tensor(float)", "tensor(float16)"} // ONNX Runtime may add some
		}},
	})
}

// document returns a revision for a document that states the versions.
func document(newest int, schemas ...*spec.OpSchema) *specdiff.Revision {
	return &specdiff.Revision{Label: "document", Partial: true,
		Table: &spec.Table{Domains: []spec.Domain{{Name: "ai.onnx", NewestOpset: newest}}, Schemas: schemas}}
}

// TestDocuments: what a document omits does not count as removed. The empty facts of a page are not compared, but
// listed.
func TestDocuments(t *testing.T) {
	pad := func(n int) *spec.OpSchema { return clone(t, table(t).Schema(fmt.Sprint("ai.onnx/Pad-", n))) }
	without := func(s *spec.OpSchema) *spec.OpSchema { s.Attributes[0].Default = nil; return s }
	deprecated := document(29)
	deprecated.Deprecated = []*spec.OpSchema{{Domain: "ai.onnx", Name: "Pad", SinceVersion: 29}}
	list := []comparison{
		{"a document that agrees", func(_, new *specdiff.Revision) { *new = *document(24, pad(24)) }},
		{"from an older document", func(old, _ *specdiff.Revision) { *old = *document(24, pad(24)) }},
		{"a document of a newer opset", func(_, new *specdiff.Revision) { *new = *document(30, pad(24)) }},
		{"a document that prints no default", func(_, new *specdiff.Revision) { *new = *document(24, without(pad(24))) }},
		{"a document that prints another default", func(_, new *specdiff.Revision) { *new = *document(24, pad(2), without(pad(24))) }},
		{"a version and a document of one", func(old, new *specdiff.Revision) {
			old.Version = old.Table.Schema("ai.onnx/Pad-25")
			*new = *document(24, pad(24))
		}},
		{"deprecated", func(_, new *specdiff.Revision) { *new = *deprecated }},
		{"deprecated on both sides", func(old, new *specdiff.Revision) { *old, *new = *deprecated, *deprecated }},
	}
	bare := func(s *spec.OpSchema) {
		*s = spec.OpSchema{Domain: s.Domain, Name: s.Name, SinceVersion: s.SinceVersion}
	}
	for name, edit := range []func(*spec.OpSchema){
		func(*spec.OpSchema) {},
		func(s *spec.OpSchema) { without(s) },
		func(s *spec.OpSchema) { s.Attributes[0].Required = true },
		func(s *spec.OpSchema) { s.Inputs[0].Option, s.Inputs[1].Type = "", "" },
		func(s *spec.OpSchema) { s.TypeConstraints = s.TypeConstraints[:1] },
		func(s *spec.OpSchema) { s.TypeConstraints = nil },
		func(s *spec.OpSchema) { s.Modes, s.TypeConstraints[1].Types = nil, s.TypeConstraints[1].Types[:1] },
		func(s *spec.OpSchema) { s.Attributes[0].Name = "method" },
		bare,
		func(s *spec.OpSchema) { // a summary has only the types of data
			types := s.TypeConstraints[:1]
			bare(s)
			s.TypeConstraints = types
			types[0].Types = types[0].Types[1:]
		},
		func(s *spec.OpSchema) { bare(s); s.SinceVersion = 99 },
	} {
		list = append(list, comparison{fmt.Sprint("page ", name), func(_, new *specdiff.Revision) {
			s := pad(24)
			edit(s)
			*new = *document(s.SinceVersion, s)
			new.Page = true
		}})
	}
	reports(t, "documents.txt", list)
	_, err := specdiff.Compare(version(table(t), pad(25)), document(25, pad(24), pad(25)), nil)
	if !errors.Is(err, specdiff.ErrMixed) {
		t.Errorf("a version and a document of two: %v", err)
	}
}
