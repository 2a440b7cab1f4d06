package templates

import "github.com/dave/jennifer/jen"

// Pads of a few elements, 2 to 4 of up to four bytes or 1 and 2 of eight, are two words each, which overlap and lie wholly
// in the pad and in the row that it repeats: no loop, and nothing past either. Rows of 5 float32 with pads of 3 and 4 take
// 2.0 ns in mode reflect, by loops over the elements 5.5 (Zen 3). That is as cheap as a copy of the finished row, so whole
// planes are done so. They are linked where there is no assembly: stream.Short takes 0.65 of the time.

// few is the size in bytes of such a word, 0 for types that have none.
func (w words) few() int {
	if w.size > 8 {
		return 0
	}
	return min(2*w.size, 8)
}

// fewRow is the least bytes of a row that the form does.
const fewRow = 16

// fewForms emits the methods for such rows: r is where a row of the output starts.
func (w words) fewForms(mode string) (code []jen.Code) {
	if w.few() == 0 {
		return nil
	}
	for _, form := range []form{mediumForm, longForm} {
		moves, _, data := form.fromEnd(w)
		head, tail := modes[mode].few(w, fewEnds{w.few(), data})
		row := join(head, []jen.Code{x("d", ":=", add("r", "b"))}, moves, tail)
		code = append(code, w.declareForm(w.fn(mode), form.method("few"), "r", form, " with pads of a few elements", list("t", "b", "e").Int(),
			w.parts("r", false, row))...)
	}
	return code
}

// callFew calls them. Where there is assembly, package stream has such rows, and they are not linked.
func (w words) callFew(row *jen.Statement) []jen.Code {
	of := func(form form) jen.Code {
		return call("c."+form.method("few"), row.Clone(), x("n", "-", form.last), "b", "e")
	}
	return []jen.Code{
		jen.If(x("n", ">", mediumForm.most)).Block(of(longForm)).Else().Block(of(mediumForm)),
		jen.Return(),
	}
}

// fewEnds says where the pads of a few elements are from the last move of a row: at p and q, data bytes before its end.
type fewEnds struct{ word, data int }
