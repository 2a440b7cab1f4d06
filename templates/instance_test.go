package templates

import (
	"flag"
	"fmt"
	"go/format"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/padgen/padgen/spec"
)

var update = flag.Bool("update", false, "write what is emitted into the golden")

// elem returns an element type of the table.
func elem(t *testing.T, name string) Elem {
	t.Helper()
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range table.ElemTypes {
		if e.Name == name {
			return NewElem(e)
		}
	}
	t.Fatalf("no element type %s", name)
	return Elem{}
}

// folder returns the files of an archive whose names start with dir/.
func folder(a *txtar.Archive, dir string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, f := range a.Files {
		if strings.HasPrefix(f.Name, dir+"/") {
			fsys[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	return fsys
}

// TestInstances emits what kernels need of a small leaf: instances of what is reachable, with the comments of what is left,
// and nothing else. Run it with -update to accept a change.
func TestInstances(t *testing.T) {
	const path = "testdata/tiny.txtar"
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	result := &txtar.Archive{Comment: archive.Comment}
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "leaf/") {
			result.Files = append(result.Files, f)
		}
	}
	source, err := parseLeaf(folder(archive, "leaf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		elem string
		rank int
	}{{"float", 3}, {"uint4", 1}, {"string", 4}} {
		kernels := []Kernel{{Elem: elem(t, c.elem), Mode: spec.Reflect, Rank: c.rank}}
		files, err := source.files("tiny", kernels)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range slices.Sorted(maps.Keys(files)) {
			text, err := format.Source([]byte(files[name]))
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, files[name])
			}
			result.Files = append(result.Files, txtar.File{Name: fmt.Sprintf("%s rank %d/%s", c.elem, c.rank, name), Data: text})
		}
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(result), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, got := strings.Split(string(txtar.Format(archive)), "\n"), strings.Split(string(txtar.Format(result)), "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got, accept with go test -update)\n%s", diff)
	}
}

// TestLeafErrors: the error for a leaf that cannot be read names the place, that for a missing declaration the name.
func TestLeafErrors(t *testing.T) {
	const good = "package leaf\n\ntype repeat[W word] struct{}\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"no Go", map[string]string{"leaf/a.go": good, "leaf/b.go": "package leaf\n\nfunc f() {\n\tx :=\n}\n"}, "templates/leaf/b.go:5:1: "},
		{"no package", map[string]string{"leaf/a.go": "func f() {}\n"}, "templates/leaf/a.go:1:1: "},
		{"no files", map[string]string{"other/a.go": good}, "templates: package leaf has no keptRepeat"},
		{"no state", map[string]string{"leaf/a.go": "package leaf\n\nfunc repeats() {}\n"}, "templates: package leaf has no keptRepeat"},
	} {
		fsys := fstest.MapFS{}
		for name, text := range c.files {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
		source, err := parseLeaf(fsys)
		if err == nil {
			_, err = source.files("p", []Kernel{{Elem: elem(t, "float"), Mode: spec.Reflect, Rank: 3}})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %s", c.name, err, c.want)
		}
	}
}
