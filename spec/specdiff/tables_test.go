package specdiff_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
)

func TestSameTables(t *testing.T) {
	for _, args := range [][2]string{{"embedded", "embedded"}, {"embedded", ".."}, {"Pad-21", "opset:22"}, {"22", "Pad-21"},
		{"opset:com.microsoft:1", "com.microsoft/Pad-1"}, {"..@25", "embedded@Pad-25"}, {"../ai.onnx/Pad-25.json", "Pad-25"}} {
		r := compare(t, args[0], args[1])
		if !r.Empty() || len(r.Impact.Added)+len(r.Impact.Removed) > 0 {
			t.Errorf("%v: %v", args, summary(r))
		}
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
	t.Run("a version is new", func(t *testing.T) {
		r := compare(t, folder(t, table(t)), table99(t))
		want := []string{
			"PAD_OPSET_RAISED newest_opset.ai.onnx: 28 -> 99",
			"PAD_VERSION_ADDED version:  -> ai.onnx/Pad-99",
			"PAD_TYPE_ADDED types.tensor(posit8):  -> tensor(posit8)",
			"PAD_MODE_ADDED modes.mirror:  -> mirror",
			"PAD_INPUT_ADDED inputs[4]:  -> mask, optional, tensor(bool)",
		}
		for _, c := range r.Changes[2:] {
			if len(c.Unsupported) != 1 || c.Go != specdiff.Unsupported || (c.Signature == specdiff.Changed) != (c.Path == "inputs[4]") {
				t.Errorf("%s: signature %s, Go %s, unsupported %q", c.Path, c.Signature, c.Go, c.Unsupported)
			}
		}
		if d := cmp.Diff(want, summary(r)); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		if k := r.Impact; k.Before != 832 || k.After != 832 {
			t.Errorf("%d kernels before, %d after: what is unsupported is not generated", k.Before, k.After)
		}
	})
	t.Run("a domain is new and lacks something", func(t *testing.T) {
		tab := table(t)
		s := schema99(t)
		s.Domain, s.SinceVersion = "ai.onnx.preview", 1
		tab.Schemas = append(tab.Schemas, s)
		tab.Domains = slices.Insert(tab.Domains, 1, spec.Domain{Name: s.Domain, NewestOpset: 1,
			Operators: []spec.OperatorVersions{{Name: s.Name, SinceVersions: []int{1}}}})
		r := compare(t, folder(t, table(t)), folder(t, tab))
		if got, want := rulesOf(r), "PAD_OPSET_RAISED PAD_VERSION_ADDED PAD_UNSUPPORTED PAD_UNSUPPORTED PAD_UNSUPPORTED"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		for _, c := range r.Changes[1:] {
			if c.Version != s.ID() {
				t.Errorf("%s: version %q", c.Rule, c.Version)
			}
		}
	})
	t.Run("a version is new at opsets that were checked", func(t *testing.T) {
		tab := table(t)
		for _, n := range []int{26, 27} {
			s := clone(t, tab.Schema("ai.onnx/Pad-25"))
			if s.SinceVersion = n; n == 27 {
				s.Modes = s.Modes[:3]
			}
			add(tab, s)
		}
		r := compare(t, folder(t, table(t)), folder(t, tab))
		var got []string
		for _, c := range r.Changes {
			got = append(got, string(c.Go)+": "+c.Message)
		}
		want := []string{
			"additive: the version is new, and in force up to opset 26 (before: ai.onnx/Pad-25)",
			"breaking: the version is new, and in force up to opset 28 (before: ai.onnx/Pad-25)",
			`none: one mode less: wrap`,
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	})
	t.Run("a version is removed", func(t *testing.T) {
		tab := table(t)
		tab.Schemas = slices.DeleteFunc(tab.Schemas, func(s *spec.OpSchema) bool { return s.ID() == "ai.onnx/Pad-25" })
		ops := tab.Domains[0].Operators
		ops[0].SinceVersions = ops[0].SinceVersions[:len(ops[0].SinceVersions)-1]
		tab.Domains[0].NewestOpset, tab.Checked = 24, nil
		r := compare(t, folder(t, table(t)), folder(t, tab))
		if d := cmp.Diff([]string{"PAD_OPSET_LOWERED newest_opset.ai.onnx: 28 -> 24", "PAD_KERNEL_REMOVED generated:  -> ", "PAD_VERSION_REMOVED version: ai.onnx/Pad-25 -> "}, summary(r)); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		if got := len(r.Impact.Removed); got != 64 {
			t.Errorf("%d kernels removed, want 64", got)
		}
	})
	t.Run("a domain is removed, and is new", func(t *testing.T) {
		tab := table(t)
		isMicrosoft := func(domain string) bool { return domain == "com.microsoft" }
		tab.Schemas = slices.DeleteFunc(tab.Schemas, func(s *spec.OpSchema) bool { return isMicrosoft(s.Domain) })
		tab.Domains = slices.DeleteFunc(tab.Domains, func(d spec.Domain) bool { return isMicrosoft(d.Name) })
		tab.Checked = nil
		published, dir := folder(t, table(t)), folder(t, tab)
		for _, c := range []struct{ old, new, want string }{
			{published, dir, "a lower opset is the newest, lookups above it fail: newest_opset.com.microsoft = 0 (before: 1)"},
			{dir, published, "a higher opset is the newest: newest_opset.com.microsoft = 1 (before: 0)"},
		} {
			r := compare(t, c.old, c.new)
			if !slices.ContainsFunc(r.Changes, func(change specdiff.Change) bool { return change.Message == c.want }) {
				t.Errorf("%v, expected %q", summary(r), c.want)
			}
		}
	})
	t.Run("a published version is edited", func(t *testing.T) {
		tab := table(t)
		s := tab.Schema("ai.onnx/Pad-13")
		s.TypeConstraints[0].Types = slices.DeleteFunc(s.TypeConstraints[0].Types, func(typ string) bool { return typ == "tensor(string)" })
		r := compare(t, folder(t, table(t)), folder(t, tab))
		if d := cmp.Diff([]string{"PAD_RETROACTIVE_EDIT version: ai.onnx/Pad-13 -> ai.onnx/Pad-13", "PAD_TYPE_REMOVED types.tensor(string): tensor(string) -> "}, summary(r)); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		if len(r.Impact.Removed) != 0 {
			t.Error("kernels are removed that newer versions allow")
		}
		if c := r.Changes[1]; c.Signature != specdiff.Changed || c.Go != specdiff.Breaking {
			t.Errorf("runs at opset 13 break: %+v", c)
		}
	})
	t.Run("storage", func(t *testing.T) {
		old, new := table(t), table(t)
		new.ElemTypes = append(new.ElemTypes, spec.ElemType{Name: "posit8", GoName: "Posit8", Number: 27, Bits: 8, PerUnit: 1, Storage: "dtype.Posit8"})
		new.ElemTypes[9].Bits = 32
		r := compare(t, folder(t, old), folder(t, new))
		if got, want := rulesOf(r), "PAD_STORAGE_ADDED PAD_STORAGE_CHANGED"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		r = compare(t, folder(t, new), folder(t, old))
		if got, want := rulesOf(r), "PAD_STORAGE_REMOVED PAD_STORAGE_CHANGED"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
	t.Run("documents alone", func(t *testing.T) {
		if got := rulesOf(otherSources(t)); got != "PAD_SOURCES_CHANGED" {
			t.Errorf("%s", got)
		}
	})
}

// document is a revision of a document that states the versions.
func document(newest int, schemas ...*spec.OpSchema) *specdiff.Revision {
	return &specdiff.Revision{Label: "document", Partial: true,
		Table: &spec.Table{Domains: []spec.Domain{{Name: "ai.onnx", NewestOpset: newest}}, Schemas: schemas}}
}

// TestDocuments: what a document leaves out is not removed.
func TestDocuments(t *testing.T) {
	tab := table(t)
	whole := &specdiff.Revision{Label: "table", Table: tab}
	pad24 := clone(t, tab.Schema("ai.onnx/Pad-24"))
	pad24.Sources = nil

	r := compareRevisions(t, whole, document(24, pad24))
	if !r.Empty() || r.Impact.After != 832 {
		t.Errorf("a document that agrees: %v, %d kernels", summary(r), r.Impact.After)
	}
	for f, want := range map[specdiff.Format]string{
		specdiff.Text:     "table -> document: no change; signatures are compared, prose is not; left out: versions 9, facts 0\n",
		specdiff.Markdown: "### Pad: `table` to `document`\n\nNo change; signatures are compared, prose is not.\n",
		specdiff.JSON:     `"changes": [],`,
		specdiff.HTML:     "<p>No change.</p>",
		specdiff.GitHub:   "",
	} {
		if out := write(t, r, f); !strings.Contains(out, want) || want == "" && out != "" {
			t.Errorf("a document that agrees, %s, expected %q:\n%s", f, want, out)
		}
	}
	var details strings.Builder
	if err := r.Write(&details, specdiff.Text, specdiff.Style{Details: true}); err != nil || !strings.Contains(details.String(), "\n  left out: ai.onnx/Pad-1\n") {
		t.Errorf("details: %v\n%s", err, details.String())
	}
	r = compareRevisions(t, document(24, pad24), whole)
	if got := rulesOf(r); got != "PAD_OPSET_RAISED PAD_VERSION_ADDED PAD_TYPE_ADDED PAD_TYPE_ADDED" || len(r.Impact.Added) != 64 {
		t.Errorf("an older document: %s, %d kernels added", got, len(r.Impact.Added))
	}
	r = compareRevisions(t, whole, document(30, pad24))
	if got := rulesOf(r); got != "PAD_OPSET_RAISED" {
		t.Errorf("a document of a newer opset: %s", got)
	}
	// A document that prints no default leaves them out, as that of ONNX 1.2 does. One that prints some does not.
	without := clone(t, pad24)
	without.Attributes[0].Default = nil
	r = compareRevisions(t, whole, document(24, without))
	if got := rulesOf(r); got != "" || r.Skipped.Facts[0] != "ai.onnx/Pad-24 attributes.mode.default" {
		t.Errorf("a changelog without defaults: %s, %q", got, r.Skipped.Facts)
	}
	r = compareRevisions(t, whole, document(24, clone(t, tab.Schema("ai.onnx/Pad-2")), without))
	if got := rulesOf(r); got != "PAD_RETROACTIVE_EDIT PAD_DEFAULT_CHANGED" {
		t.Errorf("a changelog without one default: %s", got)
	}

	r = compareRevisions(t, version(tab, tab.Schema("ai.onnx/Pad-25")), document(24, pad24))
	if got := rulesOf(r); got != "PAD_TYPE_REMOVED PAD_TYPE_REMOVED" {
		t.Errorf("a version and a document of one: %s", got)
	}
	two := document(25, pad24, clone(t, tab.Schema("ai.onnx/Pad-25")))
	_, err := specdiff.Compare(version(tab, tab.Schema("ai.onnx/Pad-25")), two, nil)
	if !errors.Is(err, specdiff.ErrMixed) {
		t.Errorf("a version and a document of two: %v", err)
	}
}

func TestDeprecated(t *testing.T) {
	whole := &specdiff.Revision{Label: "table", Table: table(t)}
	deprecated := document(29)
	deprecated.Deprecated = []*spec.OpSchema{{Domain: "ai.onnx", Name: "Pad", SinceVersion: 29}}
	r := compareRevisions(t, whole, deprecated)
	if d := cmp.Diff([]string{"PAD_VERSION_DEPRECATED version: ai.onnx/Pad-25 -> deprecated"}, summary(r)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if !r.Reached(specdiff.FailReview) {
		t.Error("no person is asked to decide")
	}
	if r = compareRevisions(t, deprecated, deprecated); !r.Empty() {
		t.Errorf("deprecated on both sides: %v", summary(r))
	}
}

// TestPages: the empty facts of a page are not compared, and counted; the others are.
func TestPages(t *testing.T) {
	whole := &specdiff.Revision{Label: "table", Table: table(t)}
	page := func(edit func(*spec.OpSchema)) *specdiff.Revision {
		s := clone(t, whole.Table.Schema("ai.onnx/Pad-24"))
		edit(s)
		p := document(24, s)
		p.Page = true
		return p
	}
	bare := func(s *spec.OpSchema) {
		*s = spec.OpSchema{Domain: s.Domain, Name: s.Name, SinceVersion: s.SinceVersion}
	}
	for _, c := range []struct {
		edit  func(*spec.OpSchema)
		rules string
		facts string
	}{
		{func(*spec.OpSchema) {}, "", ""},
		{func(s *spec.OpSchema) { s.Attributes[0].Default = nil }, "", "attributes.mode.default"},
		{func(s *spec.OpSchema) { s.Attributes[0].Required = true }, "PAD_RETROACTIVE_EDIT PAD_OPTION_CHANGED", ""},
		{func(s *spec.OpSchema) { s.Inputs[0].Option, s.Inputs[1].Type = "", "" }, "", "inputs[0].option inputs[1].types"},
		{func(s *spec.OpSchema) { s.TypeConstraints = s.TypeConstraints[:1] }, "", "inputs[3].types"},
		{func(s *spec.OpSchema) { s.TypeConstraints = nil }, "", "types inputs[3].types"},
		{func(s *spec.OpSchema) { s.Modes, s.TypeConstraints[1].Types = nil, s.TypeConstraints[1].Types[:1] },
			"PAD_RETROACTIVE_EDIT PAD_INPUT_CHANGED", "modes"},
		{func(s *spec.OpSchema) { s.Attributes[0].Name = "method" }, "PAD_RETROACTIVE_EDIT PAD_ATTRIBUTE_ADDED PAD_ATTRIBUTE_REMOVED", ""},
		{bare, "", "types modes attributes inputs outputs"},
		{func(s *spec.OpSchema) { // a summary has the types of data alone
			types := s.TypeConstraints[:1]
			bare(s)
			s.TypeConstraints = types
			types[0].Types = types[0].Types[1:]
		}, "PAD_RETROACTIVE_EDIT PAD_TYPE_REMOVED", "modes attributes inputs outputs"},
		{func(s *spec.OpSchema) { bare(s); s.SinceVersion = 99 }, "PAD_OPSET_RAISED PAD_VERSION_ADDED", "types modes attributes inputs outputs"},
	} {
		p := page(c.edit)
		p.Table.Domains[0].NewestOpset = p.Table.Schemas[0].SinceVersion
		r := compareRevisions(t, whole, p)
		if got := rulesOf(r); got != c.rules {
			t.Errorf("%s, expected %q", got, c.rules)
		}
		var want []string
		for fact := range strings.FieldsSeq(c.facts) {
			want = append(want, p.Table.Schemas[0].ID()+" "+fact)
		}
		if !slices.Equal(want, r.Skipped.Facts) {
			t.Errorf("%s: facts that are not compared: %q, want %q", c.rules, r.Skipped.Facts, want)
		}
		if r.Impact != nil || !slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, "package is not compared") }) {
			t.Error("a page says what is generated")
		}
	}
}

// TestColumns: the columns of the tables of types and modes are of one side only if the other has no such version.
func TestColumns(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{folder(t, table(t)), table99(t), "ai.onnx/Pad-99 new"},
		{table99(t), folder(t, table(t)), "ai.onnx/Pad-99 old"},
		{"Pad-24", "Pad-25", "ai.onnx/Pad-24 old, ai.onnx/Pad-25 new"},
	} {
		var got []string
		r := compare(t, c.old, c.new)
		for _, column := range r.Types.Versions {
			if column.Side != "" {
				got = append(got, column.ID+" "+column.Side)
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s to %s: %q, want %q", c.old, c.new, got, c.want)
		}
		for _, m := range []specdiff.Matrix{r.Types, r.Modes} {
			for _, row := range m.Rows {
				for i, column := range m.Versions {
					s := r.New.Table.Schema(column.ID)
					if s == nil {
						s = r.Old.Table.Schema(column.ID)
					}
					if has := s.HasMode(row.Name) || slices.Contains(s.DataTypes(), "tensor("+row.Name+")"); has != row.Allowed[i] {
						t.Errorf("%s allows %s: %v", column.ID, row.Name, row.Allowed[i])
					}
				}
			}
		}
	}
}
