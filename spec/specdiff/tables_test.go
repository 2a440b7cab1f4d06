package specdiff_test

import (
	"errors"
	"os"
	"path/filepath"
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
		if !r.Empty() || r.Effect.Added != nil || r.Effect.Removed != nil {
			t.Errorf("%v: %v", args, summary(r))
		}
		for _, f := range specdiff.Formats() {
			want := map[specdiff.Format]string{specdiff.JSON: `"changes": []`, specdiff.HTML: "<p>No change.</p>"}[f]
			if out := write(t, r, f); !strings.Contains(out, want) || want == "" && out != "" {
				t.Errorf("%v: %s: %.200q", args, f, out)
			}
		}
	}
}

func TestTables(t *testing.T) {
	t.Run("a version is new", func(t *testing.T) {
		r := compare(t, "embedded", table99(t))
		want := []string{
			"PAD_OPSET_RAISED ai.onnx: 28 -> 99",
			"PAD_VERSION_ADDED ai.onnx/Pad-99:  -> ai.onnx/Pad-99",
			"PAD_TYPE_ADDED tensor(posit8):  -> tensor(posit8)",
			"PAD_TYPE_NO_STORAGE tensor(posit8):  -> tensor(posit8)",
			"PAD_MODE_ADDED mode mirror:  -> mirror",
			"PAD_MODE_UNKNOWN mode mirror:  -> mirror",
			"PAD_INPUT_ADDED input mask:  -> mask: tensor(bool), optional",
			"PAD_INPUT_UNKNOWN input mask:  -> mask: tensor(bool), optional",
			"PAD_ARITY_CHANGED number of inputs: 2 to 4 -> 2 to 5",
		}
		if d := cmp.Diff(want, summary(r)); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		e := r.Effect
		// 27 types in 5 modes, less the 26 in 4 that there are.
		if got, want := []int{e.Before, e.After, e.Waiting, len(e.Todo)}, []int{832, 832, (27*5 - 26*4) * 8, 3}; !slices.Equal(got, want) {
			t.Errorf("kernels before, after, waiting, todo: %v, want %v", got, want)
		}
		for _, todo := range e.Todo {
			for _, step := range todo.Steps {
				checkPlace(t, step.Where)
			}
		}
	})
	t.Run("a domain is new and lacks something", func(t *testing.T) {
		tab := table(t)
		s := schema99(t)
		s.Domain, s.SinceVersion = "ai.onnx.preview", 1
		tab.Schemas = append(tab.Schemas, s)
		tab.Domains = slices.Insert(tab.Domains, 1, spec.Domain{Name: s.Domain, NewestOpset: 1,
			Operators: []spec.OperatorVersions{{Name: s.Name, SinceVersions: []int{1}}}})
		r := compare(t, "embedded", folder(t, tab))
		if got, want := rulesOf(r), "PAD_OPSET_RAISED PAD_VERSION_ADDED PAD_TYPE_NO_STORAGE PAD_MODE_UNKNOWN PAD_INPUT_UNKNOWN PAD_NOT_SERVED"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if len(r.Effect.Todo) != 4 {
			t.Errorf("to do %v", r.Effect.Todo)
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
			s.SinceVersion = n
			add(tab, s)
		}
		r := compare(t, "embedded", folder(t, tab))
		var got []string
		for _, c := range r.Changes {
			got = append(got, string(c.Go)+": "+c.Message)
		}
		want := []string{
			"additive: ai.onnx/Pad-26 is new", "breaking: in force at opset 26: Pad-26, formerly Pad-25",
			"additive: ai.onnx/Pad-27 is new", "breaking: in force at opsets 27 to 28: Pad-27, formerly Pad-25",
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	})
	t.Run("a version is gone", func(t *testing.T) {
		tab := table(t)
		tab.Schemas = slices.DeleteFunc(tab.Schemas, func(s *spec.OpSchema) bool { return s.ID() == "ai.onnx/Pad-25" })
		ops := tab.Domains[0].Operators
		ops[0].SinceVersions = ops[0].SinceVersions[:len(ops[0].SinceVersions)-1]
		tab.Domains[0].NewestOpset, tab.Checked = 24, nil
		r := compare(t, "embedded", folder(t, tab))
		if d := cmp.Diff([]string{"PAD_OPSET_LOWERED ai.onnx: 28 -> 24", "PAD_VERSION_REMOVED ai.onnx/Pad-25: ai.onnx/Pad-25 -> "}, summary(r)); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		if got := len(r.Effect.Removed); got != 64 {
			t.Errorf("%d kernels removed, want 64", got)
		}
	})
	t.Run("a domain is gone, and is new", func(t *testing.T) {
		tab := table(t)
		isMicrosoft := func(domain string) bool { return domain == "com.microsoft" }
		tab.Schemas = slices.DeleteFunc(tab.Schemas, func(s *spec.OpSchema) bool { return isMicrosoft(s.Domain) })
		tab.Domains = slices.DeleteFunc(tab.Domains, func(d spec.Domain) bool { return isMicrosoft(d.Name) })
		tab.Checked = nil
		dir := folder(t, tab)
		for _, c := range []struct{ old, new, want string }{
			{"embedded", dir, "domain com.microsoft is gone, its newest opset was 1"},
			{dir, "embedded", "domain com.microsoft is new, its newest opset is 1"},
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
		r := compare(t, "embedded", folder(t, tab))
		if d := cmp.Diff([]string{"PAD_RETROACTIVE_EDIT ai.onnx/Pad-13:  -> ", "PAD_TYPE_REMOVED tensor(string): tensor(string) -> "}, summary(r)); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		if len(r.Effect.Removed) != 0 {
			t.Error("kernels are removed that newer versions allow")
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
		if want := []string{"pkg dtype, const TypePosit8 DType = 27", "pkg dtype, type Posit8 uint8"}; !slices.Equal(r.Effect.APIAdded, want) {
			t.Errorf("API %q, want %q", r.Effect.APIAdded, want)
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

// checkPlace finds what a step names in the project.
func checkPlace(t *testing.T, where string) {
	t.Helper()
	dir := ""
	for name := range strings.SplitSeq(where, ", ") {
		file := filepath.FromSlash("../../" + name)
		if !strings.Contains(name, "/") && dir != "" {
			file = filepath.Join(dir, name)
		}
		if _, err := os.Stat(file); err != nil {
			t.Errorf("%s: %v", where, err)
		}
		dir = filepath.Dir(file)
	}
}

func TestDocuments(t *testing.T) {
	tab := table(t)
	doc := func(newest int, unstated []string, schemas ...*spec.OpSchema) *specdiff.Side {
		facts := map[string][]string{}
		for _, s := range schemas {
			facts[s.ID()] = unstated
		}
		side := specdiff.DocumentSide(schemas, map[string]int{"ai.onnx": newest}, facts, tab, nil)
		side.Label = "document"
		return side
	}
	whole := &specdiff.Side{Label: "table", Table: tab}
	run := func(from, to *specdiff.Side) *specdiff.Report {
		t.Helper()
		r, err := specdiff.Compare(from, to)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	pad24 := clone(t, tab.Schema("ai.onnx/Pad-24"))

	r := run(whole, doc(24, []string{"modes"}, pad24))
	if !r.Empty() || len(r.Notes) == 0 || r.Effect.After != 832 {
		t.Errorf("a document that agrees: %v, notes %q, %d kernels", summary(r), r.Notes, r.Effect.After)
	}
	for f, want := range map[specdiff.Format]string{
		specdiff.Text:     "table -> document\nno change\n\nnot compared\n  document does not describe ai.onnx/Pad-1, ",
		specdiff.Markdown: "### Pad: `table` to `document`\n\nNo change.\n<details><summary>Not compared</summary>\n\n- document does not describe ",
		specdiff.JSON:     `"changes": [],`,
		specdiff.HTML:     "<p>No change.</p>",
		specdiff.GitHub:   "::notice title=Not compared::document does not describe ai.onnx/Pad-1, ",
	} {
		if out := write(t, r, f); !strings.Contains(out, want) || !strings.Contains(out, "ai.onnx/Pad-25, com.microsoft/Pad-1: not compared") || !strings.Contains(out, "says nothing of modes for ai.onnx/Pad-24: not compared") {
			t.Errorf("a document that agrees, %s:\n%s", f, out)
		}
	}
	r = run(doc(24, nil, pad24), whole)
	if got := rulesOf(r); got != "PAD_VERSION_ADDED PAD_TYPE_ADDED PAD_TYPE_ADDED" || len(r.Effect.Added) != 64 {
		t.Errorf("an older document: %s, %d kernels added", got, len(r.Effect.Added))
	}

	gone := doc(29, nil, pad24)
	gone.Deprecated = []*spec.OpSchema{{Domain: "ai.onnx", Name: "Pad", SinceVersion: 29}}
	r = run(whole, gone)
	if d := cmp.Diff([]string{"PAD_VERSION_DEPRECATED ai.onnx/Pad-29: ai.onnx/Pad-25 -> deprecated"}, summary(r)); d != "" || len(r.Effect.Todo) != 1 {
		t.Errorf("a deprecated version: to do %v, -want +got:\n%s", r.Effect.Todo, d)
	}
	for _, step := range r.Effect.Todo[0].Steps {
		checkPlace(t, step.Where)
	}
	if r = run(gone, gone); !r.Empty() {
		t.Errorf("deprecated on both sides: %v", summary(r))
	}

	damaged := clone(t, pad24)
	damaged.Attributes[0].Default = nil
	damaged.Attributes[0].Type = ""
	damaged.Modes = nil
	damaged.TypeConstraints = nil
	r = run(whole, doc(24, []string{"attributes.mode.default", "attributes.mode.type", "modes", "type_constraints"}, damaged))
	if !r.Empty() {
		t.Errorf("what is not stated was compared: %v", summary(r))
	}
	bare := clone(t, tab.Schema("ai.onnx/Pad-25"))
	bare.SinceVersion, bare.Inputs, bare.Outputs, bare.MinInputs, bare.MaxInputs, bare.TypeConstraints = 99, nil, nil, 0, 0, nil
	r = run(whole, doc(99, []string{"inputs", "outputs", "min_inputs", "max_inputs", "type_constraints"}, bare))
	if got := rulesOf(r); got != "PAD_VERSION_ADDED" {
		t.Errorf("a new version without inputs and outputs, which are not stated: %s", got)
	}
	r = run(&specdiff.Side{Label: "25", Table: tab, Version: tab.Schema("ai.onnx/Pad-25")}, doc(24, []string{"modes"}, pad24))
	if got := rulesOf(r); got != "PAD_TYPE_REMOVED PAD_TYPE_REMOVED" {
		t.Errorf("a version and a document of one: %s", got)
	}
	two := doc(25, nil, pad24, clone(t, tab.Schema("ai.onnx/Pad-25")))
	if _, err := specdiff.Compare(&specdiff.Side{Label: "25", Table: tab, Version: tab.Schema("ai.onnx/Pad-25")}, two); !errors.Is(err, specdiff.ErrMixed) {
		t.Errorf("a version and a document of two: %v", err)
	}
}
