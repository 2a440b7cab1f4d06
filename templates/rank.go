package templates

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// declareState emits what the kernels of one storage and mode share: their state and its methods. A rank above 1 calls those
// below it, down to rank 2.
func declareState(f *jen.File, e storage, mode string, ranks []int) {
	name, rank := stateName(e, mode), slices.Max(ranks)
	fields := append(e.fields(mode), jen.Id("g").Op("*").Qual(padPath, "Geometry"))
	f.Commentf("%s is the state of a running kernel of mode %s. Offsets and sizes below are in %s.", name, mode, e.measure())
	f.Type().Id(name).Struct(fields...)
	declare := func(comment, method string) *jen.Statement {
		f.Comment(comment)
		return f.Func().Params(jen.Id("c").Op("*").Id(name)).Id(method)
	}
	method := func(comment, name string, params *jen.Statement, body []jen.Code) {
		declare(comment, name).Params(params).Block(body...)
	}
	at := func() *jen.Statement { return list("do", "so").Int() }

	body := append([]jen.Code{x("g", ":=", "c.g")}, e.open(mode)...)
	if mode == spec.Constant {
		body = append(body,
			x("lead", ":=", e.scale("g.Lead()")),
			call("c.fill", e.from(0), "lead"),
			jen.Return(list(e.from("lead"), e.scale("g.SrcOff()"), x("g.Ext(0)", "!=", 0))))
		declare("open takes the value, fills what comes before the data, and returns where the data starts and whether any is left to do.",
			"open").Params(jen.Id("value").Add(e.bitsType())).Params(list("do", "so").Int(), jen.Id("data").Bool()).Block(body...)
	} else {
		declare("open returns where the output and the data start, and whether the output is left to do; it may make it all.", "open").
			Params(jen.Id("rank").Int()).Params(list("do", "so").Int(), jen.Id("rest").Bool()).Block(body...)
	}
	if mode == spec.Constant {
		declare("close fills what comes after the data.", "close").Params().Block(append([]jen.Code{
			x("g", ":=", "c.g"),
			x("trail", ":=", e.scale("g.Trail()")),
			call("c.fill", x(e.from(e.scale("g.DstLen()")), "-", "trail"), "trail"),
		}, e.close()...)...)
	}
	method(modes[mode].rowsDoc, "rows", at(), e.rows(mode))
	if body := e.planes(mode); body != nil {
		method("planes does what rows does for a number of planes, in mode constant with the gaps between them.",
			"planes", list("do", "so", "planes").Int(), body)
	}
	if rank >= 2 && mode != spec.Constant {
		method("rank2 pads one plane.", "rank2", at(), plane(e, mode))
	}
	if rank >= 3 && mode != spec.Constant && hasPixels(e) {
		method("pixels pads rows of pixels, each of which is a block of memory.", "pixels", list("do", "so", "rows").Int(), pixels(e))
	}
	if rank >= 3 {
		method("outer pads an axis from 2 on, counted from the innermost one, and those inside it.", "outer", jen.List(list("axis", "do", "so").Int()),
			outer(e, mode, rank))
	}
	if mode != spec.Constant && isFar(e, rank) {
		method("far pads an axis and those inside it, and copies the result to images, which are distances in dst.", "far",
			jen.List(list("axis", "do", "so").Int(), jen.Id("images").Index().Int()), e.(words).far())
	}
	e.formFuncs(f, mode)
	if mode == spec.Constant {
		method("fill writes the value over n "+e.measure()+" of dst.", "fill", list("do", "n").Int(), e.fill())
		return
	}
	if rank >= 2 || mode == spec.Wrap {
		method("extend makes the pads of an axis from its finished slabs: b before and end behind n of step "+e.measure()+".",
			"extend", list("do", "b", "n", "end", "step").Int(), extend(mode, e.slabForms()))
	}
	method("turn makes pads of any length from a row of n "+e.measure()+".", "turn", list("do", "b", "n", "e").Int(), e.turn(mode))
}

// wholePlanes lets the method planes do all planes of rank 3, or the one of rank 2 with its pads, if the storage has it.
func wholePlanes(e storage, mode string, at, n any) []jen.Code {
	if e.planes(mode) == nil {
		return nil
	}
	return []jen.Code{when(x("c.whole"), call("c.planes", at, "so", n), jen.Return())}
}

// plane is rank 2: all rows by the leaf, then the slabs.
func plane(e storage, mode string) []jen.Code {
	return append(wholePlanes(e, mode, "do", 1),
		x("g", ":=", "c.g"),
		x("inner", ":=", "do", "+", e.scale(x("g.Begin(1)", "*", "g.Dst(1)"))),
		jen.If(x("n", ":=", "g.Ext(0)"), x("g.Dst(1)", "==", "n", "&&", "g.Src(1)", "==", "n")).Block(
			jen.Comment("Rows without pads are one block of memory: pixels of several channels, say."),
			e.move("inner", "so", e.scale(x("g.Ext(1)", "*", "n"))),
		).Else().Block(
			call("c.rows", "inner", "so"),
		),
		callExtend(e, 1),
	)
}

// outer is an axis from 2 on: a loop over the axis inside it, then the slabs. One method does them all: one for each axis takes 0.96 to 1.0
// of the time in outputs of 0.5 to 240 KB, but makes a kernel of rank 4 600 bytes larger and all kernels 53 KB.
func outer(e storage, mode string, rank int) []jen.Code {
	const of = "axis & 7" // the mask saves a bounds check
	inner := func(at string) jen.Code {
		plane := call(planeMethod(mode), at, "so")
		if rank == 3 {
			return plane
		}
		return jen.If(x("axis", ">", 2)).Block(call("c.outer", x("axis", "-", 1), at, "so")).Else().Block(plane)
	}
	steps := []jen.Code{x(list("dstep", "sstep"), ":=", call("g.Steps", line(of)))}
	if scaled := e.scale("dstep"); len(*scaled) > 1 {
		steps = append(steps, x(list("dstep", "sstep"), "=", list(scaled, e.scale("sstep"))))
	}
	if mode == spec.Constant {
		body := join(lines("g := c.g"), []jen.Code{x("n", ":=", call("g.Ext", line(of)))}, steps)
		if e.planes(mode) != nil {
			body = append(body, when(line("axis == 2 && c.whole"), call("c.planes", "do", "so", "n"), jen.Return()))
		}
		return append(body,
			x("gap", ":=", e.scale(call("g.Gap", line(of)))),
			loop(nil, nil, nil,
				inner("do"),
				lastOf("n", jen.Return()),
				call("c.fill", x("do", "+", "dstep", "-", "gap"), "gap"),
				x("do", "+=", "dstep"),
				x("so", "+=", "sstep"),
			),
		)
	}
	slabs := loop(x("i", ":=", 0), x("i", "<", "n"), x("i", "++"),
		inner("at"),
		x("at", "+=", "dstep"),
		x("so", "+=", "sstep"),
	)
	choice := new(jen.Statement)
	if hasPixels(e) {
		choice.If(x("pixel", ":=", "g.Ext(0)"), line("axis == 2 && g.Dst(1) == pixel && g.Src(1) == pixel")).Block(
			call("c.pixels", "at", "so", "n"),
		).Else()
	}
	if e.planes(mode) != nil {
		choice.If(line("axis == 2 && c.whole")).Block(call("c.planes", "at", "so", "n")).Else()
	}
	if len(*choice) > 0 {
		slabs = choice.Block(slabs)
	}
	return join(lines("g := c.g"),
		[]jen.Code{x(list("b", "n", "end"), ":=", call("g.Span", line(of)))}, steps,
		[]jen.Code{x("at", ":=", "do", "+", "b", "*", "dstep"), slabs,
			when(x("b", "|", "end", "!=", 0), call("c.extend", "do", "b", "n", "end", "dstep"))})
}

// planeMethod is the method that does rank 2: in mode constant, rows does it, too.
func planeMethod(mode string) string {
	if mode == spec.Constant {
		return "c.rows"
	}
	return "c.rank2"
}

// rankCall calls the method that does a rank.
func rankCall(mode string, rank int) *jen.Statement {
	switch rank {
	case 1:
		return call("c.rows", "do", "so")
	case 2:
		return call(planeMethod(mode), "do", "so")
	}
	return call("c.outer", rank-1, "do", "so")
}

// callExtend makes the pads of an axis, if it has any. They repeat slabs of the output that are finished by then,
// whatever the axes inside did to them, so each is one copy: rank 6 gains most.
func callExtend(e storage, axis int) jen.Code {
	return jen.If(
		x(list("b", "n", "end"), ":=", call("g.Span", axis)), x("b", "|", "end", "!=", 0),
	).Block(call("c.extend", "do", "b", "n", "end", e.scale(call("g.Dst", axis))))
}

// goOn ends open where the whole output is left to do.
func goOn(e storage) jen.Code { return jen.Return(list(e.from(0), e.scale("g.SrcOff()"), "true")) }
