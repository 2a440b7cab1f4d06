package templates

import (
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// matrix is the doc comment with a line for each mode and element type, and a column for each version, which says whether that has it.
func matrix(t *spec.Table, schemas []*spec.OpSchema) string {
	var b strings.Builder
	line := func(name string, cell func(*spec.OpSchema) string) {
		row := fmt.Sprintf("%-14s", name)
		domain := spec.DefaultDomain
		for _, s := range schemas {
			if s.Domain != domain {
				row, domain = row+"  ", s.Domain
			}
			row += fmt.Sprintf(" %2s", cell(s))
		}
		fmt.Fprintf(&b, "\t%s\n", strings.TrimRight(row, " "))
	}
	list := func(name string, has func(*spec.OpSchema) bool) {
		line(name, func(s *spec.OpSchema) string {
			if has(s) {
				return "x"
			}
			return ""
		})
	}
	line("", func(s *spec.OpSchema) string { return fmt.Sprint(s.SinceVersion) })
	for _, m := range spec.KnownModes() {
		list(m, func(s *spec.OpSchema) bool { return slices.Contains(s.Modes, m) })
	}
	b.WriteString("\n")
	for _, e := range t.ElemTypes {
		list(e.Name, func(s *spec.OpSchema) bool { return slices.Contains(s.DataTypes(), e.Tensor()) })
	}
	return b.String()
}
