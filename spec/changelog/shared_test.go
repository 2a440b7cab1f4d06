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

func readFile(t *testing.T, file string) *changelog.Document {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := changelog.ReadFrom(file, f)
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
			got = readFile(t, file).AddTo(got)
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
		d := readFile(t, file)
		for _, c := range compare(t, table(t), d).Changes {
			t.Errorf("%s:%d: %s: %s", c.File, c.Line, c.Rule, c.Message)
		}
		if slices.Contains(sources, file) != d.Complete && !strings.Contains(file, "1.17") || len(d.Notes) > 0 {
			t.Errorf("%s: complete %v, notes %q", file, d.Complete, d.Notes)
		}
	}
}
