package specdiff

import (
	"cmp"
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

// matrices fills in the matrix of types and that of modes, over all versions of both revisions' operators.
func (r *Report) matrices() {
	operators := map[string]bool{}
	for _, p := range r.Pairs {
		for _, s := range []*spec.OpSchema{p.old, p.new} {
			if s != nil {
				operators[s.Key()] = true
			}
		}
	}
	columns := []Column{}
	var types, modes []string
	schemas := union(r.New.Table.Schemas, r.Old.Table.Schemas)
	schemas = slices.DeleteFunc(schemas, func(s *spec.OpSchema) bool { return !operators[s.Key()] })
	for _, s := range schemas {
		column := Column{ID: s.ID()}
		switch old, new := r.Old.holds(s), r.New.holds(s); {
		case old && !new:
			column.Side = "old"
		case new && !old:
			column.Side = "new"
		}
		columns = append(columns, column)
		types = append(types, s.DataTypes()...)
		modes = append(modes, s.Modes...)
	}
	r.sortTypes(types)
	spec.SortModes(modes)
	fill := func(names []string, of func(*spec.OpSchema) []string) Matrix {
		m := Matrix{Versions: columns, Rows: []MatrixRow{}}
		var allowed []map[string]bool
		for _, s := range schemas {
			allowed = append(allowed, set(of(s)))
		}
		for _, n := range slices.Compact(names) {
			row := MatrixRow{Name: strings.TrimSuffix(strings.TrimPrefix(n, "tensor("), ")")}
			for _, has := range allowed {
				row.Allowed = append(row.Allowed, has[n])
			}
			m.Rows = append(m.Rows, row)
		}
		return m
	}
	r.Types = fill(types, (*spec.OpSchema).DataTypes)
	r.Modes = fill(modes, func(s *spec.OpSchema) []string { return s.Modes })
}

// holds reports whether a version is the one that the revision stands for or, if it has several, among them.
func (r *Revision) holds(s *spec.OpSchema) bool {
	if r.Version != nil {
		return r.Version.ID() == s.ID()
	}
	return r.Table.Schema(s.ID()) != nil
}

// sortTypes sorts types by their TensorProto numbers, followed by those without storage, by name.
func (r *Report) sortTypes(types []string) {
	number := func(typ string) int {
		for _, t := range []*spec.Table{r.New.Table, r.Old.Table} {
			if e, err := t.ElemType(typ); err == nil {
				return e.Number
			}
		}
		return 1 << 30
	}
	slices.SortFunc(types, func(a, b string) int {
		return cmp.Or(cmp.Compare(number(a), number(b)), strings.Compare(a, b))
	})
}
