package specdiff_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
)

// marked is a cell's text with its changed words in brackets.
func marked(c *specdiff.Cell) string {
	if c == nil {
		return "-"
	}
	var b strings.Builder
	for _, s := range c.Segments {
		if s.Changed {
			b.WriteString("[" + s.Text + "]")
		} else {
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

// edited compares Pad-25 with a version 99 that is edited.
func edited(t *testing.T, edit func(*spec.OpSchema)) *specdiff.Report {
	t.Helper()
	tab := table(t)
	old := tab.Schema("ai.onnx/Pad-25")
	new := clone(t, old)
	new.SinceVersion = 99
	edit(new)
	r := compareRevisions(t, &specdiff.Revision{Label: "old", Table: tab, Version: old}, &specdiff.Revision{Label: "new", Table: tab, Version: new})
	return r
}

// TestRows: a line stands beside the one that states the same fact, whatever its name, with what differs marked to its end.
func TestRows(t *testing.T) {
	for _, c := range []struct {
		edit       func(*spec.OpSchema)
		fact       string // of the old line
		kind       string
		old, new   string
		wantSource bool
	}{
		{func(s *spec.OpSchema) { s.Attributes[0].Default = nil }, "attributes.mode", specdiff.RowChanged, `  mode: string[ = "constant"]`, "  mode: string", false},
		{func(s *spec.OpSchema) { s.Attributes[0].Name = "padding_mode" }, "attributes.mode", specdiff.RowChanged,
			`  [mode]: string = "constant"`, `  [padding_mode]: string = "constant"`, false},
		{func(s *spec.OpSchema) { s.Inputs[2].Name = "value" }, "inputs.constant_value", specdiff.RowChanged, "  [constant_value]: T, optional", "  [value]: T, optional", false},
		{func(s *spec.OpSchema) { s.Modes = s.Modes[:3] }, "modes.wrap", specdiff.RowRemoved, "  wrap", "-", false},
		{func(s *spec.OpSchema) { s.Attributes[0].Default, s.Sources = nil, []string{"another"} }, "outputs.output", specdiff.RowSame, "  output: T", "  output: T", false},
		{func(s *spec.OpSchema) { s.Sources = []string{"another"} }, "sources", specdiff.RowSame, "sources", "sources", true},
	} {
		r := edited(t, c.edit)
		rows := r.Pairs[0].Rows
		i := slices.IndexFunc(rows, func(w specdiff.Row) bool { return w.Old != nil && w.Old.Fact == c.fact })
		if i < 0 {
			t.Errorf("%v: no row for %s", summary(r), c.fact)
			continue
		}
		if row := rows[i]; row.Kind != c.kind || marked(row.Old) != c.old || marked(row.New) != c.new {
			t.Errorf("%v: %s %q and %q, want %s %q and %q", summary(r), row.Kind, marked(row.Old), marked(row.New), c.kind, c.old, c.new)
		}
		if got := slices.ContainsFunc(rows, func(w specdiff.Row) bool { return w.Old != nil && w.Old.Fact == "sources" }); got != c.wantSource {
			t.Errorf("%v: sources are among the lines: %v", summary(r), got)
		}
	}
}

// TestSidesOfColumns: the columns of the tables of types and modes are of one side only if the other has no such version.
func TestSidesOfColumns(t *testing.T) {
	for _, c := range []struct {
		old, new string
		has, not []string
	}{
		{folder(t, table(t)), table99(t), []string{`<td class="yes new">`, `<td class="yes first new">`, `<td class="yes ">`}, []string{`<td class="yes old">`, `<td class="no old">`, `<td class="yes first old">`}},
		{table99(t), folder(t, table(t)), []string{`<td class="yes old">`, `<td class="yes first old">`, `<td class="yes ">`}, []string{`<td class="yes new">`, `<td class="no new">`, `<td class="yes first new">`}},
		{"Pad-24", "Pad-25", []string{`<td class="no old">`, `<td class="yes first new">`, `<td class="yes ">`}, nil},
	} {
		page := write(t, compare(t, c.old, c.new), specdiff.HTML)
		for _, want := range c.has {
			if !strings.Contains(page, want) {
				t.Errorf("%s to %s: no %s", c.old, c.new, want)
			}
		}
		for _, bad := range c.not {
			if strings.Contains(page, bad) {
				t.Errorf("%s to %s: there is %s", c.old, c.new, bad)
			}
		}
	}
}
