package templates

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// packed is the storage of types below a byte: the first element in the lowest bits, rows following one another
// without alignment. Offsets are in bits; the functions of package packed change no bits except those that they
// are to write, so that two rows may share a byte.
type packed struct{ width int }

func (p packed) name() string               { return fmt.Sprintf("Bits%d", p.width) }
func (packed) bits(v string) *jen.Statement { return call("byte", v) }
func (packed) bitsType() *jen.Statement     { return jen.Byte() }

// view is the slice as bytes.
func (packed) view(s string) *jen.Statement {
	return call("unsafe.Slice", x("(*byte)").Call(call("unsafe.Pointer", call("unsafe.SliceData", s))), call("len", s))
}

func (p packed) measure() string            { return "bits" }
func (p packed) scale(e any) *jen.Statement { return times(e, p.width) }

// from counts from where the output starts: a block may start inside a byte.
func (p packed) from(n any) *jen.Statement {
	at := p.scale("g.DstOff()")
	if n == 0 {
		return at
	}
	return x(at, "+", n)
}

// close clears in mode constant what open clears in the other modes, since in mode constant rows may be filled
// beyond the output's end.
func (p packed) close() []jen.Code { return p.clearRest() }

// clearRest clears the bits of the last byte that belong to no element.
func (p packed) clearRest() []jen.Code {
	return []jen.Code{
		jen.If(x("end", ":=", p.from(p.scale("g.DstLen()"))), x("end", "&", 7, "!=", 0)).Block(
			x(x("c.dst").Index(x("end", ">>", 3)), "&=", x(1, "<<", x("(", "end", "&", 7, ")"), "-", 1)),
		),
	}
}

func (p packed) fields(mode string) []jen.Code {
	f := []jen.Code{
		list("dst", "src").Index().Byte(),
		jen.Id("phases").Index(jen.Lit(8/p.width)).Qual(packedPath, "Phase").Comment("of long rows"),
		jen.Id("start").Int().Comment("where in their bytes the rows of these phases start"),
	}
	if mode == spec.Constant {
		f = append(f, jen.Id("value").Byte().Comment("repeated"))
	} else {
		f = append(f, jen.Id("axis").Int().Comment("of the rows that packed.Rows makes: 2 where each is several pixels without pads of their own"))
	}
	return f
}

// mask is the bits of one element, splat an element repeated over a byte.
func (p packed) mask() int { return 1<<p.width - 1 }

func (p packed) splat(v *jen.Statement) *jen.Statement {
	return x(x("(", v, "&", p.mask(), ")"), "*", map[int]int{2: 0x55, 4: 0x11}[p.width])
}

func (p packed) move(do, so, n any) *jen.Statement {
	return call("packed.Move", "c.dst", do, "c.src", so, n)
}

func (p packed) slabForms() []slabForm {
	return []slabForm{{copy: func(to, from, n any) []jen.Code {
		return []jen.Code{call("packed.Move", "c.dst", to, "c.dst", from, n)}
	}}}
}

// elem is the element at a bit of s, in the lowest bits of a byte.
func (p packed) elem(s string, at ...any) *jen.Statement {
	return x(x(s).Index(x(x("(", x(at...), ")"), ">>", 3)), ">>", x("(", x("(", x(at...), ")"), "&", 7, ")"))
}

func (p packed) fill() []jen.Code {
	return []jen.Code{call("packed.Fill", "c.dst", "do", "n", "c.value")}
}

// turn makes the pads of a row, of any length, from the row.
func (p packed) turn(mode string) []jen.Code {
	w := p.width
	if mode == spec.Edge {
		return []jen.Code{
			x("m", ":=", "do", "+", "b"),
			call("packed.Fill", "c.dst", "do", "b", p.splat(p.elem("c.dst", "m"))),
			call("packed.Fill", "c.dst", x("m", "+", "n"), "e", p.splat(p.elem("c.dst", "m", "+", "n", "-", w))),
		}
	}
	if mode == spec.Wrap {
		return []jen.Code{call("c.extend", "do", "b", "n", "e", 1)} // slabs of one bit
	}
	return p.lines(`
		// A mirror image of the row on each side, then repeats of that.
		m, t := do + b, n - WIDTH
		if t == 0 {
			packed.Down(c.dst, m, b, n)
			packed.Up(c.dst, m + n, e, n)
			return
		}
		k := min(b, t)
		packed.Reverse(c.dst, m - k, c.dst, m + WIDTH, k, WIDTH)
		packed.Down(c.dst, m - k, b - k, 2 * t)
		k = min(e, t)
		packed.Reverse(c.dst, m + n, c.dst, m + t - k, k, WIDTH)
		packed.Up(c.dst, m + n + k, e - k, 2 * t)`)
}
