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
	"github.com/padgen/padgen/spec/spectest"
)

const documents = "../../../spec/changelog/testdata/"

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

// TestUpdateParts: a contradiction in one domain does not stop the others, and neither does a file that cannot be read. If the
// clone does not build, here for lack of the runtime, that is listed as left to do.
func TestUpdateParts(t *testing.T) {
	table := spectest.Default(t)
	microsoft := table.Schema("com.microsoft/Pad-1")
	microsoft.Inputs[2].Option, microsoft.TypeConstraints[0].Types = spec.Single, []string{"tensor(float)"}
	microsoft.MinInputs = 3
	next, err := filepath.Abs(documents + "opset99.md")
	if err != nil {
		t.Fatal(err)
	}
	newClone(t)
	before := tree(t, ".")
	spectest.WriteFile(t, "../other.md", changelogOf(microsoft))
	code, stdout, stderr := padgen("update", "../other.md", "nope.md", next)
	for _, want := range []string{"PAD_OPTION_CHANGED", "com.microsoft/Pad-1: 2 element types removed: tensor(double), tensor(float16): spec/com.microsoft/Pad-1.json:40\n",
		"open nope.md: ", "wrote spec/ai.onnx/Pad-99.json", "\n  go build ./... fails: exit status 1\n", "\n    generated/bfloat16.go:"} {
		if code != failure || !strings.Contains(stdout+stderr, want) || strings.Contains(stdout, "nothing to do") {
			t.Errorf("exit %d, expected 2 and %q in\n%s%s", code, want, stdout, stderr)
		}
	}
	if diff := cmp.Diff(before["spec/com.microsoft/Pad-1.json"], tree(t, ".")["spec/com.microsoft/Pad-1.json"]); diff != "" {
		t.Errorf("the domain that is odd changed, -before +after:\n%s", diff)
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
		spectest.WriteFile(t, "../preview.md", changelogOf(step.versions...))
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
