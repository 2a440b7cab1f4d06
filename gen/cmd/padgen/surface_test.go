package main

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/spec/spectest"
	"github.com/padgen/padgen/templates"
)

// contract is the contract that padgen writes today. Its surface, the symbols of the runtime that emitted code may use, is
// testdata/contracts/N.txt, one on each line; N.txtar contains kernels as they were emitted.
const contract = templates.Contract

const symbolGone = `%s: the runtime no longer has
	%s
Kernels that users committed do not compile without it. Keep it, and add what is new under another name. If that is impossible, raise
the contract: see "The contract of emitted code" in .github/RELEASING.md.
`

const symbolNew = `emitted code uses, and contract %d does not have
	%s
Runtimes of this contract, which users have, do not compile that. Emit code without it, or add a contract: see "The contract of emitted
code" in .github/RELEASING.md. Before the first release, accept it with go test ./gen/cmd/padgen -run 'Surface|Contract' -update
`

// fromTable matches what a new opset may add: an element type or a mode. Its kernels need a runtime that has it.
var fromTable = regexp.MustCompile(`^pkg runtime/(dtype, type \S+ \S+|kernel, const \w+ kernel\.Mode)$`)

// TestSurface compares what emitted code uses of the runtime, and what the runtime has, with the surface of each supported
// contract.
func TestSurface(t *testing.T) {
	if testing.Short() {
		t.Skip("it type-checks all kernels")
	}
	root := moduleRoot(t)
	touch(t)
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "./generated")
	list.Dir, list.Stderr = root, os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
	fset := token.NewFileSet()
	var files []*ast.File
	names, _ := filepath.Glob(filepath.Join(root, "generated", "*.go"))
	for _, name := range names {
		if file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution); err != nil {
			t.Fatal(err)
		} else if file.Name.Name == "generated" {
			files = append(files, file)
		}
	}
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	emitted, err := (&types.Config{Importer: imports}).Check("generated", fset, files, info)
	if err != nil {
		t.Fatal(err)
	}

	uses, has := symbols{}, symbols{}
	for _, problem := range uses.emitted(info) {
		t.Errorf("%s", problem)
	}
	for _, pkg := range emitted.Imports() {
		if strings.HasPrefix(pkg.Path(), contractPath) { // it exports nothing
			mark := "pkg " + strings.TrimPrefix(pkg.Path(), modulePath+"/")
			uses[mark], has[mark] = true, true
		}
		has.runtime(pkg)
	}
	if len(uses) < 40 || len(has) < len(uses) {
		t.Fatalf("%d symbols are used, and the runtime has %d", len(uses), len(has))
	}
	golden := func(n int) string { return fmt.Sprintf("testdata/contracts/%d.txt", n) }
	if *update {
		unreleased(t)
		spectest.WriteFile(t, golden(contract), strings.Join(slices.Sorted(maps.Keys(uses)), "\n")+"\n")
	}
	for n := 1; n <= contract; n++ {
		if !supported(t, n) {
			continue
		}
		text, err := os.ReadFile(golden(n))
		if err != nil {
			t.Fatal(err)
		}
		surface := strings.Split(strings.TrimSpace(string(text)), "\n")
		for _, symbol := range surface {
			if !has[symbol] {
				t.Errorf(symbolGone, golden(n), symbol)
			}
			delete(uses, symbol)
		}
		t.Logf("contract %d has %d symbols", n, len(surface))
	}
	for _, symbol := range slices.Sorted(maps.Keys(uses)) {
		if !fromTable.MatchString(symbol) {
			t.Errorf(symbolNew, contract, symbol)
		}
	}
}

// unreleased stops the test if there is a release, because the surface of its contract must not change.
func unreleased(t *testing.T) {
	t.Helper()
	tag, _ := exec.Command("git", "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*").Output()
	file := fmt.Sprintf("testdata/contracts/%d.txt", contract)
	if exec.Command("git", "cat-file", "-e", strings.TrimSpace(string(tag))+":./"+file).Run() == nil && len(tag) > 0 {
		t.Fatalf("%s was released with %s and stays as it is", file, tag)
	}
}

// symbols are functions, constants and types of the runtime, and fields and methods of types, in the form of Go's api/*.txt.
type symbols map[string]bool

// of reports whether a symbol belongs to the runtime.
func of(obj types.Object) bool {
	return obj != nil && obj.Pkg() != nil && strings.HasPrefix(obj.Pkg().Path(), modulePath+"/runtime/")
}

func (s symbols) line(obj types.Object, format string, args ...any) bool {
	line := "pkg " + strings.TrimPrefix(obj.Pkg().Path(), modulePath+"/") + ", " + fmt.Sprintf(format, args...)
	was := s[line]
	s[line] = true
	return !was
}

// emitted adds what a package uses, and returns uses that a surface cannot describe.
func (s symbols) emitted(info *types.Info) (problems []string) {
	for _, obj := range info.Uses {
		s.add(obj)
	}
	for _, sel := range info.Selections {
		s.member(sel.Recv(), sel.Obj())
	}
	for expr, tv := range info.Types {
		lit, ok := expr.(*ast.CompositeLit)
		if !ok {
			continue
		}
		named, _ := tv.Type.(*types.Named)
		_, isStruct := tv.Type.Underlying().(*types.Struct)
		for _, e := range lit.Elts {
			if keyed, ok := e.(*ast.KeyValueExpr); ok && isStruct {
				s.member(tv.Type, info.Uses[keyed.Key.(*ast.Ident)])
			} else if isStruct && named != nil && of(named.Obj()) {
				problems = append(problems, fmt.Sprintf("a literal of %s without the names of fields: no field could be added", named))
			}
		}
	}
	return problems
}

// runtime adds everything that a package of the runtime exports.
func (s symbols) runtime(pkg *types.Package) {
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() || !of(obj) {
			continue
		}
		s.add(obj)
		if _, ok := obj.(*types.TypeName); !ok {
			continue
		}
		methods := types.NewMethodSet(types.NewPointer(obj.Type()))
		for i := range methods.Len() {
			s.member(obj.Type(), methods.At(i).Obj())
		}
		if t, ok := obj.Type().Underlying().(*types.Struct); ok {
			for i := range t.NumFields() {
				s.member(obj.Type(), t.Field(i))
			}
		}
	}
}

// add adds a symbol that is not a member of a type, and the types that its line names.
func (s symbols) add(obj types.Object) {
	if !of(obj) {
		return
	}
	switch obj := obj.(type) {
	case *types.Func:
		if obj.Signature().Recv() == nil {
			s.line(obj, "func %s%s", obj.Name(), s.signature(obj.Origin().Signature()))
		}
	case *types.Const:
		s.line(obj, "const %s %s", obj.Name(), s.typ(obj.Type()))
	case *types.TypeName:
		named, ok := obj.Type().(*types.Named)
		if !ok {
			return // a type parameter
		}
		under := named.Origin().Underlying()
		if _, ok := under.(*types.Struct); ok {
			s.line(obj, "type %s struct", typeString(named.Origin()))
		} else if s.line(obj, "type %s %s", typeString(named.Origin()), typeString(under)) {
			s.typ(under)
		}
	}
}

// member adds a field or a method under the type through which a program uses it, which may embed the declaring type.
func (s symbols) member(recv types.Type, obj types.Object) {
	pointer := ""
	if p, ok := recv.(*types.Pointer); ok {
		recv = p.Elem()
	}
	named, ok := recv.(*types.Named)
	if !ok || !of(obj) || !obj.Exported() {
		return
	}
	switch obj := obj.(type) {
	case *types.Func:
		sig := obj.Origin().Signature()
		if _, ok := sig.Recv().Type().(*types.Pointer); ok {
			pointer = "*"
		}
		s.line(obj, "method (%s%s) %s%s", pointer, named.Obj().Name(), obj.Name(), s.signature(sig))
	case *types.Var:
		s.line(obj, "field %s.%s %s", named.Obj().Name(), obj.Name(), s.typ(obj.Origin().Type()))
	}
}

// signature writes the types of parameters and results without their names, which may change.
func (s symbols) signature(sig *types.Signature) string {
	bare := func(tuple *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for i := range tuple.Len() {
			vars = append(vars, types.NewVar(token.NoPos, nil, "", tuple.At(i).Type()))
		}
		return types.NewTuple(vars...)
	}
	s.typ(sig)
	return strings.TrimPrefix(typeString(types.NewSignatureType(nil, nil, nil, bare(sig.Params()), bare(sig.Results()), sig.Variadic())), "func")
}

// typ writes a type, and adds the types that it names.
func (s symbols) typ(t types.Type) string {
	switch t := t.(type) {
	case *types.Named:
		s.add(t.Obj())
	case interface{ Elem() types.Type }:
		s.typ(t.Elem())
	case *types.Signature:
		for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
			for i := range tuple.Len() {
				s.typ(tuple.At(i).Type())
			}
		}
	}
	return typeString(t)
}

// typeString writes the sizes of a set's arrays by name, because a new mode changes one of them.
func typeString(t types.Type) string {
	text := types.TypeString(t, func(p *types.Package) string { return p.Name() })
	text = strings.Replace(text, fmt.Sprintf("[%d]kernel.", kernel.MaxRank), "[MaxRank]kernel.", 1)
	return strings.Replace(text, fmt.Sprintf("[%d][MaxRank]", kernel.NumModes), "[NumModes][MaxRank]", 1)
}
