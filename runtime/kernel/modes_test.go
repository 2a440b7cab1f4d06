package kernel_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/kernel"
)

// TestOneFunction: no code of the engine distinguishes reflect, edge and the like, so that a mode is only its [kernel.Mode.Source]. Where a
// mode has a cheaper form, its name is allowed; that of constant, which has a value and no source, is allowed everywhere.
func TestOneFunction(t *testing.T) {
	allowed := map[string]string{
		"kernel/mode.go": "what the modes mean",
		"pad/span.go":    "edge is the cheapest mode for axes of one element",
		"pad/mode.go":    "the names that other libraries have for them",
	}
	modes := map[string]bool{} // Reflect and "reflect"
	for m := kernel.Constant + 1; m < kernel.NumModes; m++ {
		name := m.String()
		modes[strconv.Quote(name)], modes[strings.ToUpper(name[:1])+name[1:]] = true, true
	}
	used, files := map[string]bool{}, 0
	for _, root := range []string{".", "../pad", "../images", "../onnx", "../../templates", "../../gen"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch name := d.Name(); {
			case err != nil:
				return err
			case name == "padtest": // the reference
				return filepath.SkipDir
			case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "zz_"):
				return nil
			}
			files++
			set := token.NewFileSet()
			tree, err := parser.ParseFile(set, path, nil, 0)
			if err != nil {
				return err
			}
			abs, err := filepath.Abs(path)
			if err != nil {
				return err
			}
			_, file, _ := strings.Cut(filepath.ToSlash(abs), "/runtime/")
			for n := range ast.Preorder(tree) {
				name := ""
				switch n := n.(type) {
				case *ast.Ident:
					name = n.Name
				case *ast.BasicLit:
					name = n.Value
				}
				switch {
				case !modes[name] || declares(tree, n):
				case allowed[file] != "":
					used[file] = true
				default:
					t.Errorf("%v names mode %s; what follows from it is in kernel.Pads", set.Position(n.Pos()), name)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for file, why := range allowed {
		if !used[file] {
			t.Errorf("%s names no mode any more (%s)", file, why)
		}
	}
	if files < 80 {
		t.Errorf("looked at %d files, expected all of the engine", files)
	}
}

// declares reports whether a node belongs to an import, or to the declaration of a constant.
func declares(f *ast.File, n ast.Node) bool {
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && (g.Tok == token.IMPORT || g.Tok == token.CONST) && g.Pos() <= n.Pos() && n.Pos() < g.End() {
			return true
		}
	}
	return false
}
