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
		if !r.Empty() || len(r.Impact.Kernels.Added)+len(r.Impact.Kernels.Removed) > 0 {
			t.Errorf("%v: %v", args, summary(r))
		}
		for _, f := range specdiff.Formats() {
			want := map[specdiff.Format]string{specdiff.JSON: `"changes": []`, specdiff.HTML: "<p>No change.</p>", specdiff.Markdown: "\nNo change"}[f]
			if out := write(t, r, f); !strings.Contains(out, want) || want == "" && out != "" {
				t.Errorf("%v: %s: %.200q", args, f, out)
			}
		}
	}
}

func TestTables(t *testing.T) {
	t.Run("a version is new", func(t *testing.T) {
		r := compare(t, folder(t, table(t)), table99(t))
		want := []string{
			"PAD_OPSET_RAISED ai.onnx: 28 -> 99",
			"PAD_VERSION_ADDED ai.onnx/Pad-99:  -> ai.onnx/Pad-99",
			"PAD_TYPE_ADDED tensor(posit8):  -> tensor(posit8)",
			"PAD_MODE_ADDED mode mirror:  -> mirror",
			"PAD_INPUT_ADDED input mask:  -> mask: tensor(bool), optional",
			"PAD_ARITY_CHANGED number of inputs: 2 to 4 -> 2 to 5",
			"PAD_UNSUPPORTED input mask:  -> ",
			"PAD_UNSUPPORTED mode mirror:  -> ",
			"PAD_UNSUPPORTED tensor(posit8):  -> ",
		}
		if d := cmp.Diff(want, summary(r)); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		if k := r.Impact.Kernels; k.Before != 832 || k.After != 832 {
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
		if got, want := rulesOf(r), "PAD_OPSET_RAISED PAD_VERSION_ADDED PAD_UNSUPPORTED PAD_UNSUPPORTED PAD_UNSUPPORTED PAD_UNSUPPORTED"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		for _, c := range r.Changes[1:] {
			if c.Version != s.ID() || c.Pair < 0 {
				t.Errorf("%s: version %q, pair %d", c.Rule, c.Version, c.Pair)
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
			"additive: ai.onnx/Pad-26 is new", "additive: in force at opset 26: Pad-26 (before: Pad-25)",
			"additive: ai.onnx/Pad-27 is new", "breaking: in force at opsets 27 to 28: Pad-27 (before: Pad-25)",
			`none: mode "wrap" is not allowed any more`,
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
		if d := cmp.Diff([]string{"PAD_OPSET_LOWERED ai.onnx: 28 -> 24", "PAD_EXPORT_REMOVED the generated package:  -> ", "PAD_VERSION_REMOVED ai.onnx/Pad-25: ai.onnx/Pad-25 -> "}, summary(r)); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		if got := len(r.Impact.Kernels.Removed); got != 64 {
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
			{published, dir, "domain com.microsoft is removed, its newest opset was 1"},
			{dir, published, "domain com.microsoft is new, its newest opset is 1"},
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
		if d := cmp.Diff([]string{"PAD_RETROACTIVE_EDIT ai.onnx/Pad-13:  -> ", "PAD_TYPE_REMOVED tensor(string): tensor(string) -> "}, summary(r)); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		if len(r.Impact.Kernels.Removed) != 0 {
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
		if got := rulesOf(docOnly(t)); got != "PAD_DOC_ONLY" {
			t.Errorf("%s", got)
		}
	})
}

func rulesOf(r *specdiff.Report) string {
	var ids []string
	for _, c := range r.Changes {
		ids = append(ids, c.Rule)
	}
	return strings.Join(ids, " ")
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
	if !r.Empty() || r.Impact.Kernels.After != 832 {
		t.Errorf("a document that agrees: %v, %d kernels", summary(r), r.Impact.Kernels.After)
	}
	for f, want := range map[specdiff.Format]string{
		specdiff.Text:     "table -> document: no change; left out: versions 10, facts 0\n",
		specdiff.Markdown: "### Pad: `table` to `document`\n\nNo change.\n",
		specdiff.JSON:     `"changes": [],`,
		specdiff.HTML:     "<p>No change.</p>",
		specdiff.GitHub:   "",
	} {
		if out := write(t, r, f); !strings.Contains(out, want) || want == "" && out != "" {
			t.Errorf("a document that agrees, %s, expected %q:\n%s", f, want, out)
		}
	}
	var details strings.Builder
	if err := r.Write(&details, specdiff.Text, specdiff.Style{Details: true}); err != nil || !strings.Contains(details.String(), "left out: com.microsoft/Pad-1") {
		t.Errorf("details: %v\n%s", err, details.String())
	}
	r = compareRevisions(t, document(24, pad24), whole)
	if got := rulesOf(r); got != "PAD_OPSET_RAISED PAD_VERSION_ADDED PAD_TYPE_ADDED PAD_TYPE_ADDED" || len(r.Impact.Kernels.Added) != 64 {
		t.Errorf("an older document: %s, %d kernels added", got, len(r.Impact.Kernels.Added))
	}
	r = compareRevisions(t, whole, document(30, pad24))
	if got := rulesOf(r); got != "PAD_OPSET_RAISED" {
		t.Errorf("a document of a newer opset: %s", got)
	}
	changed := clone(t, pad24)
	changed.Attributes[0].Default = nil
	r = compareRevisions(t, whole, document(24, changed))
	if got := rulesOf(r); got != "PAD_RETROACTIVE_EDIT PAD_DEFAULT_CHANGED" {
		t.Errorf("a changelog without a default: %s", got)
	}

	r = compareRevisions(t, &specdiff.Revision{Label: "25", Table: tab, Version: tab.Schema("ai.onnx/Pad-25")}, document(24, pad24))
	if got := rulesOf(r); got != "PAD_TYPE_REMOVED PAD_TYPE_REMOVED" {
		t.Errorf("a version and a document of one: %s", got)
	}
	two := document(25, pad24, clone(t, tab.Schema("ai.onnx/Pad-25")))
	_, err := specdiff.Compare(&specdiff.Revision{Label: "25", Table: tab, Version: tab.Schema("ai.onnx/Pad-25")}, two, nil)
	if !errors.Is(err, specdiff.ErrMixed) {
		t.Errorf("a version and a document of two: %v", err)
	}
}

func TestDeprecated(t *testing.T) {
	whole := &specdiff.Revision{Label: "table", Table: table(t)}
	deprecated := document(29)
	deprecated.Deprecated = []*spec.OpSchema{{Domain: "ai.onnx", Name: "Pad", SinceVersion: 29}}
	r := compareRevisions(t, whole, deprecated)
	if d := cmp.Diff([]string{"PAD_VERSION_DEPRECATED ai.onnx/Pad-29: ai.onnx/Pad-25 -> deprecated"}, summary(r)); d != "" {
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
		facts []string
	}{
		{func(*spec.OpSchema) {}, "", []string{}},
		{func(s *spec.OpSchema) { s.Attributes[0].Default = nil }, "", []string{"ai.onnx/Pad-24 attributes.mode.default"}},
		{func(s *spec.OpSchema) { s.Inputs[0].Option, s.Inputs[1].Type = "", "" }, "", []string{"ai.onnx/Pad-24 inputs.data.option", "ai.onnx/Pad-24 inputs.pads.type"}},
		{func(s *spec.OpSchema) { s.Modes, s.TypeConstraints[1].Types = nil, s.TypeConstraints[1].Types[:1] },
			"PAD_RETROACTIVE_EDIT PAD_CONSTRAINT_TYPE_REMOVED", []string{"ai.onnx/Pad-24 modes"}},
		{bare, "", []string{"ai.onnx/Pad-24 attributes", "ai.onnx/Pad-24 inputs", "ai.onnx/Pad-24 outputs", "ai.onnx/Pad-24 type_constraints.T", "ai.onnx/Pad-24 type_constraints.Tind",
			"ai.onnx/Pad-24 modes", "ai.onnx/Pad-24 min_inputs", "ai.onnx/Pad-24 max_inputs"}},
		{func(s *spec.OpSchema) { bare(s); s.SinceVersion = 99 }, "PAD_OPSET_RAISED PAD_VERSION_ADDED", []string{"ai.onnx/Pad-99 attributes", "ai.onnx/Pad-99 inputs",
			"ai.onnx/Pad-99 outputs", "ai.onnx/Pad-99 type_constraints.T", "ai.onnx/Pad-99 type_constraints.Tind", "ai.onnx/Pad-99 modes", "ai.onnx/Pad-99 min_inputs", "ai.onnx/Pad-99 max_inputs"}},
	} {
		p := page(c.edit)
		p.Table.Domains[0].NewestOpset = p.Table.Schemas[0].SinceVersion
		r := compareRevisions(t, whole, p)
		if got := rulesOf(r); got != c.rules {
			t.Errorf("%s, expected %q", got, c.rules)
		}
		if d := cmp.Diff(c.facts, r.Skipped.Facts); d != "" {
			t.Errorf("facts that are not compared, -want +got:\n%s", d)
		}
	}
}
