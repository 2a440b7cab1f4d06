package templates

import (
	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// modeParts is what the emitters of one mode give to those of rows and ranks.
type modeParts struct {
	rowsDoc string
	// head and tail are the pads of one row of words at r, whose data goes to d and comes from s.
	head, tail func(words) []jen.Code
	// one is where the single element of head, and that of tail, comes from.
	one func(words) (head, tail *jen.Statement)
	// single is the condition on n, b and e, in bytes, that head and tail rely on; otherwise turn makes the pads.
	// Reflect needs a second element of the given size.
	single func(size int) *jen.Statement
	// slabs are the pads of an outer axis, copied from the finished output: the body of extend.
	slabs func(Elem) []jen.Code
}

var modes = map[string]modeParts{
	spec.Constant: {rowsDoc: constantRowsDoc},
	spec.Edge:     {rowsDoc: edgeRowsDoc, head: edgeHead, tail: edgeTail, one: edgeOne, slabs: edgeSlabs},
	spec.Reflect: {rowsDoc: reflectRowsDoc, head: reflectHead, tail: reflectTail, one: reflectOne, slabs: reflectSlabs,
		single: func(size int) *jen.Statement { return x(call("max", "b", "e"), "<", "n", "&&", "n", ">", size) }},
	spec.Wrap: {rowsDoc: wrapRowsDoc, head: wrapHead, tail: wrapTail, one: wrapOne, slabs: wrapSlabs,
		single: func(int) *jen.Statement { return x(call("max", "b", "e"), "<=", "n") }},
}
