package templates

import (
	"testing"

	"github.com/dave/jennifer/jen"
)

// TestExpressions prints what the layer over jennifer makes of its parts.
func TestExpressions(t *testing.T) {
	for _, c := range []struct {
		got  *jen.Statement
		want string
	}{
		{x("n"), "n"},
		{x(3), "3"},
		{x("n", "+", 3), "n + 3"},
		{x("g.Dst"), "g.Dst"},
		{x("a.b.c"), "a.b.c"},
		{x("n", ":=", call("len", "dst")), "n := len(dst)"},
		{call("c.rows", "do", "so", 1), "c.rows(do, so, 1)"},
		{x(list("a", "b"), ":=", list(1, x("n", "*", 2))), "a, b := 1, n*2"},
		{times("n", 1), "n"},
		{times("n", 4), "n * 4"},
		{loop(nil, x("n", ">", 0), nil, x("n", "--")), "for n > 0 {\n\tn--\n}"},
		{loop(x("i", ":=", 0), x("i", "<", "n"), x("i", "++")), "for i := 0; i < n; i++ {\n}"},
		{when(x("n", "==", 0), jen.Return()), "if n == 0 {\n\treturn\n}"},
		{call("unsafe.Pointer", "p"), "unsafe.Pointer(p)"},
	} {
		if got := c.got.GoString(); got != c.want {
			t.Errorf("%q, expected %q", got, c.want)
		}
	}
}
