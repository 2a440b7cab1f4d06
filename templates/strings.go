package templates

import (
	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// texts is the storage of tensor(string): a []string, whose elements hold pointers, so that only copy and assignments
// may move them.
type texts struct{}

func (texts) name() string                 { return "String" }
func (texts) planes(string) []jen.Code     { return nil }
func (texts) measure() string              { return "elements" }
func (texts) view(s string) *jen.Statement { return x(s) }
func (texts) bits(v string) *jen.Statement { return x(v) }
func (texts) bitsType() *jen.Statement     { return jen.String() }
func (texts) scale(e any) *jen.Statement   { return x(e) }
func (texts) from(n any) *jen.Statement    { return x(n) }
func (texts) helpers([]string) []jen.Code  { return nil }
func (texts) close() []jen.Code            { return nil }

func (texts) fields(mode string) []jen.Code {
	f := []jen.Code{list("dst", "src").Index().String()}
	if mode == spec.Constant {
		f = append(f, jen.Id("value").String())
	}
	return f
}

func (s texts) open(mode string) []jen.Code {
	if mode == spec.Constant {
		return []jen.Code{x("c.value", "=", "value")}
	}
	return []jen.Code{goOn(s)}
}

// cut is the slice of n elements of s from at on.
func cut(s string, at, n any) *jen.Statement {
	return x(s).Index(jen.Add(x(at)).Op(":").Add(x(at, "+", n)))
}

func (texts) move(do, so, n any) *jen.Statement {
	return call("copy", cut("c.dst", do, n), cut("c.src", so, n))
}

func (texts) slabForms() []slabForm {
	return []slabForm{{copy: func(to, from, n any) []jen.Code {
		return []jen.Code{call("copy", cut("c.dst", to, n), cut("c.dst", from, n))}
	}}}
}

func (texts) fill() []jen.Code {
	return []jen.Code{
		x("d", ":=", cut("c.dst", "do", "n")),
		jen.For(x("i", ":=").Range().Id("d")).Block(x(x("d").Index(x("i")), "=", "c.value")),
	}
}

// rows pads rows one by one; the elements of a row's pads are assigned singly.
func (t texts) rows(mode string) []jen.Code {
	steps := x(list("n", "dstep", "sstep", "rows"), ":=", list("g.Ext(0)", "g.Dst(1)", "g.Src(1)", "g.Ext(1)"))
	next := []jen.Code{x("do", "+=", "dstep"), x("so", "+=", "sstep")}
	if mode == spec.Constant {
		return []jen.Code{
			x("g", ":=", "c.g"), steps,
			x("gap", ":=", "g.Gap(1)"),
			loop(nil, nil, nil, join([]jen.Code{
				t.move("do", "so", "n"),
				lastOf("rows", jen.Return()),
				call("c.fill", x("do", "+", "n"), "gap"),
			}, next)...),
		}
	}
	return []jen.Code{
		x("g", ":=", "c.g"), steps,
		x(list("b", "e"), ":=", list("g.Begin(0)", "g.End(0)")),
		loop(nil, x("rows", ">", 0), x("rows", "--"), join([]jen.Code{
			t.move(x("do", "+", "b"), "so", "n"),
			call("c.turn", "do", "b", "n", "e"),
		}, next)...),
	}
}

// turn makes the pads of a row, of any length, from the row.
func (texts) turn(mode string) []jen.Code {
	elem := func(at ...any) *jen.Statement { return x("row").Index(x(at...)) }
	row := x("row", ":=", cut("c.dst", "do", x("b", "+", "n", "+", "e")))
	if mode == spec.Edge {
		return []jen.Code{
			row,
			loop(x("i", ":=", 0), x("i", "<", "b"), x("i", "++"), x(elem("i"), "=", elem("b"))),
			loop(x("i", ":=", "b", "+", "n"), x("i", "<", call("len", "row")), x("i", "++"), x(elem("i"), "=", elem("b", "+", "n", "-", 1))),
		}
	}
	var body []jen.Code
	if mode == spec.Wrap { // longer pads by copies: 20 turns of 512 strings take 0.27 of the time of one by one
		body = append(body, when(x(call("max", "b", "e"), ">", 16), call("c.extend", "do", "b", "n", "e", 1), jen.Return()))
	}
	body = append(body, row, x("last", ":=", "b", "+", "n", "-", 1))
	near := x(1)
	if mode == spec.Reflect {
		body = append(body,
			loop(x("j", ":=", 1), x("j", "<=", call("min", "b", x("n", "-", 1))), x("j", "++"),
				x(elem("b", "-", "j"), "=", elem("b", "+", "j"))),
			loop(x("j", ":=", 1), x("j", "<=", call("min", "e", x("n", "-", 1))), x("j", "++"),
				x(elem("last", "+", "j"), "=", elem("last", "-", "j"))),
			x("period", ":=", call("max", 1, x(2, "*", x("(", "n", "-", 1, ")")))),
		)
		near = x("n")
	} else {
		body = append(body, x("period", ":=", "n"))
	}
	return append(body,
		loop(x("j", ":=", near), x("j", "<=", "b"), x("j", "++"), x(elem("b", "-", "j"), "=", elem("b", "-", "j", "+", "period"))),
		loop(x("j", ":=", near), x("j", "<=", "e"), x("j", "++"), x(elem("last", "+", "j"), "=", elem("last", "+", "j", "-", "period"))),
	)
}

func (texts) formFuncs(*jen.File, string) {}
