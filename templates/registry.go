package templates

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// RegistryPrefix begins the names of files that are generated into the runtime's own packages.
const RegistryPrefix = "zz_"

// RegistryFileName is the name of the files of [TypesFile], [ElementsFile] and [SetsFile].
const RegistryFileName = RegistryPrefix + "types.go"

// TypesFile emits what package dtype has for each element type: its number, name and width, and its storage type where
// Go has none.
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
			f.Type().Id(name).Id(fmt.Sprint("uint", e.Bits*e.PerUnit))
		}
	}
	return f
}

// ElementsFile emits the table from element types to kernel sets of a package that has an interface elementType and a
// generic element for it.
func ElementsFile(pkg string, types []spec.ElemType) *jen.File {
	f := newFile(pkg)
	f.ImportName(generatedPath, "generated")
	var rows []jen.Code
	for _, e := range types {
		set := jen.Op("&").Qual(generatedPath, e.GoName)
		rows = append(rows, jen.Qual(dtypePath, "Type"+e.GoName).Op(":").Id("element").
			Types(NewElem(e).goType()).Values(set))
	}
	f.Comment("elements is indexed by DType.")
	f.Var().Id("elements").Op("=").Index(jen.Qual(dtypePath, "NumTypes").Op("+").Lit(1)).Id("elementType").
		Add(literal(rows...))
	return f
}

// SetsFile emits the list of all kernel sets.
func SetsFile(pkg string, types []spec.ElemType) *jen.File {
	f := newFile(pkg)
	f.ImportName(generatedPath, "generated")
	var rows []jen.Code
	for _, e := range types {
		rows = append(rows, jen.Op("&").Qual(generatedPath, e.GoName))
	}
	f.Comment("sets has the kernel sets of all element types.")
	f.Var().Id("sets").Op("=").Index().Qual(kernelPath, "AnySet").Add(literal(rows...))
	return f
}
