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
	writeIn(t, name, []byte(strings.ReplaceAll(string(data), old, new)))
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

// embeddedTable writes the table that padgen was built with to a folder.
func embeddedTable(t *testing.T) (dir string) {
	t.Helper()
	tab, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if _, err := changelog.Write(dir, tab); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestImport: import into a new folder, once more, and with -check.
func TestImport(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "spec")
	for _, c := range []struct {
		args string
		want string // what is printed
	}{
		{"changelog.md contrib.md", `changelog.md: onnx/onnx docs/Changelog.md, opset 18; versions of Pad: 2; changes: 21; left out: versions 0, facts 0; its last section is Pad-18
contrib.md: microsoft/onnxruntime docs/ContribOperators.md; versions of Pad: 1; changes: 1; left out: versions 0, facts 0; its last section is com.microsoft.Trial
wrote DIR/ai.onnx/Pad-18.json
wrote DIR/ai.onnx/Pad-2.json
wrote DIR/com.microsoft/Pad-1.json
wrote DIR/elemtypes.json
wrote DIR/table.json
files written: 5
`},
		{"contrib.md changelog.md", `contrib.md: microsoft/onnxruntime docs/ContribOperators.md; versions of Pad: 1; changes: 0; left out: versions 0, facts 0; its last section is com.microsoft.Trial
changelog.md: onnx/onnx docs/Changelog.md, opset 18; versions of Pad: 2; changes: 0; left out: versions 0, facts 0; its last section is Pad-18
files written: 0
`},
		{"-check page.txt", "page.txt: onnx.ai operator page Pad, newest version 18; versions of Pad: 2; changes: 0; left out: versions 0, facts 0\n"},
		{"-v -check page.rst", `page.rst: onnx.ai operator page Pad, newest version 18; versions of Pad: 2; changes: 0; left out: versions 0, facts 4
page.rst: leaves out ai.onnx/Pad-2 attributes.mode.type
page.rst: leaves out ai.onnx/Pad-2 attributes.pads.type
page.rst: leaves out ai.onnx/Pad-2 attributes.value.type
page.rst: leaves out ai.onnx/Pad-18 attributes.mode.type
`},
	} {
		args := []string{"import", "-o", dir}
		for _, a := range strings.Fields(c.args) {
			if !strings.HasPrefix(a, "-") {
				a = documents + a
			}
			args = append(args, a)
		}
		code, stdout, stderr := padgen(args...)
		stdout = strings.NewReplacer(documents, "", dir, "DIR").Replace(stdout)
		if diff := cmp.Diff(c.want, stdout); diff != "" || code != 0 || stderr != "" {
			t.Errorf("padgen %q: exit %d, %s\n-want +got:\n%s", args, code, stderr, diff)
		}
	}
}

// TestImportRefused: what a document says otherwise than the table is told with its line, and nothing is written.
func TestImportRefused(t *testing.T) {
	const deprecated = "#### Version\n\nThis version of the operator has been deprecated since version 19 of the default ONNX operator set.\n"
	for _, c := range []struct {
		name, file, old, new string
		want                 []string
	}{
		{"type added", "changelog.md", "tensor(float16), tensor(float), tensor(double)", "tensor(float16), tensor(float), tensor(double), tensor(int8)",
			[]string{"changelog.md:90: PAD_TYPE_ADDED: ai.onnx/Pad-2: ", "PAD_RETROACTIVE_EDIT: ai.onnx/Pad-2"}},
		{"type removed", "changelog.md", "tensor(bool), ", "", []string{"changelog.md:141: PAD_TYPE_REMOVED: ai.onnx/Pad-18: "}},
		{"mode removed", "changelog.md", "`constant`(default), `reflect`, `edge`", "`constant`(default), `reflect`",
			[]string{"PAD_MODE_REMOVED: ai.onnx/Pad-18: "}},
		{"attribute renamed", "changelog.md", "<tt>value</tt>", "<tt>fill</tt>", []string{"PAD_ATTRIBUTE_REMOVED: ai.onnx/Pad-2: "}},
		{"default changed", "changelog.md", "(default is 0.0)", "(default is 1.0)", []string{"changelog.md:69: PAD_DEFAULT_CHANGED: ai.onnx/Pad-2: "}},
		{"deprecated", "changelog.md", "", "\n## Version 19 of the default ONNX operator set\n### <a name=\"Pad-19\"></a>**Pad-19** (deprecated)</a>\n\n" + deprecated,
			[]string{"PAD_VERSION_DEPRECATED: ai.onnx/Pad-19: "}},
		{"page, default changed", "page.rst", "``0.0``", "``1.0``", []string{"PAD_DEFAULT_CHANGED: ai.onnx/Pad-2: "}},
		{"page, default of another kind", "page.rst", "``0.0``", "``'none'``", []string{"PAD_DEFAULT_CHANGED: ai.onnx/Pad-2: "}},
		{"page, input required", "page.txt", "axes (optional, heterogeneous)", "axes (heterogeneous)", []string{"PAD_RETROACTIVE_EDIT: ai.onnx/Pad-18: "}},
		{"page, one input more", "page.txt", "Between 2 and 4 inputs", "Between 2 and 5 inputs", []string{"PAD_ARITY_CHANGED: ai.onnx/Pad-18: "}},
		{"summary, type removed", "summary.md", "- **Opset 2**: Types: tensor(double), ", "- **Opset 2**: Types: ", []string{"PAD_TYPE_REMOVED: ai.onnx/Pad-2: "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var file string
			if c.old != "" {
				file = changed(t, c.file, c.old, c.new)
			} else {
				data, err := os.ReadFile(documents + c.file)
				if err != nil {
					t.Fatal(err)
				}
				file = filepath.Join(t.TempDir(), c.file)
				writeIn(t, file, append(data, c.new...))
			}
			has := func(code int, stdout string) {
				t.Helper()
				for _, want := range c.want {
					if code != 1 || !strings.Contains(stdout, want) {
						t.Errorf("exit %d, expected 1 and %q in\n%s", code, want, stdout)
					}
				}
			}
			code, stdout, _ := padgen("import", "-check", file)
			has(code, stdout)
			if strings.HasPrefix(c.name, "page") || strings.HasPrefix(c.name, "summary") {
				return
			}
			// A new version beside what is refused is not written either.
			dir := embeddedTable(t)
			before := tree(t, dir)
			code, stdout, _ = padgen("import", "-v", documents+"opset99.md", file, "-o", dir)
			has(code, stdout)
			if !strings.Contains(stdout, "nothing was written") {
				t.Errorf("does not say that nothing was written:\n%s", stdout)
			}
			if diff := cmp.Diff(before, tree(t, dir)); diff != "" {
				t.Errorf("the folder changed, -before +after:\n%s", diff)
			}
		})
	}
}

// TestImportContradiction: a document may not say otherwise than the one before it.
func TestImportContradiction(t *testing.T) {
	file := changed(t, "changelog.md", "`constant`(default), `reflect`, `edge`", "`constant`(default), `reflect`")
	dir := t.TempDir()
	code, stdout, _ := padgen("import", documents+"changelog.md", file, "-o", dir)
	if code != 1 || !strings.Contains(stdout, "PAD_RETROACTIVE_EDIT: ai.onnx/Pad-18: ") || len(tree(t, dir)) != 0 {
		t.Errorf("exit %d, files %q\n%s", code, tree(t, dir), stdout)
	}
}

// TestImportUnsupported: a version with parts that a person must add is written, and they are named.
func TestImportUnsupported(t *testing.T) {
	dir := embeddedTable(t)
	before := tree(t, dir)
	code, stdout, stderr := padgen("import", documents+"opset99.md", "-o", dir)
	for _, want := range []string{
		"opset99.md:17: PAD_ATTRIBUTE_ADDED: ai.onnx/Pad-99: a new optional attribute: ",
		"opset99.md:34: PAD_INPUT_ADDED: ai.onnx/Pad-99: a new optional input: ",
		"opset99.md:19: PAD_MODE_ADDED: ai.onnx/Pad-99: one more mode: mirror; unsupported: mode mirror: ",
		"opset99.md:48: PAD_TYPE_ADDED: ai.onnx/Pad-99: one more element type: tensor(posit8); unsupported: tensor(posit8): it has no storage",
		"files written: 2",
	} {
		if code != 1 || !strings.Contains(stdout, want) || stderr != "" {
			t.Errorf("exit %d, expected 1 and %q in\n%s%s", code, want, stdout, stderr)
		}
	}
	if strings.Contains(stdout, "PAD_TYPE_REMOVED") {
		t.Errorf("without -v, changes that need no decision are listed:\n%s", stdout)
	}
	after := tree(t, dir)
	for name := range before {
		if name != "table.json" && after[name] != before[name] {
			t.Errorf("%s was changed", name)
		}
	}
	tab, err := spec.Load(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	if s, err := tab.Lookup("", 99); err != nil || s.ID() != "ai.onnx/Pad-99" || len(tab.Unsupported(s)) != 4 {
		t.Errorf("lookup: %+v, %v", s, err)
	}
}

// TestImportWrongUse: errors name what is wrong, write nothing and exit with 2.
func TestImportWrongUse(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.md")
	writeIn(t, broken, []byte("## Operator Changelog\n"))
	table := t.TempDir()
	writeIn(t, filepath.Join(table, "table.json"), []byte("{}"))
	out := filepath.Join(dir, "out")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"nope.md"}, "padgen: open " + documents + "nope.md: no such file"},
		{[]string{"changelog.md", broken}, "padgen: " + broken + ":1: expected sections headed"},
		{[]string{dir}, "is a directory"},
		{[]string{"page.txt"}, "it can only be compared, with -check"},
		{[]string{"operators.md"}, "it can only be compared, with -check"},
		{[]string{"changelog.md", "-o", table}, "padgen: table " + table + ": table.json:1: expected"},
		{[]string{"changelog.md", "-check", "-o", out}, "padgen: the folder " + out + " has no table"},
	} {
		args := []string{"import", "-o", out}
		for _, a := range c.args {
			if strings.HasSuffix(a, ".md") && !filepath.IsAbs(a) || a == "page.txt" {
				a = documents + a
			}
			args = append(args, a)
		}
		code, stdout, stderr := padgen(args...)
		if code != 2 || stdout != "" || !strings.Contains(stderr, c.want) || len(tree(t, out)) != 0 {
			t.Errorf("padgen %q: exit %d, expected 2 and %q in\n%s%s", args, code, c.want, stdout, stderr)
		}
	}
}
