package templates

import "github.com/dave/jennifer/jen"

// Images with the channels innermost have rows of whole pixels, and pads of whole pixels: elements of odd sizes. For
// one pixel on both sides, a function like those of rows.go does all rows of a plane: 224 x 224 x 3 of uint8 takes
// 0.7 of the time of a move and two slabs for each row. Rows of wider types are seldom short enough to gain from it, and
// a program that calls one of their kernels would be larger for it.

const (
	pixelSize  = 2 // the widest words in bytes
	pixelWords = 4 // the most words of a pixel: two moves of two words that overlap
)

// pixelFunc emits the function, which is the same in all modes but for where in the row the pads come from.
func (w words) pixelFunc() []jen.Code {
	if w.size > pixelSize {
		return nil
	}
	pixel := func() []jen.Code {
		return []jen.Code{w.mv(2*w.size, x("d"), x("f")), w.mv(2*w.size, add("d", "q"), add("f", "q"))}
	}
	row := join(
		[]jen.Code{x(list("d", "f"), ":=", list("r", add("s", "head")))},
		pixel(),
		[]jen.Code{x("d", "=", add("r", "pixel"))},
		unrolled(64)(w, plain()),
		[]jen.Code{x(list("d", "f"), "=", list(add("d", "n"), add("s", "tail")))},
		pixel(),
		[]jen.Code{lastOf("rows", jen.Return()), x("r", "=", add("r", "dstep")), x("s", "=", add("s", "sstep"))},
	)
	return []jen.Code{
		jen.Commentf("%s does rows of 64 bytes and more with pads of one pixel, which come from head and tail in the row.", w.fn("pixels")),
		jen.Func().Id(w.fn("pixels")).Params(
			list("r", "s").Qual("unsafe", "Pointer"),
			list("n", "pixel", "head", "tail", "rows", "dstep", "sstep").Int(),
		).Block(
			x(list("t", "q"), ":=", list(x("n", "-", 64), x("pixel", "-", 2*w.size))),
			jen.For().Block(row...),
		),
	}
}

// hasPixels reports whether rows of pixels have loops of their own.
func hasPixels(e storage) bool {
	w, ok := e.(words)
	return !ok || w.size <= pixelSize
}

// pixelRows calls it.
func (w words) pixelRows(mode string) []jen.Code {
	if w.size > pixelSize {
		return nil
	}
	head, tail := modes[mode].ends("row", "pixel")
	return []jen.Code{
		when(x("b", "==", 1, "&&", "end", "==", 1, "&&", "row", ">=", 64, "&&", "row", "<=", unrolledRow, "&&",
			"pixel", ">=", 2*w.size, "&&", "pixel", "<=", pixelWords*w.size),
			call(w.fn("pixels"), add("c.dst", "do"), add("c.src", "so"), "row", "pixel", head, tail, "rows", "dstep", "sstep"),
			jen.Return(),
		),
	}
}
