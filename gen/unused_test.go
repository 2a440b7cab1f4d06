package gen_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"testing"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/gen/internal/gentest"
)

// TestNothingUnused: every set of modes has the functions, methods, types, variables and fields that it uses, and no others, with ranks
// that differ from set to set. One type stands for all of its width, because these share their code.
func TestNothingUnused(t *testing.T) {
	gentest.Touch(t)
	imports := importer.ForCompiler(token.NewFileSet(), "source", nil)
	widths := []string{"uint8", "float16", "float", "double", "complex128", "string", "int4", "int2"}
	known := []string{"constant", "reflect", "edge", "wrap"}
	ranks := [][]int{{1}, {2}, {3}, {1, 4}, {2, 7}}
	for set := 1; set < 1<<len(known); set++ {
		c := gen.Config{Types: widths, Ranks: ranks[set%len(ranks)]}
		for i, m := range known {
			if set&(1<<i) != 0 {
				c.Modes = append(c.Modes, m)
			}
		}
		if len(c.Modes) > 1 && testing.Short() {
			continue
		}
		t.Run(fmt.Sprint(c.Modes, c.Ranks), func(t *testing.T) {
			for _, unused := range unusedOf(t, render(t, c), imports) {
				t.Error(unused)
			}
		})
	}
}

// unusedOf describes each unexported declaration, method or field that nothing but itself uses.
func unusedOf(t *testing.T, files []gen.File, imports types.Importer) []string {
	t.Helper()
	fset := token.NewFileSet()
	var trees []*ast.File
	for _, f := range files {
		if filepath.Ext(f.Name) != ".go" {
			continue
		}
		tree, err := parser.ParseFile(fset, f.Name, f.Content, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	if _, err := (&types.Config{Importer: imports}).Check("p", fset, trees, info); err != nil {
		t.Fatal(err)
	}
	unused := map[types.Object]bool{}
	for id, o := range info.Defs {
		if o != nil && !o.Exported() && id.Name != "_" && isDeclaration(o) {
			unused[o] = true
		}
	}
	for _, tree := range trees {
		for _, d := range tree.Decls {
			var self types.Object // a function that only calls itself is unused
			if fn, ok := d.(*ast.FuncDecl); ok {
				self = info.Defs[fn.Name]
			}
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.Ident:
					if o := info.Uses[n]; o != self {
						delete(unused, o)
					}
				case *ast.SelectorExpr:
					for _, field := range embedded(info.Selections[n]) {
						delete(unused, field)
					}
				}
				return true
			})
		}
	}
	for _, o := range info.Defs {
		leaveOutBlocks(o, unused)
	}
	var list []string
	for o := range unused {
		list = append(list, fmt.Sprintf("%s: %s is not used", fset.Position(o.Pos()), o.Name()))
	}
	slices.Sort(list)
	return list
}

// isDeclaration reports whether o is declared at package level, or is a method or a field.
func isDeclaration(o types.Object) bool {
	switch o := o.(type) {
	case *types.Func:
		return true
	case *types.Const: // of an enumeration, all of it
		return false
	case *types.Var:
		return o.IsField() || o.Parent() == o.Pkg().Scope()
	}
	return o.Pkg() != nil && o.Parent() == o.Pkg().Scope()
}

// leaveOutBlocks deletes the fields of o if it is a type whose fields are all unused: they only say how large a block of memory is.
func leaveOutBlocks(o types.Object, unused map[types.Object]bool) {
	name, ok := o.(*types.TypeName)
	if !ok {
		return
	}
	layout, ok := name.Type().Underlying().(*types.Struct)
	if !ok {
		return
	}
	for f := range layout.Fields() {
		if !unused[f] {
			return
		}
	}
	for f := range layout.Fields() {
		delete(unused, f)
	}
}

// embedded returns the embedded fields through which a selector reaches a field or method.
func embedded(s *types.Selection) (fields []types.Object) {
	if s == nil {
		return nil
	}
	at := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		if p, ok := at.Underlying().(*types.Pointer); ok {
			at = p.Elem()
		}
		field := at.Underlying().(*types.Struct).Field(i)
		fields, at = append(fields, field), field.Type()
	}
	return fields
}
