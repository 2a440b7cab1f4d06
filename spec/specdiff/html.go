package specdiff

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"
	"strings"
)

//go:embed report.tmpl
var pageText string

//go:embed report.css
var pageStyle string

//go:embed report.js
var pageScript string

var page = template.Must(template.New("report").Funcs(template.FuncMap{
	"number":     func(i int) int { return i + 1 },
	"severities": func() any { return severityDocs },
	"rule":       func(id string) Rule { r, _ := LookupRule(id); return r },
	"short":      short,
}).Parse(pageText))

// htmlPage is what the page is made of.
type htmlPage struct {
	*Report
	Policy   string
	Style    template.CSS
	Script   template.JS
	Summary  string
	Filters  []htmlFilter
	Links    []string // from the changes to their lines, "" for none
	Lists    []impactList
	Rules    []Rule
	Matrices []htmlMatrix
	Remarks  []string
}

// htmlFilter is a group of check boxes.
type htmlFilter struct {
	Key, Title string
	Counts     []Count
}

type htmlMatrix struct {
	ID, Title string
	Matrix
}

// html prints the report as one page that needs nothing else: its policy lets it load nothing and run only its own
// script.
func (r *Report) html() (string, error) {
	v := htmlPage{
		Report: r,
		Policy: fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'",
			hash(pageStyle), hash(pageScript)),
		Style: template.CSS(pageStyle), Script: template.JS(pageScript),
		Summary: r.summary(), Links: r.links(), Lists: r.Impact.lists(), Remarks: r.remarks(false),
		Filters: []htmlFilter{
			{"signature", "Signature", r.Counts.Signature},
			{"go", "Go programs", r.Counts.Go},
		},
		Matrices: []htmlMatrix{
			{"types", "Element types by version", r.Types},
			{"modes", "Modes by version", r.Modes},
		},
	}
	for _, rule := range rules {
		if slices.ContainsFunc(r.Changes, func(c Change) bool { return c.Rule == rule.ID }) {
			v.Rules = append(v.Rules, rule)
		}
	}
	var b strings.Builder
	if err := page.Execute(&b, v); err != nil {
		return "", fmt.Errorf("specdiff: %w", err)
	}
	// The page's own text has no invisible characters and none that reverse text, so this changes only what comes
	// from documents.
	return printableLines(b.String()), nil
}

// hash names a script or style in the page's policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// links returns for each change the id of its line on the new side or, if that is removed, on the old side.
func (r *Report) links() []string {
	links := make([]string, len(r.Changes))
	for p := range r.Pairs {
		for _, row := range r.Pairs[p].Rows {
			for _, i := range row.Changes {
				switch c := r.Changes[i]; {
				case row.New != nil && c.NewFact == row.New.Fact:
					links[i] = fmt.Sprintf("pair-%d-new-%d", p+1, row.New.N)
				case row.Old != nil && c.NewFact == "":
					links[i] = fmt.Sprintf("pair-%d-old-%d", p+1, row.Old.N)
				}
			}
		}
	}
	return links
}

// OldName is the heading of the old side.
func (p Pair) OldName() string { return p.name(p.Old, ", old") }

// NewName is the heading of the new side.
func (p Pair) NewName() string { return p.name(p.New, ", new") }

func (p Pair) name(id, side string) string {
	switch {
	case id == "":
		return "nothing"
	case p.Old == p.New:
		return id + side
	}
	return id
}

// Domain is that of the version.
func (c Column) Domain() string {
	domain, _, _ := strings.Cut(c.ID, "/")
	return domain
}

// Version is the version without its domain.
func (c Column) Version() string {
	_, version, _ := strings.Cut(c.ID, "/")
	return version
}

// First reports whether version i is the first in its domain to allow what the row is about.
func (m Matrix) First(row MatrixRow, i int) bool {
	return row.Allowed[i] && (i == 0 || !row.Allowed[i-1] || m.Versions[i].Domain() != m.Versions[i-1].Domain())
}
