package templates

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/ast/astutil"
)

// TestFold: what sizes decide is decided, and what it leaves out goes with its comments. All else stays as it is.
func TestFold(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"if taken", `
a()
if 4 <= 4 { // why
	// always
	b()
	c()
}
d()`, `
a()
// why
// always
b()
c()
d()`},
		{"if not taken", `
a() // stays
// goes
if 8 < 4 {
	// goes
	b() // goes
}
// stays
c()`, `
a() // stays
// stays
c()`},
		{"if with more conditions", `
if 1 == 1 && n > 3 {
	a()
}
if n > 3 && (4 > 8) {
	b()
}
if 4 > 8 || n > 3 {
	c()
}
if n > 3 || 8 >= 4 {
	d()
}`, `
if n > 3 {
	a()
}
if n > 3 {
	c()
}
d()`},
		{"if in if", `
if n > 3 {
	if 4 < 8 {
		a()
	}
	if 4 > 8 {
		b()
	}
}`, `
if n > 3 {
	a()
}`},
		{"an else stays", `
if 4 < 8 {
	a()
} else {
	b()
}
if n > 3 {
	c()
} else if 4 > 8 {
	d()
}
if x := n; 4 < 8 {
	e(x)
}`, `
if true {
	a()
} else {
	b()
}
if n > 3 {
	c()
} else if false {
	d()
}
if x := n; true {
	e(x)
}`},
		{"numbers", `
a(2*4+1, n*4, 16/n, 4-8, (4)*2, n+2*4)`, `
a(9, n*4, 16/n, -4, 8, n+8)`},
		{"switch over a size", `
switch 4 {
case 1:
	// goes
	a()
case 4:
	b()
default:
	c()
}
switch 4 {
case 1:
	a()
}
switch v := f(); 4 {
case 4:
	b(v)
}
switch n {
case 4:
	c()
}`, `
b()
switch v := f(); 4 {
default:
	b(v)
}
switch n {
case 4:
	c()
}`},
		{"switch over conditions", `
switch {
case 4 <= 2 && n < 4:
	a()
case 4 <= 4 && n < 8:
	b()
case n < 16:
	c()
case 4 == 4:
	d()
default:
	e()
}
switch n := f(); {
case 4 < 2:
	a()
case n < 4, 4 < 8:
	b()
}
switch {
default:
	c()
}`, `
switch {
case n < 8:
	b()
case n < 16:
	c()
default:
	d()
}
switch n := f(); {
case n < 4, true:
	b()
}
c()`},
	} {
		if diff := cmp.Diff(strings.TrimSpace(c.want), folded(t, c.in)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// folded returns the statements of a function after folding, without indentation of the function.
func folded(t *testing.T, body string) string {
	t.Helper()
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, "fold.go", "package p\n\nfunc f() {"+body+"\n}\n", parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	comments := ast.NewCommentMap(fset, tree, tree.Comments)
	astutil.Apply(tree, nil, func(c *astutil.Cursor) bool { fold(c); return true })
	tree.Comments = comments.Filter(tree).Comments()
	var out bytes.Buffer
	if err := format.Node(&out, fset, tree); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(blankLines.ReplaceAllString(out.String(), "\n"), "{\n")
	text = strings.TrimSuffix(strings.TrimSpace(text), "\n}")
	return strings.ReplaceAll(strings.TrimPrefix(text, "\t"), "\n\t", "\n")
}
