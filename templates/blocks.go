package templates

import (
	"fmt"

	"github.com/dave/jennifer/jen"
)

// blocks emits the types of 32 and 64 bytes.
//
// They are structs: the compiler makes loads and stores of 16 bytes of their assignment, with their offsets in the
// instructions. An array of the size becomes a call of memmove, because arrays may overlap, and four assignments of
// 16 bytes compute four addresses: rows of 224 bytes then take 5.4 ns instead of 4.1.
func (w words) blocks() (code []jen.Code) {
	for _, n := range []int{32, 64} {
		var fields []any
		for i := range n / 16 {
			fields = append(fields, string(rune('a'+i)))
		}
		code = append(code,
			jen.Commentf("%s is %d bytes.", w.block(n), n),
			jen.Type().Id(w.block(n)).Struct(list(fields...).Add(w.chunk(16))),
		)
	}
	return code
}

func (w words) block(n int) string { return w.fn(fmt.Sprintf("block%d", n)) }
