package specdiff_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
	"github.com/padgen/padgen/spec/spectest"
)

var update = flag.Bool("update", false, "write testdata anew")

var formats = []specdiff.Format{specdiff.Text, specdiff.Markdown, specdiff.JSON, specdiff.HTML, specdiff.GitHub}

// compare compares the revisions that two arguments name.
func compare(t testing.TB, old, new string) *specdiff.Report {
	t.Helper()
	return compareRevisions(t, resolve(t, old), resolve(t, new))
}

func resolve(t testing.TB, arg string) *specdiff.Revision {
	t.Helper()
	r, err := specdiff.Resolve(arg, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func compareRevisions(t testing.TB, old, new *specdiff.Revision) *specdiff.Report {
	t.Helper()
	r, err := specdiff.Compare(old, new, generated)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// generated returns what is generated from a table, by a rule of two lines instead of the generator's plan.
func generated(tab *spec.Table) (p specdiff.Package, err error) {
	for _, e := range tab.ElemTypes {
		for _, m := range spec.KnownModes() {
			if slices.ContainsFunc(tab.Schemas, func(s *spec.OpSchema) bool { return s.HasMode(m) && slices.Contains(s.DataTypes(), e.Tensor()) }) {
				for rank := 1; rank <= spec.MaxRank; rank++ {
					p.Kernels = append(p.Kernels, spec.KernelName(m, e, rank))
				}
			}
		}
	}
	return p, nil
}

func write(t testing.TB, r *specdiff.Report, f specdiff.Format) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.Write(&b, f, false); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// table returns a copy of the table as published.
func table(t testing.TB) *spec.Table { return spectest.Published(t) }

func rulesOf(r *specdiff.Report) string {
	var ids []string
	for _, c := range r.Changes {
		ids = append(ids, c.Rule)
	}
	return strings.Join(ids, " ")
}

// version returns a revision that is one version of a table.
func version(tab *spec.Table, s *spec.OpSchema) *specdiff.Revision {
	return &specdiff.Revision{Label: s.ID(), Table: tab, Version: s}
}

// golden compares a text with a file in testdata. With -update, it writes the text to the file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := errors.Join(os.MkdirAll("testdata", 0o777), os.WriteFile(file, []byte(got), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s, -want +got (go test -update writes it):\n%s", file, d)
	}
}

// folder writes a table to a new folder.
func folder(t testing.TB, tab *spec.Table) string {
	t.Helper()
	dir := t.TempDir()
	spectest.Write(t, tab, dir)
	return dir
}

// clone returns a copy of a version, for a test to change.
func clone(t testing.TB, s *spec.OpSchema) *spec.OpSchema {
	t.Helper()
	data, err := s.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	c, err := spec.ParseSchema(s.File(), data)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// add adds a version to a table and its list.
func add(tab *spec.Table, s *spec.OpSchema) {
	for i := range tab.Domains {
		if d := &tab.Domains[i]; d.Name == s.Domain {
			d.NewestOpset = max(d.NewestOpset, s.SinceVersion)
		}
	}
	tab.Schemas = append(tab.Schemas, s)
	slices.SortFunc(tab.Schemas, spec.CompareSchemas)
}

// schema99 is an invented version 99 with a type without storage, another mode and another input.
func schema99(t testing.TB) *spec.OpSchema {
	t.Helper()
	s := clone(t, table(t).Schema("ai.onnx/Pad-25"))
	s.SinceVersion = 99
	s.Sources = []string{"an invented document"}
	s.TypeConstraints[0].Types = append(s.TypeConstraints[0].Types[:0:0], s.TypeConstraints[0].Types...)
	s.TypeConstraints[0].Types = append(s.TypeConstraints[0].Types, "tensor(posit8)")
	slices.Sort(s.TypeConstraints[0].Types)
	s.Modes = append(s.Modes, "mirror")
	s.Inputs = append(s.Inputs, spec.Param{Name: "mask", Type: "tensor(bool)", Option: spec.Optional})
	s.MaxInputs = 5
	return s
}

// table99 returns the folder of a table with [schema99].
func table99(t testing.TB) string {
	t.Helper()
	tab := table(t)
	add(tab, schema99(t))
	return folder(t, tab)
}
