// Package padgen_test tests that the generated code is that of the table, and that it is well formed. That every kernel does what Pad means
// is tested in padtest, what other modules make of padgen in gentest.
package padgen_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/spec"
)

const (
	module       = "github.com/padgen/padgen"
	generatedDir = "generated"
)

func table(t *testing.T) *spec.Table {
	t.Helper()
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func plan(t *testing.T) *gen.Plan {
	t.Helper()
	p, err := gen.NewPlan(table(t), gen.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func render(t *testing.T) []gen.File {
	t.Helper()
	files, err := plan(t).Files()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestGeneratedIsCurrent compares the folder, and the lists of element types and versions in the runtime, with the table, both ways: a file
// may be stale, missing or an orphan.
func TestGeneratedIsCurrent(t *testing.T) {
	folders, err := plan(t).Folders(generatedDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		diffs, err := gen.Check(f)
		if err != nil {
			t.Error(err)
		}
		for _, d := range diffs {
			t.Errorf("%s; run make generate", d)
		}
		if wrote, err := gen.Wrote(f.Dir); wrote != (f.Dir == generatedDir) || err != nil {
			t.Errorf("%s is a package of padgen: %v, %v", f.Dir, wrote, err)
		}
	}
	if len(folders) != 6 {
		t.Errorf("%d folders, expected generated and those of the runtime with lists", len(folders))
	}
	files := folders[0].Files
	// The folder holds nothing else but tests, and the check sees damage of every kind.
	entries, err := os.ReadDir(generatedDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), "_test.go") && !slices.ContainsFunc(files, func(f gen.File) bool { return f.Name == e.Name() }) {
			t.Errorf("%s is not generated", e.Name())
		}
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(generatedDir)); err != nil {
		t.Fatal(err)
	}
	float, err := os.ReadFile(filepath.Join(dir, "float32.go"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"float32.go": append(float, '\n'), "float128.go": float} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "uint8.go")); err != nil {
		t.Fatal(err)
	}
	got, err := gen.Check(gen.Folder{Dir: dir, Files: files})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]gen.State{"float32.go": gen.Stale, "float128.go": gen.Orphan, "uint8.go": gen.Missing} {
		if !slices.ContainsFunc(got, func(d gen.Difference) bool { return d.Path == filepath.Join(dir, name) && d.State == want }) {
			t.Errorf("%s is not found %s: %v", name, want, got)
		}
	}
}

// TestGenerationIsDeterministic renders twice: maps have another order then.
func TestGenerationIsDeterministic(t *testing.T) {
	one, two := render(t), render(t)
	if !slices.EqualFunc(one, two, func(a, b gen.File) bool { return a.Name == b.Name && bytes.Equal(a.Content, b.Content) }) {
		t.Errorf("two generations differ:\n%s", cmp.Diff(one, two))
	}
}

// TestManifest: below its header, the file has a line for each kernel.
func TestManifest(t *testing.T) {
	file, err := os.ReadFile(filepath.Join(generatedDir, gen.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	_, kernels, _ := strings.Cut(string(file), "\n//padgen:sum ")
	_, kernels, _ = strings.Cut(kernels, "\n")
	if diff := cmp.Diff(strings.Split(kernels, "\n"), strings.Split(plan(t).Manifest(), "\n")); diff != "" {
		t.Errorf("manifest and plan (-file +plan):\n%s", diff)
	}
	if n := strings.Count(kernels, "\n"); n != len(plan(t).Kernels) {
		t.Errorf("%d lines, expected %d", n, len(plan(t).Kernels))
	}
}

// TestEmittedPackage type-checks the package and compares what it exports with the plan: every kernel with its
// signature and a doc comment that names its versions, every set, and no other function. What it imports is the
// runtime and the standard library, and no code of it runs at start.
func TestEmittedPackage(t *testing.T) {
	fset := token.NewFileSet()
	var trees []*ast.File
	for _, f := range render(t) {
		if filepath.Ext(f.Name) != ".go" {
			continue
		}
		tree, err := parser.ParseFile(fset, f.Name, f.Content, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	check := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := check.Check(generatedDir, fset, trees, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkg.Imports() {
		if strings.Contains(p.Path(), ".") && !strings.HasPrefix(p.Path(), module+"/runtime/") {
			t.Errorf("imports %s", p.Path())
		}
	}
	docs := map[string]string{}
	for _, f := range trees {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil {
				continue
			}
			if fn.Name.Name == "init" {
				t.Errorf("%s: an init", fset.Position(fn.Pos()))
			}
			docs[fn.Name.Name] = fn.Doc.Text()
		}
	}
	scope := pkg.Scope()
	exported := map[string]bool{}
	for _, name := range scope.Names() {
		if _, ok := scope.Lookup(name).(*types.Func); ok && ast.IsExported(name) {
			exported[name] = true
		}
	}
	for _, k := range plan(t).Kernels {
		name := k.Name()
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok {
			t.Errorf("no function %s", name)
			continue
		}
		delete(exported, name)
		storage := strings.ReplaceAll(k.Elem.Storage, "dtype.", module+"/runtime/dtype.")
		value := ""
		if k.Mode == spec.Constant {
			value = "value " + storage + ", "
		}
		want := fmt.Sprintf("func(dst []%s, src []%[1]s, %sg *%s/runtime/kernel.Geometry)", storage, value, module)
		if got := types.TypeString(fn.Type(), nil); got != want {
			t.Errorf("%s is a %s, expected %s", name, got, want)
		}
		doc := docs[name]
		if !strings.HasPrefix(doc, name+" pads a tensor("+k.Elem.Name+")") || !strings.Contains(doc, "mode "+k.Mode) {
			t.Errorf("%s: doc comment %q", name, doc)
		}
		if strings.Contains(doc, "//") {
			t.Errorf("%s: the doc comment has a comment inside: %q", name, doc)
		}
		if !strings.HasSuffix(doc, "\nAllowed "+k.Allowed+".\n") {
			t.Errorf("%s: doc comment %q does not end in what allows it, %s", name, doc, k.Allowed)
		}
	}
	for name := range exported {
		t.Errorf("%s is exported and not a kernel", name)
	}
	for _, e := range table(t).ElemTypes {
		v, ok := scope.Lookup(e.GoName).(*types.Var)
		if !ok || !strings.HasPrefix(types.TypeString(v.Type(), nil), module+"/runtime/kernel.Set[") {
			t.Errorf("no kernel set %s", e.GoName)
		}
	}
}

// The generator and the runtime agree on the highest rank, or this does not compile.
const (
	_ = uint(gen.MaxRank - kernel.MaxRank)
	_ = uint(kernel.MaxRank - gen.MaxRank)
)
