package templates

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// Import paths of what generated code uses: the runtime and no more.
const (
	PadPath   = "github.com/padgen/padgen/runtime/pad"
	DtypePath = "github.com/padgen/padgen/runtime/dtype"
)

// storage is how the elements of a type are kept and moved, alike for all types of a width: what is emitted of it, a
// state and its methods for each mode, is shared by them. Offsets and lengths are counted in the storage's own measure:
// bytes of words, bits of packed types, elements of strings.
type storage interface {
	// name is what the names of what is emitted end with.
	name() string
	// scale converts a count of elements to what measure says.
	scale(e any) *jen.Statement
	// fields are those of a kernel's state beside g. The kernel sets dst and src to view of its slices, which keeps them
	// where they are; open, which gets bits of the value, sets the others.
	fields(mode string) []jen.Code
	view(slice string) *jen.Statement
	bits(value string) *jen.Statement
	bitsType() *jen.Statement
	// open is what a kernel starts with, close what one of mode constant ends with.
	open(mode string) []jen.Code
	close() []jen.Code
	// from is n, in that measure, after the start of the output in dst; n may be 0.
	from(n any) *jen.Statement
	// measure is what offsets and sizes are counted in: bytes, bits, or elements.
	measure() string
	// move copies n of them from src at so to dst at do; slabForms are the ways to copy inside dst, the last one for any
	// size.
	move(do, so, n any) *jen.Statement
	slabForms() []slabForm
	// rows, fill and turn are the bodies of the methods of a mode's state: see the mode's file. Rows does those of one
	// plane; planes, which is nil if the storage has nothing better than rows, those of several.
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
		return jen.Qual(DtypePath, n)
	}
	return jen.Id(e.Storage)
}

// unitSize is the size in bytes of one storage unit: that of Go for the types that ONNX gives no width.
func (e Elem) unitSize() jen.Code {
	if e.Bits == 0 {
		return call("int", call("unsafe.Sizeof", x(`""`)))
	}
	return jen.Lit(max(1, e.Bits/8))
}
