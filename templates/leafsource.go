package templates

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// source is the declarations of package leaf. It keeps their text: each instance is made from a syntax tree of its own.
type source struct {
	decls   map[string]*decl   // functions, types, and constants by each of their names
	methods map[string][]*decl // by their names
	imports map[string]string  // paths, by the names that the code uses
}

// decl is a declaration of package leaf.
type decl struct {
	file   string
	order  int // place in the source
	name   string
	recv   string   // the receiver's type, of a method
	params []string // the names of its type parameters, or of the receiver's
	text   string
}

// parseLeaf reads the source of package leaf, a folder of fsys. Its errors name file and line.
func parseLeaf(fsys fs.FS) (*source, error) {
	s := &source{map[string]*decl{}, map[string][]*decl{}, map[string]string{}}
	files, err := fs.Glob(fsys, "leaf/*.go")
	if err != nil {
		return nil, err
	}
	order := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, "templates/"+name, text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, i := range tree.Imports {
			p, _ := strconv.Unquote(i.Path.Value)
			s.imports[path.Base(p)] = p
		}
		for _, node := range tree.Decls {
			from, to := node.Pos(), node.End()
			if doc := docOf(node); doc != nil {
				from = doc.Pos()
			}
			order++
			s.add(node, &decl{
				file: path.Base(name), order: order,
				text: string(text[fset.Position(from).Offset:fset.Position(to).Offset]),
			})
		}
	}
	return s, nil
}

func docOf(node ast.Decl) *ast.CommentGroup {
	if f, ok := node.(*ast.FuncDecl); ok {
		return f.Doc
	}
	return node.(*ast.GenDecl).Doc
}

// add files a declaration under its names.
func (s *source) add(node ast.Decl, d *decl) {
	switch node := node.(type) {
	case *ast.FuncDecl:
		d.name = node.Name.Name
		if node.Recv == nil {
			d.params = names(node.Type.TypeParams)
			s.decls[d.name] = d
			return
		}
		t := node.Recv.List[0].Type
		if star, ok := t.(*ast.StarExpr); ok {
			t = star.X
		}
		if index, ok := t.(*ast.IndexExpr); ok {
			d.params = []string{index.Index.(*ast.Ident).Name}
			t = index.X
		}
		d.recv = t.(*ast.Ident).Name
		s.methods[d.name] = append(s.methods[d.name], d)
	case *ast.GenDecl:
		for _, spec := range node.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				d.name, d.params = spec.Name.Name, names(spec.TypeParams)
				s.decls[d.name] = d
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					s.decls[id.Name] = d
				}
			}
		}
	}
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
