package templates

import (
	"fmt"
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
	defer func() {
		if recover() == nil {
			t.Error("a block that nothing opened was taken")
		}
	}()
	lines("a = b\n}")
}
