package onnxdoc_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/onnxdoc"
)

const shared = "../../../shared"

// published returns the paths of the real documents, which lie beside the
// repository: those that the table is made of, and others.
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
	sources = append(seeds, docs+"onnx-v1.22.0/Changelog.md", docs+"ort_ContribOperators.md")
	return sources, []string{docs + "onnx-v1.22.0/Operators.md", docs + "onnx-v1.17.0/Changelog.md"}
}

// TestReproduce makes the table again from the documents, in any order.
func TestReproduce(t *testing.T) {
	sources, _ := published(t)
	sources = sources[5:] // the two that state every fact
	want := make(map[string]string)
	for name, data := range tree(t, "..") {
		// What a person checked (checked.json) no document states. How a type is stored is taken over.
		if name == "table.json" || name == "elemtypes.json" || strings.HasPrefix(name, "ai.onnx/") || strings.HasPrefix(name, "com.microsoft/") {
			want[name] = data
		}
	}
	if len(want) != 13 {
		t.Fatalf("%d files in the table, want 13", len(want))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		dir := t.TempDir()
		if report, code, err := run(t, onnxdoc.Options{Files: sources, Out: dir}); code != 0 {
			t.Fatalf("%v\n%s", err, report)
		}
		got := tree(t, dir)
		sameTree(t, got, want)
		r.Shuffle(len(sources), func(i, j int) { sources[i], sources[j] = sources[j], sources[i] })
	}
}

// TestTableAgrees compares every published document with the table.
func TestTableAgrees(t *testing.T) {
	sources, others := published(t)
	for _, file := range slices.Concat(sources, others) {
		report, code, err := run(t, onnxdoc.Options{Files: []string{file}, Check: true})
		if code != 0 || !strings.Contains(report, "no disagreement") {
			t.Errorf("%s: %v\n%s", file, err, report)
		}
	}
}

// TestAllOperators reads every operator, not Pad alone.
func TestAllOperators(t *testing.T) {
	published(t)
	var docs []*onnxdoc.Document
	for _, want := range []struct {
		file    string
		count   int
		skipped []string
	}{
		{"onnx-v1.22.0/Changelog.md", 614, nil},
		{"onnx-v1.22.0/Operators.md", 206, []string{"ai.onnx.preview.FlexAttention states no version"}},
		{"onnx-v1.17.0/Changelog.md", 546, nil},
		{"ort_ContribOperators.md", 121, []string{"com.microsoft.IsAllFinite states no version", "com.microsoft.QEmbedLayerNormalization states no version"}},
	} {
		data, err := os.ReadFile(filepath.Join(shared, "spec-docs", filepath.FromSlash(want.file)))
		if err != nil {
			t.Fatal(err)
		}
		d, err := onnxdoc.Read(want.file, data, "")
		if err != nil {
			t.Error(err)
			continue
		}
		docs = append(docs, d)
		if n := strings.Count(string(data), "\n### <a name=") + strings.Count(string(data), "\n### <sub>experimental</sub> <a name="); n != len(d.Versions)+len(d.Skipped) {
			t.Errorf("%s: %d sections, %d versions read, %d skipped", want.file, n, len(d.Versions), len(d.Skipped))
		}
		if len(d.Versions) != want.count || len(d.Skipped) != len(want.skipped) {
			t.Errorf("%s: %d versions, skipped %q", want.file, len(d.Versions), d.Skipped)
			continue
		}
		for i, s := range want.skipped {
			if !strings.HasSuffix(d.Skipped[i], s) {
				t.Errorf("%s: skipped %q, want %q", want.file, d.Skipped[i], s)
			}
		}
	}
	if len(docs) != 4 {
		return
	}
	checkSchemas(t, docs)
	// Operators.md and the Changelog of one edition state the same.
	versions, err := onnxdoc.Merge(docs[:2])
	if err != nil {
		t.Error(err)
	}
	if len(versions) != 611 {
		t.Errorf("%d versions merged, want 614 without 3 deprecated ones", len(versions))
	}
	for _, v := range versions {
		data, err := v.Schema.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		if back, err := spec.ParseSchema(v.Schema.File(), data); err != nil || back.ID() != v.Schema.ID() {
			t.Errorf("%s: %v", v.Schema.ID(), err)
		}
	}
}

// checkSchemas validates every schema that was read. What the validator finds
// must be types that are no tensors, or an oddity that is known.
func checkSchemas(t *testing.T, docs []*onnxdoc.Document) {
	t.Helper()
	odd := map[string]string{
		"Split-1": "outputs...",   // the name of the output says that there are several
		"Tile-1":  `of type "T1"`, // a constraint that nothing uses
	}
	tab := table(t)
	for i := range tab.Domains {
		tab.Domains[i].NewestOpset = 99
	}
	for _, d := range docs {
		for _, v := range d.Versions {
			if v.Deprecated || !strings.HasPrefix(v.Schema.ID(), "ai.onnx/") {
				continue
			}
			err := tab.ValidateSchema(v.Schema)
			if err == nil {
				continue
			}
			many, ok := err.(interface{ Unwrap() []error })
			if !ok {
				t.Fatal(err)
			}
			for _, e := range many.Unwrap() {
				known := odd[v.Schema.Name+"-"+strings.TrimPrefix(v.Schema.ID(), "ai.onnx/"+v.Schema.Name+"-")]
				if !errors.Is(e, spec.ErrNoStorage) && !errors.Is(e, spec.ErrUnknownMode) && (known == "" || !strings.Contains(e.Error(), known)) {
					t.Error(e)
				}
			}
		}
	}
}

// TestCutPublished cuts the pages at every line.
func TestCutPublished(t *testing.T) {
	if testing.Short() {
		t.Skip("cuts every published document at every line")
	}
	sources, _ := published(t)
	tab := table(t)
	for _, file := range sources {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		step := 1
		if len(data) > 200_000 {
			step = len(data) / 100 // a catalogue takes a while
		}
		for n := 0; n < len(data); n++ {
			if data[n] == '\n' || step > 1 {
				checkCut(t, tab, file, data[:n])
				n += step - 1
			}
		}
	}
}
