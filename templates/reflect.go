package templates

import "github.com/dave/jennifer/jen"

const reflectRowsDoc = "rows pads rows with their elements mirrored at the first and the last one."

// reflectHead mirrors at the first element, reflectTail at the last one. The pads are shorter than the row.
func reflectHead(w words, bytes int, d *jen.Statement, at string) jen.Code {
	return w.mirrored(bytes, d, add("s", plus("b", w.size-bytes).Op("-").Id(at)))
}

func reflectTail(w words, bytes int, d *jen.Statement, at string) jen.Code {
	return w.mirrored(bytes, d, add("s", "n", "-", w.size+bytes, "-", at))
}

// reflectSlabs mirrors the slabs of an axis. Beyond the far end of the data the output repeats itself, two times n-1
// indices further in: any number of bounces, without a division.
func reflectSlabs(slab copySlabs) []jen.Code {
	return []jen.Code{
		x(list("first", "last"), ":=", list(x("do", "+", "b", "*", "step"), x("do", "+", x("(", "b", "+", "n", "-", 1, ")"), "*", "step"))),
		x("period", ":=", call("max", 1, x(2, "*", x("(", "n", "-", 1, ")"))), "*", "step"),
		mirrorLoop(slab, "b", "first", "-", "+"),
		mirrorLoop(slab, "end", "last", "+", "-"),
	}
}

// mirrorLoop fills count slabs outwards from the slab edge: out is the sign of that direction, in that of the other.
func mirrorLoop(slab copySlabs, count, edge, out, in string) jen.Code {
	return loop(x("j", ":=", 1), x("j", "<=", count), x("j", "++"), join([]jen.Code{
		x("to", ":=", edge, out, "j", "*", "step"),
		x("from", ":=", edge, in, "j", "*", "step"),
		when(x("j", ">=", "n"), x("from", "=", "to", in, "period")),
	}, slab("to", "from", "step"))...)
}

func reflectEnds(n string, size any) (head, tail *jen.Statement) {
	return x(size), x(n, "-", 2, "*", size)
}

func reflectPadRows() (above, below [2]*jen.Statement) {
	return [2]*jen.Statement{x("above", "*", "sstep"), x("-", "sstep")},
		[2]*jen.Statement{x("(", "rows", "-", 2, ")", "*", "sstep"), x("-", "sstep")}
}

func reflectFew(w words, at fewEnds) (head, tail []jen.Code) {
	return []jen.Code{
			w.mirrored(at.word, x("r"), add("s", plus("b", w.size-at.word))),
			w.mirrored(at.word, add("r", "b", "-", at.word), add("s", w.size)),
		}, []jen.Code{
			w.mirrored(at.word, add("p", at.data), add("q", at.data-at.word-w.size)),
			w.mirrored(at.word, add("p", plus("e", at.data-at.word)), add("q", at.data-w.size, "-", "e")),
		}
}
