package templates

import "github.com/dave/jennifer/jen"

var edgeMode = modeParts{
	rowsDoc: "rows pads rows with their end elements, repeated.",
	head:    edgeHead, tail: edgeTail, ends: edgeEnds, few: edgeFew, slabs: edgeSlabs,
	single: func(size string) string { return "n > " + size },
	index:  "from := min(max(j, 0), n - 1)",
}

// edgeHead repeats the first element before the row, edgeTail the last one behind it.
func edgeHead(w words, bytes int, d *jen.Statement, at string) jen.Code {
	return w.repeated(bytes, d, x("s"))
}

func edgeTail(w words, bytes int, d *jen.Statement, at string) jen.Code {
	return w.repeated(bytes, d, add("s", "n", "-", w.size))
}

// edgeSlabs repeats the first and the last slab of an axis.
func edgeSlabs(slab copySlabs) []jen.Code {
	return []jen.Code{
		x("first", ":=", "do", "+", "b", "*", "step"),
		loop(x("o", ":=", "do"), x("o", "<", "first"), x("o", "+=", "step"), slab("o", "first", "step")...),
		x("last", ":=", "first", "+", x("(", "n", "-", 1, ")"), "*", "step"),
		loop(x("o", ":=", "last", "+", "step"), x("o", "<=", "last", "+", "end", "*", "step"), x("o", "+=", "step"),
			slab("o", "last", "step")...),
	}
}

func edgeEnds(n string, size any) (head, tail *jen.Statement) { return x(0), x(n, "-", size) }

func edgeFew(w words, at fewEnds) (head, tail []jen.Code) {
	return []jen.Code{
			w.repeated(at.word, x("r"), x("s")),
			w.repeated(at.word, add("r", "b", "-", at.word), x("s")),
		}, []jen.Code{
			w.repeated(at.word, add("p", at.data), add("q", at.data-w.size)),
			w.repeated(at.word, add("p", plus("e", at.data-at.word)), add("q", at.data-w.size)),
		}
}
