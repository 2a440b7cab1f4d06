package templates

import "github.com/dave/jennifer/jen"

var wrapMode = modeParts{
	rowsDoc: "rows pads rows as if the ends of each were joined.",
	head:    wrapHead, tail: wrapTail, ends: wrapEnds, few: wrapFew, slabs: wrapSlabs,
	single: func(size string) string { return "max(b, e) <= n && n > " + size },
	index: `
		from := j % n
		if from < 0 {
			from += n
		}`,
}

// wrapHead puts the row's last elements before it, wrapTail its first ones behind it. The pads are no longer than the
// row.
func wrapHead(w words, bytes int, d *jen.Statement, at string) jen.Code {
	return w.copyBytes(bytes, d, add("s", "n", "-", "b", "+", at))
}

func wrapTail(w words, bytes int, d *jen.Statement, at string) jen.Code {
	return w.copyBytes(bytes, d, add("s", at))
}

// wrapSlabs repeats the slabs of an axis in turns of n slabs, which are one block of memory, the nearest turn first. Each copy is twice as
// long as the one before, as far as that stays in the first cache.
func wrapSlabs(slabs copySlabs) []jen.Code {
	side := func(at *jen.Statement, more string, code ...[]jen.Code) jen.Code {
		return loop(x(list("at", "turn"), ":=", list(at, "turn")), x(more), nil, join(join(code...),
			[]jen.Code{when(x("size", "<=", wrapDouble), x("turn", "+=", "size"))})...)
	}
	return []jen.Code{
		x(list("turn", "data"), ":=", list(x("n", "*", "step"), x("do", "+", "b", "*", "step"))),
		x("behind", ":=", "data", "+", "turn"),
		x("after", ":=", "behind", "+", "end", "*", "step"),
		side(x("data"), "at > do",
			[]jen.Code{x("size", ":=", call("min", "turn", x("at", "-", "do"))), x("at", "-=", "size")},
			slabs("at", x("at", "+", "turn"), "size")),
		side(x("behind"), "at < after",
			[]jen.Code{x("size", ":=", call("min", "turn", x("after", "-", "at")))},
			slabs("at", x("at", "-", "turn"), "size"),
			[]jen.Code{x("at", "+=", "size")}),
	}
}

// wrapDouble is the longest copy after which the next one may be twice as long: 4 KB, 64 KB of strings, 512 bytes of packed types.
const wrapDouble = 4096

func wrapEnds(n string, size any) (head, tail *jen.Statement) { return x(n, "-", size), x(0) }

func wrapFew(w words, at fewEnds) (head, tail []jen.Code) {
	return []jen.Code{
			w.copyBytes(at.word, x("r"), add("s", plus("t", at.data).Op("-").Id("b"))),
			w.copyBytes(at.word, add("r", "b", "-", at.word), add("s", plus("t", at.data-at.word))),
		}, []jen.Code{
			w.copyBytes(at.word, add("p", at.data), x("s")),
			w.copyBytes(at.word, add("p", plus("e", at.data-at.word)), add("s", "e", "-", at.word)),
		}
}
