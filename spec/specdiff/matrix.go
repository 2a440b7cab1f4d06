package specdiff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// Matrix says which version allows what.
type Matrix struct {
	Versions []Column    `json:"versions"`
	Rows     []MatrixRow `json:"rows"`
}

// Column is a version.
type Column struct {
	ID string `json:"id"`
	// Side is "old" or "new" if only that revision holds the version or, of two versions, is that one.
	Side string `json:"side,omitempty"`
}

// MatrixRow is an element type or a mode, and for each version whether it is allowed.
type MatrixRow struct {
	Name    string `json:"name"`
	Allowed []bool `json:"allowed"`
}

// maxCells bounds a matrix: a document may have thousands of versions and types.
const maxCells = 1 << 20

// matrices fills in the matrix of types and that of modes, over all versions of the operators that changed.
func (r *Report) matrices() {
	schemas := slices.DeleteFunc(slices.Clone(r.all), func(s *spec.OpSchema) bool { return !r.operators[s.Key()] })
	columns := make([]Column, len(schemas))
	for i, s := range schemas {
		columns[i].ID = s.ID()
		switch old, new := r.Old.holds(s), r.New.holds(s); {
		case old && !new:
			columns[i].Side = "old"
		case new && !old:
			columns[i].Side = "new"
		}
	}
	fill := func(title string, sort func([]string), of func(*spec.OpSchema) []string) Matrix {
		m := Matrix{Versions: columns, Rows: []MatrixRow{}}
		var names []string
		for _, s := range schemas {
			names = append(names, of(s)...)
		}
		sort(names)
		names = slices.Compact(names)
		if len(names)*len(schemas) > maxCells {
			r.Notes = append(r.Notes, fmt.Sprintf("%s by version are not shown: %d in %d versions", title, len(names), len(schemas)))
			return m
		}
		allowed := make([]map[string]bool, len(schemas))
		for i, s := range schemas {
			allowed[i] = set(of(s))
		}
		for _, n := range names {
			row := MatrixRow{Name: strings.TrimSuffix(strings.TrimPrefix(n, "tensor("), ")")}
			for _, has := range allowed {
				row.Allowed = append(row.Allowed, has[n])
			}
			m.Rows = append(m.Rows, row)
		}
		return m
	}
	r.Types = fill("types", r.sortTypes, func(s *spec.OpSchema) []string { _, types := dataTypes(s); return types })
	r.Modes = fill("modes", spec.SortModes, func(s *spec.OpSchema) []string { return s.Modes })
}

// holds reports whether a version is the one that the revision stands for or, if it has several, among them.
func (r *Revision) holds(s *spec.OpSchema) bool {
	if r.Version != nil {
		return r.Version.ID() == s.ID()
	}
	_, ok := slices.BinarySearchFunc(r.Table.Schemas, s, spec.CompareSchemas)
	return ok
}

// sortTypes sorts types by their TensorProto numbers, followed by those without storage, by name.
func (r *Report) sortTypes(types []string) {
	number := map[string]int{}
	for _, e := range slices.Concat(r.Old.Table.ElemTypes, r.New.Table.ElemTypes) {
		number[e.Tensor()] = e.Number
	}
	slices.SortFunc(types, func(a, b string) int {
		return cmp.Or(cmp.Compare(number[b], 0)-cmp.Compare(number[a], 0), cmp.Compare(number[a], number[b]), strings.Compare(a, b))
	})
}
