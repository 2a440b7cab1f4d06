package specdiff

import (
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// Matrix shows which version allows which types or modes.
type Matrix struct {
	Versions []Column    `json:"versions"`
	Rows     []MatrixRow `json:"rows"`
}

// section returns the address of a version's documentation, or "" for a domain without a document.
func section(id string) string {
	domain, version, _ := strings.Cut(id, "/")
	switch operator, _, numbered := strings.Cut(version, "-"); {
	case !numbered || domain == spec.Own:
		return ""
	case domain == spec.Microsoft:
		return "https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md#" + domain + "." + operator
	case domain != spec.DefaultDomain:
		version = domain + "." + version
	}
	return "https://github.com/onnx/onnx/blob/main/docs/Changelog.md#" + version
}

// Column is a version.
type Column struct {
	ID string `json:"id"`
	// Side is "old" or "new" if only that revision contains the version. When two versions are compared, it marks these.
	Side string `json:"side,omitempty"`
}

// MatrixRow is an element type or a mode, and whether each version allows it.
type MatrixRow struct {
	Name    string `json:"name"`
	Allowed []bool `json:"allowed"`
}

// maxCells limits the size of a matrix. A document may have thousands of versions and types.
const maxCells = 1 << 20

// matrices sets the matrices of types and modes, with all versions of the operators that changed. The rows are in the order
// in which versions brought them. When two versions are compared, only the rows in which they differ are kept.
func (r *Report) matrices() {
	other := func(s *spec.OpSchema) bool { return !r.operators[s.Key()] }
	schemas := slices.DeleteFunc(slices.Clone(r.all), other)
	columns := make([]Column, len(schemas))
	sides := map[[2]bool]string{{true, false}: "old", {false, true}: "new"}
	for i, s := range schemas {
		columns[i] = Column{s.ID(), sides[[2]bool{r.Old.holds(s), r.New.holds(s)}]}
	}
	fill := func(title string, of func(*spec.OpSchema) []string) Matrix {
		m := Matrix{Versions: columns, Rows: []MatrixRow{}}
		row := map[string]int{}
		for i, s := range schemas {
			for _, name := range of(s) {
				if _, ok := row[name]; !ok {
					row[name] = len(m.Rows)
					short := strings.TrimSuffix(strings.TrimPrefix(name, "tensor("), ")")
					m.Rows = append(m.Rows, MatrixRow{short, make([]bool, len(schemas))})
				}
				m.Rows[row[name]].Allowed[i] = true
			}
			if len(m.Rows)*len(schemas) > maxCells {
				r.Notes = append(r.Notes, title+" by version are not shown: there are too many")
				return Matrix{Versions: columns, Rows: []MatrixRow{}}
			}
		}
		isSide := func(c Column) bool { return c.Side != "" }
		if r.Old.Version != nil {
			i := slices.IndexFunc(columns, isSide) // -1 for two forms of one version
			j := i + 1 + slices.IndexFunc(columns[i+1:], isSide)
			m.Rows = slices.DeleteFunc(m.Rows, func(row MatrixRow) bool { return i < 0 || row.Allowed[i] == row.Allowed[j] })
		}
		return m
	}
	r.Types = fill("types", func(s *spec.OpSchema) []string { _, types := dataTypes(s); return types })
	r.Modes = fill("modes", func(s *spec.OpSchema) []string { return s.Modes })
}

// holds reports whether the revision is the given version or, if it consists of several versions, contains it.
func (r *Revision) holds(s *spec.OpSchema) bool {
	if r.Version != nil {
		return r.Version.ID() == s.ID()
	}
	_, ok := slices.BinarySearchFunc(r.Table.Schemas, s, spec.CompareSchemas)
	return ok
}
