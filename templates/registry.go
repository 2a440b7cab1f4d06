package templates

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// RegistryPrefix begins the names of files that are generated into the runtime's own packages.
const RegistryPrefix = "zz_"

// RegistryFileName is the name of the files of [TypesFile] and [SetsFile].
const RegistryFileName = RegistryPrefix + "types.go"

// TypesFile emits each element type for package dtype: its number, name, width and, if Go does not have it, storage type.
func TypesFile(types []spec.ElemType) *jen.File {
	f := newFile("dtype")
	var numbers []jen.Code
	rows := []jen.Code{jen.Values(jen.Lit("undefined"), jen.Lit(""), jen.Lit(0), jen.Nil())}
	for _, e := range types {
		number := jen.Id("Type" + e.GoName).Id("DType").Op("=").Lit(e.Number)
		numbers = append(numbers, number.Comment(e.Tensor()))
		slice := jen.Index().Id(strings.TrimPrefix(e.Storage, "dtype.")).Call(jen.Nil())
		rows = append(rows, jen.Values(jen.Lit(e.Name), jen.Lit(e.GoName), jen.Lit(e.Bits), slice))
	}
	f.Comment("The element types of ONNX.")
	f.Const().Defs(numbers...)
	f.Comment("NumTypes counts the element types; they are 1 to NumTypes.")
	f.Const().Id("NumTypes").Op("=").Lit(len(types))
	f.Comment("info has one row for each DType; row 0 is UNDEFINED.")
	f.Var().Id("info").Op("=").Index(jen.Id("NumTypes").Op("+").Lit(1)).Id("typeInfo").Add(literal(rows...))
	for _, e := range types {
		if name, ok := strings.CutPrefix(e.Storage, "dtype."); ok {
			content := "an element of " + e.Tensor() + ", as its bits"
			if e.Packed() {
				content = fmt.Sprintf("%d elements of %s, the first in the lowest bits", e.PerUnit, e.Tensor())
			}
			f.Commentf("%s is %s.", name, content)
			f.Type().Id(name).Id(words[e.Bits*e.PerUnit/8])
		}
	}
	return f
}

// SetsFile emits the list of all kernel sets, of type sets. If each is not empty, it is a function that converts each kernel
// set to an element.
func SetsFile(pkg, each string, types []spec.ElemType) *jen.File {
	f := newFile(pkg)
	var rows []jen.Code
	for _, e := range types {
		row := jen.Qual(generatedPath, e.GoName)
		if each != "" {
			row = jen.Id(each).Call(row)
		}
		rows = append(rows, row)
	}
	f.Comment("all has the kernel sets of all element types, by DType.")
	f.Var().Id("all").Op("=").Id("sets").Add(literal(rows...))
	return f
}

// ModesFile emits the modes for package pad of the runtime, under their names in package kernel.
func ModesFile() *jen.File {
	f := newFile("pad")
	var modes []jen.Code
	for _, m := range spec.KnownModes() {
		modes = append(modes, jen.Id(spec.ModeGoName(m)).Op("=").Add(modeConst(m)).Comment(spec.ModeMeaning(m)))
	}
	f.Comment("The modes of Pad. Constant is the default of the mode attribute.")
	f.Const().Defs(modes...)
	return f
}
