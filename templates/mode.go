package templates

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// modeParts is what one mode provides to the emitters of rows and ranks.
type modeParts struct {
	rowsDoc string
	// head and tail write some bytes of the pad before a row, and of the pad behind it, to d: those at offset at in the pad. They read
	// the row from s.
	head, tail func(w words, bytes int, d *jen.Statement, at string) jen.Code
	// ends are the offsets in a row of n bytes of the two elements that pads of one element repeat; an element has size bytes.
	ends func(n string, size any) (head, tail *jen.Statement)
	// few are the pads of a few elements.
	few func(words, fewEnds) (head, tail []jen.Code)
	// single is the condition on n, b and e, in bytes, that head, tail and few rely on, for elements of size bytes: where it is false,
	// turn makes the pads. It is false for rows of one element.
	single func(size string) string
	// index computes from, the index of data, 0 to n-1, that the output repeats at index j. Both indices count from the start of the
	// data.
	index string
	// slabs are the pads of an outer axis, copied from the finished output.
	slabs func(copySlabs) []jen.Code
}

// copySlabs emits a copy of slabs within dst: a length of n, from offset from to offset to.
type copySlabs func(to, from, n any) []jen.Code

// slabForm is a way to copy the slabs of an axis.
type slabForm struct {
	when  *jen.Statement // condition on step for copying one slab; nil: any number of slabs of any size
	first []jen.Code     // before the loops
	copy  copySlabs
}

// extend makes the pads of an axis by the first form that fits its slabs.
func extend(mode string, forms []slabForm) []jen.Code {
	if general := forms[len(forms)-1]; mode == spec.Wrap || len(forms) == 1 {
		return modes[mode].slabs(general.copy)
	}
	return []jen.Code{jen.Switch().BlockFunc(func(g *jen.Group) {
		for _, f := range forms {
			body := join(f.first, modes[mode].slabs(f.copy))
			if f.when == nil {
				g.Default().Block(body...)
			} else {
				g.Case(f.when).Block(body...)
			}
		}
	})}
}

var modes = map[string]modeParts{
	spec.Constant: {rowsDoc: "rows copies rows of data and fills the gaps between them, but not before the first or after the last."},
	spec.Edge:     edgeMode,
	spec.Reflect:  reflectMode,
	spec.Wrap:     wrapMode,
}

// readsData reports whether one of the modes makes pads of data.
func readsData(modes []string) bool {
	return slices.ContainsFunc(modes, func(m string) bool { return m != spec.Constant })
}
