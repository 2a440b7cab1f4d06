package templates

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// Rows of packed elements that are more than a word are made by packed.Rows, where the build and the processor have
// registers of 32 bytes for them: a row of up to 32 bytes is one store, and its pads take about as long in all modes. Of rows
// of 55 uint4 with pads of one element in 32 planes the forms of packed_rows.go take 6.0 to 6.9 ns each, these 2.3 (constant) to
// 3.4 (wrap), the rows above and below included; of 55 uint2 5.3 to 6.3 and 1.8 to 3.1. Rows of 225 uint4 take as long in both,
// 6.5 to 8 ns, of 225 uint2 0.7 to 0.85 of the time. Setting up takes 0.15 to 0.4 us: 100 rows of 641 elements take 1.05 to 1.2
// of the time (Zen 3).
//
// Rows of up to 16 bytes go by twos, a half of each register for a row: 0.65 to 0.9 of the time of one by one, 0.5 where another
// thread shares the core, for what such a loop waits for is its loads. So they beat Short, too, which does rows of up to a word,
// as soon as there are many: 14,285 rows of 7 uint4 in 0.53 to 0.8 of the time, 7,000 of 13 uint2 in 0.6 to 0.9; 256 such rows
// take as long, 128 half as long again, for the setting up.
//
// Rows of less than two bytes with longer pads, rows with pads of more elements than half a register has bytes, and outputs of
// less than some eight rows go by the functions of package packed: the forms for longer rows are linked only where there is no
// assembly.

// open makes all of the output by packed.Rows in the modes that read data, where that fits, and in mode constant has the method
// planes do that.
func (p packed) open(mode string) []jen.Code {
	numbers := append(p.replace(), "SHORT", fmt.Sprint(p.shortRow()), "GAP", fmt.Sprint(packedGap), "MANY", fmt.Sprint(packedMany), "MODE", title(mode))
	if mode == spec.Constant {
		return append([]jen.Code{x("c.value", "=", p.splat(x("value")))}, lines(`
			n, gap := g.Ext(0) * WIDTH, g.Gap(1) * WIDTH
			c.whole = (n + gap > SHORT || g.DstLen() * WIDTH >= MANY * (n + gap)) && gap <= GAP && packed.Fit(g.DstLen() * WIDTH, 0, WIDTH, n, 0, 0)`, numbers...)...)
	}
	return join(p.clearRest(), lines(`
		do, so = g.DstOff() * WIDTH, g.SrcOff() * WIDTH
		b, n, e := g.Span(0)
		dstep, sstep := g.Steps(1)
		size := WIDTH
		c.axis = 1
		if dstep == n && sstep == n {
			// Pixels of several channels without pads of their own: elements of more bits, on axis 1.
			size, c.axis = n * WIDTH, 2
			b, n, e = g.Span(1)
		}
		b, n, e = b * size, n * size, e * size
		if (b + n + e > SHORT || g.DstLen() * WIDTH >= MANY * (b + n + e)) && `+modes[mode].single("size")+` && packed.Fit(g.DstLen() * WIDTH, do, WIDTH, n, b, e) {
			var made packed.Rows
			made.MODE(c.dst, c.src, do, WIDTH, size, n, b, e, g.Src(c.axis & 7) * WIDTH)
			if made.MODERows(g.Span(c.axis & 7)) {
				c.wideAxis(&made, max(c.axis, rank - 1), so)
				made.End(c.dst, c.src)
				return 0, 0, false
			}
		}
		return do, so, true`, numbers...))
}

// planes does the rows of a number of planes by packed.Rows.
func (p packed) planes(mode string) []jen.Code {
	if mode != spec.Constant {
		return nil
	}
	return p.lines(`
		g := c.g
		var made packed.Rows
		made.Constant(c.dst, c.src, do, WIDTH, g.Ext(0) * WIDTH, g.Gap(1) * WIDTH, g.Src(1) * WIDTH, c.value)
		rows, step, gap := g.Ext(1), g.Src(2) * WIDTH, g.Gap(2) * WIDTH
		for ; ; {
			made.Write(c.dst, c.src, so, rows)
			if planes--; planes == 0 {
				break
			}
			made.Gap(c.dst, c.src, gap)
			so += step
		}
		made.End(c.dst, c.src)`)
}

// wideAxis emits a method that goes through the output plane by plane for packed.Rows.
func (p packed) wideAxis(f *jen.File, mode string) {
	f.Comment("wideAxis does an axis and those inside it, down to the axis of rows, in the order of the output.")
	f.Func().Params(jen.Id("c").Op("*").Id(stateName(p, mode))).Id("wideAxis").
		Params(jen.Id("made").Op("*").Qual(PackedPath, "Rows"), list("axis", "so").Int()).Block(p.lines(`
		if axis <= c.axis {
			made.Plane(c.dst, c.src, so)
			return
		}
		g := c.g
		b, n, e := g.Span(axis & 7) // a place that needs no check of its bounds
		step := g.Src(axis & 7) * WIDTH
		for j := -b; j < n + e; j++ {
			` + modes[mode].index + `
			c.wideAxis(made, axis - 1, so + from * step)
		}`)...)
}
