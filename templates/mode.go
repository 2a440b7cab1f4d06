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
	// single is the condition on n, b and e, in units, that head and tail rely on; otherwise turn makes the pads.
	single func() *jen.Statement
	// slabs are the pads of an outer axis, copied from the finished output: see extend.
	slabs func(Elem) []jen.Code
}

var modes = map[string]modeParts{
	spec.Constant: {rowsDoc: constantRowsDoc},
	spec.Edge:     {rowsDoc: edgeRowsDoc, head: edgeHead, tail: edgeTail, slabs: edgeSlabs},
	spec.Reflect: {rowsDoc: reflectRowsDoc, head: reflectHead, tail: reflectTail, slabs: reflectSlabs,
		single: func() *jen.Statement { return x(call("max", "b", "e"), "<", "n") }},
	spec.Wrap: {rowsDoc: wrapRowsDoc, head: wrapHead, tail: wrapTail, slabs: wrapSlabs,
		single: func() *jen.Statement { return x(call("max", "b", "e"), "<=", "n") }},
}

// extend makes the pads of an axis above the innermost one. They repeat slabs of the output that are finished by then,
// whatever the axes inside did to them, so each is one copy: rank 6 gains most.
func extend(e Elem, mode string) []jen.Code {
	return append([]jen.Code{
		x("g", ":=", "c.g"),
		x(list("b", "n", "end", "step"), ":=",
			list("g.Begin(axis)", "g.Ext(axis)", "g.End(axis)", e.scale("g.Dst(axis)"))),
	}, modes[mode].slabs(e)...)
}
