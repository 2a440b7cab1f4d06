package templates

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
)

// TestLines compares what lines makes with the code it was given, printed as a function.
func TestLines(t *testing.T) {
	for _, code := range []string{
		"a, b := x>>3&^7, y[i]",
		"*(*[16]byte)(p) = *(*[16]byte)(q)",
		"for i := 0; i < n; i += 8 {\n\tf(i)\n}",
		"for ; n > 0; n-- {\n}",
		"if n == 0 && m != 1 {\n\treturn\n}",
		"if k := g.n; k <= 2 {\n\tk--\n} else {\n\tk = -1\n}",
		"// about w\nw = w&0x0f0f | 18446744073709551615",
		"for {\n\tif a {\n\t\tb = c\n\t}\n}",
	} {
		want := fmt.Sprintf("%#v", jen.Func().Id("f").Params().Block(jen.Op(code)))
		if got := fmt.Sprintf("%#v", jen.Func().Id("f").Params().Block(lines(code)...)); got != want {
			t.Errorf("%s\nexpected\n%s", got, want)
		}
	}
}

// TestLinesRefused: a mistake in a template stops the generator, with the code.
func TestLinesRefused(t *testing.T) {
	for _, c := range []struct {
		want string
		emit func()
	}{
		{"a block that nothing opened: }", func() { lines("a = b\n}") }},
		{"a block that nothing closes: if a {", func() { lines("if a {\nb = c") }},
		{"a block that nothing closes: } else {", func() { lines("if a {\nb = c\n} else {\nb = d") }},
		{`"switch a", expected if, or for`, func() { lines("switch a {\n}") }},
		{`"for i := 0; i < n", expected if, or for`, func() { lines("for i := 0; i < n {\n}") }},
		{"uint8 3, expected a name, a number or code", func() { x("i", "+=", uint8(3)) }},
		{"int64 16, expected a name, a number or code", func() { call("fill", "do", int64(16)) }},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, c.want) {
					t.Errorf("panics with %s, expected %s", got, c.want)
				}
			}()
			c.emit()
		}()
	}
}
