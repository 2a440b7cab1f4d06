package templates

import "github.com/dave/jennifer/jen"

// Constant mode walks the output once, upwards: data, gap, data, gap. The end pads of one index and the begin pads of
// the next are neighbours in memory, on every axis, so each gap is one fill (Geometry.Gap), half as many as pads.

const constantRowsDoc = "rows copies rows of data and fills the gaps between them, but not before the first or after the last."

// wideGap is the gap in bytes from which fill, a call, beats stores in the row loop.
const wideGap = 128

// constantGap fills the gap after a row. What follows it is the next row, of at least move bytes and written later, so
// the last store may run over its start, and the first needs no condition: one store for the gap of a typical
// convolution instead of a loop over elements. That one has 8 bytes, which hold two elements of up to 4 bytes: a
// store of 16 crosses into another cache line more often, and bool conv takes 2.17 x memcpy instead of 1.91, float conv
// 1.29 instead of 1.08.
func constantGap(w words, short, move int) []jen.Code {
	return []jen.Code{
		constantStore(w, short, "n"),
		when(x("dstep", ">", "wide"),
			loop(x("j", ":=", "n", "+", short), x("j", "<", "dstep"), x("j", "+=", move), constantStore(w, move, "j")),
		),
	}
}

// constantStore writes move bytes of the value at an offset from d.
func constantStore(w words, move int, at string) jen.Code {
	return x(w.at(move, add("d", at)), "=", w.at(move, x("v")))
}
