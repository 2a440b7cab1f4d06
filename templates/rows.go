package templates

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// form is an unrolled way to move a row of n bytes from s to m.
type form struct {
	name  string
	most  int // the longest row in bytes, 0: any
	chunk int // bytes that move at once; the row has at least as many
	moves func(w words) []jen.Code
}

// forms lists the moves of rows by their length, shortest first. All are exact: the last move ends where the row ends
// and overlaps the one before it, so that nothing past the row is read or written and the last row of a buffer needs
// no case of its own. A row of 7 float32 is two moves of 16 bytes.
func (w words) forms() []form {
	var l []form
	for c := w.size; c < 16; c *= 2 {
		moves := pair(c)
		most := 2*c - 1
		if c == w.size {
			moves = func(w words) []jen.Code { return []jen.Code{w.mv(c, 0)} }
		}
		l = append(l, form{fmt.Sprintf("%d to %d bytes", c, most), most, c, moves})
	}
	return append(l,
		form{"16 to 32 bytes", 32, 16, pair(16)},
		form{"33 to 64 bytes", 64, 16, func(w words) []jen.Code {
			return []jen.Code{w.mv(16, 0), w.mv(16, 16), w.mv(16, "n", "-", 32), w.mv(16, "n", "-", 16)}
		}},
		form{"longer rows, unrolled", unrolledRow, 16, unrolled},
	)
}

// unrolledRow is the longest row in bytes that moves by inline code; longer ones are worth the call of copy.
const unrolledRow = 1024

// pair is two moves that overlap.
func pair(c int) func(w words) []jen.Code {
	return func(w words) []jen.Code { return []jen.Code{w.mv(c, 0), w.mv(c, "n", "-", c)} }
}

// unrolled moves 64 bytes in a turn of its loop, then the last 64 again.
func unrolled(w words) []jen.Code {
	return []jen.Code{
		loop(x("i", ":=", 0), x("i", "<", "n", "-", 64), x("i", "+=", 64),
			w.mv(16, "i"), w.mv(16, "i", "+", 16), w.mv(16, "i", "+", 32), w.mv(16, "i", "+", 48)),
		w.mv(16, "n", "-", 64), w.mv(16, "n", "-", 48), w.mv(16, "n", "-", 32), w.mv(16, "n", "-", 16),
	}
}

// mv moves c bytes at the offset from the row's data in src to its place in dst.
func (w words) mv(c int, at ...any) jen.Code {
	return x(w.at(c, add("d", at...)), "=", w.at(c, add("s", at...)))
}

// rows is the leaf of every kernel: all rows of a plane in one function, so that its few values stay in registers,
// one loop for each form of move.
func (w words) rows(mode string) []jen.Code {
	body := []jen.Code{
		x(list("g", "dst", "src"), ":=", list("c.g", "c.dst", "c.src")),
		x(list("dstep", "sstep"), ":=", list(w.scale("g.Dst(1)"), w.scale("g.Src(1)"))),
	}
	part := modes[mode]
	if mode == spec.Constant {
		body = append(body,
			x(list("n", "gap"), ":=", list(w.scale("g.Ext(0)"), w.scale("g.Gap(1)"))),
			x("v", ":=", call("unsafe.Pointer", x("&", "c.value"))),
		)
	} else {
		body = append(body,
			x(list("b", "n", "e"), ":=", list(w.scale("g.Begin(0)"), w.scale("g.Ext(0)"), w.scale("g.End(0)"))),
		)
	}
	long := []jen.Code{call(w.mover(), "d", "s", "n")}
	if part.single != nil {
		body = append(body, when(x("!", x("(", part.single(), ")")),
			loop(nil, x("rows", ">", 0), x("rows", "--"),
				w.move(x("do", "+", "b"), "so", "n"),
				call("c.turn", "do", "b", "n", "e"),
				x("do", "+=", "dstep"),
				x("so", "+=", "sstep"),
			),
			jen.Return(),
		))
	}
	return append(body, jen.Switch().BlockFunc(func(g *jen.Group) {
		for _, f := range w.forms() {
			g.Case(x("n", "<=", f.most)).Block(w.rowLoop(mode, f.chunk, f.moves(w))...)
		}
		g.Default().Block(w.rowLoop(mode, 16, long)...)
	}))
}

// rowLoop does all rows with one form of move. In constant mode the gap after the last row is not this function's.
func (w words) rowLoop(mode string, chunk int, moves []jen.Code) []jen.Code {
	next := []jen.Code{x("do", "+=", "dstep"), x("so", "+=", "sstep")}
	at := x(list("d", "s"), ":=", list(add("dst", "do"), add("src", "so")))
	if mode == spec.Constant {
		last := jen.If(x("rows", "--"), x("rows", "==", 0)).Block(jen.Return())
		return []jen.Code{loop(nil, nil, nil, join([]jen.Code{at}, moves, []jen.Code{last}, constantGap(w, chunk), next)...)}
	}
	part := modes[mode]
	return []jen.Code{loop(nil, x("rows", ">", 0), x("rows", "--"), join(
		[]jen.Code{
			x(list("r", "s"), ":=", list(add("dst", "do"), add("src", "so"))),
			x("d", ":=", add("r", "b")),
		}, part.head(w), moves, part.tail(w), next)...)}
}
