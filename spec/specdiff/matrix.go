package specdiff

import (
	"cmp"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// Matrix says which version allows what.
type Matrix struct {
	Columns []Column
	Rows    []MatrixRow
}

// Column is a version.
type Column struct {
	ID string
	// Old and New say which sides hold the version or, if two versions are
	// compared, which of the two it is.
	Old, New bool
}

// MatrixRow is an element type or a mode.
type MatrixRow struct {
	Name  string
	Cells []string
}

// What a cell may hold.
const (
	Allowed   = "allowed"
	Forbidden = "not allowed"
	NotStated = "not stated"
)

// matrices fills in the matrix of types and that of modes, over all versions of
// both sides' operators.
func (r *Report) matrices() {
	schemas := r.shown()
	var columns []Column
	var types, modes []string
	for _, s := range schemas {
		columns = append(columns, Column{ID: s.ID(), Old: holds(r.Old, s), New: holds(r.New, s)})
		types = append(types, s.DataTypes()...)
		modes = append(modes, s.Modes...)
	}
	r.sortTypes(types)
	spec.SortModes(modes)
	fill := func(names []string, fact string, list func(*spec.OpSchema) []string) Matrix {
		m := Matrix{Columns: columns}
		allowed := make([]map[string]bool, len(schemas))
		for i, s := range schemas {
			allowed[i] = setOf(list(s))
		}
		for _, n := range slices.Compact(names) {
			row := MatrixRow{Name: strings.TrimSuffix(strings.TrimPrefix(n, "tensor("), ")")}
			for i, s := range schemas {
				row.Cells = append(row.Cells, r.cell(s, fact, allowed[i][n]))
			}
			m.Rows = append(m.Rows, row)
		}
		return m
	}
	r.Types = fill(types, "type_constraints", (*spec.OpSchema).DataTypes)
	r.Modes = fill(modes, "modes", func(s *spec.OpSchema) []string { return s.Modes })
}

func (r *Report) cell(s *spec.OpSchema, fact string, allowed bool) string {
	side := r.New
	if side.Table.Schema(s.ID()) == nil {
		side = r.Old
	}
	switch {
	case allowed:
		return Allowed
	case side.states(s, fact):
		return Forbidden
	}
	return NotStated
}

// shown returns the versions that get a column: all versions of the operators
// in Pairs.
func (r *Report) shown() []*spec.OpSchema {
	operators := map[string]bool{}
	for _, p := range r.Pairs {
		for _, s := range []*spec.OpSchema{p.Old, p.New} {
			if s != nil {
				operators[s.Key()] = true
			}
		}
	}
	return slices.DeleteFunc(union(r.New.Table.Schemas, r.Old.Table.Schemas), func(s *spec.OpSchema) bool { return !operators[s.Key()] })
}

// holds reports whether a version is the one that the side stands for or, if
// the side has several, among them.
func holds(side *Side, s *spec.OpSchema) bool {
	if side.Version != nil {
		return side.Version.ID() == s.ID()
	}
	return side.Table.Schema(s.ID()) != nil
}

// sortTypes sorts types by their TensorProto numbers, followed by those without
// storage, by name.
func (r *Report) sortTypes(types []string) {
	number := func(typ string) int {
		for _, t := range []*spec.Table{r.New.Table, r.Old.Table} {
			if e, err := t.ElemType(typ); err == nil {
				return e.Number
			}
		}
		return 1 << 30
	}
	slices.SortFunc(types, func(a, b string) int { return cmp.Or(cmp.Compare(number(a), number(b)), strings.Compare(a, b)) })
}
