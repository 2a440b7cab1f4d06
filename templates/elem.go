package templates

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// Elem is an element type in the form that the emitters take.
type Elem struct {
	spec.ElemType
	leaf leaf
}

// leaf identifies the instances of package leaf that move elements. All types of one width share them.
type leaf struct {
	suffix string // the end of their names: By4
	word   string // the type argument W; empty for packed elements and strings
	file   string
}

// NewElem returns an element type of the table for the emitters.
func NewElem(t spec.ElemType) Elem {
	switch {
	case t.Name == "string":
		return Elem{t, leaf{suffix: "Strings", file: "strings.go"}}
	case t.Packed():
		return Elem{t, leaf{suffix: "Packed", file: "packed.go"}}
	}
	return Elem{t, leafOf(t.Bits / 8)}
}

// words are the types that represent an element while it is moved, by their sizes in bytes.
var words = [...]string{1: "uint8", 2: "uint16", 4: "uint32", 8: "uint64", 16: "[2]uint64"}

// leafOf returns the leaf for words of a size.
func leafOf(size int) leaf {
	return leaf{fmt.Sprint("By", size), words[size], fmt.Sprintf("words%d.go", size)}
}

// goType returns the storage type.
func (e Elem) goType() *jen.Statement {
	if n, ok := strings.CutPrefix(e.Storage, "dtype."); ok {
		return jen.Qual(dtypePath, n)
	}
	return jen.Id(e.Storage)
}

// view returns a slice of the storage type in the form that the leaf takes.
func (e Elem) view(slice string) *jen.Statement {
	switch {
	case e.leaf.word != "":
		return jen.Qual("unsafe", "Pointer").Call(jen.Qual("unsafe", "SliceData").Call(jen.Id(slice)))
	case e.Packed():
		return jen.Qual(kernelPath, "Bytes").Call(jen.Id(slice))
	}
	return jen.Id(slice)
}

// value returns the value of mode constant in the form that the leaf takes.
func (e Elem) value() *jen.Statement {
	switch {
	case e.leaf.word != "":
		return jen.Op("*").Parens(jen.Op("*").Id(e.leaf.word)).Call(jen.Qual("unsafe", "Pointer").Call(jen.Op("&").Id("value")))
	case e.Packed():
		return jen.Byte().Call(jen.Id("value"))
	}
	return jen.Id("value")
}
