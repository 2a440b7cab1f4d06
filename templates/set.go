package templates

import (
	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// set emits the type's kernel set: a variable that the linker can drop, without an init.
func set(f *jen.File, e Elem, kernels []Kernel) {
	size := jen.Lit(max(1, e.Bits/8))
	if e.Bits == 0 { // ONNX gives strings no width
		size = jen.Int().Call(jen.Qual("unsafe", "Sizeof").Call(jen.Lit("")))
	}
	fields := []jen.Code{
		field("Name", jen.Lit(e.Name)),
		field("GoName", jen.Lit(e.GoName)),
		field("Size", size),
		field("PerUnit", jen.Lit(e.PerUnit)),
	}
	for _, mode := range spec.KnownModes() {
		if table := byRank(kernels, mode); len(table) > 0 {
			kind := "Func"
			if mode == spec.Constant {
				kind = "ConstantFunc"
			}
			fields = append(fields, field(spec.ModeGoName(mode),
				jen.Index(jen.Qual(kernelPath, "MaxRank")).Qual(kernelPath, kind).Types(e.goType()).Add(literal(table...))))
		}
	}
	f.Commentf("%s holds the kernels of tensor(%s).", e.GoName, e.Name)
	f.Var().Id(e.GoName).Op("=").Qual(kernelPath, "Set").Types(e.goType()).Add(literal(fields...))
	f.Line()
}

// byRank is the entries of a set for the kernels of a mode.
func byRank(kernels []Kernel, mode string) []jen.Code {
	var table []jen.Code
	for _, k := range kernels {
		if k.Mode == mode {
			table = append(table, jen.Lit(k.Rank-1).Op(":").Id(k.Name()))
		}
	}
	return table
}

// sizeCheck emits constants that do not compile if Go's size of a unit is not the table's: one of them would be negative, and Sizeof is
// unsigned. A variable instead would be linked, and initialized when the program starts.
func sizeCheck(f *jen.File, e Elem) {
	if e.Bits == 0 {
		return
	}
	size, zero := jen.Lit(max(1, e.Bits/8)), jen.Op("*").New(e.goType())
	sizeof := jen.Qual("unsafe", "Sizeof").Call(zero)
	f.Comment("This compiles only if a unit is as large as the table says.")
	f.Const().Defs(
		jen.Id("_").Op("=").Add(sizeof.Clone()).Op("-").Add(size.Clone()),
		jen.Id("_").Op("=").Add(size.Clone()).Op("-").Add(sizeof.Clone()),
	)
}

// field is a field of a composite literal.
func field(name string, value jen.Code) jen.Code { return jen.Id(name).Op(":").Add(value) }

// literal is the body of a composite literal, one field or element per line, in the order given; jen.Dict would sort them.
func literal(lines ...jen.Code) jen.Code {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, lines...)
}
