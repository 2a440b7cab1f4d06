package templates

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// Rows of a few narrow elements are made several at a time where the processor can shuffle 64 bytes: see stream.Tiles, which has the
// figures.

// tiles reports whether the type has such rows. Those of 3 to 6 float would be faster, too, but a kernel of rank 4 has no room for them
// within the 16 KB that package costs allows one kernel of float32.
func (w words) tiles() bool { return w.size <= narrow }

// tileFunc emits a mode's method for such rows.
func (w words) tileFunc(f *jen.File, mode string) {
	if !w.tiles() {
		return
	}
	begin, write, params := "made.MODE(n, b, e, SIZE)", "made.Write(&c.Planes, row, c.src, c.past)", list("b", "n", "e").Int()
	if mode == spec.Constant {
		begin, params = "made.Constant(n, gap)", list("n", "gap").Int()
		write = "made.WriteGaps(&c.Planes, row, c.src, c.gap, (*[16]byte)(unsafe.Pointer(&c.value)), c.past)"
	}
	f.Comment("tiles does planes of short rows.")
	f.Func().Params(jen.Id("c").Op("*").Id(w.fn(mode))).Id("tiles").Params(jen.Id("row").Qual("unsafe", "Pointer"), params).Block(
		lines("var made stream.Tiles\n"+begin+"\n"+write, "MODE", spec.ModeGoName(mode), "SIZE", fmt.Sprint(w.size))...)
}
