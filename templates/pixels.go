package templates

import "github.com/dave/jennifer/jen"

// In images with the channels innermost, rows and pads consist of whole pixels, which are elements of odd sizes. Package
// stream makes such rows, see openPlanes. Where it does not, each row is a move and two slabs.

// hasPixels reports whether such rows have a loop of their own: calling outer for each takes half as long again for images
// of uint8, but no longer for wider types.
func hasPixels(e storage) bool {
	w, ok := e.(words)
	return !ok || w.size <= 2
}

// pixels is rank 3 for such rows: one move and one call of extend for each.
func pixels(e storage) []jen.Code {
	return []jen.Code{
		x("g", ":=", "c.g"),
		x(list("dstep", "sstep"), ":=", list(e.scale("g.Dst(2)"), e.scale("g.Src(2)"))),
		x(list("b", "n", "end", "pixel"), ":=", list("g.Begin(1)", "g.Ext(1)", "g.End(1)", e.scale("g.Dst(1)"))),
		x(list("before", "row"), ":=", list(x("b", "*", "pixel"), x("n", "*", "pixel"))),
		loop(nil, x("rows", ">", 0), x("rows", "--"),
			e.move(x("do", "+", "before"), "so", "row"),
			call("c.extend", "do", "b", "n", "end", "pixel"),
			x("do", "+=", "dstep"),
			x("so", "+=", "sstep"),
		),
	}
}
