package templates

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// Rows of packed elements that are more than a word are made by packed.Rows, where the build and the processor have registers of 32
// bytes for them: a row of up to 32 bytes is one store, and its pads take about as long in all modes. In 32 planes with pads of one
// element, a row of 55 uint4 takes 6.0 to 6.9 ns by the forms of packed_rows.go and 2.3 (constant) to 3.4 (wrap) by packed.Rows, the
// rows above and below included; a row of 55 uint2 takes 5.3 to 6.3 and 1.8 to 3.1. Rows of 225 uint4 take as long by both, 6.5 to 8
// ns, rows of 225 uint2 0.7 to 0.85 of the time. The setup takes 0.15 to 0.4 us: 100 rows of 641 elements take 1.05 to 1.2 of the time
// (Zen 3).
//
// Rows of up to 16 bytes are made two at a time, each in a half of the registers: 0.65 to 0.9 of the time of one by one, and 0.5 where
// another thread shares the core, because such a loop waits for its loads. So packed.Rows also beats Short, which does rows of up to a
// word, if there are many: 14,285 rows of 7 uint4 take 0.53 to 0.8 of the time, 7,000 of 13 uint2 0.6 to 0.9; 256 such rows take as
// long and 128 half as long again, because of the setup. The setup is done once for a call: done once for each block of rank 3, 500
// blocks of four rows of 55 took 4 to 7 times as long in mode constant.
//
// Rows of whole bytes whose data needs no shift, as when all extents and pads are even, have loops of their own, and the rows above the
// data and those below it are one run each: 0.3 to 0.6 of the time, and 0.5 for 32 planes of 56 x 56 with pads of 4. That is 1.0 to 1.5
// of the time of uint8 in as many bytes, but 2 to 3 times that of uint8 in outputs beyond the caches, where uint8 writes past them.
//
// packed.Tile comes before all these: it makes many rows of up to 64 bytes, or without AVX-512 and VBMI of up to 4 to 24, and rows with
// pads that packed.Rows does not make, in tiles of any elements. Its doc has the figures. All of its code is in package packed, which
// takes the geometry: it makes one kernel 45 KB larger, and all kernels together 41 KB.
//
// Rows of less than two bytes or with pads of more elements than half a register has bytes, and outputs of fewer than about eight rows,
// are made by Short or Gap, or else by the functions of package packed: the forms for longer rows are linked only where there is no
// assembly.

// open makes the whole output by packed.Rows where that fits, rows of up to a word if data has many; but slabs of outer axes are copies of
// finished ones, as they are with Short: 34 planes of two take 0.15 of the time that way.
func (p packed) open(mode string) []jen.Code {
	numbers := append(p.replace(), "SHORT", fmt.Sprint(p.wordRow()), "MANY", fmt.Sprint(packedMany), "MODE", spec.ModeGoName(mode))
	if mode == spec.Constant {
		return append([]jen.Code{x("c.value", "=", p.splat(x("value")))}, lines(`
			if packed.Tile(c.dst, c.src, g, pad.Constant, WIDTH, c.value) {
				return 0, 0, false
			}
			n, gap := g.Ext(0) * WIDTH, g.Gap(1) * WIDTH
			many := g.DstLen() * WIDTH >= MANY * (n + gap)
			if (n + gap > SHORT || many) && gap <= packed.FarGap && packed.Fit(g.DstLen() * WIDTH, g.SrcLen() * WIDTH, 0, WIDTH, n, 0, 0) {
				do, so = (g.DstOff() + g.Lead()) * WIDTH, g.SrcOff() * WIDTH
				var made packed.Rows
				made.Constant(c.dst, c.src, do, WIDTH, n, gap, g.Src(1) * WIDTH, c.value)
				c.wideAxis(&made, pad.MaxRank - 1, so) // axes beyond the rank have one index
				made.End(c.dst, c.src)
				c.fill(g.DstOff() * WIDTH, g.Lead() * WIDTH)
				return do, so, false
			}`, numbers...)...)
	}
	return join(p.clearRest(), lines(`
		if packed.Tile(c.dst, c.src, g, pad.MODE, WIDTH, 0) {
			return 0, 0, false
		}
		do, so = g.DstOff() * WIDTH, g.SrcOff() * WIDTH
		b, n, e := g.Span(0)
		dstep, sstep := g.Steps(1)
		size := WIDTH
		c.axis = 1
		if dstep == n && sstep == n {
			// Pixels of several channels that have no pads: treat them as elements of more bits, on axis 1.
			size, c.axis = n * WIDTH, 2
			b, n, e = g.Span(1)
		}
		b, n, e = b * size, n * size, e * size
		many := g.SrcLen() * WIDTH >= MANY * n
		if (b + n + e > SHORT || many) && `+modes[mode].single("size")+` && packed.Fit(g.DstLen() * WIDTH, g.SrcLen() * WIDTH, do, WIDTH, n, b, e) {
			var made packed.Rows
			made.Pads(pad.MODE, c.dst, c.src, do, WIDTH, size, n, b, e, g.Src(c.axis & 7) * WIDTH)
			above, rows, below := g.Span(c.axis & 7)
			if made.PlaneRows(pad.MODE, above, rows, below) {
				c.wideAxis(&made, max(c.axis, rank - 1), so)
				made.End(c.dst, c.src)
				return 0, 0, false
			}
		}
		return do, so, true`, numbers...))
}

// planes is nil: whatever is faster than rows is done by wideAxis.
func (packed) planes(string) []jen.Code { return nil }

// wideAxis emits a method that goes through the output plane by plane for packed.Rows, in mode constant with the gaps between
// them.
func (p packed) wideAxis(f *jen.File, mode string) {
	body := p.lines(`
		if axis <= c.axis {
			made.Plane(c.dst, c.src, so)
			return
		}
		g := c.g
		b, n, e := g.Span(axis & 7) // the mask saves a bounds check
		dstep, sstep := g.Dst(axis & 7) * WIDTH, g.Src(axis & 7) * WIDTH
		do := made.Skip(c.dst, c.src, b * dstep)
		for i := 0; i < n; i++ {
			c.wideAxis(made, axis - 1, so)
			so += sstep
		}
		if b | e != 0 {
			made.End(c.dst, c.src)
			c.extend(do, b, n, e, dstep)
			made.Skip(c.dst, c.src, e * dstep)
		}`)
	if mode == spec.Constant {
		body = p.lines(`
			g := c.g
			n := g.Ext(axis & 7) // the mask saves a bounds check
			if axis == 1 {
				made.Write(c.dst, c.src, so, n)
				return
			}
			step, gap := g.Src(axis & 7) * WIDTH, g.Gap(axis & 7) * WIDTH
			for ; ; {
				c.wideAxis(made, axis - 1, so)
				if n--; n == 0 {
					return
				}
				made.Gap(c.dst, c.src, gap)
				so += step
			}`)
	}
	f.Comment("wideAxis does an axis and those inside it, down to the axis of rows.")
	f.Func().Params(jen.Id("c").Op("*").Id(stateName(p, mode))).Id("wideAxis").
		Params(jen.Id("made").Op("*").Qual(packedPath, "Rows"), list("axis", "so").Int()).Block(body...)
}
