package templates

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// form is an unrolled way to move a row of n bytes from s to d.
type form struct {
	name  string
	doc   string
	most  int // the longest row in bytes
	fill  int // bytes that one store of a fill writes: the row is at least as long
	last  int // bytes of the last move, which ends where the row ends: the code knows its offset as t
	moves func(w words) []jen.Code
}

// forms lists the moves of rows by their length, shortest first. All are exact: the last move ends where the row ends
// and overlaps the one before it, so that nothing past the row is read or written and the last row of a buffer needs
// no case of its own. A row of 7 float32 is two moves of 16 bytes.
func (w words) forms() []form {
	var l []form
	for c := w.size; c < 16; c *= 2 {
		most := 2*c - 1
		f := form{fmt.Sprintf("To%d", most), fmt.Sprintf("rows of %d to %d bytes", c, most), most, c, c, pair(c)}
		if c == w.size {
			f.last = 0
			f.moves = func(w words) []jen.Code { return []jen.Code{w.mv(c, x("d"), x("s"))} }
		}
		l = append(l, f)
	}
	return append(l,
		form{"To32", "rows of 16 to 32 bytes", 32, 16, 16, pair(16)},
		form{"To64", "rows of 32 to 64 bytes", 64, 16, 32, pair(32)},
		form{"To128", "rows of 64 to 128 bytes", 128, 16, 64, pair(64)},
		form{fmt.Sprintf("To%d", unrolledRow), fmt.Sprintf("rows of 128 to %d bytes", unrolledRow), unrolledRow, 16, 64, unrolled},
	)
}

// formsOf leaves out the form of rows of one element where it is not reached: reflect makes their pads by turn.
func (w words) formsOf(mode string) []form {
	l := w.forms()
	if mode == spec.Reflect && l[0].last == 0 {
		l = l[1:]
	}
	return l
}

// unrolledRow is the longest row in bytes that moves by inline code. Longer ones are worth a call of copy, which uses
// wider registers: rows of 224 bytes take 2.7 µs for 200 KB inline and 3.9 µs by copy, rows of 1 KiB 2.33 and 2.41,
// rows of 2 KiB 2.66 and 2.39.
const unrolledRow = 1024

// twoRows is the longest row in bytes that is done two at a time: the loop around a shorter one takes as long as its
// moves.
const twoRows = 32

// pair is two moves that overlap.
func pair(c int) func(w words) []jen.Code {
	return func(w words) []jen.Code {
		return []jen.Code{w.mv(c, x("d"), x("s")), w.mv(c, add("d", "t"), add("s", "t"))}
	}
}

// unrolled moves 64 bytes in a turn of its loop.
func unrolled(w words) []jen.Code {
	return []jen.Code{
		loop(x("i", ":=", 0), x("i", "<", "t"), x("i", "+=", 64), w.mv(64, add("d", "i"), add("s", "i"))),
		w.mv(64, add("d", "t"), add("s", "t")),
	}
}

// mv moves c bytes from s to d.
func (w words) mv(c int, d, s *jen.Statement) jen.Code {
	if c >= 32 {
		return call(moveName(c, w.size), d, s)
	}
	return x(w.at(c, d), "=", w.at(c, s))
}

// rows is the leaf of every kernel: it picks a function that does all rows of the plane with one form of move. Each
// form is a function of its own, without calls, so that its few values stay in registers: with all forms in one
// function the compiler spills them, and rows of 7 float32 take three times as long.
func (w words) rows(mode string) []jen.Code {
	body := []jen.Code{
		x("g", ":=", "c.g"),
		x(list("dstep", "sstep"), ":=", list(w.scale("g.Dst(1)"), w.scale("g.Src(1)"))),
	}
	part := modes[mode]
	if mode == spec.Constant {
		body = append(body, x(list("n", "gap"), ":=", list(w.scale("g.Ext(0)"), w.scale("g.Gap(1)"))))
	} else {
		body = append(body,
			x(list("b", "n", "e"), ":=", list(w.scale("g.Begin(0)"), w.scale("g.Ext(0)"), w.scale("g.End(0)"))),
		)
	}
	if part.single != nil {
		body = append(body, when(x("!", x("(", part.single(w.size), ")")),
			loop(nil, x("rows", ">", 0), x("rows", "--"),
				w.move(x("do", "+", "b"), "so", "n"),
				call("c.turn", "do", "b", "n", "e"),
				x("do", "+=", "dstep"),
				x("so", "+=", "sstep"),
			),
			jen.Return(),
		))
	}
	forms := jen.Switch().BlockFunc(func(g *jen.Group) {
		if mode == spec.Constant {
			g.Case(x("gap", ">", wideGap))
		}
		for _, f := range w.formsOf(mode) {
			g.Case(x("n", "<=", f.most)).Block(w.callForm(mode, f)...)
		}
	})
	return append(body, forms, w.longRows(mode))
}

// callForm calls the functions that rowFuncs emits.
func (w words) callForm(mode string, f form) []jen.Code {
	base := []any{add("c.dst", "do"), add("c.src", "so"), "n", x("n", "-", f.last), "rows", "dstep", "sstep"}
	if mode == spec.Constant {
		return []jen.Code{call(w.formName(mode, "", f), append(base, x("unsafe.Pointer").Call(x("&", "c.value")))...), jen.Return()}
	}
	return []jen.Code{
		when(x("b", "==", w.size, "&&", "e", "==", w.size), call(w.formName(mode, "One", f), base...), jen.Return()),
		call(w.formName(mode, "", f), append(base, "b", "e")...),
		jen.Return(),
	}
}

func (w words) formName(mode, variant string, f form) string {
	return fmt.Sprintf("%s%s%sBy%d", mode, variant, f.name, w.size)
}

// longRows moves rows by calls.
func (w words) longRows(mode string) jen.Code {
	next := []jen.Code{x("do", "+=", "dstep"), x("so", "+=", "sstep")}
	if mode == spec.Constant {
		return loop(nil, nil, nil, join([]jen.Code{
			w.move("do", "so", "n"),
			jen.If(x("rows", "--"), x("rows", "==", 0)).Block(jen.Return()),
			call("c.fill", x("do", "+", "n"), "gap"),
		}, next)...)
	}
	part := modes[mode]
	return loop(nil, x("rows", ">", 0), x("rows", "--"), join(
		[]jen.Code{
			w.move(x("do", "+", "b"), "so", "n"),
			x(list("r", "s"), ":=", list(add("c.dst", "do"), add("c.src", "so"))),
			x("d", ":=", add("r", "b")),
		}, part.head(w), part.tail(w), next)...)
}

// rowFuncs emits a mode's functions, one for each form; of the modes that read their pads from the row another one for
// pads of one element on both sides, those of a 3x3 convolution: it has no loops. D, r and s step from row to row and
// never past the last one: a pointer must stay inside its object. The offset of the last move is an argument, since the
// compiler would work out n minus a constant again for every address.
func (w words) rowFuncs(f *jen.File, mode string) {
	part := modes[mode]
	last := jen.If(x("rows", "--"), x("rows", "==", 0)).Block(jen.Return())
	declare := func(variant, doc string, form form, base string, more *jen.Statement, body, row []jen.Code) {
		params := []jen.Code{
			list(base, "s").Qual("unsafe", "Pointer"),
			list("n", "t", "rows", "dstep", "sstep").Int(),
		}
		if more != nil {
			params = append(params, more)
		}
		name := w.formName(mode, variant, form)
		f.Commentf("%s does %s%s; their last move is at t.", name, form.doc, doc)
		var first []jen.Code
		if mode == spec.Constant {
			first = append(first, x("wide", ":=", "n", "+", form.fill))
		}
		if row != nil && form.most <= twoRows {
			pairs := loop(nil, x("rows", ">", 2), x("rows", "-=", 2), append(row, row...)...)
			if mode == spec.Constant {
				pairs = when(x("dstep", "<=", "wide"), pairs)
			}
			first = append(first, pairs)
		}
		f.Func().Id(name).Params(params...).Block(append(first, jen.For().Block(body...))...)
	}
	step := func(first string) []jen.Code {
		return []jen.Code{last, x(first, "=", add(first, "dstep")), x("s", "=", add("s", "sstep"))}
	}
	for _, form := range w.formsOf(mode) {
		if mode == spec.Constant {
			next := step("d")
			gap := constantGap(w, form.fill)
			declare("", "", form, "d", jen.Id("v").Qual("unsafe", "Pointer"),
				join(form.moves(w), next[:1], gap, next[1:]),
				join(form.moves(w), gap[:1], next[1:]))
			continue
		}
		declare("", " with pads b and e", form, "r", list("b", "e").Int(),
			join([]jen.Code{x("d", ":=", add("r", "b"))}, part.head(w), form.moves(w), part.tail(w), step("r")), nil)
		one := func() []jen.Code {
			head, tail := part.one(w)
			return join([]jen.Code{x("d", ":=", add("r", w.size)), w.copyElem(x("r"), head)}, form.moves(w),
				[]jen.Code{w.copyElem(add("d", "n"), tail)})
		}
		declare("One", " with pads of one element", form, "r", nil, append(one(), step("r")...), []jen.Code{
			jen.Block(append(one(), step("r")[1:]...)...),
		})
	}
}
