package gen

import (
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
)

// TestRenderError: if the emitted text is not Go, the error names the file and shows the lines.
func TestRenderError(t *testing.T) {
	f := jen.NewFile("p")
	f.NoFormat = true
	f.Func().Id("good").Params().Block()
	f.Func().Id("bad").Params().Block(jen.Id("a").Op("=").Op("="))
	_, err := render("x.go", f)
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"gen: x.go: ", "func good () {}", "\ta = =\n"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nexpected %q in it", err, want)
		}
	}
}
