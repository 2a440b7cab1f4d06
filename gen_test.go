// Package padgen_test tests that the generated code is that of the table, and that it is well formed. That every kernel does what Pad means
// is tested in padtest, and what other modules do with padgen in gen/cmd/padgen.
package padgen_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/spectest"
)

const (
	module       = "github.com/padgen/padgen"
	generatedDir = "generated"
)

func plan(t *testing.T) *gen.Plan {
	t.Helper()
	p, err := gen.NewPlan(spectest.Default(t), gen.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return p
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
	if len(folders) != 7 {
		t.Errorf("%d folders, expected generated and those of the runtime with lists", len(folders))
	}
	// The folder holds nothing else but tests.
	entries, err := os.ReadDir(generatedDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		is := func(f gen.File) bool { return f.Name == e.Name() }
		if !strings.HasSuffix(e.Name(), "_test.go") && !slices.ContainsFunc(folders[0].Files, is) {
			t.Errorf("%s is not generated", e.Name())
		}
	}
	// Maps have another order the next time.
	if again, err := plan(t).Folders(generatedDir); err != nil || !reflect.DeepEqual(folders, again) {
		t.Errorf("two generations differ (%v)", err)
	}
}

// TestEmittedPackage compares what the package exports with the plan: every kernel with its signature and a doc comment that names its
// versions, every set, and no other function. What it imports is the runtime and the standard library, and no code of it runs at start.
func TestEmittedPackage(t *testing.T) {
	names, err := filepath.Glob(generatedDir + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	exported := map[string]string{} // doc comments and signatures of functions, types of sets
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range file.Imports {
			if path := strings.Trim(p.Path.Value, `"`); strings.Contains(path, ".") && !strings.HasPrefix(path, module+"/runtime/") {
				t.Errorf("%s imports %s", name, path)
			}
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil && (d.Name.IsExported() || d.Name.Name == "init") {
					exported[d.Name.Name] = d.Doc.Text() + types.ExprString(d.Type)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if v, ok := s.(*ast.ValueSpec); ok && v.Names[0].IsExported() {
						exported[v.Names[0].Name] = types.ExprString(v.Type)
					}
				}
			}
		}
	}
	expect := func(name, begin, within, end string) {
		t.Helper()
		if got := exported[name]; !strings.HasPrefix(got, begin) || !strings.Contains(got, within) || !strings.HasSuffix(got, end) {
			t.Errorf("%s: %q, expected %q, %q and %q", name, got, begin, within, end)
		}
		delete(exported, name)
	}
	for _, k := range plan(t).Kernels {
		value := ""
		if k.Mode == spec.Constant {
			value = ", value " + k.Elem.Storage
		}
		expect(k.Name(), k.Name()+" pads a tensor("+k.Elem.Name+")", "mode "+k.Mode,
			fmt.Sprintf("\nfunc(dst, src []%s%s, g *kernel.Geometry)", k.Elem.Storage, value))
	}
	for _, e := range spectest.Default(t).ElemTypes {
		expect(e.GoName, "*kernel.Set[", e.Storage, "]")
	}
	for name := range exported {
		t.Errorf("%s is exported, and neither a kernel nor a set", name)
	}
}

// The generator and the runtime agree on the highest rank, or this does not compile.
const (
	_ = uint(gen.MaxRank - kernel.MaxRank)
	_ = uint(kernel.MaxRank - gen.MaxRank)
)
