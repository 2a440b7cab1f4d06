package changelog_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/changelog"
)

const shared = "../../../shared"

// published returns the paths of the real documents, which are beside the repository: the two that state the whole table, and
// others.
func published(t *testing.T) (sources, others []string) {
	t.Helper()
	if _, err := os.Stat(shared); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is missing: the published documents are not read, only the small ones in testdata", shared)
	}
	seeds, err := filepath.Glob(shared + "/seeds/*.txt")
	if err != nil || len(seeds) != 5 {
		t.Fatalf("%d seeds, want 5: %v", len(seeds), err)
	}
	docs := shared + "/spec-docs/"
	return []string{docs + "onnx-v1.22.0/Changelog.md", docs + "ort_ContribOperators.md"},
		append(seeds, docs+"onnx-v1.22.0/Operators.md", docs+"onnx-v1.17.0/Changelog.md")
}

func readFile(t *testing.T, file, op string) *changelog.Document {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := changelog.ReadFrom(file, f, op)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestReproduce builds the table again from the two documents that state all of it, in any order. No document states what a
// person checked, or how a type is stored.
func TestReproduce(t *testing.T) {
	sources, _ := published(t)
	want := table(t)
	for range 2 {
		got := &spec.Table{ElemTypes: want.ElemTypes, ElemSources: want.ElemSources}
		for _, file := range sources {
			got = readFile(t, file, "Pad").AddTo(got)
		}
		for id, list := range got.Wordings { // the table also has those of older documents
			if len(list) != 1 || !slices.Contains(want.Wordings[id], list[0]) {
				t.Errorf("%s: a wording that the table lacks", id)
			}
		}
		got.Wordings, got.Domains[0].CheckedOpset = want.Wordings, want.Domains[0].CheckedOpset
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the documents give another table than the one in the folder spec, -want +got:\n%s", diff)
		}
		slices.Reverse(sources)
	}
}

// TestTableAgrees compares every published document with the table.
func TestTableAgrees(t *testing.T) {
	sources, others := published(t)
	for _, file := range slices.Concat(sources, others) {
		d := readFile(t, file, "Pad")
		for _, c := range compare(t, table(t), d).Changes {
			t.Errorf("%s:%d: %s: %s", c.File, c.Line, c.Rule, c.Message)
		}
		if slices.Contains(sources, file) != d.Complete && !strings.Contains(file, "1.17") || len(d.Notes) > 0 {
			t.Errorf("%s: complete %v, notes %q", file, d.Complete, d.Notes)
		}
	}
}

// TestAllOperators reads every operator, not only Pad.
func TestAllOperators(t *testing.T) {
	published(t)
	var docs []*changelog.Document
	for _, want := range []struct {
		file                          string
		sections, versions, withoutID int // withoutID have no version, or are deprecated and have a newer version
	}{
		{"onnx-v1.22.0/Changelog.md", 614, 611, 1},
		{"onnx-v1.22.0/Operators.md", 207, 204, 1},
		{"onnx-v1.17.0/Changelog.md", 546, 544, 0},
		{"ort_ContribOperators.md", 123, 121, 2},
	} {
		d := readFile(t, filepath.Join(shared, "spec-docs", want.file), "")
		docs = append(docs, d)
		data, err := os.ReadFile(d.File)
		if err != nil {
			t.Fatal(err)
		}
		n := strings.Count(string(data), "\n### <a name=") + strings.Count(string(data), "\n### <sub>experimental</sub> <a name=")
		if n != want.sections || len(d.Schemas) != want.versions || n-len(d.Schemas)-len(d.Deprecated) != want.withoutID {
			t.Errorf("%s: %d sections, %d versions, %d deprecated", want.file, n, len(d.Schemas), len(d.Deprecated))
		}
		checkSchemas(t, d)
	}
	// Operators.md and the Changelog of one edition state the same.
	changelog := make(map[string]*spec.OpSchema)
	for _, s := range docs[0].Schemas {
		changelog[s.ID()] = s
	}
	for _, s := range docs[1].Schemas {
		s.Sources = docs[0].Schemas[0].Sources
		if diff := cmp.Diff(changelog[s.ID()], s); diff != "" {
			t.Errorf("%s, -Changelog +Operators:\n%s", s.ID(), diff)
		}
	}
}

// checkSchemas validates every schema of ONNX that was read. Problems must be known oddities.
func checkSchemas(t *testing.T, d *changelog.Document) {
	t.Helper()
	odd := map[string]string{
		"Split-1": "outputs...",   // the name indicates several outputs
		"Tile-1":  `of type "T1"`, // an unused constraint
	}
	tab := &spec.Table{Domains: []spec.Domain{{Name: spec.DefaultDomain, NewestOpset: 99}}}
	for _, s := range d.Schemas {
		if s.Domain != spec.DefaultDomain {
			continue
		}
		known, isOdd := odd[strings.TrimPrefix(s.ID(), "ai.onnx/")]
		if err := tab.ValidateSchema(s); (err != nil) != isOdd || err != nil && !strings.Contains(err.Error(), known) {
			t.Error(err)
		}
	}
}

// TestCutPublished cuts the documents off at every line, the large ones at some places.
func TestCutPublished(t *testing.T) {
	if testing.Short() {
		t.Skip("cuts every published document at many places")
	}
	sources, others := published(t)
	for _, file := range slices.Concat(sources, others) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		check, step := checkCut(t, table(t), file), max(1, len(data)/20_000*1000)
		for n := 0; n < len(data); n += step {
			if data[n] == '\n' || step > 1 {
				check(data[:n])
			}
		}
	}
}
