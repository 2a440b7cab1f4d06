package templates

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// Pads whose elements all come directly from the row are loops in the row's form, over elements or, for narrow types, over
// words of several elements. Longer pads are made by the method turn.

// narrow is the largest size in bytes of elements whose pads are written in words: images of uint8 with pads of 16 and 32
// elements then take 0.3 to 0.5 of the time, those of float32 as long as before.
const narrow = 2

// padForms are the forms for such pads: as few as possible, since the pads take most of the time.
func (w words) padForms() []form {
	return fewerForms(w.longer())
}

// fewerForms has one form for rows of 16 to 64 bytes instead of two.
func fewerForms(forms []form) []form {
	short := slices.DeleteFunc(forms, func(f form) bool { return f.most >= 32 })
	return append(short, mediumForm, longForm)
}

// padForm does the rows of one plane.
func (w words) padForm(mode string, form form) []jen.Code {
	wide := form.most >= 32
	behind := func(at string) *jen.Statement { return add("d", "n", "+", at) }
	part := x("c.Part").Index(jen.Lit(1))
	params := list(append(form.params(), "b", "e")...).Int()
	return w.declareForm(w.fn(mode), form.method(""), "r", form, " with pads b and e", params,
		x(list("s", "rows"), ":=", list(add("c.src", "c.At"), part.Clone().Dot("Rows"))),
		x(list("dstep", "sstep"), ":=", list("c.dstep", part.Clone().Dot("Step"))),
		jen.For().Block(join(
			[]jen.Code{x("d", ":=", add("r", "b")), w.head(mode, wide)},
			form.moves(w, plain()),
			[]jen.Code{w.tail(mode, wide, behind), lastOf("rows", jen.Return())},
			[]jen.Code{x("r", "=", add("r", "dstep")), x("s", "=", add("s", "sstep"))},
		)...),
	)
}

// head and tail write the pads of a row: from r on, and from where the row ends.
func (w words) head(mode string, wide bool) jen.Code {
	return w.padLoop("b", wide, func(bytes int, at string) jen.Code { return modes[mode].head(w, bytes, add("r", at), at) })
}

func (w words) tail(mode string, wide bool, d func(at string) *jen.Statement) jen.Code {
	return w.padLoop("e", wide, func(bytes int, at string) jen.Code { return modes[mode].tail(w, bytes, d(at), at) })
}

// padLoop is a loop along a pad of n bytes; move writes some bytes of it at an offset. It goes by elements or, for narrow
// types where rows are wide, by words, the last of which ends where the pad ends.
func (w words) padLoop(n string, wide bool, move func(bytes int, at string) jen.Code) jen.Code {
	elems := loop(x("at", ":=", 0), x("at", "<", n), x("at", "+=", w.size), move(w.size, "at"))
	if !wide || w.size > narrow {
		return elems
	}
	return jen.Switch().BlockFunc(func(g *jen.Group) {
		for _, word := range []int{8, 4} {
			g.Case(x(n, ">=", word)).Block(loop(x("j", ":=", 0), x("j", "<", n), x("j", "+=", word),
				x("at", ":=", call("min", "j", x(n, "-", word))), move(word, "at")))
		}
		g.Default().Block(elems)
	})
}

// mirrored writes n bytes, an element or a word, in reverse order of their elements; repeated fills n bytes with one
// element.
func (w words) mirrored(n int, d, s *jen.Statement) jen.Code { return w.word("mirror", n, d, s) }
func (w words) repeated(n int, d, s *jen.Statement) jen.Code { return w.word("repeat", n, d, s) }

func (w words) word(what string, n int, d, s *jen.Statement) jen.Code {
	if n == w.size {
		return w.copyElem(d, s)
	}
	return call(w.wordFn(what, n), d, s)
}

// wordFn is the name of a function for words of n bytes: mirror8By1.
func (w words) wordFn(what string, n int) string { return w.fn(fmt.Sprint(what, n/w.size)) }

// wordFuncs emits these functions, as far as the modes use them.
func (w words) wordFuncs(modes []string) (code []jen.Code) {
	if w.few() <= w.size {
		return nil
	}
	words := []int{w.few(), 4, 8}
	if w.size > narrow {
		words = words[:1]
	}
	for _, n := range slices.Compact(words) {
		native := func(method, p string, v ...jen.Code) *jen.Statement {
			word := jen.Parens(x("*").Index(jen.Lit(n)).Byte()).Call(x(p)).Index(x(":"))
			return jen.Qual("encoding/binary", "NativeEndian").Dot(fmt.Sprint(method, 8*n)).Call(append([]jen.Code{word}, v...)...)
		}
		turned := func(name string, args ...any) *jen.Statement {
			return x("v", "=").Qual("math/bits", fmt.Sprint(name, 8*n)).Call(list(args...))
		}
		var reverse []jen.Code
		switch {
		case n == 2*w.size:
			reverse = []jen.Code{turned("RotateLeft", "v", 4*n)}
		case w.size == 1:
			reverse = []jen.Code{turned("ReverseBytes", "v")}
		default: // four elements of two bytes
			reverse = []jen.Code{turned("RotateLeft", "v", 4*n), x("v", "=", "v>>16&0x0000ffff0000ffff", "|", "v&0x0000ffff0000ffff<<16")}
		}
		typ, ones := fmt.Sprint("uint", 8*n), ^uint64(0)>>(64-8*n)/(1<<(8*w.size)-1)
		declare := func(mode, what, doc string, body ...jen.Code) {
			if !slices.Contains(modes, mode) {
				return
			}
			code = append(code,
				jen.Commentf("%s writes %s.", w.wordFn(what, n), fmt.Sprintf(doc, n/w.size)),
				jen.Func().Id(w.wordFn(what, n)).Params(list("d", "s").Qual("unsafe", "Pointer")).Block(append(body, native("PutUint", "d", x("v")))...))
		}
		declare(spec.Reflect, "mirror", "%d elements in reverse order", append([]jen.Code{x("v", ":=", native("Uint", "s"))}, reverse...)...)
		declare(spec.Edge, "repeat", "an element %d times", x("v", ":=", typ).Call(w.at(w.size, x("s"))).Op("*").Op(fmt.Sprintf("%#x", ones)))
	}
	return code
}
