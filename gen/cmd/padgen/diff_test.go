package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
)

// padgen runs the command and returns its exit code and what it printed.
func padgen(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(args, &out, &errs)
	return code, out.String(), errs.String()
}

func TestDiffExitCodes(t *testing.T) {
	if testing.Short() {
		t.Skip("dozens of whole runs, none with a goroutine")
	}
	dir := t.TempDir()
	noise := filepath.Join(dir, "noise.md")
	if err := os.WriteFile(noise, []byte(strings.Repeat("noise ", 1000)), 0o666); err != nil {
		t.Fatal(err)
	}
	const opset99 = "../../../spec/onnxdoc/testdata/opset99.md"
	for _, tt := range []struct {
		args string
		code int
		want string // in the output, or in the error of code 2
	}{
		{"Pad-2 Pad-1", 1, "PAD_ATTRIBUTE_RENAMED"},
		{"-format json Pad-1 Pad-2", 1, `"format": "padgen-diff/1"`},
		{"Pad-1 -format markdown Pad-2", 1, "### Pad: `Pad-1` to `Pad-2`"},
		{"Pad-1 Pad-2 -format=html", 1, "<!DOCTYPE html>"},
		{"Pad-1 Pad-2 -format github", 1, "::error title=PAD_ATTRIBUTE_RENAMED::"},
		{"Pad-1 com.microsoft/Pad-1 -fail-on blocked", 1, "PAD_ATTRIBUTE_TO_INPUT"},
		{"Pad-23 Pad-24 -fail-on breaking", 0, "PAD_TYPE_ADDED"},
		{"Pad-1 Pad-2 -fail-on onnx:breaking", 1, "PAD_ATTRIBUTE_RENAMED"},
		{"Pad-1 Pad-2 -fail-on never", 0, "PAD_ATTRIBUTE_RENAMED"},
		{"Pad-1 Pad-2 -fail-on breaking", 1, "PAD_ATTRIBUTE_RENAMED"},
		{"22 opset:21", 0, ""},
		{"22 opset:21 -format json", 0, `"changes": [],`},
		{"embedded ../../../spec/onnxdoc/testdata/changelog.md", 0, "changelog.md does not describe ai.onnx/Pad-1, "},
		{"-fail-on any embedded ../../../spec", 0, ""},
		{"embedded " + opset99, 1, "PAD_TYPE_NO_STORAGE"},
		{"Pad-25 " + opset99, 1, "PAD_MODE_UNKNOWN"},
		{"Pad-25 " + opset99 + "@Pad-99 -fail-on blocked", 1, "PAD_INPUT_UNKNOWN"},
		{"Pad-25 " + opset99 + "@Pad-99 -fail-on todo", 1, "PAD_INPUT_UNKNOWN"},
		{"embedded ../../../spec/onnxdoc/testdata/summary.md -fail-on todo", 0, "no change\n\nnot compared"}, // states no inputs
		{"Pad-1 com.microsoft/Pad-1 -fail-on todo", 0, "PAD_ATTRIBUTE_TO_INPUT"},                             // breaking, but nothing to do
		{"-- Pad-1 Pad-2", 1, "PAD_ATTRIBUTE_RENAMED"},
		{"-rules", 0, "PAD_DOC_ONLY                     none      none"},
		{"-schema", 0, "https://json-schema.org/draft/2020-12/schema"},

		{"", 2, "usage: padgen diff"},
		{"Pad-24", 2, "expected OLD and NEW"},
		{"Pad-24 Pad-25 Pad-23", 2, "expected OLD and NEW"},
		{"-rules Pad-24 Pad-25", 2, "expected OLD and NEW"},
		{"Pad-24 Pad-25 -format xml", 2, "xml"},
		{"Pad-24 Pad-25 -fail-on high", 2, "high"},
		{"Pad-24 Pad-25 -nonsense", 2, "nonsense"},
		{"Pad-24 embedded", 2, "add @VERSION"},
		{"Pad-24 nowhere.md", 2, "no version, opset"},
		{"Pad-24 " + noise, 2, "noise.md"},
		{"Pad-24 " + dir, 2, "table.json"},
		{opset99 + "@99 Pad-25", 2, "name one of ai.onnx/Pad-99"},
		{"git:nosuchbranch embedded", 2, "no such commit"},
		{"Pad-1 Pad-2 -o " + dir, 2, "is a directory"},
	} {
		code, stdout, stderr := padgen(append([]string{"diff"}, strings.Fields(tt.args)...)...)
		where := stdout
		if tt.code == 2 {
			where = stderr
		}
		if code != tt.code || !strings.Contains(where, tt.want) || tt.want == "" && stdout != "" {
			t.Errorf("padgen diff %s: exit %d, want %d and %q\n%.300s\n%.300s", tt.args, code, tt.code, tt.want, stdout, stderr)
		}
		if tt.code == 2 && stdout != "" {
			t.Errorf("padgen diff %s fails and prints %.100q", tt.args, stdout)
		}
	}
}

// TestDiffOfNewTable imports into a folder without a table, which then is one for every command.
func TestDiffOfNewTable(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "newspec")
	const document = "../../../spec/onnxdoc/testdata/changelog.md"
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"import", document, "-o", dir}, 0, "wrote " + filepath.Join(dir, "elemtypes.json")},
		{[]string{"import", "-check", document, "-o", dir}, 0, "no disagreement"},
		{[]string{"diff", dir, "embedded", "-format", "github"}, 1, "PAD_VERSION_ADDED"},
		{[]string{"diff", dir + "@18", "Pad-18"}, 1, "PAD_DOC_ONLY"},
	} {
		if code, stdout, stderr := padgen(c.args...); code != c.code || !strings.Contains(stdout, c.want) || stderr != "" {
			t.Errorf("padgen %q: exit %d, want %d and %q\n%.300s\n%.300s", c.args, code, c.code, c.want, stdout, stderr)
		}
	}
}

// TestDiffDeprecated: a document that deprecates Pad, also one that describes no other version.
func TestDiffDeprecated(t *testing.T) {
	document := filepath.Join(t.TempDir(), "Changelog.md")
	writeIn(t, document, []byte(`## Operator Changelog
## Version 29 of the default ONNX operator set
### <a name="Pad-29"></a>**Pad-29** (deprecated)</a>

#### Version

This version of the operator has been deprecated since version 29 of the default ONNX operator set.
`))
	code, stdout, stderr := padgen("diff", "embedded", document, "-fail-on", "breaking")
	if code != 1 || !strings.Contains(stdout, "PAD_VERSION_DEPRECATED  breaking  breaking  Pad is deprecated since opset 29 of ai.onnx") {
		t.Errorf("exit %d\n%s\n%s", code, stdout, stderr)
	}
	code, stdout, stderr = padgen("diff", "embedded", document, "-format", "github")
	const want = "Changelog.md,line=3,title=PAD_VERSION_DEPRECATED::ai.onnx/Pad-29: Pad is deprecated since opset 29 of ai.onnx"
	if code != 1 || !strings.HasPrefix(stdout, "::error file=") || !strings.Contains(stdout, want) {
		t.Errorf("exit %d, does not say %q\n%s\n%s", code, want, stdout, stderr)
	}

	// A version after it puts Pad in force again.
	data, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	writeIn(t, document, append(data, `## Version 30 of the default ONNX operator set
### <a name="Pad-30"></a>**Pad-30**</a>

#### Version

This version of the operator has been available since version 30 of the default ONNX operator set.

#### Inputs

<dl>
<dt><tt>data</tt> : T</dt>
<dd>Input.</dd>
</dl>

#### Outputs

<dl>
<dt><tt>output</tt> : T</dt>
<dd>Output.</dd>
</dl>

#### Type Constraints

<dl>
<dt><tt>T</tt> : tensor(float)</dt>
<dd>Floats.</dd>
</dl>
`...))
	code, stdout, stderr = padgen("diff", "embedded", document)
	if code != 1 || !strings.Contains(stdout, "ai.onnx/Pad-30 is new") || strings.Contains(stdout, "PAD_VERSION_DEPRECATED") {
		t.Errorf("exit %d\n%s\n%s", code, stdout, stderr)
	}
}

// TestDiffInvalid: what import refuses a document for, diff notes, also where nothing else changed.
func TestDiffInvalid(t *testing.T) {
	dir := t.TempDir()
	document := filepath.Join(dir, "opset99.md")
	data, err := os.ReadFile("../../../spec/onnxdoc/testdata/opset99.md")
	if err != nil {
		t.Fatal(err)
	}
	writeIn(t, document, bytes.Replace(data, []byte("Inputs (2 - 5)"), []byte("Inputs (2 - 4)"), 1))
	note := document + ":23: PAD_INVALID: ai.onnx/Pad-99: max_inputs: is 4, expected 5"
	if code, stdout, _ := padgen("import", document, "-o", filepath.Join(dir, "spec")); code != 1 || !strings.Contains(stdout, note) {
		t.Errorf("import: exit %d\n%s", code, stdout)
	}
	for _, sides := range [][]string{{"embedded", document}, {"Pad-25", document + "@Pad-99"}, {document, document}} {
		if _, stdout, stderr := padgen("diff", sides[0], sides[1]); strings.Count(stdout, note) != 1 || stderr != "" {
			t.Errorf("diff %q does not say %q once\n%s\n%s", sides, note, stdout, stderr)
		}
	}
	for _, side := range []string{"../../../spec/onnxdoc/testdata/opset99.md", "../../../spec/onnxdoc/testdata/summary.md", "../../../spec/onnxdoc/testdata/page-damaged.txt"} {
		if _, stdout, _ := padgen("diff", "embedded", side); strings.Contains(stdout, "PAD_INVALID") {
			t.Errorf("%s\n%s", side, stdout)
		}
	}
}

func TestDiffWritesFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report.json")
	code, stdout, stderr := padgen("diff", "1", "2", "-format", "json", "-fail-on", "never", "-o", file)
	data, err := os.ReadFile(file)
	if code != 0 || stdout != "" || err != nil || len(data) < 1000 {
		t.Errorf("exit %d, %q, %q, %v, %d bytes", code, stdout, stderr, err, len(data))
	}
}

// TestDiffNamesKernels holds what specdiff says of the generated package against the generator's own plan.
func TestDiffNamesKernels(t *testing.T) {
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	names := func(opset int) map[string]bool {
		plan, err := gen.NewPlan(table, gen.Config{Opset: opset})
		if err != nil {
			t.Fatal(err)
		}
		set := map[string]bool{}
		for _, k := range plan.Kernels {
			set[k.Name()] = true
		}
		return set
	}
	var versions []int
	for _, s := range table.Schemas {
		if s.Domain == spec.DefaultDomain {
			versions = append(versions, s.SinceVersion)
		}
	}
	for i := 1; i < len(versions); i++ {
		old, new := names(versions[i-1]), names(versions[i])
		from, to := table.Schema(fmt.Sprintf("ai.onnx/Pad-%d", versions[i-1])), table.Schema(fmt.Sprintf("ai.onnx/Pad-%d", versions[i]))
		r, err := specdiff.Compare(&specdiff.Side{Label: "old", Table: table, Version: from}, &specdiff.Side{Label: "new", Table: table, Version: to})
		if err != nil {
			t.Fatal(err)
		}
		var added []string
		for n := range new {
			if !old[n] {
				added = append(added, n)
			}
		}
		slices.Sort(added)
		e := r.Effect
		if e.Before != len(old) || e.After != len(new) || !slices.Equal(e.Added, added) || len(e.Removed) != 0 {
			t.Errorf("%d to %d: specdiff counts %d and %d kernels, %d added; the plans have %d and %d, %d added",
				versions[i-1], versions[i], e.Before, e.After, len(e.Added), len(old), len(new), len(added))
		}
	}
}

func TestDiffGrowth(t *testing.T) {
	r, err := compare(&diffOptions{sides: []string{"Pad-2", "Pad-11"}})
	if err != nil {
		t.Fatal(err)
	}
	g := r.Effect.Growth
	if g.Files.After-g.Files.Before != 9 || 2*g.Source.After < 3*g.Source.Before || 2*g.Lines.After < 3*g.Lines.Before {
		t.Errorf("three types to eleven: %+v", *g)
	}
	if g.Compile != nil || g.Linked != nil || !strings.HasPrefix(g.Note, "not measured") {
		t.Errorf("nothing was measured: %+v", *g)
	}
}

// TestDiffWithoutStorage lets an input have a type that nothing stores: what is generated stays as large as it is,
// but for a few lines of data.
func TestDiffWithoutStorage(t *testing.T) {
	if testing.Short() {
		t.Skip("renders whole packages, none with a goroutine")
	}
	for _, c := range []struct {
		input string
		sides func(dir, file string) []string
	}{
		{"pads", func(_, file string) []string { return []string{"Pad-25", file} }},
		{"pads", func(dir, _ string) []string { return []string{"25", dir + "@Pad-25"} }},
		{"pads", func(dir, _ string) []string { return []string{"embedded", dir} }},
		{"axes", func(dir, _ string) []string { return []string{dir + "@Pad-25", "Pad-25"} }},
	} {
		dir, file := tableOfInt128(t, c.input)
		sides := c.sides(dir, file)
		r, err := compare(&diffOptions{sides: sides})
		if err != nil {
			t.Errorf("%s, %s: %v", c.input, sides, err)
			continue
		}
		old, new := r.Packages()
		if old.Kernels != 832 || new.Kernels != 832 || len(old.Table.Schemas) != len(new.Table.Schemas) {
			t.Errorf("%s, %s: %d and %d kernels, %d and %d versions", c.input, sides, old.Kernels, new.Kernels, len(old.Table.Schemas), len(new.Table.Schemas))
		}
		if g := r.Effect.Growth; g != nil && (g.Files.Before != g.Files.After || max(g.Lines.Before-g.Lines.After, g.Lines.After-g.Lines.Before) > 3) {
			t.Errorf("%s, %s: growth %+v", c.input, sides, *g)
		}
	}
}

// tableOfInt128 writes a table in which an input of Pad-25 is a tensor(int128), and returns its folder and the version's file.
func tableOfInt128(t *testing.T, input string) (dir, file string) {
	t.Helper()
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	s := table.Schema("ai.onnx/Pad-25")
	p, i := s.Input(input)
	s.Inputs[i].Type = "tensor(int128)"
	s.TypeConstraints = slices.DeleteFunc(s.TypeConstraints, func(c spec.TypeConstraint) bool { return c.Name == p.Type })
	files, err := table.Files()
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	for name, content := range files {
		writeIn(t, filepath.Join(dir, filepath.FromSlash(name)), content)
	}
	return dir, filepath.Join(dir, filepath.FromSlash(s.File()))
}

// TestDiffNamesAPI looks for the declarations that specdiff names in the source of the packages.
func TestDiffNamesAPI(t *testing.T) {
	declared := map[string]bool{}
	for _, dir := range []string{"../../../runtime/dtype", "../../../generated"} {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", dir, err)
		}
		for _, name := range files {
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				for _, id := range declares(d) {
					declared[f.Name.Name+"."+id] = true
				}
			}
		}
	}
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	empty := &spec.Table{Domains: table.Domains}
	r, err := specdiff.Compare(&specdiff.Side{Label: "none", Table: empty}, &specdiff.Side{Label: "all", Table: table})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(r.Effect.APIAdded); n < 26*(4*8+1)+26 {
		t.Errorf("%d declarations", n)
	}
	for _, line := range r.Effect.APIAdded {
		words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" ,(", r) })
		if pkg, name := words[1], words[3]; !declared[pkg+"."+name] {
			t.Errorf("%s.%s is not declared: %s", pkg, name, line)
		}
	}
}

func declares(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, id := range s.Names {
					names = append(names, id.Name)
				}
			}
		}
	}
	return names
}

// TestDiffMeasures builds the smallest packages there are.
func TestDiffMeasures(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs the compiler")
	}
	r, err := compare(&diffOptions{sides: []string{"Pad-1", "Pad-2"}, measure: true})
	if err != nil {
		t.Fatal(err)
	}
	g := r.Effect.Growth
	if g.Compile == nil || g.Linked == nil || g.Compile.After <= 0 || g.Linked.After < 500_000 || !strings.Contains(g.Note, "measured once each with go1.") {
		t.Errorf("%+v", g)
	}
}
