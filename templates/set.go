package templates

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// Set emits the type's KernelSet: a variable that the linker can drop, without an init.
func Set(f *jen.File, e Elem, kernels []Kernel) {
	values := jen.Dict{
		jen.Id("Name"):    jen.Lit(e.Name),
		jen.Id("GoName"):  jen.Lit(e.GoName),
		jen.Id("Size"):    e.unitSize(),
		jen.Id("PerUnit"): jen.Lit(e.PerUnit),
		jen.Id("Overlap"): jen.Id("overlap" + e.GoName),
	}
	byMode := map[string]jen.Dict{}
	for _, k := range kernels {
		if byMode[k.Mode] == nil {
			byMode[k.Mode] = jen.Dict{}
		}
		byMode[k.Mode][jen.Lit(k.Rank-1)] = jen.Id(k.Name())
	}
	for mode, d := range byMode {
		kind := "Kernel"
		if mode == spec.Constant {
			kind = "ConstantKernel"
		}
		values[jen.Id(title(mode))] = jen.Index(jen.Qual(PadPath, "MaxRank")).Qual(PadPath, kind).Types(e.goType()).Values(d)
	}
	if e.Bits > 0 {
		values[jen.Id("FromBytes")] = jen.Id("from" + e.GoName)
		values[jen.Id("Bytes")] = jen.Id("bytes" + e.GoName)
	}
	f.Comment(fmt.Sprintf("%s holds the kernels of tensor(%s).", e.GoName, e.Name))
	f.Var().Id(e.GoName).Op("=").Qual(PadPath, "KernelSet").Types(e.goType()).Values(values)
	views(f, e)
}

// sizeCheck emits constants that have no type for a negative number, one of which it would be where Go's size of a unit is not the
// table's. A variable would be initialized, and larger.
func sizeCheck(f *jen.File, e Elem) {
	if e.Bits == 0 {
		return
	}
	f.Comment("A unit is as large as the table says, or this does not compile.")
	size := func() *jen.Statement { return call("unsafe.Sizeof", x("*").Add(jen.New(e.goType()))) }
	f.Const().Defs(
		jen.Id("_").Op("=").Add(x(size(), "-", e.unitSize())),
		jen.Id("_").Op("=").Add(x(e.unitSize(), "-", size())),
	)
}

// views emits how slices of the type compare with others and with bytes.
func views(f *jen.File, e Elem) {
	slice := func() *jen.Statement { return jen.Index().Add(e.goType()) }
	data := func(s string) *jen.Statement { return call("unsafe.Pointer", call("unsafe.SliceData", s)) }
	f.Commentf("overlap%s compares addresses, which it does not keep.", e.GoName)
	f.Func().Id("overlap"+e.GoName).Params(list("a", "b").Add(slice())).Bool().Block(
		when(x(call("len", "a"), "==", 0, "||", call("len", "b"), "==", 0), jen.Return(x("false"))),
		x(list("p", "q"), ":=", list(call("uintptr", data("a")), call("uintptr", data("b")))),
		x("size", ":=", call("unsafe.Sizeof", x("*").Add(jen.New(e.goType())))),
		jen.Return(x("p", "<", "q", "+", call("uintptr", call("len", "b")), "*", "size", "&&", "q", "<", "p", "+", call("uintptr", call("len", "a")), "*", "size")),
	)
	if e.Bits == 0 {
		return
	}
	size := max(1, e.Bits/8)
	checks := x(call("len", "b"), "%", size, "!=", 0)
	if size == 1 {
		checks = nil
	}
	body := []jen.Code{}
	if checks != nil {
		body = append(body,
			// A pointer to an element must not point to less than one.
			when(x(call("len", "b"), "==", 0), jen.Return(list("nil", "true"))),
			x("p", ":=", data("b")),
			when(x(checks, "||", call("uintptr", "p"), "%", call("unsafe.Alignof", x("*").Add(jen.New(e.goType()))), "!=", 0), jen.Return(list("nil", "false"))),
			jen.Return(list(call("unsafe.Slice", x("(").Op("*").Add(e.goType()).Op(")").Parens(x("p")), x(call("len", "b"), "/", size)), "true")),
		)
	} else {
		body = append(body, jen.Return(list(call("unsafe.Slice", x("(").Op("*").Add(e.goType()).Op(")").Parens(data("b")), call("len", "b")), "true")))
	}
	f.Func().Id("from"+e.GoName).Params(jen.Id("b").Index().Byte()).Params(slice(), jen.Bool()).Block(body...)
	f.Func().Id("bytes" + e.GoName).Params(jen.Id("s").Add(slice())).Index().Byte().Block(
		jen.Return(call("unsafe.Slice", x("(*byte)").Call(data("s")), times(call("len", "s"), size))),
	)
}
