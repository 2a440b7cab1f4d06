package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/changelog"
	"github.com/padgen/padgen/spec/spectest"
)

const documents = "../../../spec/changelog/testdata/"

// changed writes a copy of a small document with a text replaced, and returns its name.
func changed(t *testing.T, file, old, new string) string {
	t.Helper()
	data, err := os.ReadFile(documents + file)
	if err != nil || !strings.Contains(string(data), old) {
		t.Fatalf("%s has no %q (%v)", file, old, err)
	}
	text := string(data) + new
	if old != "" {
		text = strings.ReplaceAll(string(data), old, new)
	}
	name := filepath.Join(t.TempDir(), file)
	spectest.WriteFile(t, name, text)
	return name
}

// tree returns the files under a folder.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return out
}

// testdata is the path of a small document.
func testdata(file string) string {
	path, _ := filepath.Abs(documents + file)
	return path
}

// deprecated is the section of a Pad version that ends the operator.
const deprecated = `
## Version 19 of the default ONNX operator set
### <a name="Pad-19"></a>**Pad-19** (deprecated)</a>

#### Version

This version of the operator has been deprecated since version 19 of the default ONNX operator set.
`

// newClone changes to a small clone of padgen: go.mod and the table, committed.
func newClone(t *testing.T) {
	t.Helper()
	plainGit(t)
	t.Chdir(t.TempDir())
	spectest.Write(t, spectest.Default(t), "spec")
	spectest.WriteFile(t, "go.mod", "module github.com/padgen/padgen\n")
	git(t, "init", "-q", ".")
	git(t, "add", ".")
	git(t, "commit", "-q", "-m", "before")
}

// TestUpdateRefused: if a document contradicts the table or another document, nothing in its domain is written, and the list
// names the row to change. The rehearsals test what an update writes.
func TestUpdateRefused(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other.md")
	table := spectest.Default(t)
	microsoft := table.Schema("com.microsoft/Pad-1")
	microsoft.Inputs[2].Option, microsoft.TypeConstraints[0].Types = spec.Single, []string{"tensor(float)"}
	microsoft.MinInputs = 3
	var text strings.Builder
	if err := changelog.Write(&text, microsoft); err != nil {
		t.Fatal(err)
	}
	spectest.WriteFile(t, other, text.String())
	edited := changed(t, "changelog.md", "`constant`(default), `reflect`, `edge`", "`constant`(default), `reflect`")
	ended := changed(t, "changelog.md", "", deprecated)
	broken := filepath.Join(t.TempDir(), "broken.md")
	spectest.WriteFile(t, broken, "## Operator Changelog\n")
	whole, page, next := testdata("changelog.md"), testdata("page.txt"), testdata("opset99.md")
	newClone(t)
	before := tree(t, ".")
	for _, c := range []struct {
		name  string
		files []string
		code  int
		want  string
	}{
		{"a version that differs", []string{next, edited}, findings, "to do by hand:\n  ai.onnx/Pad-18: is published and differs in 1 place: spec/ai.onnx/Pad-18.json:4\n"},
		{"a version that ends", []string{next, ended}, findings, "PAD_VERSION_DEPRECATED: ai.onnx/Pad-19: "},
		{"a page", []string{page}, failure, "leaves out versions or facts: compare it with -n"},
		{"a broken document", []string{broken}, failure, "padgen: " + broken + ":1: expected sections headed"},
		{"no document", []string{"nope/nope.md"}, failure, "padgen: open nope/nope.md: no such file"},
		{"a folder", []string{"./spec"}, failure, "is a directory"},
	} {
		code, stdout, stderr := padgen(append([]string{"update"}, c.files...)...)
		if code != c.code || !strings.Contains(stdout+stderr, c.want) {
			t.Errorf("%s: exit %d, expected %d and %q in\n%s%s", c.name, code, c.code, c.want, stdout, stderr)
		}
		if diff := cmp.Diff(before, tree(t, ".")); diff != "" {
			t.Errorf("%s: files changed, -before +after:\n%s", c.name, diff)
		}
	}
	// A contradiction in one domain does not stop the others, and neither does an unreadable file.
	code, stdout, stderr := padgen("update", other, broken, page, next)
	for _, want := range []string{"PAD_OPTION_CHANGED", "com.microsoft/Pad-1: 2 element types removed: tensor(double), tensor(float16): spec/com.microsoft/Pad-1.json:40\n",
		"expected sections headed", "leaves out versions", "wrote spec/ai.onnx/Pad-99.json"} {
		if code != failure || !strings.Contains(stdout+stderr, want) {
			t.Errorf("exit %d, expected 2 and %q in\n%s%s", code, want, stdout, stderr)
		}
	}
	if diff := cmp.Diff(before["spec/com.microsoft/Pad-1.json"], tree(t, ".")["spec/com.microsoft/Pad-1.json"]); diff != "" {
		t.Errorf("the domain that is odd changed, -before +after:\n%s", diff)
	}
	spectest.WriteFile(t, "spec/table.json", "{}")
	if code, _, stderr := padgen("update", whole); code != failure || !strings.Contains(stderr, "table.json:1: expected") {
		t.Errorf("a damaged table: exit %d, %s", code, stderr)
	}
	t.Chdir("spec")
	if code, _, stderr := padgen("update", whole); code != failure || !strings.Contains(stderr, "run it in its top folder") {
		t.Errorf("below the clone: exit %d, %s", code, stderr)
	}
}

// TestUpdateBuilds: if the clone does not build, here for lack of the runtime, that is listed as left to do.
func TestUpdateBuilds(t *testing.T) {
	file := testdata("changelog.md")
	newClone(t)
	code, stdout, stderr := padgen("update", file)
	for _, want := range []string{"to do by hand:\n", "\n  go build ./... fails: exit status 1\n", "\n    generated/bfloat16.go:"} {
		if code != findings || !strings.Contains(stdout, want) || strings.Contains(stdout, "nothing to do") {
			t.Errorf("exit %d, expected 1 and %q in\n%s%s", code, want, stdout, stderr)
		}
	}
}

// TestUpdatePreview: a preview version appears, changes in place and disappears, and nothing of that is left to a person.
func TestUpdatePreview(t *testing.T) {
	newClone(t)
	next := newFuture(t).next
	preview := *next
	preview.Domain, preview.SinceVersion = "ai.onnx.preview", 1
	changed := preview
	changed.Modes = changed.Modes[:2]
	for _, step := range []struct {
		versions []*spec.OpSchema
		want     string
	}{
		{[]*spec.OpSchema{next}, ""}, // ends the preview that the table may contain
		{[]*spec.OpSchema{&preview, next}, "wrote spec/ai.onnx.preview/Pad-1.json"},
		{[]*spec.OpSchema{&changed, next}, "PAD_MODE_REMOVED  changed    breaking     mode removed: edge"},
		{[]*spec.OpSchema{next}, "PAD_VERSION_REMOVED  changed    breaking     the version is removed"},
	} {
		var text strings.Builder
		if err := changelog.Write(&text, step.versions...); err != nil {
			t.Fatal(err)
		}
		spectest.WriteFile(t, "../preview.md", text.String())
		_, stdout, stderr := padgen("update", "../preview.md")
		for _, want := range []string{step.want, "\nto do by hand:\n  go build ./... fails"} { // the clone is small
			if !strings.Contains(stdout, want) {
				t.Errorf("expected %q in\n%s%s", want, stdout, stderr)
			}
		}
		git(t, "add", ".")
		git(t, "commit", "-q", "-m", "step")
	}
	if _, err := os.Stat("spec/ai.onnx.preview/Pad-1.json"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is left: %v", err)
	}
}
