package leaf

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestAlignment: memory is moved as elements, which are aligned, or as bytes, which need not be. A wider integer at an odd address would
// trap, or be emulated, on riscv64 and mips64.
func TestAlignment(t *testing.T) {
	allowed := regexp.MustCompile(`^\*((repeat|constant)\[W\]|W|\[2\]W|C|chunk\d+|u?int8|byte|\[\w+\]byte)$`)
	seen := 0
	files, err := parser.ParseDir(token.NewFileSet(), ".", func(f os.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(files["leaf"], func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if pointer, ok := call.Fun.(*ast.ParenExpr); ok {
			seen++
			if to := types.ExprString(pointer.X); !allowed.MatchString(to) {
				t.Errorf("%s: the address may not be a multiple of its size; use encoding/binary", types.ExprString(call))
			}
		}
		return true
	})
	if seen < 50 {
		t.Errorf("only %d pointers are converted", seen)
	}
}
