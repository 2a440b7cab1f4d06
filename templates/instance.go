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

// builder makes the instances of package leaf that kernels need.
type builder struct {
	*source
	made map[string]*instance // by name
	err  error
}

// instance is a declaration with its type arguments put in.
type instance struct {
	*decl
	name    string
	args    []string
	file    string // that of its width, or else of its kind
	text    string
	imports []string // paths
}

// sizeOf is the size of a word or, as in chunk16, of a chunk; 0 or -1 for other types.
func sizeOf(name string) int {
	if n, ok := strings.CutPrefix(name, "chunk"); ok {
		size, _ := strconv.Atoi(n)
		return size
	}
	return slices.Index(words[:], name)
}

// newInstance names an instance: rows16OneEndsBy4 is rowsOf[uint32, chunk16, oneEndsBy4].
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

// need makes the instance of a function, a constant, or a type with its methods, and returns its name.
func (b *builder) need(name string, args ...string) string {
	d := b.decls[name]
	if d == nil {
		b.err = cmp.Or(b.err, fmt.Errorf("templates: package leaf has no %s", name))
		return name
	}
	in := newInstance(d, args)
	if b.made[in.name] == nil {
		b.made[in.name] = in
		b.emit(in)
		for method := range b.decls {
			if strings.HasPrefix(method, name+".") {
				b.need(method, args...)
			}
		}
	}
	if len(args) == 0 {
		return name // of a constant, maybe, among others of its declaration
	}
	return in.name
}

// emit puts the type arguments of an instance into a copy of its declaration, and makes what that needs.
func (b *builder) emit(in *instance) {
	declared := regexp.MustCompile(`(?m)^(// |func |type )` + regexp.QuoteMeta(in.decl.name) + `(?:\[.*?\])?([ (])`)
	text := declared.ReplaceAllString(in.decl.text, "${1}"+in.name+"$2") // without type parameters
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, in.file, "package leaf\n\n"+text, parser.ParseComments)
	comments := ast.NewCommentMap(fset, tree, tree.Comments)
	astutil.Apply(tree, nil, in.substitute)
	astutil.Apply(tree, nil, func(c *astutil.Cursor) bool { return b.resolve(in, c) })
	tree.Comments = comments.Filter(tree).Comments()
	var out bytes.Buffer
	b.err = cmp.Or(b.err, err, format.Node(&out, fset, tree))
	in.text = "\n" + blankLines.ReplaceAllString(strings.TrimPrefix(out.String(), "package leaf\n\n"), "\n")
}

// blankLines are what statements leave behind that were taken out.
var blankLines = regexp.MustCompile(`\n(\s*\n)+`)

// substitute puts type arguments in the place of type parameters, numbers in that of their sizes, and folds what these decide.
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

// resolve makes what a node names, and replaces it by the name of the instance.
func (b *builder) resolve(in *instance, c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.IndexExpr, *ast.IndexListExpr:
		name, args, _ := strings.Cut(strings.TrimSuffix(types.ExprString(n.(ast.Expr)), "]"), "[")
		if d := b.decls[name]; d != nil && len(d.params) > 0 {
			c.Replace(&ast.Ident{Name: b.need(name, strings.Split(args, ", ")...), NamePos: n.Pos()})
		}
	case *ast.SelectorExpr:
		if x, ok := n.X.(*ast.Ident); ok && b.imports[x.Name] != "" {
			in.imports = append(in.imports, b.imports[x.Name])
		}
	case *ast.Ident:
		if d := b.decls[n.Name]; d != nil && len(d.params) == 0 {
			b.need(n.Name)
		}
	}
	return true
}
