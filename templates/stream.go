package templates

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// Rows with pads of any kind are made by package stream where it has registers of 32 bytes for them. Outputs that do not fit into the
// caches are written past them, one line of memory at a time. What goes past the caches is not read again, so the slabs of outer axes are
// made from data, too. In the caches they are copies of finished slabs: planes that an outer axis repeats 20 times take 0.25 to 1.0 of the
// time that way.

// One call makes all rows of a plane, including those above and below the data, and all planes of an axis without pads of its own. With a
// call for each part of a plane, maps of 28 x 28 float take 1.15 to 1.18 times as long, conv of float 1.04 to 1.06, of float16 1.1 to
// 1.15, images of uint8 and float16 with pads of 16 1.08 to 1.13 (Zen 4). Large outputs take as long with a call for each plane, and the
// garbage collector then waits for no more than one plane, which is the whole output if all axes merge into two.

// streamRow is the length in bytes of the shortest row that goes past the caches: planes of 12 and 40 MB in rows of 64 bytes take 1.05 to
// 1.3 of the time, of 96 bytes 0.7 to 1.0, of 128 bytes 0.6 to 1.3, the mean of eight 1.0, of 192 to 384 bytes 0.4 to 0.8.
//
// wideRow is the longest row in bytes that stream.Rows makes in outputs that stay in the caches: longer rows are as fast one by one, and
// each may be a block that goes past the caches.
//
// wrapWide is the longest pad in bytes of mode wrap that stream.Rows makes: copies of 256 bytes and more take 0.8 of the time.
const (
	streamRow = 96
	wideRow   = 4096
	wrapWide  = 128
)

// aligns reports whether stream.Rows.Align is of use. It is for rows of elements of one or two bytes, which may start elsewhere than at
// multiples of 4, but not for mode wrap, whose pads come from the other end.
func (w words) aligns(mode string) bool { return w.size < 4 && mode != spec.Wrap }

// aligned returns text where stream.Rows.Align is of use, "" elsewhere.
func (w words) aligned(mode, text string) string {
	if !w.aligns(mode) {
		return ""
	}
	return text
}

// wideFuncs emits a mode's methods that call package stream.
func (w words) wideFuncs(f *jen.File, mode string) {
	declare := func(name string, params jen.Code, body []jen.Code) {
		f.Func().Params(jen.Id("c").Op("*").Id(w.fn(mode))).Id(name).Params(params).Block(body...)
	}
	w.tileFunc(f, mode)
	if mode == spec.Constant {
		f.Comment("wideRows does rows of more than 64 bytes, and the gaps between them.")
		declare("wideRows", list("do", "n", "gap").Int(), lines(`
			var rows stream.Rows
			value := (*[16]byte)(unsafe.Pointer(&c.value))
			`+w.aligned(mode, "if !c.stream && rows.AlignedGaps(unsafe.Add(c.dst, do), c.src, &c.Planes, do, n, gap, c.gap, value) {\n return\n }")+`
			rows.Gaps(unsafe.Add(c.dst, do), c.src, &c.Planes, n, gap, c.gap, value, c.stream)`))
		return
	}
	f.Comment("wideAxis does an axis and those inside it, down to the axis of rows, past the caches in the order of the output.")
	declare("wideAxis", jen.List(jen.Id("made").Op("*").Qual(streamPath, "Rows"), list("axis", "so").Int()), lines(`
		c.At, c.Left = so, 1
		if axis > c.axis {
			g := c.g
			b, n, e := g.Span(axis & 7) // the mask saves a bounds check
			dstep, sstep := g.Steps(axis & 7)
			dstep, sstep = dstep * SIZE, sstep * SIZE
			if c.past {
				for j := -b; j < n + e; j++ {
					`+modes[mode].index+`
					c.wideAxis(made, axis - 1, so + from * sstep)
				}
				return
			}
			if axis > c.axis + 1 || b | e != 0 {
				do := made.Skip(b * dstep)
				for i := 0; i < n; i++ {
					c.wideAxis(made, axis - 1, so)
					so += sstep
				}
				if b | e != 0 {
					c.extend(do, b, n, e, dstep)
					made.Skip(e * dstep)
				}
				return
			}
			c.Left, c.Skip = n, sstep
		}
		`+w.aligned(mode, "if c.aligned {\n made.WriteAligned(&c.Planes, c.dst, c.src)\n return\n }")+`
		made.Write(&c.Planes, c.dst, c.src)`, "SIZE", fmt.Sprint(w.size)))
}
