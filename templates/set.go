package templates

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// set emits the type's kernel set: a variable that the linker can drop, without an init. The exported variable is a pointer
// to it, which go doc shows in one line.
func set(f *jen.File, e Elem, kernels []Kernel) {
	fields := []jen.Code{
		field("Name", jen.Lit(e.Name)),
		field("GoName", jen.Lit(e.GoName)),
		field("PerUnit", jen.Lit(e.PerUnit)),
	}
	var repeat []jen.Code // by mode
	for _, mode := range spec.KnownModes() {
		var table []jen.Code // by rank
		for _, k := range kernels {
			if k.Mode == mode {
				table = append(table, jen.Lit(k.Rank-1).Op(":").Id(k.Name()))
			}
		}
		switch {
		case len(table) == 0:
		case mode == spec.Constant:
			fields = append(fields, field("Constant",
				jen.Index(jen.Qual(kernelPath, "MaxRank")).Qual(kernelPath, "ConstantFunc").Types(e.goType()).Add(literal(table...))))
		default:
			repeat = append(repeat, modeConst(mode).Op(":").Add(literal(table...)))
		}
	}
	if len(repeat) > 0 {
		fields = append(fields, field("Repeat", jen.Index(jen.Qual(kernelPath, "NumModes")).
			Index(jen.Qual(kernelPath, "MaxRank")).Qual(kernelPath, "Func").Types(e.goType()).Add(literal(repeat...))))
	}
	variable := strings.ToLower(e.GoName[:1]) + e.GoName[1:] + "Kernels"
	f.Commentf("%s holds the kernels of tensor(%s).", e.GoName, e.Name)
	f.Var().Id(e.GoName).Op("*").Qual(kernelPath, "Set").Types(e.goType()).Op("=").Op("&").Id(variable)
	f.Line()
	f.Var().Id(variable).Op("=").Qual(kernelPath, "Set").Types(e.goType()).Add(literal(fields...))
	f.Line()
}

// field returns a field of a composite literal.
func field(name string, value jen.Code) jen.Code { return jen.Id(name).Op(":").Add(value) }

// literal returns the body of a composite literal, one field or element per line, in the order given; jen.Dict would sort
// them.
func literal(lines ...jen.Code) jen.Code {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, lines...)
}
