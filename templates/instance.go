package templates

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// instance is a declaration with type arguments.
type instance struct {
	*decl
	name    string
	args    []string
	file    string // the file of its width or kind
	text    string
	imports []string    // paths
	needs   []*instance // what it refers to and, for a type, its methods
}

// sizeOf returns the size of a word or, as in chunk16, of a chunk. It is 0 or -1 for other types.
func sizeOf(name string) int {
	if n, ok := strings.CutPrefix(name, "chunk"); ok {
		size, _ := strconv.Atoi(n)
		return size
	}
	return slices.Index(words[:], name)
}

// newInstance returns a named instance: rows16OneEndsBy4 is rowsOf[uint32, chunk16, oneEndsBy4].
func newInstance(d *decl, args []string) *instance {
	in := &instance{decl: d, args: args, name: d.name, file: "chunks.go"}
	if d.source == "strings.go" || d.source == "packed.go" {
		in.file = d.source
	}
	if len(args) > 0 {
		in.name = strings.TrimSuffix(d.name, "Of")
	}
	suffix := ""
	for _, a := range args {
		if size := slices.Index(words[:], a); size >= 0 {
			suffix, in.file = leafOf(size).suffix, leafOf(size).file
		} else {
			base, _, _ := strings.Cut(strings.TrimPrefix(a, "chunk"), "By")
			in.name += strings.ToUpper(base[:1]) + base[1:]
		}
	}
	in.name += suffix
	return in
}

// need adds an instance to those that by needs, and returns its name: of a function, a constant, or a type with its methods. Each
// instance is built once.
func (s *source) need(by *instance, name string, args ...string) string {
	d := s.decls[name]
	if d == nil {
		s.err = cmp.Or(s.err, fmt.Errorf("templates: package leaf has no %s", name))
		return name
	}
	in := newInstance(d, args)
	if s.made[in.name] == nil {
		s.made[in.name] = in
		s.emit(in)
		for method := range s.decls {
			if strings.HasPrefix(method, name+".") {
				s.need(in, method, args...)
			}
		}
	}
	by.needs = append(by.needs, s.made[in.name])
	if len(args) == 0 {
		return name // possibly one of several constants in a declaration
	}
	return in.name
}

// emit substitutes the type arguments of an instance in a copy of its declaration, and builds what that needs.
func (s *source) emit(in *instance) {
	declared := regexp.MustCompile(`(?m)^(// |func |type )` + regexp.QuoteMeta(in.decl.name) + `(?:\[.*?\])?([ (])`)
	text := declared.ReplaceAllString(in.decl.text, "${1}"+in.name+"$2") // without type parameters
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, in.file, "package leaf\n\n"+text, parser.ParseComments)
	comments := ast.NewCommentMap(fset, tree, tree.Comments)
	astutil.Apply(tree, nil, in.substitute)
	astutil.Apply(tree, nil, func(c *astutil.Cursor) bool { return s.resolve(in, c) })
	tree.Comments = comments.Filter(tree).Comments()
	var out bytes.Buffer
	s.err = cmp.Or(s.err, err, format.Node(&out, fset, tree))
	in.text = "\n" + blankLines.ReplaceAllString(strings.TrimPrefix(out.String(), "package leaf\n\n"), "\n")
}

// blankLines matches the lines that removed statements leave.
var blankLines = regexp.MustCompile(`\n(\s*\n)+`)

// substitute replaces type parameters by type arguments and their sizes by numbers, and folds what these determine.
func (in *instance) substitute(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.Ident:
		if at := slices.Index(in.params, n.Name); at >= 0 {
			c.Replace(&ast.Ident{Name: in.args[at], NamePos: n.Pos()})
		}
	case *ast.CallExpr:
		if index, ok := n.Fun.(*ast.IndexExpr); ok && types.ExprString(index.X) == "sizeOf" {
			if size := sizeOf(types.ExprString(index.Index)); size > 0 {
				c.Replace(&ast.Ident{Name: strconv.Itoa(size), NamePos: n.Pos()})
			}
		}
	default:
		fold(c)
	}
	return true
}

// resolve builds the instance that a node names, and replaces the node by the instance's name.
func (s *source) resolve(in *instance, c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.IndexExpr, *ast.IndexListExpr:
		name, args, _ := strings.Cut(strings.TrimSuffix(types.ExprString(n.(ast.Expr)), "]"), "[")
		if d := s.decls[name]; d != nil && len(d.params) > 0 {
			c.Replace(&ast.Ident{Name: s.need(in, name, strings.Split(args, ", ")...), NamePos: n.Pos()})
		}
	case *ast.SelectorExpr:
		if x, ok := n.X.(*ast.Ident); ok && s.imports[x.Name] != "" {
			in.imports = append(in.imports, s.imports[x.Name])
		}
	case *ast.Ident:
		if d := s.decls[n.Name]; d != nil && len(d.params) == 0 {
			s.need(in, n.Name)
		}
	}
	return true
}
