package templates

import "github.com/dave/jennifer/jen"

var reflectMode = modeParts{
	rowsDoc: "rows pads rows with their elements mirrored at the first and the last one.",
	head:    reflectHead, tail: reflectTail, ends: reflectEnds, few: reflectFew, slabs: reflectSlabs,
	single: func(size string) string { return "max(b, e) < n && n > " + size },
	index: `
		period := max(1, 2 * (n - 1))
		from := max(j, -j) % period
		from = min(from, period - from)`,
}

// reflectHead mirrors at the first element, reflectTail at the last one. The pads are shorter than the row.
func reflectHead(w words, bytes int, d *jen.Statement, at string) jen.Code {
	return w.mirrored(bytes, d, add("s", plus("b", w.size-bytes).Op("-").Id(at)))
}

func reflectTail(w words, bytes int, d *jen.Statement, at string) jen.Code {
	return w.mirrored(bytes, d, add("s", "n", "-", w.size+bytes, "-", at))
}

// reflectSlabs mirrors the slabs of an axis, first outwards from its beginning, then from its end. Where a pad is longer than
// the data, it repeats what is two times n-1 indices further in: this takes any number of reflections without a division.
func reflectSlabs(slab copySlabs) []jen.Code {
	mirror := loop(x("j", ":=", 1), x("j", "<=", "count"), x("j", "++"), join([]jen.Code{
		x("to", ":=", "edge", "+", "j", "*", "out"),
		x("from", ":=", "edge", "-", "j", "*", "out"),
		when(x("j", ">=", "n"), x("from", "=", "to", "-", "period", "*", "out")),
	}, slab("to", "from", "step"))...)
	return []jen.Code{
		x("period", ":=", call("max", 1, x(2, "*", x("(", "n", "-", 1, ")")))),
		x(list("edge", "out", "count"), ":=", list(x("do", "+", "b", "*", "step"), x("-", "step"), "b")),
		loop(nil, nil, nil,
			mirror,
			when(x("out", ">", 0), jen.Return()),
			x(list("edge", "out", "count"), "=", list(x("edge", "+", x("(", "n", "-", 1, ")"), "*", "step"), "step", "end")),
		),
	}
}

func reflectEnds(n string, size any) (head, tail *jen.Statement) {
	return x(size), x(n, "-", 2, "*", size)
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
