package templates

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// Kernel is one exported function: an element type, a mode and a rank.
type Kernel struct {
	Elem    Elem
	Mode    string // its ONNX name
	Rank    int    // 1 to 8
	Allowed string // the schema versions that allow the type and the mode, such as "since ai.onnx Pad-13"
}

// Name returns the name of the exported function, such as ReflectFloat32Rank4.
func (k Kernel) Name() string { return spec.KernelName(k.Mode, k.Elem.ElemType, k.Rank) }

// leafRank is the number of axes that the leaf handles itself. The nest has loops for the others.
const leafRank = 3

// state returns the type of the leaf's state, without its width.
func (k Kernel) state() string {
	if k.Mode == spec.Constant {
		return "constant"
	}
	return "repeat"
}

// kept returns the name of the function that returns the state kept in a geometry. Packed elements and strings have none.
func (k Kernel) kept() string { return "kept" + strings.ToUpper(k.state()[:1]) + k.state()[1:] }

// declare emits the function. The function checks its slices once, and everything that it calls relies on that.
func (k Kernel) declare(f *jen.File) {
	ranks := fmt.Sprintf("rank 1 to %d", k.Rank)
	if k.Rank == 1 {
		ranks = "rank 1"
	}
	f.Commentf("%s pads a tensor(%s) of %s in mode %s.", k.Name(), k.Elem.Name, ranks, k.Mode)
	params := []jen.Code{jen.List(jen.Id("dst"), jen.Id("src")).Index().Add(k.Elem.goType())}
	var end []jen.Code // the argument of close
	state, open, nest := "p", []jen.Code{jen.Id("g"), k.Elem.view("dst"), k.Elem.view("src")}, k.repeat
	if k.Mode == spec.Constant {
		params = append(params, jen.Id("value").Add(k.Elem.goType()))
		state, open, nest = "c", append(open, k.Elem.value()), k.constant
		end = append(end, jen.Len(jen.Id("dst")))
	}
	params = append(params, jen.Id("g").Op("*").Qual(kernelPath, "Geometry"))
	check := []jen.Code{
		jen.Lit(k.Name()), modeConst(k.Mode), jen.Lit(k.Rank), jen.Lit(k.Elem.PerUnit), jen.Len(jen.Id("dst")), jen.Len(jen.Id("src")),
	}
	f.Func().Id(k.Name()).Params(params...).BlockFunc(func(body *jen.Group) {
		nothing := []jen.Code{jen.Return()} // what to do if there is nothing to write
		start := jen.Var().Id(state).Id(k.state() + k.Elem.leaf.suffix)
		opened := jen.Id(state).Dot("open").Call(open...)
		switch kept := jen.Id(k.kept() + k.Elem.leaf.suffix).Call(jen.Id("g")); {
		case k.Elem.leaf.word != "":
			nothing = []jen.Code{kept, jen.Return()}
			start = jen.Id(state).Op(":=").Op("*").Add(kept)
		case k.Elem.Packed():
			open = append(open, jen.Lit(k.Elem.PerUnit))
			opened = jen.Id("g").Op("=").Id(state).Dot("open").Call(open...)
		}
		body.If(jen.Op("!").Id("g").Dot("Check").Call(check...)).Block(nothing...)
		body.Add(start)
		body.Add(opened)
		nest(body)
		body.Id(state).Dot("close").Call(end...)
	})
}

// repeat emits the nest of a kernel whose pads come from the input: loops over the outer axes, each followed by the pads of
// its axis.
func (k Kernel) repeat(body *jen.Group) {
	top := max(k.Rank, leafRank) - 1
	body.List(jen.Id("_"), id("s", top)).Op(":=").Id("g").Dot("Start").Call()
	if k.Rank < leafRank {
		body.Id("p").Dot("planes").Call(jen.Lit(0), id("s", top), jen.Lit(1))
	} else {
		k.axes(body)
		k.repeatAxis(body, top, jen.Lit(0), id("s", top))
	}
}

// repeatAxis emits the loop over an axis that starts at element d of the output and s of the input, or the call of the leaf.
func (k Kernel) repeatAxis(body *jen.Group, axis int, d, s *jen.Statement) {
	a := id("a", axis)
	if axis < leafRank {
		body.Id("p").Dot("block").Call(d, s, a)
		return
	}
	i, from, to := id("i", axis), id("from", axis), id("to", axis)
	body.List(from.Clone(), to.Clone()).Op(":=").Id("p").Dot("over").Call(a.Clone())
	body.For(i.Clone().Op(":=").Add(from), i.Clone().Op("<").Add(to), i.Clone().Op("++")).BlockFunc(func(body *jen.Group) {
		inner, data := id("d", axis-1), id("s", axis-1)
		body.List(inner.Clone(), data.Clone()).Op(":=").Id("p").Dot("slab").Call(d.Clone(), s.Clone(), i.Clone(), a.Clone())
		k.repeatAxis(body, axis-1, inner, data)
	})
	body.Id("p").Dot("border").Call(d.Clone(), a.Clone())
}

// constant emits the nest of a kernel of mode constant: loops over the input along the outer axes. The leaf fills the gaps.
func (k Kernel) constant(body *jen.Group) {
	top := max(k.Rank, leafRank) - 1
	k.axes(body)
	body.List(id("d", top), id("s", top)).Op(":=").Id("g").Dot("Start").Call()
	k.constantAxis(body, top)
}

// constantAxis emits the loop over the input along an axis, or the call of the leaf.
func (k Kernel) constantAxis(body *jen.Group, axis int) {
	if axis < leafRank {
		body.Id("c").Dot("planes").Call(jen.Id("g"), id("d", axis), id("s", axis), id("a", axis).Dot("Ext").Call())
		return
	}
	at := func(name, step string) *jen.Statement {
		return id(name, axis).Op("+").Add(id("i", axis)).Op("*").Add(id("a", axis)).Dot(step).Call()
	}
	body.For(id("i", axis).Op(":=").Range().Add(id("a", axis)).Dot("Ext").Call()).BlockFunc(func(body *jen.Group) {
		body.List(id("d", axis-1), id("s", axis-1)).Op(":=").List(at("d", "Dst"), at("s", "Src"))
		k.constantAxis(body, axis-1)
	})
}

// axes reads the outer axes and the leaf's outermost one from the geometry.
func (k Kernel) axes(body *jen.Group) {
	var vars, values []jen.Code
	for axis := max(k.Rank, leafRank) - 1; axis >= leafRank-1; axis-- {
		vars = append(vars, id("a", axis))
		values = append(values, jen.Id("g").Dot("Axis").Call(jen.Lit(axis)))
	}
	body.List(vars...).Op(":=").List(values...)
}

// id returns the name of a variable of an axis, such as a4.
func id(name string, axis int) *jen.Statement { return jen.Id(fmt.Sprint(name, axis)) }

func modeConst(mode string) *jen.Statement { return jen.Qual(kernelPath, spec.ModeGoName(mode)) }
