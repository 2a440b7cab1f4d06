package specdiff

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"
)

//go:embed report.tmpl
var pageText string

//go:embed report.css
var pageStyle string

//go:embed report.js
var pageScript string

var page = template.Must(template.New("report").Parse(pageText))

// htmlReport is what the page is made of.
type htmlReport struct {
	Title, Old, New string
	Policy          string
	Style           template.CSS
	Script          template.JS
	Summary         []string
	Filters         []htmlFilter
	Changes         []htmlChange
	Pairs           []htmlPair
	Matrices        []htmlMatrix
	Effect          []htmlList
	Todo            []Todo
	Cases           []Case
	Classes         []htmlClass
	Rules           []Rule
	Notes           []string
}

// htmlFilter is a group of check boxes.
type htmlFilter struct {
	Key, Title string
	Counts     []Count
}

type htmlClass struct {
	Class Class
	Doc   string
}

type htmlChange struct {
	Change
	ID   string
	Link string // to its line
	Doc  string
}

type htmlPair struct {
	ID, Title        string
	OldName, NewName string
	Rows             []htmlRow
}

type htmlRow struct {
	Kind     string
	Old, New htmlCell
	Changes  []htmlChange
}

type htmlCell struct {
	ID       string
	N        int
	Mark     string // beside the line, "" where the side has none
	Segments []Segment
}

type htmlMatrix struct {
	ID, Title string
	Columns   []htmlColumn
	Rows      []htmlMatrixRow
}

type htmlColumn struct{ Domain, Version, Side string }

type htmlMatrixRow struct {
	Name  string
	Cells []htmlMatrixCell
}

// htmlMatrixCell is a cell of a matrix. First is set if the version is the first
// to allow the type or mode.
type htmlMatrixCell struct {
	State string
	First bool
}

type htmlList struct {
	Title string
	Code  bool
	Items []string
}

// html prints the report as one page that needs nothing else: its policy lets
// it load nothing and run only its own script.
func (r *Report) html() (string, error) {
	v := htmlReport{
		Title: fmt.Sprintf("Pad: %s to %s", printable(r.Old.Label), printable(r.New.Label)),
		Old:   printable(r.Old.Label), New: printable(r.New.Label),
		Policy: fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'",
			hash(pageStyle), hash(pageScript)),
		Style: template.CSS(pageStyle), Script: template.JS(pageScript),
		Changes: r.htmlChanges(),
		Todo:    r.Effect.Todo, Cases: r.Effect.Cases, Notes: r.Notes,
		Classes: []htmlClass{
			{Breaking, "what fitted the old side does not fit the new one"},
			{Blocked, "a new version cannot be served until a person adds what the project lacks"},
			{Additive, "something new, and all that was there stays as it was"},
			{None, "nothing changes"},
		},
	}
	v.Summary = r.summary()
	onnx, golang := r.Counts()
	v.Filters = []htmlFilter{{"onnx", "For ONNX", onnx}, {"go", "For users of the Go packages", golang}}
	for _, rule := range rules {
		for _, c := range r.Changes {
			if c.Rule == rule.ID {
				v.Rules = append(v.Rules, rule)
				break
			}
		}
	}
	for i := range r.Pairs {
		v.Pairs = append(v.Pairs, r.htmlPair(i, v.Changes))
	}
	v.Matrices = []htmlMatrix{r.Types.html("types", "Element types by version"), r.Modes.html("modes", "Modes by version")}
	e := &r.Effect
	for _, l := range []htmlList{
		{fmt.Sprintf("Kernels added: %d", len(e.Added)), true, families(e.Added)},
		{fmt.Sprintf("Kernels removed: %d", len(e.Removed)), true, families(e.Removed)},
		{"Exported Go API added, besides kernels", true, otherAPI(e.APIAdded)},
		{"Exported Go API removed, besides kernels", true, otherAPI(e.APIRemoved)},
		{"Growth", false, e.Growth.lines()},
	} {
		if len(l.Items) > 0 {
			v.Effect = append(v.Effect, l)
		}
	}
	var b strings.Builder
	if err := page.Execute(&b, v); err != nil {
		return "", fmt.Errorf("specdiff: %w", err)
	}
	// The page's own text has no invisible characters and none that reverse text,
	// so this changes only what comes from documents.
	return printableLines(b.String()), nil
}

// hash names a script or style in the page's policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func (r *Report) htmlChanges() []htmlChange {
	var out []htmlChange
	for i, c := range r.Changes {
		rule, _ := LookupRule(c.Rule)
		out = append(out, htmlChange{Change: c, ID: fmt.Sprintf("change-%d", i+1), Doc: rule.Doc})
	}
	// A change links to its line on the new side or, if that is gone, on the old
	// side.
	for p := range r.Pairs {
		for _, row := range r.Pairs[p].Rows {
			for _, i := range row.Changes {
				switch c := &out[i]; {
				case row.New != nil && c.NewFact == row.New.Fact:
					c.Link = lineID(p, "new", row.New.N)
				case row.Old != nil && c.NewFact == "":
					c.Link = lineID(p, "old", row.Old.N)
				}
			}
		}
	}
	return out
}

func lineID(pair int, side string, n int) string {
	return fmt.Sprintf("pair-%d-%s-%d", pair+1, side, n)
}

func (r *Report) htmlPair(i int, changes []htmlChange) htmlPair {
	p := r.Pairs[i]
	v := htmlPair{ID: fmt.Sprintf("pair-%d", i+1), Title: p.Title(), OldName: "nothing", NewName: "nothing"}
	if p.Old != nil {
		v.OldName = p.Old.ID()
	}
	if p.New != nil {
		v.NewName = p.New.ID()
	}
	if v.OldName == v.NewName {
		v.OldName, v.NewName = v.OldName+", old", v.NewName+", new"
	}
	for _, row := range p.Rows {
		h := htmlRow{Kind: row.Kind}
		cell := func(c *Cell, side, mark string) htmlCell {
			if c == nil {
				return htmlCell{}
			}
			if row.Kind == RowSame {
				mark = ""
			}
			return htmlCell{lineID(i, side, c.N), c.N, mark, c.Segments}
		}
		h.Old, h.New = cell(row.Old, "old", "−"), cell(row.New, "new", "+")
		for _, c := range row.Changes {
			h.Changes = append(h.Changes, changes[c])
		}
		v.Rows = append(v.Rows, h)
	}
	return v
}

func (m Matrix) html(id, title string) htmlMatrix {
	v := htmlMatrix{ID: id, Title: title}
	for _, c := range m.Columns {
		domain, version, _ := strings.Cut(c.ID, "/")
		side := ""
		switch {
		case c.Old && !c.New:
			side = "old"
		case c.New && !c.Old:
			side = "new"
		}
		v.Columns = append(v.Columns, htmlColumn{domain, version, side})
	}
	for _, row := range m.Rows {
		h := htmlMatrixRow{Name: row.Name}
		for i, state := range row.Cells {
			before := i > 0 && v.Columns[i].Domain == v.Columns[i-1].Domain && row.Cells[i-1] == Allowed
			h.Cells = append(h.Cells, htmlMatrixCell{state, state == Allowed && !before})
		}
		v.Rows = append(v.Rows, h)
	}
	return v
}
