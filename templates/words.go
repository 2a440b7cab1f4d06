package templates

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// words is the storage of pointer-free types of 1, 2, 4, 8 or 16 bytes. Their elements move as unsigned integers, so that no NaN
// or bool changes a bit, at addresses that the kernel's check has made safe. Code steps from axis to axis by offsets, and from
// row to row by pointers, which stop at the last row, because a pointer may never leave its object.
type words struct{ size int }

func (w words) name() string               { return fmt.Sprintf("By%d", w.size) }
func (w words) measure() string            { return "bytes" }
func (w words) scale(e any) *jen.Statement { return times(e, w.size) }
func (w words) from(n any) *jen.Statement  { return x(n) }

func (words) view(s string) *jen.Statement { return dataOf(s) }

func (w words) bitsType() *jen.Statement { return w.chunk(w.size) }

func (w words) bits(v string) *jen.Statement {
	return x("*").Parens(x("*", w.chunk(w.size))).Parens(call("unsafe.Pointer", x("&", v)))
}

// open sets the fields of planes. In mode constant it also keeps sixteen bytes of the repeated value, the source of every fill;
// in the other modes it lets package stream make the output where that fits.
func (w words) open(mode string) []jen.Code {
	if mode != spec.Constant {
		return w.openPlanes(mode)
	}
	return append(w.openPlanes(mode),
		loop(x("i", ":=", 0), x("i", "<", 16), x("i", "+=", w.size),
			x(x("*").Parens(x("*", w.bitsType())).Parens(add(call("unsafe.Pointer", x("&", "c.value")), "i")), "=", "value")),
	)
}

func (words) close() []jen.Code { return nil }

func (w words) fields(mode string) []jen.Code {
	f := []jen.Code{jen.Id("dst").Qual("unsafe", "Pointer")}
	if mode == spec.Constant {
		f = append(f, jen.Id("value").Add(w.chunk(16)).Comment("repeated"))
	}
	return append(f, jen.Id(w.fn("planes")))
}

// fn is the name of a function or type of the word size.
func (w words) fn(what string) string { return what + w.name() }

// helpers are the moves, and the type of planes with its forms.
func (w words) helpers(modes []string) []jen.Code {
	return join(w.blocks(), w.moveFunc(), w.planesType(modes), w.oneForms(modes), w.wordFuncs(modes))
}

// chunk is the type of n bytes that move at once: an array of at most 16 bytes, which the compiler loads and stores
// whole when it is assigned through two pointers, or a block. Locals of these types go to the stack.
func (w words) chunk(n int) *jen.Statement {
	if n > 16 {
		return jen.Id(w.block(n))
	}
	if w.size == 16 {
		return jen.Index(jen.Lit(2)).Uint64()
	}
	word := jen.Id(map[int]string{1: "uint8", 2: "uint16", 4: "uint32", 8: "uint64"}[w.size])
	if n == w.size {
		return word
	}
	return jen.Index(jen.Lit(n / w.size)).Add(word)
}

// at is the chunk of n bytes at p. Complex64 is aligned for float32 alone, so there words of 8 bytes are pairs: on mips64 a uint64 has to lie
// at a multiple of 8.
func (w words) at(n int, p *jen.Statement) *jen.Statement {
	chunk := w.chunk(n)
	if w.size == 8 && n <= 16 {
		chunk = jen.Index(jen.Lit(n / 4)).Uint32()
	}
	return x("*").Parens(x("*", chunk)).Parens(p)
}

// copyBytes copies n bytes from s to d by one load and one store; copyElem copies an element.
func (w words) copyBytes(n int, d, s *jen.Statement) jen.Code { return x(w.at(n, d), "=", w.at(n, s)) }
func (w words) copyElem(d, s *jen.Statement) jen.Code         { return w.copyBytes(w.size, d, s) }

func (w words) move(do, so, n any) *jen.Statement {
	return call("c.move", add("c.dst", do), add("c.src", so), n)
}

// slabForms are four moves that overlap for slabs of up to four words, such as pixels, and move for the rest: a call
// for each pixel would take longer than the moves.
func (w words) slabForms() []slabForm {
	pixel := slabForm{
		when: x("step", "<=", 4*w.size),
		first: []jen.Code{
			x(list("dst", "t"), ":=", list("c.dst", x("step", "-", w.size))),
			x(list("p", "q"), ":=", list(call("min", w.size, "t"), call("max", 0, x("t", "-", w.size)))),
		},
		copy: func(to, from, _ any) []jen.Code {
			code := []jen.Code{x(list("d", "s"), ":=", list(add("dst", to), add("dst", from))), w.copyElem(x("d"), x("s"))}
			for _, at := range []string{"p", "q", "t"} {
				code = append(code, w.copyElem(add("d", at), add("s", at)))
			}
			return code
		},
	}
	general := slabForm{copy: func(to, from, n any) []jen.Code {
		return []jen.Code{call("c.move", add("c.dst", to), add("c.dst", from), n)}
	}}
	if !hasPixels(w) {
		return []slabForm{general}
	}
	return []slabForm{pixel, general}
}

// moveFunc is the move of any number of bytes: package stream has the long ones.
func (w words) moveFunc() []jen.Code {
	short := jen.Switch().BlockFunc(func(g *jen.Group) {
		for _, f := range fewerForms(w.forms()) {
			if f.most > mediumForm.most {
				break
			}
			var t []jen.Code
			if f.last > 0 {
				t = []jen.Code{x("t", ":=", "n", "-", f.last)}
			}
			fits := x("n", "<=", f.most)
			g.Case(fits).Block(append(t, f.moves(w, plain())...)...)
		}
		g.Default().Block(call("stream.Copy", "d", "s", "n", "c.past"))
	})
	return []jen.Code{
		jen.Comment("move moves n bytes, a whole number of elements, at least one."),
		jen.Func().Params(jen.Id("c").Op("*").Id(w.fn("planes"))).Id("move").
			Params(list("d", "s").Qual("unsafe", "Pointer"), jen.Id("n").Int()).Block(short),
	}
}

// fill writes stores that overlap, or calls package stream.
func (w words) fill() []jen.Code {
	body := []jen.Code{
		when(x("n", "==", 0), jen.Return()), // before the address, which may be the end of dst
		x(list("d", "v"), ":=", list(add("c.dst", "do"), call("unsafe.Pointer", x("&", "c.value")))),
		when(x("n", ">=", "stream.LeastRow"), call("stream.Fill", "d", "v", "n", "c.past"), jen.Return()),
	}
	if w.size < 16 {
		body = append(body, when(x("n", "<", 16), jen.Switch().BlockFunc(func(g *jen.Group) {
			for m := 8; m >= w.size; m /= 2 {
				stores := []jen.Code{w.store(m, 0)}
				if m > w.size {
					stores = append(stores, w.store(m, "n", "-", m))
				}
				g.Case(x("n", ">=", m)).Block(stores...)
			}
		}), jen.Return()))
	}
	return append(body,
		loop(x("i", ":=", 0), x("i", "<", "n", "-", 16), x("i", "+=", 16), w.store(16, "i")),
		w.store(16, "n", "-", 16),
	)
}

// singly is the bytes of a pad, beyond those that the row itself has, that are made one element after the other. More are made by copies,
// each of twice as much as the one before, which for fewer would take up to twice as long. Wrap pads of 10^6 uint8 take 0.01 of the time,
// of 10,240 float32 at rows of 512 0.09, of 1,000 float32 at rows of 3 0.15. So would those of reflect for types of more than two bytes, but
// one kernel would be beyond its 16 KB.
func (w words) singly() int { return max(64, 16*w.size) }

// longPad is the most bytes of a pad that mode edge makes by elements, or by words. Longer ones are made by such copies, too: pads of 10^6
// uint8 take 0.16 of the time, of 150,000 float32 0.15.
func (w words) longPad() int { return max(512, 128*w.size) }

// turn makes the pads of a row, of any length, from the row. Where a pad is longer than the row, it repeats what lies period
// bytes further in, which may be a part of the pad that is already made.
func (w words) turn(mode string) []jen.Code {
	body := []jen.Code{x("m", ":=", add("c.dst", "do", "+", "b"))}
	switch mode {
	case spec.Edge:
		copies := append([]jen.Code{x(list("before", "behind"), ":=", list(0, 0))}, w.twice(w.size)...)
		return append(body,
			when(x(call("max", "b", "e"), ">", w.longPad()), append(copies, jen.Return())...),
			w.padLoop("b", true, func(bytes int, at string) jen.Code { return w.repeated(bytes, add("m", at, "-", "b"), x("m")) }),
			w.padLoop("e", true, func(bytes int, at string) jen.Code {
				return w.repeated(bytes, add("m", "n", "+", at), add("m", "n", "-", w.size))
			}))
	case spec.Reflect:
		body = append(body,
			x(list("t", "period"), ":=", list(x("n", "-", w.size), call("max", w.size, x(2, "*", x("(", "n", "-", w.size, ")"))))),
			x("before", ":=", call("min", "b", "t")),
			w.padLoop("before", true, func(bytes int, at string) jen.Code {
				return w.mirrored(bytes, add("m", at, "-", "before"), add("m", plus("before", w.size-bytes).Op("-").Id(at)))
			}),
			x("behind", ":=", call("min", "e", "t")),
			w.padLoop("behind", true, func(bytes int, at string) jen.Code {
				return w.mirrored(bytes, add("m", "n", "+", at), add("m", "t", "-", bytes, "-", at))
			}),
		)
	case spec.Wrap:
		body = append([]jen.Code{when(x(call("max", "b", "e"), ">", "n", "+", w.singly()), call("c.extend", "do", "b", "n", "e", 1), jen.Return())},
			append(body,
				x(list("period", "before", "behind"), ":=", list("n", call("min", "b", "n"), call("min", "e", "n"))),
				when(x("b", ">", 0), call("c.move", add("m", x("-", "before")), add("m", "n", "-", "before"), "before")),
				when(x("e", ">", 0), call("c.move", add("m", "n"), "m", "behind")),
			)...)
	}
	mostBefore, mostBehind := "b", "e"
	byCopies := mode == spec.Reflect && w.size <= narrow
	if byCopies {
		mostBefore, mostBehind = "mostBefore", "mostBehind"
		body = append(body, x(list(mostBefore, mostBehind), ":=",
			list(call("min", "b", x("before", "+", w.singly())), call("min", "e", x("behind", "+", w.singly())))))
	}
	body = append(body,
		jen.For(x("before", "<", mostBefore)).Block(
			x("before", "+=", w.size),
			w.copyElem(add("m", x("-", "before")), add("m", x("period", "-", "before")))),
		loop(nil, x("behind", "<", mostBehind), x("behind", "+=", w.size),
			w.copyElem(add("m", "n", "+", "behind"), add("m", "n", "+", "behind", "-", "period"))),
	)
	if byCopies {
		body = append(body, w.twice("period")...)
	}
	return body
}

// twice makes what is left of the pads: before and behind are the bytes that are made.
func (w words) twice(period any) []jen.Code {
	return []jen.Code{
		jen.For(x(list("p", "k"), ":=", list(period, 0)), x("before", "<", "b"), x("p", "+=", "k")).Block(
			x("k", "=", call("min", x("b", "-", "before"), "p")),
			x("before", "+=", "k"),
			call("c.move", add("m", x("-", "before")), add("m", x("p", "-", "before")), "k")),
		jen.For(x(list("p", "k"), ":=", list(period, 0)), x("behind", "<", "e"), x("p", "+=", "k")).Block(
			x("k", "=", call("min", x("e", "-", "behind"), "p")),
			call("c.move", add("m", "n", "+", "behind"), add("m", "n", "+", "behind", "-", "p"), "k"),
			x("behind", "+=", "k")),
	}
}

// add is an address: base and an offset.
func add(base any, off ...any) *jen.Statement {
	if len(off) == 1 && off[0] == 0 {
		return x(base)
	}
	return x("unsafe.Add").Call(x(base), x(off...))
}
