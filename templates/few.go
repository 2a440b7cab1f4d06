package templates

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
)

// Pads of a few elements, 2 to 4 of up to four bytes or 1 and 2 of eight, are two words each, which overlap and lie wholly
// in the pad and in the row that it repeats: no loop, and nothing past either. Rows of 5 float32 with pads of 3 and 4 take
// 2.0 ns in mode reflect, by loops over the elements 5.5 (Zen 3). That is as cheap as a copy of the finished row, so whole
// planes are done so.

// few is the size in bytes of such a word, 0 for types that have none.
func (w words) few() int {
	if w.size > 8 {
		return 0
	}
	return min(2*w.size, 8)
}

// fewRow is the least bytes of a row that the forms do.
const fewRow = 16

// fewForms are the forms with which rows move that have pads of a few elements.
func (w words) fewForms() (l []form) {
	if w.few() == 0 {
		return nil
	}
	for _, f := range w.forms() {
		if f.last >= fewRow {
			l = append(l, f)
		}
	}
	return l
}

// isFew is the condition on b and e.
func (w words) isFew() *jen.Statement {
	most := w.few()
	in := func(n string) *jen.Statement { return x(call("uint", x(n, "-", most)), "<=", most) }
	return in("b").Op("&&").Add(in("e"))
}

// fewForm emits the method for rows of the form: r is where a row of the output starts.
func (w words) fewForm(mode string, form form) []jen.Code {
	moves, _, data := form.fromEnd(w)
	head, tail := modes[mode].few(w, fewEnds{w.few(), data})
	row := join(head, []jen.Code{x("d", ":=", add("r", "b"))}, moves, tail)
	return w.declareForm(w.fn(mode), form.method("few"), "r", form, " with pads of a few elements", list("t", "b", "e").Int(),
		w.parts("r", false, row))
}

// fewEnds says where the pads of a few elements are from the last move of a row: at p and q, data bytes before its end.
type fewEnds struct{ word, data int }

// mirrored writes n bytes, an element or a word, in reverse order of their elements; repeated writes an element all over
// them.
func (w words) mirrored(n int, d, s *jen.Statement) jen.Code { return w.word("mirror", n, d, s) }
func (w words) repeated(n int, d, s *jen.Statement) jen.Code { return w.word("repeat", n, d, s) }

func (w words) word(what string, n int, d, s *jen.Statement) jen.Code {
	if n == w.size {
		return w.copyElem(d, s)
	}
	return call(w.wordFn(what, n), d, s)
}

// wordFn is the name of a function for words of n bytes: mirror8By1.
func (w words) wordFn(what string, n int) string { return w.fn(fmt.Sprint(what, n/w.size)) }

// wordFuncs emits these functions, for few and for padLoop.
func (w words) wordFuncs() (code []jen.Code) {
	if w.few() <= w.size {
		return nil
	}
	words := []int{w.few(), 4, 8}
	if w.size > narrow {
		words = words[:1]
	}
	for _, n := range slices.Compact(words) {
		native := func(method, p string, v ...jen.Code) *jen.Statement {
			word := jen.Parens(x("*").Index(jen.Lit(n)).Byte()).Call(x(p)).Index(x(":"))
			return jen.Qual("encoding/binary", "NativeEndian").Dot(fmt.Sprint(method, 8*n)).Call(append([]jen.Code{word}, v...)...)
		}
		turned := func(name string, args ...any) *jen.Statement {
			return x("v", "=").Qual("math/bits", fmt.Sprint(name, 8*n)).Call(list(args...))
		}
		var reverse []jen.Code
		switch {
		case n == 2*w.size:
			reverse = []jen.Code{turned("RotateLeft", "v", 4*n)}
		case w.size == 1:
			reverse = []jen.Code{turned("ReverseBytes", "v")}
		default: // four elements of two bytes
			reverse = []jen.Code{turned("RotateLeft", "v", 4*n), x("v", "=", "v>>16&0x0000ffff0000ffff", "|", "v&0x0000ffff0000ffff<<16")}
		}
		uint, ones := fmt.Sprint("uint", 8*n), ^uint64(0)>>(64-8*n)/(1<<(8*w.size)-1)
		declare := func(what, doc string, body ...jen.Code) {
			code = append(code,
				jen.Commentf("%s writes %s.", w.wordFn(what, n), fmt.Sprintf(doc, n/w.size)),
				jen.Func().Id(w.wordFn(what, n)).Params(list("d", "s").Qual("unsafe", "Pointer")).Block(append(body, native("PutUint", "d", x("v")))...))
		}
		declare("mirror", "%d elements in reverse order", append([]jen.Code{x("v", ":=", native("Uint", "s"))}, reverse...)...)
		declare("repeat", "an element %d times", x("v", ":=", uint).Call(w.at(w.size, x("s"))).Op("*").Op(fmt.Sprintf("%#x", ones)))
	}
	return code
}

// plus is e + n.
func plus(e any, n int) *jen.Statement {
	switch {
	case n < 0:
		return x(e, "-", -n)
	case n > 0:
		return x(e, "+", n)
	}
	return x(e)
}
