package templates

import (
	"fmt"
	"slices"
	"strings"

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
	moves func(w words, row place) []jen.Code
}

// place says where a row goes to and comes from: its start, and its last move.
type place struct{ d, s, lastD, lastS *jen.Statement }

// plain is the place of a row from s to d.
func plain() place { return place{x("d"), x("s"), add("d", "t"), add("s", "t")} }

// forms lists the moves of rows by their length, shortest first. All are exact: the last move ends where the row ends
// and overlaps the one before it, so that nothing past the row is read or written and the last row of a buffer needs
// no case of its own. A row of 7 float32 is two moves of 16 bytes.
func (w words) forms() []form {
	var l []form
	for c := w.size; c < 16; c *= 2 {
		most := 2*c - 1
		doc := fmt.Sprintf("rows of %d to %d bytes", c, most)
		if c == most {
			doc = "rows of one byte"
		}
		f := form{fmt.Sprintf("To%d", most), doc, most, c, c, pair(c)}
		if c == w.size {
			f.last = 0 // one move, at the row's start
			f.moves = func(w words, row place) []jen.Code { return []jen.Code{w.copyBytes(c, row.d, row.s)} }
		}
		l = append(l, f)
	}
	return append(l,
		form{"To32", "rows of 16 to 32 bytes", 32, 16, 16, pair(16)},
		form{"To64", "rows of 32 to 64 bytes", 64, 16, 32, pair(32)},
		longForm,
	)
}

// mediumForm is two forms in one, for rows whose pads take most of the time.
var mediumForm = form{"To64", "rows of 16 to 64 bytes", 64, 16, 16, loopOf(16)}

// longForm is the form of the longest rows.
var longForm = form{fmt.Sprintf("To%d", unrolledRow), fmt.Sprintf("rows of 64 to %d bytes", unrolledRow), unrolledRow, 16, 64, loopOf(64)}

// longer are the forms for rows of at least two elements. In a row of one element each pad repeats that element, which turn does.
func (w words) longer() []form {
	l := w.forms()
	if l[0].last == 0 {
		l = l[1:]
	}
	return l
}

// unrolledRow is the longest row in bytes that moves by inline code: rows of 224 bytes take 2.7 µs for 200 KB inline and
// 3.9 µs by copy, rows of 1 KiB 2.33 and 2.41, rows of 2 KiB 2.66 and 2.39.
//
// inlineRow is the longest such row in builds where package stream has assembly: stream has forms of its own for rows of up to shortRow
// bytes, and others for longer ones. A processor without AVX2 then makes those rows by a call for each, in up to 11 times the time; with
// the build tag purego it uses the forms here.
const (
	unrolledRow = 1024
	inlineRow   = 15
	shortRow    = 64
)

// twoRows is the longest row in bytes that is done two at a time, since the loop around such a row takes as long as its moves. Rows of
// up to inlineRow bytes with pads of data take as long one by one, in half of the code.
const twoRows = 32

// pair is two moves that overlap.
func pair(c int) func(w words, row place) []jen.Code {
	return func(w words, row place) []jen.Code {
		return []jen.Code{w.copyBytes(c, row.d, row.s), w.copyBytes(c, row.lastD, row.lastS)}
	}
}

// loopOf moves c bytes in a turn of its loop.
func loopOf(c int) func(w words, row place) []jen.Code {
	return func(w words, row place) []jen.Code {
		return []jen.Code{
			loop(x("i", ":=", 0), x("i", "<", "t"), x("i", "+=", c), w.copyBytes(c, add(row.d, "i"), add(row.s, "i"))),
			w.copyBytes(c, row.lastD, row.lastS),
		}
	}
}

// rows is planes for one plane.
func (w words) rows(mode string) []jen.Code { return []jen.Code{call("c.planes", "do", "so", 1)} }

// planes is the leaf of every kernel of words: it picks a function that does all rows of the planes with one form of move. Each
// form is a function of its own, without calls, so that its few values stay in registers: with all forms in one
// function the compiler spills them, and rows of 7 float32 take three times as long.
func (w words) planes(mode string) []jen.Code {
	numbers, values := []any{"n", "gap"}, []any{"g.Ext(0)", "g.Gap(1)"}
	if mode != spec.Constant {
		numbers, values = []any{"b", "n", "e"}, []any{"g.Span(0)"}
	}
	body := []jen.Code{
		x("g", ":=", "c.g"),
		x(list(numbers...), ":=", list(values...)),
		x(list("dstep", "sstep"), ":=", call("g.Steps", 1)),
	}
	if w.size > 1 {
		numbers = append(numbers, "dstep", "sstep")
		bytes := make([]any, len(numbers))
		for i, n := range numbers {
			bytes[i] = w.scale(n)
		}
		body = append(body, x(list(numbers...), "=", list(bytes...)))
	}
	return append(body,
		x(list("c.At", "c.Left", "c.dstep"), "=", list("so", "planes", "dstep")),
		w.callForms(mode),
		x("rows", ":=", "g.Ext(1)"),
		w.byRow(mode),
	)
}

// inline is the condition on n under which a row moves by inline code: up to most bytes in all builds, above that only in builds without
// the assembly of package stream, which does better. The code for longer rows is linked only in those builds.
func inline(most int) string {
	long := fmt.Sprint("!stream.Assembly && n <= ", unrolledRow)
	if most == 0 {
		return long
	}
	return fmt.Sprintf("(n <= %d || %s)", most, long)
}

// callForms calls the methods that formFuncs and oneForms emit, and returns from where one of them fits.
func (w words) callForms(mode string) jen.Code {
	row := add("c.dst", "do")
	return jen.Switch().BlockFunc(func(g *jen.Group) {
		if mode == spec.Constant {
			g.Case(x("c.wide")).Block(call("c.wideRows", "do", "n", "gap"), jen.Return())
			if w.tiles() {
				g.Case(x("stream.Assembly", "&&", "c.tiled")).Block(call("c.tiles", row, "n", "gap"), jen.Return())
			}
			value := x("(*[16]byte)").Call(call("unsafe.Pointer", x("&", "c.value")))
			g.Case(x("stream.Assembly", "&&", "c.short")).Block(
				call("stream.ShortGaps", row, "c.src", x("&", "c.Planes"), "n", "gap", "c.gap", value), jen.Return())
			g.Case(line(inline(inlineRow)+" && gap <= GAP", "GAP", fmt.Sprint(wideGap))).Block(byLength("", w.forms(), inlineRow, row,
				func(last []any) []any { return append([]any{"n"}, last...) })...)
			return
		}
		head, tail := modes[mode].ends("n", w.size)
		if w.tiles() {
			g.Case(x("stream.Assembly", "&&", "c.tiled")).Block(call("c.tiles", row, "b", "n", "e"), jen.Return())
		}
		g.Case(x("stream.Assembly", "&&", "c.short")).Block(call("c.made.Write", x("&", "c.Planes"), row, "c.src", "dstep"), jen.Return())
		g.Case(x("c.one")).Block(byLength("one", w.longer(), inlineRow, add("c.dst", "do", "+", w.size),
			func(last []any) []any { return append(last, head, tail) })...)
		if w.few() > 0 {
			g.Case(x("!", "stream.Assembly", "&&", "c.few")).Block(w.callFew(row)...)
		}
		most := 0
		if w.size <= inlineRow/2 { // rows of several elements
			most = inlineRow
		}
		fits := inline(most) + " && " + modes[mode].single(fmt.Sprint(w.size))
		if mode == spec.Edge {
			fits += fmt.Sprintf(" && max(b, e) <= %d", w.longPad()) // turn makes longer pads by copies
		}
		g.Case(line(fits)).Block(byLength("", w.padForms(), most, row,
			func(last []any) []any { return append(append([]any{"n"}, last...), "b", "e") })...)
	})
}

// byLength calls the method of the first form that fits rows of n bytes, and returns; args gets the offset of the form's last move, if
// that is not the first. Forms for more than most bytes are only for builds without assembly. If all forms are, most is 0 and the caller
// checks for such a build.
func byLength(kind string, forms []form, most int, row *jen.Statement, args func(last []any) []any) []jen.Code {
	cases := jen.Switch().BlockFunc(func(g *jen.Group) {
		for i, f := range forms {
			var last []any
			if f.last > 0 {
				last = []any{x("n", "-", f.last)}
			}
			g.Add(f.fits(most, i == len(forms)-1).Block(call("c."+f.method(kind), append([]any{"row"}, args(last)...)...)))
		}
	})
	return []jen.Code{x("row", ":=", row), cases, jen.Return()}
}

// fits is the case of rows that are not too long for a form. The case of the last form does not check the length.
func (f form) fits(most int, last bool) *jen.Statement {
	switch pure := most > 0 && f.most > most; {
	case pure && last:
		return jen.Case(x("!", "stream.Assembly"))
	case pure:
		return jen.Case(x("!", "stream.Assembly", "&&", "n", "<=", f.most))
	case last:
		return jen.Default()
	}
	return jen.Case(x("n", "<=", f.most))
}

// method is the name of the form's method for a kind of pads; the kind is empty for mode constant and for pads of any length.
func (f form) method(kind string) string {
	if kind == "" {
		return strings.ToLower(f.name)
	}
	return kind + f.name
}

// byRow moves the rows of one plane by calls: long ones, and those with pads longer than themselves.
func (w words) byRow(mode string) jen.Code {
	next := []jen.Code{x("do", "+=", "dstep"), x("so", "+=", "sstep")}
	if mode == spec.Constant {
		return loop(nil, nil, nil, join([]jen.Code{
			w.move("do", "so", "n"),
			lastOf("rows", jen.Return()),
			call("c.fill", x("do", "+", "n"), "gap"),
		}, next)...)
	}
	return loop(nil, x("rows", ">", 0), x("rows", "--"), join([]jen.Code{
		w.move(x("do", "+", "b"), "so", "n"),
		call("c.turn", "do", "b", "n", "e"),
	}, next)...)
}

// formFuncs emits a mode's methods, one for each form. Their pointers d, r and s step from row to row and never past the last one: a
// pointer must stay inside its object. The offset of the last move is an argument, since the compiler would work out n minus a constant
// again for every address. What the loop over rows does not need stays in c: in variables it would take registers from the loop.
func (w words) formFuncs(f *jen.File, mode string) {
	var code []jen.Code
	if mode == spec.Constant {
		for _, form := range w.forms() {
			code = append(code, w.constantForm(form)...)
		}
	} else {
		for _, form := range w.padForms() {
			code = append(code, w.padForm(mode, form)...)
		}
		code = append(code, w.fewForms(mode)...)
	}
	for _, c := range code {
		f.Add(c)
	}
	w.wideFuncs(f, mode)
}

// params are the parameters of a method that say how long a row is: n, and t where the last move is not the first.
func (f form) params() []any {
	if f.last == 0 {
		return []any{"n"}
	}
	return []any{"n", "t"}
}

// declareForm emits a method of type recv whose rows start at base.
func (w words) declareForm(recv, name, base string, form form, doc string, params jen.Code, body ...jen.Code) []jen.Code {
	if form.last > 0 {
		doc += "; their last move is at t"
	}
	return []jen.Code{
		jen.Commentf("%s does %s%s.", name, form.doc, doc),
		jen.Func().Params(jen.Id("c").Op("*").Id(recv)).Id(name).Params(jen.Id(base).Qual("unsafe", "Pointer"), params).Block(body...),
	}
}

// constantForm fills the gaps between rows and those between planes.
func (w words) constantForm(form form) []jen.Code {
	next := []jen.Code{x("d", "=", add("d", "dstep")), x("s", "=", add("s", "sstep"))}
	short := form.fill // bytes of the only store of a short gap
	if w.size < 8 {
		short = min(short, 8)
	}
	body := []jen.Code{x(list("s", "rows"), ":=", list(add("c.src", "c.At"), x("c.Part").Index(jen.Lit(1)).Dot("Rows")))}
	if form.most <= twoRows {
		row := join(form.moves(w, plain()), []jen.Code{w.store(short, "n")}, next)
		body = append(body, when(x("dstep", "<=", "wide"), loop(nil, x("rows", ">", 2), x("rows", "-=", 2), join(row, row)...)))
	}
	return w.declareForm(w.fn(spec.Constant), form.method(""), "d", form, "", list(form.params()...).Int(),
		x(list("dstep", "sstep", "wide"), ":=", list("c.dstep", x("c.Part").Index(jen.Lit(1)).Dot("Step"), x("n", "+", short))),
		x("v", ":=", call("unsafe.Pointer", x("&", "c.value"))),
		jen.For().Block(append(body,
			jen.For().Block(join(form.moves(w, plain()), []jen.Code{lastOf("rows", jen.Break()), constantGap(w, short, form.fill)}, next)...),
			lastOf("c.Left", jen.Return()),
			x("next", ":=", "n", "+", "c.gap"),
			loop(x("j", ":=", "n"), x("j", "<", "next"), x("j", "+=", form.fill), w.store(form.fill, "j")),
			x("d", "=", add("d", "next")),
			x("c.At", "+=", "c.Skip"),
		)...),
	)
}

// oneForms are the forms for pads of one element on both sides, those of a 3x3 convolution, without loops over pads. They do the parts
// of each plane: the rows above, its own and those below. The modes differ only in where in the row the two elements come from: head and
// tail.
func (w words) oneForms(modes []string) (code []jen.Code) {
	if !readsData(modes) {
		return nil
	}
	for _, form := range w.longer() {
		code = append(code, w.oneForm(form)...)
	}
	return code
}

// oneForm emits one of them.
func (w words) oneForm(form form) []jen.Code {
	// The row's data goes to d, and the end is counted from the last move: all other offsets are constants then.
	moves, end, data := form.fromEnd(w)
	row := join(
		[]jen.Code{w.copyElem(add("d", -w.size), add("s", "head"))},
		moves,
		[]jen.Code{w.copyElem(add(end, data), add("s", "tail"))},
	)
	return w.declareForm(w.fn("planes"), form.method("one"), "d", form, " with pads of one element", list("t", "head", "tail").Int(),
		w.parts("d", form.most > inlineRow && form.most <= twoRows, row))
}

// fromEnd returns the moves of a row from s to d, for one of the longer forms. The last move is from q to p, and the row ends data bytes
// after end, which is p. These places are worked out just before that move, not before a loop, from which they would take registers.
func (f form) fromEnd(w words) (moves []jen.Code, end string, data int) {
	moves = f.moves(w, place{x("d"), x("s"), x("p"), x("q")})
	return slices.Insert(moves, len(moves)-1, jen.Code(x(list("p", "q"), ":=", list(add("d", "t"), add("s", "t"))))), "p", f.last
}

// parts does row for all parts of all planes, starting with the output's row at base. If two is set, it does two rows in each turn of
// the loop.
func (w words) parts(base string, two bool, row []jen.Code) jen.Code {
	next := []jen.Code{x(base, "=", add(base, "dstep")), x("s", "=", add("s", "sstep"))}
	start := []jen.Code{
		x("part", ":=", x("&", "c.Part").Index(x("i", "&", 3))),
		x(list("s", "rows", "dstep", "sstep"), ":=", list(add("c.src", "c.At", "+", "part.From"), "part.Rows", "c.dstep", "part.Step")),
	}
	if two {
		once := jen.Block(join(row, next)...)
		start = append(start, loop(nil, x("rows", ">", 2), x("rows", "-=", 2), once, once))
	}
	return loop(x("i", ":=", "c.First"), nil, nil, append(start,
		jen.For().Block(join(row, []jen.Code{lastOf("rows", jen.Break())}, next)...),
		jen.If(x("i", "++"), x("i", ">", "c.Last")).Block(
			lastOf("c.Left", jen.Return()),
			x("i", "=", "c.First"),
			x("c.At", "+=", "c.Skip"),
		),
		next[0],
	)...)
}

// lastOf counts n down and leaves the loop after the last one.
func lastOf(n string, leave *jen.Statement) jen.Code {
	return jen.If(x(n, "--"), x(n, "==", 0)).Block(leave)
}
