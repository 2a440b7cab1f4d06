package templates

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// storage is how the elements of a type are stored and moved. All types of one width share a storage and the code emitted for it: for
// each mode a struct, which is the state of a running kernel, and its methods. Offsets and lengths are in the storage's own measure.
type storage interface {
	// name is the suffix of the names that are emitted.
	name() string
	// measure is what offsets and lengths are counted in: bytes of words, bits of packed types, elements of strings. scale converts a
	// count of elements to it.
	measure() string
	scale(e any) *jen.Statement
	// fields are the fields of a kernel's state, except g. The kernel sets dst and src to the view of its slices; the method open sets
	// the others. In mode constant it takes the bits of the value, which are of type bitsType.
	fields(mode string) []jen.Code
	view(slice string) *jen.Statement
	bits(value string) *jen.Statement
	bitsType() *jen.Statement
	// open is the body of the method that a kernel calls first, close that of the method that a kernel of mode constant calls last.
	open(mode string) []jen.Code
	close() []jen.Code
	// from is the offset in dst of the place that is n behind the start of the output; n may be 0.
	from(n any) *jen.Statement
	// move copies n from offset so of src to offset do of dst; slabForms are the ways to copy inside dst, the last one for any size.
	move(do, so, n any) *jen.Statement
	slabForms() []slabForm
	// rows, planes, fill and turn are the bodies of methods, which rank.go declares. rows makes the rows of one plane, planes those of
	// several; planes is nil if nothing is faster than calling rows for each plane.
	rows(mode string) []jen.Code
	planes(mode string) []jen.Code
	fill() []jen.Code
	turn(mode string) []jen.Code
	// helpers are the declarations that the modes share, formFuncs those of one mode beside its methods.
	helpers(modes []string) []jen.Code
	formFuncs(f *jen.File, mode string)
}

// Elem is an element type with what the emitters need to know of it.
type Elem struct {
	spec.ElemType
	storage
}

// NewElem returns the emitters' view of an element type of the table.
func NewElem(t spec.ElemType) Elem {
	e := Elem{ElemType: t}
	switch {
	case t.Name == "string":
		e.storage = texts{}
	case t.Packed():
		e.storage = packed{t.Bits}
	default:
		e.storage = words{t.Bits / 8}
	}
	return e
}

// goType is the storage type.
func (e Elem) goType() *jen.Statement {
	if n, ok := strings.CutPrefix(e.Storage, "dtype."); ok {
		return jen.Qual(dtypePath, n)
	}
	return jen.Id(e.Storage)
}

// unitSize is the size in bytes of one storage unit: Go's own size for a type to which ONNX gives no width.
func (e Elem) unitSize() jen.Code {
	if e.Bits == 0 {
		return call("int", call("unsafe.Sizeof", x(`""`)))
	}
	return jen.Lit(max(1, e.Bits/8))
}
