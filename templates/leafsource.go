package templates

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"
)

// source holds the declarations of package leaf as text, because each instance is built from its own syntax tree.
type source struct {
	decls   map[string]*decl  // functions, types, methods such as repeat.open, and constants by each of their names
	imports map[string]string // paths, by the names that the code uses

	mu   sync.Mutex
	made map[string]*instance // the instances so far, by name
	err  error                // the first error of one of them
}

// decl is a declaration of package leaf.
type decl struct {
	source string // its file
	pos    token.Pos
	name   string
	params []string // the names of its type parameters, or of the receiver's
	text   string
}

// parseLeaf reads the source of package leaf, a folder of fsys. Its errors name the file and line.
func parseLeaf(fsys fs.FS) (*source, error) {
	s := &source{decls: map[string]*decl{}, imports: map[string]string{}, made: map[string]*instance{}}
	files, _ := fs.Glob(fsys, "leaf/*.go") // it fails only for a bad pattern
	fset := token.NewFileSet()
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		tree, err := parser.ParseFile(fset, "templates/"+name, text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, node := range tree.Decls {
			d := &decl{source: path.Base(name), pos: node.Pos()}
			from := node.Pos()
			if doc := s.add(node, d); doc != nil {
				from = doc.Pos()
			}
			d.text = string(text[fset.Position(from).Offset:fset.Position(node.End()).Offset])
		}
	}
	return s, nil
}

// add records a declaration under its names, and returns its doc comment.
func (s *source) add(node ast.Decl, d *decl) *ast.CommentGroup {
	if f, ok := node.(*ast.FuncDecl); ok {
		d.name, d.params = f.Name.Name, names(f.Type.TypeParams)
		if f.Recv != nil { // of *repeat[W], for example
			recv, param, _ := strings.Cut(strings.Trim(types.ExprString(f.Recv.List[0].Type), "*]"), "[")
			d.name, d.params = recv+"."+d.name, []string{param}
		}
		s.decls[d.name] = d
		return f.Doc
	}
	g := node.(*ast.GenDecl)
	for _, spec := range g.Specs {
		switch spec := spec.(type) {
		case *ast.ImportSpec:
			p, _ := strconv.Unquote(spec.Path.Value)
			s.imports[path.Base(p)] = p
		case *ast.TypeSpec:
			d.name, d.params = spec.Name.Name, names(spec.TypeParams)
			s.decls[d.name] = d
		case *ast.ValueSpec:
			for _, id := range spec.Names {
				d.name = cmp.Or(d.name, id.Name)
				s.decls[id.Name] = d
			}
		}
	}
	return g.Doc
}

func names(l *ast.FieldList) (all []string) {
	if l != nil {
		for _, f := range l.List {
			for _, id := range f.Names {
				all = append(all, id.Name)
			}
		}
	}
	return all
}
