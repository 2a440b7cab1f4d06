package templates

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// Outputs that do not fit into the caches go past them, line by line of memory, see package stream. Pads that come from the
// row may have the length that it has, up to stream.MostPads bytes between two rows.

// streamRow is the least bytes of a row that is streamed, slabRow where slabs of outer axes are copied from the output, which
// then is in no cache. Float maps of 64 x 64 with pads of 1 take 0.75 to 0.95 of the time at 20 and 40 MB, 0.8 to 1.1 at
// 10 MB, those of 80 x 80 0.7 to 0.8 at all sizes (Zen 3); 20 MB with pads of 4 on all of four axes, in rows of 256 bytes,
// 0.95 in edge, 1.03 in reflect and 1.15 in wrap. Rows of 192 bytes take as long as through the caches, of 128 bytes 1.15
// to 1.3 times as long: they wait for the line that they share, which is stored in parts and loaded as a whole.
const (
	streamRow = 256
	slabRow   = 384
)

// streams is the condition on n, and on the bytes between two rows.
func (w words) streams(mode string, between *jen.Statement, most string) *jen.Statement {
	row := x("n", ">=", streamRow)
	if mode != spec.Constant {
		noSlabs := x("g.Begin(2)", "|", "g.End(2)", "==", 0, "&&", "g.Ext(3)", "==", 1)
		row = x("(", "n", ">=", slabRow, "||", "n", ">=", streamRow, "&&", noSlabs, ")")
	}
	return x("c.past", "&&", row, "&&", between, "<=", most)
}

// streamed declares the method, whose rows start at base.
func (w words) streamed(recv, base string, params jen.Code, body ...jen.Code) []jen.Code {
	form := form{name: "Streamed", doc: fmt.Sprintf("rows of %d bytes and more, past the caches", streamRow)}
	line := []jen.Code{jen.Var().Id("line").Qual(StreamPath, "Line")}
	return w.declareForm(recv, form.method(""), base, form, "", params, join(line, body)...)
}

// streamGap is the bytes of a long gap that are taken at once, from memory that holds the value, as rows of data are.
const streamGap = 512

// streamedConstant stores the gaps between rows of data and those between planes, of any length: in volumes of 128^3 with
// pads of 2 the latter are 2 KB, and a stream for each plane takes 1.15 times as long as one for all.
func (w words) streamedConstant() []jen.Code {
	part := func(field string) *jen.Statement { return x("c.part").Index(jen.Lit(0)).Dot(field) }
	return w.streamed(w.fn(spec.Constant), "d", jen.Id("n").Int(),
		x("v", ":=", call("unsafe.Pointer", x("&", "c.value"))),
		jen.Var().Id("fill").Index(jen.Lit(streamGap/16)).Add(w.chunk(16)),
		jen.For(x("i", ":=", "range", "fill")).Block(x(x("fill").Index(x("i")), "=", "c.value")),
		x(list("s", "rows"), ":=", list(add("c.src", "c.at"), part("rows"))),
		x("r", ":=", call("line.Row", "d", "s", "n", call("line.Begin", "d"))),
		jen.For().Block(
			x("gap", ":=", "c.dstep", "-", "n"),
			jen.If(x("rows", "--"), x("rows", ">", 0)).Block(
				x("s", "=", add("s", part("step"))),
			).Else().Block(
				jen.If(x("c.left", "--"), x("c.left", "==", 0)).Block(call("line.End", "d", "r"), jen.Return()),
				x("c.at", "+=", "c.skip"),
				x(list("s", "rows", "gap"), "=", list(add("c.src", "c.at"), part("rows"), "c.gap")),
			),
			loop(nil, x("gap", ">", "stream.MostPads"), nil,
				x("m", ":=", call("min", "gap", streamGap)),
				x("r", "=", call("line.Row", "d", call("unsafe.Pointer", x("&", "fill")), "m", "r")),
				x("gap", "-=", "m"),
			),
			loop(x("j", ":=", 0), x("j", "<", "gap"), x("j", "+=", 16), x(w.at(16, add("r", "j")), "=", w.at(16, x("v")))),
			x("r", "=", call("line.Row", "d", "s", "n", add("r", "gap"))),
		),
	)
}

// streamedPads stores the pads of each row.
func (w words) streamedPads(mode string) []jen.Code {
	tail := w.tail(mode, true, func(at string) *jen.Statement { return add("r", at) })
	return w.streamed(w.fn(mode), "row", list("n", "b", "e").Int(),
		x("r", ":=", call("line.Begin", "row")),
		loop(x("i", ":=", 0), nil, nil,
			x("part", ":=", x("&", "c.part").Index(x("i", "&", 3))),
			x(list("s", "rows"), ":=", list(add("c.src", "c.at", "+", "part.from"), "part.rows")),
			jen.For().Block(
				w.head(mode, true),
				x("r", "=", call("line.Row", "row", "s", "n", add("r", "b"))),
				tail,
				x("r", "=", add("r", "e")),
				lastOf("rows", jen.Break()),
				x("s", "=", add("s", "part.step")),
			),
			jen.If(x("i", "++"), x("i", "==", "c.parts")).Block(
				jen.If(x("c.left", "--"), x("c.left", "==", 0)).Block(call("line.End", "row", "r"), jen.Return()),
				x("i", "=", 0),
				x("c.at", "+=", "c.skip"),
			),
		))
}
