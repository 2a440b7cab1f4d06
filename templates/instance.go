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
	made  map[string]bool      // by name
	owner map[string]*instance // the instances of types, by name
	calls map[call]bool
	list  []*instance
	err   error
}

// call is a call of a method of a type of a group: which type is not known, so it is taken for any of them.
type call struct{ method, group string }

// group is the width of an instance, or its file if it has none.
func (in *instance) group() string { return cmp.Or(in.suffix, in.file) }

// instance is a declaration with its type arguments put in.
type instance struct {
	*decl
	name    string
	suffix  string // for the word in args: By4; empty if there is none
	args    []string
	text    string
	imports map[string]bool // paths
}

// wordSizes are the types that stand for an element as it is moved, with their sizes in bytes.
var wordSizes = map[string]int{"uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8, "[2]uint64": 16}

// widthSuffix ends the names of instances for words of so many bytes.
func widthSuffix(size int) string { return fmt.Sprint("By", size) }

// sizeOf is the size of a word or a chunk.
func sizeOf(name string) (int, bool) {
	if n, ok := strings.CutPrefix(name, "chunk"); ok {
		size, err := strconv.Atoi(n)
		return size, err == nil
	}
	size, ok := wordSizes[name]
	return size, ok
}

// newInstance names an instance: rows16OneEndsBy4 is rowsOf[uint32, chunk16, oneEndsBy4].
func newInstance(d *decl, args []string) *instance {
	in := &instance{decl: d, args: args, name: d.name, imports: map[string]bool{}}
	if len(args) > 0 {
		in.name = strings.TrimSuffix(d.name, "Of")
	}
	for _, a := range args {
		if size, ok := wordSizes[a]; ok {
			in.suffix = widthSuffix(size)
		} else if n, ok := strings.CutPrefix(a, "chunk"); ok {
			in.name += n
		} else {
			base, _, _ := strings.Cut(a, "By")
			in.name += strings.ToUpper(base[:1]) + base[1:]
		}
	}
	in.name += in.suffix
	return in
}

// need makes the instance of a function or type, or a constant, and returns its name.
func (b *builder) need(name string, args ...string) string {
	d := b.decls[name]
	if d == nil {
		b.err = cmp.Or(b.err, fmt.Errorf("templates: package leaf has no %s", name))
		return name
	}
	in := newInstance(d, args)
	if key := fmt.Sprint(d.order, in.name); !b.made[key] {
		b.made[key] = true
		b.emit(in)
		if strings.Contains(d.text, "\ntype ") || strings.HasPrefix(d.text, "type ") {
			b.owner[in.name] = in
			for c := range b.calls {
				if c.group == in.group() {
					b.method(in, c.method)
				}
			}
		}
	}
	if len(args) == 0 {
		return name // of a constant, maybe, among others of its declaration
	}
	return in.name
}

// call makes the methods that an instance may mean.
func (b *builder) call(in *instance, method string) {
	c := call{method, in.group()}
	if c.group == "packed.go" {
		c.group = "By1" // packed elements move as bytes
	}
	if b.methods[method] == nil || b.calls[c] {
		return
	}
	b.calls[c] = true
	for _, name := range sortedKeys(b.owner) {
		if owner := b.owner[name]; owner.group() == c.group {
			b.method(owner, method)
		}
	}
}

// method makes a method of an instance of a type, if the type has it.
func (b *builder) method(owner *instance, name string) {
	for _, d := range b.methods[name] {
		key := fmt.Sprint(d.order, owner.name)
		if d.recv == owner.decl.name && !b.made[key] {
			b.made[key] = true
			b.emit(&instance{decl: d, name: name, suffix: owner.suffix, args: owner.args, imports: map[string]bool{}})
		}
	}
}

// emit puts the type arguments of an instance into a copy of its declaration, and makes what that needs.
func (b *builder) emit(in *instance) {
	b.list = append(b.list, in)
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, in.file, "package leaf\n\n"+in.decl.text, parser.ParseComments)
	if err != nil {
		b.err = cmp.Or(b.err, err)
		return
	}
	in.declare(tree)
	p := pruner{}
	for _, step := range []astutil.ApplyFunc{in.substitute, p.fold, func(c *astutil.Cursor) bool { return b.resolve(in, c) }} {
		astutil.Apply(tree, nil, step)
	}
	tree.Comments = slices.DeleteFunc(tree.Comments, p.removed)
	var out bytes.Buffer
	if err := format.Node(&out, fset, tree); err != nil {
		b.err = cmp.Or(b.err, err)
	}
	in.text = "\n" + blankLines.ReplaceAllString(strings.TrimPrefix(out.String(), "package leaf\n\n"), "\n")
}

// blankLines are what statements leave behind that were taken out.
var blankLines = regexp.MustCompile(`\n(\s*\n)+`)

// declare gives the declaration the name of the instance, and takes its type parameters away.
func (in *instance) declare(tree *ast.File) {
	switch d := tree.Decls[0].(type) {
	case *ast.FuncDecl:
		d.Name.Name, d.Type.TypeParams = in.name, nil
	case *ast.GenDecl:
		if t, ok := d.Specs[0].(*ast.TypeSpec); ok && len(d.Specs) == 1 {
			t.Name.Name, t.TypeParams = in.name, nil
		}
	}
	if doc := docOf(tree.Decls[0]); doc != nil {
		c := doc.List[0]
		c.Text = strings.Replace(c.Text, "// "+in.decl.name+" ", "// "+in.name+" ", 1)
	}
}

// substitute puts type arguments in the place of type parameters, and numbers in that of their sizes.
func (in *instance) substitute(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.Ident:
		if at := slices.Index(in.params, n.Name); at >= 0 {
			arg, err := parser.ParseExpr(in.args[at])
			if err != nil {
				return false
			}
			if id, ok := arg.(*ast.Ident); ok {
				id.NamePos = n.NamePos
			}
			c.Replace(arg)
		}
	case *ast.CallExpr:
		index, ok := n.Fun.(*ast.IndexExpr)
		if !ok || types.ExprString(index.X) != "sizeOf" {
			break
		}
		if size, ok := sizeOf(types.ExprString(index.Index)); ok {
			c.Replace(&ast.BasicLit{Kind: token.INT, Value: strconv.Itoa(size), ValuePos: n.Pos()})
		}
	}
	return true
}

// resolve makes what a node names, and replaces it by the name of the instance.
func (b *builder) resolve(in *instance, c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.IndexExpr:
		b.index(c, n.X, n.Index)
	case *ast.IndexListExpr:
		b.index(c, n.X, n.Indices...)
	case *ast.SelectorExpr:
		if x, ok := n.X.(*ast.Ident); ok && b.imports[x.Name] != "" {
			in.imports[b.imports[x.Name]] = true
		}
		b.call(in, n.Sel.Name)
	case *ast.Ident:
		if d := b.decls[n.Name]; d != nil && d.order != in.order && len(d.params) == 0 {
			b.need(n.Name)
		}
	}
	return true
}

func (b *builder) index(c *astutil.Cursor, x ast.Expr, args ...ast.Expr) {
	id, ok := x.(*ast.Ident)
	if !ok || b.decls[id.Name] == nil {
		return
	}
	var list []string
	for _, a := range args {
		list = append(list, types.ExprString(a))
	}
	c.Replace(&ast.Ident{Name: b.need(id.Name, list...), NamePos: id.Pos()})
}
