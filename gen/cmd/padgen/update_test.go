package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/internal/spectest"
	"github.com/padgen/padgen/spec"
)

const documents = "../../../spec/changelog/testdata/"

// changed writes a copy of a small document with a text replaced, and returns its name.
func changed(t *testing.T, file, old, new string) string {
	t.Helper()
	data, err := os.ReadFile(documents + file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), old) {
		t.Fatalf("%s has no %q", file, old)
	}
	name := filepath.Join(t.TempDir(), file)
	if old == "" {
		data = append(data, new...)
	} else {
		data = []byte(strings.ReplaceAll(string(data), old, new))
	}
	writeIn(t, name, data)
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

// updateOf runs padgen update.
func updateOf(args ...string) (code int, stdout, stderr string) {
	return padgen(append([]string{"update"}, args...)...)
}

// testdata is the path of a small document.
func testdata(file string) string {
	path, _ := filepath.Abs(documents + file)
	return path
}

// TestCompare: every kind of document is compared with the embedded table, in any folder.
func TestCompare(t *testing.T) {
	asPublished(t)
	root := testdata("")
	t.Chdir(t.TempDir())
	for file, want := range map[string]string{
		"changelog.md":     "onnx/onnx docs/Changelog.md, opset 18; versions of Pad: 2; changes: 0; ",
		"contrib.md":       "microsoft/onnxruntime docs/ContribOperators.md; versions of Pad: 1; changes: 0; ",
		"operators.md":     "onnx/onnx docs/Operators.md, opset 18; versions of Pad: 1; changes: 0; ",
		"page.txt":         "onnx.ai operator page Pad, newest version 18; versions of Pad: 2; changes: 0; ",
		"page-damaged.txt": "onnx.ai operator page Pad, newest version 18; versions of Pad: 2; changes: 0; ",
		"page.rst":         "onnx.ai operator page Pad, newest version 18; versions of Pad: 2; changes: 0; ",
		"oneline.rst":      "onnx.ai operator page com.microsoft.Pad, newest version 1; versions of Pad: 1; changes: 0; ",
		"summary.md":       "operator summary page Pad, newest version 18; versions of Pad: 3; changes: 0; ",
	} {
		file = filepath.Join(root, file)
		code, stdout, stderr := updateOf("-n", file)
		if code != done || !strings.HasPrefix(stdout, file+": "+want) || strings.Count(stdout, "\n") != 1 || stderr != "" {
			t.Errorf("exit %d\n%s%s", code, stdout, stderr)
		}
	}
	if left := tree(t, "."); len(left) != 0 {
		t.Errorf("it wrote %v", left)
	}
}

// TestCompareWithoutDefaults: ONNX 1.2 and 1.3 print no defaults, which is no change.
func TestCompareWithoutDefaults(t *testing.T) {
	asPublished(t)
	data, err := os.ReadFile(testdata("changelog.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	writeIn(t, "Changelog.md", regexp.MustCompile(` \(default is .*\)</dt>`).ReplaceAll(data, []byte("</dt>")))
	if code, stdout, stderr := updateOf("-n", "./Changelog.md"); code != done || !strings.Contains(stdout, "; changes: 0; left out: versions 8, facts 3\n") {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
}

// TestCompareFindings: what a document says otherwise than the table is told with its line.
func TestCompareFindings(t *testing.T) {
	asPublished(t)
	for _, c := range []struct {
		name, file, old, new string
		want                 []string
	}{
		{"type added", "changelog.md", "tensor(float16), tensor(float), tensor(double)", "tensor(float16), tensor(float), tensor(double), tensor(int8)",
			[]string{"changelog.md:90: PAD_TYPE_ADDED: ai.onnx/Pad-2: ", "PAD_RETROACTIVE_EDIT: ai.onnx/Pad-2"}},
		{"type removed", "changelog.md", "tensor(bool), ", "", []string{"changelog.md:141: PAD_TYPE_REMOVED: ai.onnx/Pad-18: "}},
		{"default changed", "changelog.md", "(default is 0.0)", "(default is 1.0)", []string{"changelog.md:69: PAD_DEFAULT_CHANGED: ai.onnx/Pad-2: "}},
		{"deprecated", "changelog.md", "", deprecated, []string{"PAD_VERSION_DEPRECATED: ai.onnx/Pad-19: "}},
		{"a new version", "opset99.md", "", "", []string{"opset99.md:6: PAD_VERSION_ADDED: ai.onnx/Pad-99: ",
			"opset99.md:34: PAD_INPUT_ADDED: ai.onnx/Pad-99: "}},
		{"page, default changed", "page.rst", "``0.0``", "``1.0``", []string{"PAD_DEFAULT_CHANGED: ai.onnx/Pad-2: "}},
		{"summary, type removed", "summary.md", "- **Opset 2**: Types: tensor(double), ", "- **Opset 2**: Types: ", []string{"PAD_TYPE_REMOVED: ai.onnx/Pad-2: "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := changed(t, c.file, c.old, c.new)
			t.Chdir(t.TempDir())
			code, stdout, _ := updateOf("-n", file)
			for _, want := range c.want {
				if code != findings || !strings.Contains(stdout, want) {
					t.Errorf("exit %d, expected 1 and %q in\n%s", code, want, stdout)
				}
			}
		})
	}
}

// deprecated is the section of a Pad that ends.
const deprecated = `
## Version 19 of the default ONNX operator set
### <a name="Pad-19"></a>**Pad-19** (deprecated)</a>

#### Version

This version of the operator has been deprecated since version 19 of the default ONNX operator set.
`

// newClone goes to a small clone of padgen: go.mod and the table, committed.
func newClone(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	spectest.PlainGit(t)
	t.Chdir(t.TempDir())
	tab, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	files, err := tab.Files()
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		writeIn(t, filepath.Join("spec", name), content)
	}
	writeIn(t, "go.mod", []byte("module github.com/padgen/padgen\n"))
	git(t, "init", "-q", ".")
	git(t, "add", ".")
	git(t, "commit", "-q", "-m", "before")
}

// TestUpdateRefused: where a document says otherwise than the table or another document, nothing is written. What an update does
// write is in the rehearsals.
func TestUpdateRefused(t *testing.T) {
	edited := changed(t, "changelog.md", "`constant`(default), `reflect`, `edge`", "`constant`(default), `reflect`")
	ended := changed(t, "changelog.md", "", deprecated)
	broken := filepath.Join(t.TempDir(), "broken.md")
	writeIn(t, broken, []byte("## Operator Changelog\n"))
	whole, page, next := testdata("changelog.md"), testdata("page.txt"), testdata("opset99.md")
	newClone(t)
	before := tree(t, ".")
	for _, c := range []struct {
		name  string
		files []string
		code  int
		want  string
	}{
		{"a version that differs", []string{next, edited}, findings, "to do by hand:\n  ai.onnx/Pad-18: is published and differs"},
		{"a version that ends", []string{next, ended}, findings, "PAD_VERSION_DEPRECATED: ai.onnx/Pad-19: "},
		{"a page", []string{whole, page}, failure, "leaves out versions or facts: it can only be compared, with -n"},
		{"a broken document", []string{whole, broken}, failure, "padgen: " + broken + ":1: expected sections headed"},
		{"no document", []string{"nope/nope.md"}, failure, "padgen: open nope/nope.md: no such file"},
		{"a folder", []string{"./spec"}, failure, "is a directory"},
	} {
		code, stdout, stderr := updateOf(c.files...)
		if code != c.code || !strings.Contains(stdout+stderr, c.want) {
			t.Errorf("%s: exit %d, expected %d and %q in\n%s%s", c.name, code, c.code, c.want, stdout, stderr)
		}
		if diff := cmp.Diff(before, tree(t, ".")); diff != "" {
			t.Errorf("%s: files changed, -before +after:\n%s", c.name, diff)
		}
	}
	writeIn(t, "spec/table.json", []byte("{}"))
	if code, _, stderr := updateOf(whole); code != failure || !strings.HasPrefix(stderr, "padgen: table.json:1: expected") {
		t.Errorf("a damaged table: exit %d, %s", code, stderr)
	}
	t.Chdir("spec")
	if code, _, stderr := updateOf(whole); code != failure || !strings.Contains(stderr, "run it in the clone's top folder") {
		t.Errorf("below the clone: exit %d, %s", code, stderr)
	}
}

// TestUpdateBuilds: that the clone does not build, here without the runtime, is something left to do.
func TestUpdateBuilds(t *testing.T) {
	file := testdata("changelog.md")
	newClone(t)
	code, stdout, stderr := updateOf(file)
	for _, want := range []string{"to do by hand:\n", "\n  go build ./... fails: exit status 1\n", "\n    generated/bfloat16.go:"} {
		if code != findings || !strings.Contains(stdout, want) || strings.Contains(stdout, "nothing to do") {
			t.Errorf("exit %d, expected 1 and %q in\n%s%s", code, want, stdout, stderr)
		}
	}
}
