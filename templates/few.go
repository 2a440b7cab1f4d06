package templates

import (
	"fmt"

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

// mirrored writes the elements of a word in reverse order.
func (w words) mirrored(d, s *jen.Statement) jen.Code {
	if w.few() == w.size {
		return w.copyElem(d, s)
	}
	return call(w.fn("mirror2"), d, s)
}

// repeated writes the element at s all over both words of a pad.
func (w words) repeated(set string, first, second, s *jen.Statement) []jen.Code {
	if w.few() == w.size {
		return []jen.Code{w.copyElem(first, s), w.copyElem(second, s.Clone())}
	}
	return []jen.Code{
		x("v", set, call(w.fn("repeat2"), s)),
		call(w.fn("put2"), first, "v"),
		call(w.fn("put2"), second, "v"),
	}
}

// fewFuncs emits what takes more than an assignment.
func (w words) fewFuncs() []jen.Code {
	n := w.few()
	if n <= w.size {
		return nil
	}
	const binary = "encoding/binary"
	uint := fmt.Sprintf("int%d", 8*n)
	word := func(p string) *jen.Statement {
		return jen.Parens(x("*").Index(jen.Lit(n)).Byte()).Call(x(p)).Index(x(":"))
	}
	d, s := jen.Id("d").Qual("unsafe", "Pointer"), jen.Id("s").Qual("unsafe", "Pointer")
	return []jen.Code{
		jen.Commentf("%s writes two elements in reverse order.", w.fn("mirror2")),
		jen.Func().Id(w.fn("mirror2")).Params(d, s).Block(
			x("v", ":=", jen.Qual(binary, "NativeEndian").Dot("U"+uint).Call(word("s"))),
			jen.Qual(binary, "NativeEndian").Dot("PutU"+uint).Call(word("d"), jen.Qual("math/bits", fmt.Sprint("RotateLeft", 8*n)).Call(x("v"), jen.Lit(4*n))),
		),
		jen.Commentf("%s is an element twice.", w.fn("repeat2")),
		jen.Func().Id(w.fn("repeat2")).Params(s).Id("u" + uint).Block(
			jen.Return(x("u" + uint).Call(w.at(w.size, x("s"))).Op("*").Parens(x(1, "<<", 4*n, "+", 1))),
		),
		jen.Commentf("%s writes it.", w.fn("put2")),
		jen.Func().Id(w.fn("put2")).Params(d, jen.Id("v").Id("u"+uint)).Block(
			jen.Qual(binary, "NativeEndian").Dot("PutU"+uint).Call(word("d"), x("v")),
		),
	}
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
