package templates

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// declareState emits what the kernels of one storage and mode share: their state and its methods.
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
	if rank >= 3 && mode != spec.Constant && hasPixels(e) {
		method("pixels pads rows of pixels, each of which is a block of memory.", "pixels", list("do", "so", "rows").Int(), pixels(e))
	}
	if mode == spec.Constant && rank >= 3 {
		method("outer pads an axis from 2 on, counted from the innermost one, and those inside it.", "outer", list("axis", "do", "so").Int(),
			outerConstant(e, rank))
	}
	if mode != spec.Constant && rank >= 2 {
		method("outer pads an axis from 1 on, counted from the innermost one, and those inside it.", "outer", list("axis", "do", "so").Int(),
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
	if _, text := e.(texts); rank >= 2 || mode == spec.Wrap || !text { // turn and wideAxis use it, too
		method("extend makes the pads of an axis from its finished slabs: b before and end behind n of step "+e.measure()+".",
			"extend", list("do", "b", "n", "end", "step").Int(), extend(mode, e.slabForms()))
	}
	method("turn makes pads of any length from a row of n "+e.measure()+".", "turn", list("do", "b", "n", "e").Int(), e.turn(mode))
}

const ofAxis = "axis & 7" // the mask saves a bounds check

// axisSteps sets the steps of an axis.
func axisSteps(e storage) []jen.Code {
	code := []jen.Code{line("dstep, sstep := g.Steps(" + ofAxis + ")")}
	if scaled := e.scale("dstep"); len(*scaled) > 1 {
		code = append(code, x(list("dstep", "sstep"), "=", list(scaled, e.scale("sstep"))))
	}
	return code
}

// outer is an axis from 1 on: a loop over the axis inside it or, on axis 1, all rows by the leaf; then the pads. They repeat slabs of the
// output that are finished by then, whatever the axes inside did to them, so each is one copy: rank 6 gains most. One method does them all:
// one for each axis takes 0.96 to 1.0 of the time in outputs of 0.5 to 240 KB, but makes a kernel of rank 4 0.8 KB larger and all
// kernels 55 KB.
func outer(e storage, mode string, rank int) []jen.Code {
	var whole []jen.Code
	if e.planes(mode) != nil {
		whole = []jen.Code{when(line("axis == 1 && c.whole"), call("c.planes", "do", "so", 1), jen.Return())}
	}
	block := jen.Case(line("axis == 1 && block")).Block(e.move("at", "so", x("n", "*", e.scale("row"))))
	rows := []jen.Code{call("c.rows", "at", "so")}
	inside := jen.Switch().Block(block, jen.Default().Block(rows...))
	steps := []jen.Code{x("dstep", ":=", e.scale(line("g.Dst("+ofAxis+")")))}
	if rank > 2 {
		steps = axisSteps(e)
		inside = jen.Switch().BlockFunc(func(g *jen.Group) {
			g.Add(block)
			g.Case(line("axis == 1")).Block(rows...)
			if hasPixels(e) {
				g.Case(line("axis == 2 && block")).Block(call("c.pixels", "at", "so", "n"))
			}
			if whole != nil {
				g.Case(line("axis == 2 && c.whole")).Block(call("c.planes", "at", "so", "n"))
			}
			g.Default().Block(loop(x("i", ":=", 0), x("i", "<", "n"), x("i", "++"),
				call("c.outer", x("axis", "-", 1), "at", "so"),
				x("at", "+=", "dstep"),
				x("so", "+=", "sstep"),
			))
		})
	}
	return join(whole, lines("g := c.g\n b, n, end := g.Span("+ofAxis+")"), steps, lines(`
		at := do + b * dstep
		row := g.Ext(0)
		// Rows without pads are one block of memory: pixels of several channels, say.
		block := g.Dst(1) == row && g.Src(1) == row`),
		[]jen.Code{inside, when(line("b | end != 0"), call("c.extend", "do", "b", "n", "end", "dstep"))})
}

// outerConstant is an axis from 2 on in mode constant, with the gaps between its slabs.
func outerConstant(e storage, rank int) []jen.Code {
	body := append(lines("g := c.g\n n := g.Ext("+ofAxis+")"), axisSteps(e)...)
	if e.planes(spec.Constant) != nil {
		body = append(body, when(line("axis == 2 && c.whole"), call("c.planes", "do", "so", "n"), jen.Return()))
	}
	inner := jen.Code(call("c.rows", "do", "so"))
	if rank > 3 {
		inner = jen.If(line("axis > 2")).Block(call("c.outer", x("axis", "-", 1), "do", "so")).Else().Block(inner)
	}
	return append(body,
		x("gap", ":=", e.scale(call("g.Gap", line(ofAxis)))),
		loop(nil, nil, nil,
			inner,
			lastOf("n", jen.Return()),
			call("c.fill", x("do", "+", "dstep", "-", "gap"), "gap"),
			x("do", "+=", "dstep"),
			x("so", "+=", "sstep"),
		),
	)
}

// rankCall calls the method that does a rank: rows does rank 1 and, in mode constant, rank 2, too.
func rankCall(mode string, rank int) *jen.Statement {
	if rank == 1 || rank == 2 && mode == spec.Constant {
		return call("c.rows", "do", "so")
	}
	return call("c.outer", rank-1, "do", "so")
}

// goOn ends open where the whole output is left to do.
func goOn(e storage) jen.Code { return jen.Return(list(e.from(0), e.scale("g.SrcOff()"), "true")) }
