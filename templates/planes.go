package templates

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// Short rows come in small planes: 7 x 7 for the last layers of a network, and calls for each of them take as long as
// their rows. So a form does all planes of the innermost three axes at once.
//
// In the modes that read their pads from data, a plane is up to three parts, each with its own step through data: the
// pads above, its own rows, the pads below. Only rows with pads of one element or a few are done so: with longer ones, a
// copy of the finished row beats the loops over its pads. In mode constant the gap between two planes is filled like the
// one between two rows.

// planeGap is the gap in bytes between planes from which fill, a call as are then those for each plane, beats stores of 16
// bytes: with gaps of 472 bytes a conv of float takes 0.93 to 0.97 of the time by stores, with 944 and 1,888 1.0 and 1.05.
const planeGap = 512

// planesType declares what rows is to do of each plane.
func (w words) planesType(modes []string) []jen.Code {
	fields := []jen.Code{
		jen.Id("src").Qual("unsafe", "Pointer").Comment("data"),
		jen.Id("whole").Bool().Comment("all planes of rank 3 at once, with the pads of rank 2"),
		jen.Id("past").Bool().Comment("the output goes past the caches where that can be"),
		jen.Id("stream").Bool().Comment("rows do, too"),
	}
	if readsData(modes) {
		fields = append(fields, jen.Id("one").Bool().Comment("pads of one element, in rows that have forms for them"))
		if w.few() > 0 {
			fields = append(fields, jen.Id("few").Bool().Comment("the same of a few elements"))
		}
	}
	fields = append(fields,
		jen.Id("part").Index(jen.Lit(4)).Id(w.fn("part")).Comment("at most 3: a place i & 3 needs no check of its bounds"),
		jen.Id("parts").Int(),
		jen.Id("skip").Int().Comment("from one plane of data to the next"))
	if slices.Contains(modes, spec.Constant) {
		fields = append(fields, jen.Id("gap").Int().Comment("constant: from the last row of a plane to the first one of the next"))
	}
	return []jen.Code{
		jen.Commentf("%s says where the rows of each plane come from.", w.fn("planes")),
		jen.Type().Id(w.fn("planes")).Struct(append(fields,
			jen.Line(),
			list("at", "left").Int().Comment("the plane of data that is done, and how many are left"),
			jen.Id("dstep").Int().Comment("from one row to the next in the output"),
		)...),
		jen.Commentf("%s is rows of data that follow one another in the output.", w.fn("part")),
		jen.Type().Id(w.fn("part")).Struct(
			jen.Id("from").Int().Comment("the first one, from the plane's first"),
			jen.Id("step").Int().Comment("to the next one"),
			jen.Id("rows").Int(),
		),
	}
}

// openPlanes sets the fields of planes.
func (w words) openPlanes(mode string) []jen.Code {
	part := func(from, step, rows any) *jen.Statement {
		return jen.Id(w.fn("part")).Values(x(from), x(step), x(rows))
	}
	data := func() *jen.Statement { return part(0, "sstep", "rows") }
	code := []jen.Code{
		x(list("n", "sstep", "rows"), ":=", list(w.scale("g.Ext(0)"), w.scale("g.Src(1)"), "g.Ext(1)")),
		x(list(x("c.part").Index(jen.Lit(0)), "c.parts", "c.skip"), "=", list(data(), 1, w.scale("g.Src(2)"))),
		x("c.past", "=", call("stream.Pays", w.scale("g.Total()"))),
	}
	if mode == spec.Constant {
		return append(code,
			x("c.gap", "=", w.scale("g.Gap(2)")),
			x("c.stream", "=", w.streams(mode, w.scale("g.Gap(1)"), "stream.LeastBlock")),
			x("c.whole", "=", "c.stream", "||",
				"n", "<=", unrolledRow, "&&", w.scale("g.Gap(1)"), "<=", wideGap, "&&", "c.gap", "<=", planeGap),
		)
	}
	m := modes[mode]
	var kinds []jen.Code
	single := new(jen.Statement) // the condition that the mode has, if any
	if m.single != nil {
		kinds = append(kinds, x("single", ":=", m.single(w.size)))
		single = x("single", "&&")
	}
	kinds = append(kinds,
		x("c.stream", "=", single, w.streams(mode, x("b", "+", "e"), "stream.MostPads")),
		x("c.one", "=", single.Clone(), "n", "<=", unrolledRow, "&&", "b", "==", w.size, "&&", "e", "==", w.size),
	)
	rows := x("c.stream", "||", "c.one")
	if w.few() > 0 {
		kinds = append(kinds, x("c.few", "=", single.Clone(), "n", ">=", fewRow, "&&", "n", "<=", unrolledRow, "&&", w.isFew()))
		rows.Op("||").Add(x("c.few"))
	}
	if m.single != nil {
		rows = jen.Parens(rows).Op("&&").Add(m.singleRows())
	}
	above, below := m.padRows()
	return append(join(code, []jen.Code{
		x(list("b", "e"), ":=", list(w.scale("g.Begin(0)"), w.scale("g.End(0)"))),
		x(list("above", "below"), ":=", list("g.Begin(1)", "g.End(1)")),
	}, kinds),
		x("c.whole", "=", rows),
		when(x("c.whole"),
			x("i", ":=", 0),
			when(x("above", ">", 0), x(x("c.part").Index(jen.Lit(0)), "=", part(above[0], above[1], "above")), x("i", "=", 1)),
			x(x("c.part").Index(x("i")), "=", data()),
			when(x("below", ">", 0), x("i", "++"), x(x("c.part").Index(x("i")), "=", part(below[0], below[1], "below"))),
			x("c.parts", "=", "i", "+", 1),
		),
	)
}
