package templates

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// Short rows come in small planes, such as 7 x 7 in the last layers of a network, and the calls for each plane take as long as its
// rows. So a form does all planes of the innermost three axes at once.
//
// In the modes that read their pads from data, a plane is up to three parts, each with its own step through data: the pads above, its
// own rows, the pads below. Only the rows of stream.Tiles and stream.Short and those with pads of one or a few elements are done this
// way: with longer pads, a copy of the finished row beats the loops over its pads. In mode constant the gap between two planes is
// filled like the one between two rows.

// planeGap is the gap in bytes between planes above which fill, which costs a call and another one for each plane, beats stores of 16
// bytes: with gaps of 472 bytes a conv of float takes 0.93 to 0.97 of the time by stores, with 944 and 1,888 bytes 1.0 and 1.05.
const planeGap = 512

// planesType declares the type that says what to do for each plane.
func (w words) planesType(modes []string) []jen.Code {
	fields := []jen.Code{
		jen.Id("src").Qual("unsafe", "Pointer").Comment("data"),
		jen.Id("whole").Bool().Comment("all planes of rank 3 at once, with the pads of rank 2"),
		jen.Id("short").Bool().Comment("rows of 16 to 64 bytes made by stream.Short, or in mode constant by stream.ShortGaps"),
		jen.Id("past").Bool().Comment("the output goes past the caches where possible"),
	}
	if w.tiles() {
		fields = append(fields, jen.Id("tiled").Bool().Comment("rows of up to 32 bytes made by stream.Tiles"))
	}
	if readsData(modes) {
		fields = append(fields,
			jen.Id("axis").Int().Comment("the axis of rows made by stream.Rows: 2 where a row is several pixels without pads of their own, else 1"))
		if slices.ContainsFunc(modes, func(m string) bool { return m != spec.Constant && w.aligns(m) }) {
			fields = append(fields, jen.Id("aligned").Bool().Comment("rows made by stream.Rows.WriteAligned"))
		}
		fields = append(fields, jen.Id("one").Bool().Comment("pads of one element: rows made by the methods one…"))
		if w.few() > 0 {
			fields = append(fields, jen.Id("few").Bool().Comment("pads of a few elements: rows made by the methods few…"))
		}
	}
	if slices.Contains(modes, spec.Constant) {
		fields = append(fields,
			jen.Id("wide").Bool().Comment("constant: rows made by stream.Rows"),
			jen.Id("stream").Bool().Comment("constant: the same, past the caches"),
			jen.Id("gap").Int().Comment("constant: from the last row of a plane to the first one of the next"))
	}
	fields = append(fields,
		jen.Id("dstep").Int().Comment("from one row to the next in the output"),
		jen.Qual(streamPath, "Planes"))
	if readsData(modes) {
		// Last, so that the offsets of the others fit in one byte.
		fields = append(fields, jen.Id("made").Qual(streamPath, "Short").Comment("the short rows, if they have pads of data"))
	}
	return []jen.Code{
		jen.Commentf("%s says where the rows of each plane come from.", w.fn("planes")),
		jen.Type().Id(w.fn("planes")).Struct(fields...),
	}
}

// openPlanes sets the fields of planes. In the modes that read their pads from data it makes the whole output by package stream where
// that fits; otherwise it returns where the kernel has to start.
func (w words) openPlanes(mode string) []jen.Code {
	numbers := []string{
		"SIZE", fmt.Sprint(w.size), "STREAMED", fmt.Sprint(streamRow), "WIDE", fmt.Sprint(wideRow),
		"LONG_PAD", fmt.Sprint(w.longPad()), "TURN", fmt.Sprint(wrapWide),
		"GAP_OF_ROWS", fmt.Sprint(wideGap), "GAP_OF_PLANES", fmt.Sprint(planeGap),
		"LEAST", fmt.Sprint(fewRow), "FEW", fmt.Sprint(w.few()), "MODE", spec.ModeGoName(mode),
		"INLINE", inline(inlineRow), "SHORT", fmt.Sprint(shortRow),
	}
	if mode == spec.Constant {
		return w.openConstant(numbers)
	}
	return w.openFromData(mode, numbers)
}

func (w words) openConstant(numbers []string) []jen.Code {
	tiled, some := "", ""
	if w.tiles() {
		some, tiled = "c.tiled || ", `
			planes := g.Ext(1) * (n + gap)
			if c.gap <= GAP_OF_PLANES {
				planes *= g.Ext(2)
			}
			c.tiled = stream.FitTiles(n, n + gap, planes, c.past)`
	}
	return lines(`
		total := g.Total() * SIZE
		n, gap := g.Ext(0) * SIZE, g.Gap(1) * SIZE
		c.Data(g.Ext(1), g.Src(1) * SIZE, g.Src(2) * SIZE)
		c.gap = g.Gap(2) * SIZE
		c.past = stream.Pays(total)
		c.stream = c.past && n >= STREAMED && gap <= stream.LeastBlock
		c.wide = c.stream || n > SHORT && n <= WIDE && gap <= stream.MostPads && stream.Fit(total, n, 0, gap, SIZE)
		c.short = stream.FitShortGaps(n) && gap <= GAP_OF_ROWS`+tiled+`
		c.whole = c.wide && gap <= stream.MostPads || (`+some+`c.short || INLINE && gap <= GAP_OF_ROWS) && c.gap <= GAP_OF_PLANES`, numbers...)
}

func (w words) openFromData(mode string, numbers []string) []jen.Code {
	few, some, none := "", "c.short || c.one", "!c.short && !c.one"
	if w.few() > 0 {
		few = `
				if !stream.Assembly {
					c.few = n >= LEAST && uint(b - FEW) <= FEW && uint(e - FEW) <= FEW
				}`
		some, none = some+" || c.few", none+" && !c.few"
	}
	tiled := ""
	if w.tiles() {
		some, none = "c.tiled || "+some, "!c.tiled && "+none
		tiled = "c.tiled = stream.FitTiles(n, b + n + e, g.Ext(2) * g.Dst(2) * SIZE, c.past)"
		if mode != spec.Edge {
			tiled += " && inParts"
		}
	}
	parts, fits, whole := "inParts := c.MODE(above, below)", "inParts && inside", "inParts && ("+some+")"
	inside, short, one := modes[mode].single("size"), "axis == 1 && inside", ""
	switch mode {
	case spec.Wrap:
		inside = "max(b, e) <= min(n, TURN) && n > size"
	case spec.Edge: // one row of data is enough for any pads, and one element of it, except for the forms of two elements and more
		parts, fits, whole = "c.Edge(above, below)", "inside", some
		inside += " && max(b, e) <= LONG_PAD"
		short, one = "axis == 1", "inside && "
	}
	return lines(`
		so = g.SrcOff() * SIZE
		total := g.Total() * SIZE
		c.past = stream.Pays(total)
		b, n, e := g.Span(0)
		dstep, sstep := g.Steps(1)
		size, axis := SIZE, 1
		if dstep == n && sstep == n {
			// Pixels of several channels that have no pads: treat them as elements of more bytes, on axis 1.
			size, axis = n * SIZE, 2
			b, n, e = g.Span(1)
			_, sstep = g.Steps(2)
		}
		b, n, e = b * size, n * size, e * size
		above, rows, below := g.Span(axis & 3) // the mask saves a bounds check
		c.Data(rows, sstep * SIZE, g.Src(2) * SIZE)
		`+parts+`
		inside := `+inside+`
		if `+short+` {
			`+tiled+`
			if c.short = stream.FitShort(n, b, e); c.short {
				c.made.MODE(n, b, e, SIZE)
			}
			if !c.short && INLINE {
				c.one = `+one+`b == SIZE && e == SIZE`+few+`
			}
		}
		if `+none+` && `+fits+` && stream.Fit(total, n, b, e, size) {
			if past := c.past && n >= STREAMED && b + e <= stream.MostPads; past || n <= WIDE {
				var made stream.Rows
				made.MODE(c.dst, n, b, e, size, past)
				c.axis = axis
				`+w.aligned(mode, "c.aligned = made.Align()")+`
				c.wideAxis(&made, max(axis, rank - 1), so)
				made.End(c.dst)
				return 0, 0, false
			}
		}
		c.whole = `+whole+`
		return 0, so, true`, numbers...)
}
