package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
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
	if err := os.WriteFile(filepath.Join(dir, "noise.md"), []byte(strings.Repeat("noise ", 1000)), 0o666); err != nil {
		t.Fatal(err)
	}
	const opset99 = "../../../spec/changelog/testdata/opset99.md"
	for _, tt := range []struct {
		args string // DIR stands for the folder
		code int
		want string // in the output, or in the error of code 2
	}{
		{"Pad-2 Pad-1", 0, "PAD_ATTRIBUTE_REMOVED"},
		{"-format json Pad-1 Pad-2", 0, `"format": "padgen-diff/4"`},
		{"Pad-1 -format markdown Pad-2", 0, "### Pad: `Pad-1` to `Pad-2`"},
		{"Pad-1 Pad-2 -format=html", 0, "<!DOCTYPE html>"},
		{"Pad-1 Pad-2 -format github", 0, "::notice title=PAD_ATTRIBUTE_REMOVED::ai.onnx/Pad-2: "},
		{"Pad-24 Pad-25 -fail-on any", 1, "PAD_TYPE_ADDED"},
		{"Pad-24 Pad-25 -fail-on changed", 0, "PAD_TYPE_ADDED"},
		{"Pad-1 Pad-2 -fail-on changed", 1, "PAD_ATTRIBUTE_REMOVED"},
		{"Pad-1 Pad-2 -fail-on never", 0, "PAD_ATTRIBUTE_REMOVED"},
		{"22 opset:21", 0, "22 -> opset:21: no change (opset 22 is Pad-21, opset 21 is Pad-21); signatures are compared, prose is not\n"},
		{"22 opset:21 -format github", 0, ""},
		{"22 opset:21 -format json", 0, `"changes": [],`},
		{"embedded ../../../spec/changelog/testdata/changelog.md", 0, "no change; signatures are compared, prose is not; left out: versions "},
		{"-v embedded ../../../spec/changelog/testdata/changelog.md", 0, "left out: ai.onnx/Pad-1\n"},
		{"-fail-on any embedded ../../..", 0, ": no change; "},
		{"embedded " + opset99, 1, "tensor(posit8): it has no storage"},
		{"Pad-25 " + opset99, 1, "mode mirror: there are no kernels"},
		{"Pad-25 " + opset99 + "@Pad-99 -fail-on unsupported", 1, "input mask: "},
		{"Pad-25 " + opset99 + "@Pad-99 -fail-on breaking", 0, "input mask: "},
		{"embedded ../../../spec/changelog/testdata/summary.md", 0, "no change; "}, // states no inputs
		{opset99 + " " + opset99 + " -fail-on any", 0, ": no change; "},
		{"../../../spec/changelog/testdata/changelog.md " + opset99 + " -fail-on unsupported", 1, "the version is new"},
		{"Pad-1 Pad-2 -o -", 0, "PAD_ATTRIBUTE_REMOVED"},
		{"-- Pad-1 Pad-2", 0, "PAD_ATTRIBUTE_REMOVED"},
		{"Pad-1 -- -rules", 2, `"-rules" is no version`},
		{"-rules", 0, "PAD_SOURCES_CHANGED              none      none"},
		{"-schema", 0, "https://json-schema.org/draft/2020-12/schema"},

		{"", 2, "padgen: diff takes OLD and NEW, or -rules, or -schema, not []"},
		{"Pad-24", 2, "diff takes OLD and NEW"},
		{"Pad-24 Pad-25 Pad-23", 2, "diff takes OLD and NEW"},
		{"-rules Pad-24 Pad-25", 2, "diff takes OLD and NEW"},
		{"Pad-24 Pad-25 -format xml", 2, `padgen: unknown format "xml", expected one of text, `},
		{"Pad-24 Pad-25 -fail-on high", 2, `padgen: unknown threshold "high", expected one of never, `},
		{"Pad-24 Pad-25 -nonsense", 2, "padgen: unknown flag \"-nonsense\", expected one of -fail-on, "},
		{"Pad-24 Pad-25 -fail_on any", 2, `padgen: unknown flag "-fail_on": did you mean "-fail-on"?` + "\n"},
		{"Pad-24 Pad-112", 2, `padgen: unknown version "ai.onnx/Pad-112": did you mean "ai.onnx/Pad-11"?` + "\n"},
		{"Pad-24 embedded", 2, "add an opset to it, as in embedded@18, or a version, "},
		{"Pad-24 nowhere.md", 2, "no version, opset"},
		{"Pad-24 DIR/noise.md", 2, "noise.md"},
		{"Pad-24 DIR", 2, "table.json"},
		{opset99 + "@98 Pad-25", 2, "name one of ai.onnx/Pad-99"},
		{"25 " + opset99 + "@99 -fail-on never", 0, "(opset 25 is Pad-25, opset 99 is Pad-99)"},
		{"git:nosuchbranch embedded", 2, "git:nosuchbranch:"}, // there may be no git, and no repository
		{"Pad-1 Pad-2 -o DIR", 2, "is a directory"},
	} {
		args := strings.Fields("diff " + tt.args)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "DIR", dir)
		}
		code, stdout, stderr := padgen(args...)
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

// TestDiffDeprecated: a document that deprecates Pad, also one that describes no other version.
func TestDiffDeprecated(t *testing.T) {
	document := filepath.Join(t.TempDir(), "Changelog.md")
	writeIn(t, document, []byte(`## Operator Changelog
## Version 29 of the default ONNX operator set
### <a name="Pad-29"></a>**Pad-29** (deprecated)</a>

#### Version

This version of the operator has been deprecated since version 29 of the default ONNX operator set.
`))
	code, stdout, stderr := padgen("diff", "embedded", document, "-fail-on", "review")
	if code != 1 || !strings.Contains(stdout, "PAD_VERSION_DEPRECATED  changed    unsupported  the version is deprecated: no table can say that") {
		t.Errorf("exit %d\n%s\n%s", code, stdout, stderr)
	}
	if code, _, stderr := padgen("diff", document+"@Pad-29", "embedded"); code != 2 || stderr != "padgen: unknown version \"ai.onnx/Pad-29\": there is none\n" {
		t.Errorf("the version itself: exit %d, %s", code, stderr)
	}
	code, stdout, stderr = padgen("diff", "embedded", document, "-format", "github")
	const want = "Changelog.md,line=3,title=PAD_VERSION_DEPRECATED::ai.onnx/Pad-29: the version is deprecated: no table can say that"
	if code != 1 || !strings.HasPrefix(stdout, "::warning file=") || !strings.Contains(stdout, want) {
		t.Errorf("exit %d, does not say %q\n%s\n%s", code, want, stdout, stderr)
	}

	// A version after it puts Pad in force again.
	data, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	writeIn(t, document, append(data, `## Version 900 of the default ONNX operator set
### <a name="Pad-900"></a>**Pad-900**</a>

#### Version

This version of the operator has been available since version 900 of the default ONNX operator set.

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
	code, stdout, stderr = padgen("diff", "embedded", document, "-fail-on", "any")
	if code != 1 || !strings.Contains(stdout, "ai.onnx/Pad-900\n") || strings.Contains(stdout, "PAD_VERSION_DEPRECATED") {
		t.Errorf("exit %d\n%s\n%s", code, stdout, stderr)
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

// TestDiffImpact: the kernels of a report are those of the emitted packages.
func TestDiffImpact(t *testing.T) {
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	p, err := generated(table)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Kernels) == 0 {
		t.Error("there are none")
	}
	declared := map[string]bool{}
	files, err := filepath.Glob("../../../generated/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("the generated package: %v", err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			for _, id := range declares(d) {
				declared[id] = true
			}
		}
	}
	for _, name := range p.Kernels {
		if !declared[name] {
			t.Errorf("%s is not declared by the generated package", name)
		}
	}
	if p, err := generated(&spec.Table{}); err != nil || len(p.Kernels) > 0 {
		t.Errorf("an empty table: %v, %d kernels", err, len(p.Kernels))
	}
}

// TestDiffWithoutStorage: an input of a type that nothing stores is no reason not to compare.
func TestDiffWithoutStorage(t *testing.T) {
	for _, c := range []struct {
		input     string
		revisions func(dir, file string) []string
	}{
		{"pads", func(_, file string) []string { return []string{"Pad-25", file} }},
		{"pads", func(dir, _ string) []string { return []string{"25", dir + "@Pad-25"} }},
		{"pads", func(dir, _ string) []string { return []string{"embedded", dir} }},
		{"axes", func(dir, _ string) []string { return []string{dir + "@Pad-25", "Pad-25"} }},
	} {
		dir, file := tableOfInt128(t, c.input)
		revisions := c.revisions(dir, file)
		r, err := compare("", revisions)
		if err != nil {
			t.Errorf("%s, %s: %v", c.input, revisions, err)
			continue
		}
		if k := r.Impact; k.Before == 0 || k.After != k.Before || r.Empty() {
			t.Errorf("%s, %s: %d and %d kernels, changes %v", c.input, revisions, k.Before, k.After, r.Changes)
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

// TestDiffPackage: with -package, a report says what happens to the kernels that a folder was generated with.
func TestDiffPackage(t *testing.T) {
	t.Chdir(t.TempDir())
	// until writes a table that ends with an opset, and with the type of a number.
	until := func(folder string, opset, number int) {
		table, err := spec.Default()
		if err != nil {
			t.Fatal(err)
		}
		later := func(s *spec.OpSchema) bool { return s.Domain == spec.DefaultDomain && s.SinceVersion > opset }
		table.Schemas = slices.DeleteFunc(table.Schemas, later)
		table.ElemTypes = slices.DeleteFunc(table.ElemTypes, func(e spec.ElemType) bool { return e.Number > number })
		d := &table.Domains[0]
		d.NewestOpset = opset
		d.Operators[0].SinceVersions = slices.DeleteFunc(d.Operators[0].SinceVersions, func(v int) bool { return v > opset })
		table.Checked = []spec.CheckedOpset{{Domain: spec.DefaultDomain, Opset: opset}}
		files, err := table.Files()
		if err != nil {
			t.Fatal(err)
		}
		for name, content := range files {
			writeIn(t, filepath.Join(folder, filepath.FromSlash(name)), content)
		}
	}
	until("old", 24, 25)
	until("new", 25, 26)
	const opsets = " (opset 24 is Pad-24, opset 25 is Pad-25)"
	const left = "left out: changes of types and modes that ./k does not have"
	for _, c := range []struct {
		generate, diff string
		code           int
		want           string // how the report begins
		without        string // what it does not say
	}{
		{"-types float -modes edge,wrap -ranks 1-2", "24 25 -fail-on any", done, "24 -> 25: the kernels in ./k stay as they are" + opsets + "; signatures are compared, prose is not; " + left + "\n", ""},
		{"-types float,int2 -modes edge -ranks 1-2", "24 25 -fail-on any", findings, "24 -> 25: ./k: 2 kernels more and 0 less; " +
			"the new signature accepts every node of the old one; Go programs need no change and get something new" + opsets + "\n1 change\n", "uint2"},
		{"-types int2 -modes edge -ranks 1-2", "25 24", done, "25 -> 24: ./k: 0 kernels more and 2 less; the new signature refuses some node of the old one, ", "uint2"},
		{"-types float -modes edge -ranks 1", "17 19", done, "17 -> 19: the kernels in ./k stay as they are; the new signature accepts every node of the old one; ", "wrap"},
		{"-ranks 1", "24 25", done, "24 -> 25: ./k: 8 kernels more and 0 less; ", "left out"},
		{"-opset 18 -modes edge -ranks 1", "24 25 -fail-on any", done, "24 -> 25: the kernels in ./k stay as they are" + opsets, "int2"},
		{"-modes edge -ranks 1", "old new", done, "old -> new: ./k: 2 kernels more and 0 less; the new signature accepts every node of the old one; ", "Reflect"},
		{"-types float -modes edge -ranks 1", "old new", done, "old -> new: the kernels in ./k stay as they are; Go programs need no change ", "tensor("},
		{"-types int2,float -modes edge -ranks 1", "new old", findings, "new -> old: ./k: 0 kernels more and 1 less; ", "uint2"},
		{"-types float -modes edge -ranks 1", "24 25 -format markdown", done, "### Pad: `24` to `25`\n\nThe kernels in ./k stay as they are" + opsets + "; signatures are compared, prose is not.\n\nkernels of", "int2 "},
		{"-types float -modes edge -ranks 1", "24 25 -format json", done, "{\n  \"format\": \"padgen-diff/4\",\n  \"verdict\": \"the kernels in ./k stay as they are" + opsets + "\",\n", "PAD_"},
	} {
		if code, printed := runLine("generate " + c.generate + " -o k"); code != done {
			t.Fatal(printed)
		}
		code, printed := runLine("diff -package ./k " + c.diff)
		if code != c.code || !strings.HasPrefix(printed, c.want) || c.without != "" && strings.Contains(printed, c.without) {
			t.Errorf("%s: diff %s: exit %d, printed\n%s\nexpected %d and\n%s\nwithout %q", c.generate, c.diff, code, printed, c.code, c.want, c.without)
		}
	}
	for dir, want := range map[string]string{"nowhere": "padgen: no such folder: \"nowhere\"\n", "old": "padgen: old: no file of padgen there says "} {
		if code, printed := runLine("diff 24 25 -package " + dir); code != failure || !strings.HasPrefix(printed, want) {
			t.Errorf("%s: exit %d, printed %q, expected %q", dir, code, printed, want)
		}
	}
}
