package templates

import (
	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// packed is the storage of types below a byte: the first element in the lowest bits, rows following one another
// without alignment. Offsets are in bits; the functions of package packed change no bit beside those they are to
// write, so that two rows may share a byte.
type packed struct {
	bits   int
	goName string
}

func (p packed) unitName() string           { return "bits" }
func (p packed) scale(e any) *jen.Statement { return times(e, p.bits) }
func (p packed) start() *jen.Statement      { return x("at") }
func (p packed) from(n any) *jen.Statement  { return x("at", "+", n) }

// prepare clears the bits of the last byte that belong to no element.
func (p packed) prepare(mode string) []jen.Code {
	code := []jen.Code{
		x("at", ":=", p.scale("g.DstOff()")),
		jen.If(x("end", ":=", "at", "+", p.scale("g.DstLen()")), x("end", "&", 7, "!=", 0)).Block(
			x(x("c.dst").Index(x("end", ">>", 3)), "&=", x(1, "<<", x("(", "end", "&", 7, ")"), "-", 1)),
		),
	}
	return code
}

func (p packed) fields(mode string) []jen.Code {
	f := []jen.Code{list("dst", "src").Index().Byte()}
	if mode == spec.Constant {
		f = append(f, jen.Id("value").Byte().Comment("repeated"))
	}
	return f
}

func (p packed) setup(mode string) jen.Dict {
	view := func(s string) jen.Code {
		return call("unsafe.Slice", x("(*byte)").Call(call("unsafe.Pointer", call("unsafe.SliceData", s))), call("len", s))
	}
	d := jen.Dict{jen.Id("dst"): view("dst"), jen.Id("src"): view("src")}
	if mode == spec.Constant {
		d[jen.Id("value")] = p.splat(call("byte", "value"))
	}
	return d
}

// mask is the bits of one element, splat an element repeated over a byte.
func (p packed) mask() int { return 1<<p.bits - 1 }

func (p packed) splat(v *jen.Statement) *jen.Statement {
	return x(x("(", v, "&", p.mask(), ")"), "*", map[int]int{2: 0x55, 4: 0x11}[p.bits])
}

func (p packed) move(do, so, n any) *jen.Statement {
	return call("packed.Move", "c.dst", do, "c.src", so, n)
}

func (p packed) slab(do, so, n any) *jen.Statement {
	return call("packed.Move", "c.dst", do, "c.dst", so, n)
}

// elem is the element at a bit of s, in the lowest bits of a byte; put writes one.
func (p packed) elem(s string, at ...any) *jen.Statement {
	return x(x(s).Index(x(x("(", x(at...), ")"), ">>", 3)), ">>", x("(", x("(", x(at...), ")"), "&", 7, ")"))
}

func (p packed) fill() []jen.Code {
	return []jen.Code{call("packed.Fill", "c.dst", "do", "n", "c.value")}
}

// turn makes the pads of a row, of any length, from the row.
func (p packed) turn(mode string) []jen.Code {
	w := p.bits
	if mode == spec.Edge {
		return []jen.Code{
			x("m", ":=", "do", "+", "b"),
			call("packed.Fill", "c.dst", "do", "b", p.splat(p.elem("c.dst", "m"))),
			call("packed.Fill", "c.dst", x("m", "+", "n"), "e", p.splat(p.elem("c.dst", "m", "+", "n", "-", w))),
		}
	}
	copyElem := func(to, from *jen.Statement) jen.Code {
		return call("packed.Put", "c.dst", to, p.mask(), p.elem("c.dst", from))
	}
	if mode == spec.Wrap {
		return []jen.Code{
			jen.Comment("A turn at a time, the nearest first."),
			loop(x("to", ",", "k", ":=", "do", "+", "b", ",", 0), x("to", ">", "do"), nil,
				x("k", "=", call("min", "n", x("to", "-", "do"))),
				x("to", "-=", "k"),
				call("packed.Move", "c.dst", "to", "c.dst", x("to", "+", "n"), "k"),
			),
			x("at", ":=", "do", "+", "b", "+", "n"),
			loop(x("end", ",", "k", ":=", "at", "+", "e", ",", 0), x("at", "<", "end"), x("at", "+=", "k"),
				x("k", "=", call("min", "n", x("end", "-", "at"))),
				call("packed.Move", "c.dst", "at", "c.dst", x("at", "-", "n"), "k"),
			),
		}
	}
	return []jen.Code{
		x(list("m", "t"), ":=", list(x("do", "+", "b"), x("n", "-", w))),
		x("last", ":=", "m", "+", "t"),
		x("period", ":=", call("max", w, x(2, "*", "t"))),
		loop(x("j", ":=", w), x("j", "<=", "b"), x("j", "+=", w),
			x("from", ":=", "m", "+", "j"),
			when(x("j", ">", "t"), x("from", "=", "m", "-", "j", "+", "period")),
			copyElem(x("m", "-", "j"), x("from")),
		),
		loop(x("j", ":=", w), x("j", "<=", "e"), x("j", "+=", w),
			x("from", ":=", "last", "-", "j"),
			when(x("j", ">", "t"), x("from", "=", "last", "+", "j", "-", "period")),
			copyElem(x("last", "+", "j"), x("from")),
		),
	}
}
