package templates

import (
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// matrix returns a table for a doc comment, with a row for each mode and element type and a column for each version. An x
// means that the version has it.
func matrix(t *spec.Table, schemas []*spec.OpSchema) string {
	var b strings.Builder
	mark := map[bool]string{true: "x"}
	line := func(name string, cell func(*spec.OpSchema) string) {
		row := fmt.Sprintf("%-14s", name)
		for i, s := range schemas {
			if i > 0 && s.Domain != schemas[i-1].Domain {
				row += "  "
			}
			row += fmt.Sprintf(" %2s", cell(s))
		}
		fmt.Fprintf(&b, "\t%s\n", strings.TrimRight(row, " "))
	}
	line("", func(s *spec.OpSchema) string { return fmt.Sprint(s.SinceVersion) })
	for _, m := range t.Modes() {
		line(m, func(s *spec.OpSchema) string { return mark[slices.Contains(s.Modes, m)] })
	}
	b.WriteString("\n")
	for _, e := range t.ElemTypes {
		line(e.Name, func(s *spec.OpSchema) string { return mark[slices.Contains(s.DataTypes(), e.Tensor())] })
	}
	return b.String()
}
