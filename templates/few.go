package templates

import "github.com/dave/jennifer/jen"

// A pad of a few elements (2 to 4 of up to four bytes, or 1 or 2 of eight) is written as two words that overlap. Both lie
// wholly in the pad, and in the row that it repeats: there is no loop, and nothing past either is touched. Rows of 5
// float32 with pads of 3 and 4 take 2.0 ns in mode reflect, with loops over the elements 5.5 (Zen 3). That is as cheap as
// a copy of the finished row, so whole planes are made this way. The code is linked only where there is no assembly:
// stream.Short takes 0.65 of the time.

// few is the size in bytes of such a word, 0 for types that have none.
func (w words) few() int {
	if w.size > 8 {
		return 0
	}
	return min(2*w.size, 8)
}

// fewRow is the length in bytes of the shortest row that these forms do.
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

// callFew calls these methods. Where there is assembly, package stream makes such rows, and the methods are not linked.
func (w words) callFew(row *jen.Statement) []jen.Code {
	of := func(form form) jen.Code {
		return call("c."+form.method("few"), row.Clone(), x("n", "-", form.last), "b", "e")
	}
	return []jen.Code{
		jen.If(x("n", ">", mediumForm.most)).Block(of(longForm)).Else().Block(of(mediumForm)),
		jen.Return(),
	}
}

// fewEnds says how long the words of such pads are, and where a row ends: data bytes after p and q, the places of its last
// move.
type fewEnds struct{ word, data int }
