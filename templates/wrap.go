package templates

import "github.com/dave/jennifer/jen"

const wrapRowsDoc = "rows pads rows as if the ends of each were joined."

// wrapHead puts the row's last elements before it, wrapTail its first ones behind it. The pads are no longer than the
// row.
func wrapHead(w words) []jen.Code {
	return []jen.Code{
		loop(x("j", ":=", 0), x("j", "<", "b"), x("j", "+=", w.size),
			w.copyElem(add("r", "j"), add("s", x("n", "-", "b", "+", "j")))),
	}
}

func wrapTail(w words) []jen.Code {
	return []jen.Code{
		loop(x("j", ":=", 0), x("j", "<", "e"), x("j", "+=", w.size),
			w.copyElem(add("d", x("n", "+", "j")), add("s", "j"))),
	}
}

// wrapSlabs repeats the slabs of an axis n indices further out, any number of turns.
func wrapSlabs(e Elem) []jen.Code {
	return []jen.Code{
		x("turn", ":=", "n", "*", "step"),
		loop(x("o", ":=", "do", "+", x("(", "b", "-", 1, ")"), "*", "step"), x("o", ">=", "do"), x("o", "-=", "step"),
			e.slab("o", x("o", "+", "turn"), "step")),
		x("at", ":=", "do", "+", "b", "*", "step", "+", "turn"),
		loop(x("o", ":=", "at"), x("o", "<", "at", "+", "end", "*", "step"), x("o", "+=", "step"),
			e.slab("o", x("o", "-", "turn"), "step")),
	}
}

func wrapOne(w words) (head, tail *jen.Statement) { return add("s", x("n", "-", w.size)), x("s") }
