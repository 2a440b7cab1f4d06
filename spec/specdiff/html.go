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

var page = template.Must(template.New("report").Funcs(template.FuncMap{
	"severities": func() any { return severityDocs },
	"rules":      Rules,
	"short":      short,
	"section":    section,
}).Parse(pageText))

// htmlPage is the input of the template.
type htmlPage struct {
	*Report
	Policy   string
	Style    template.CSS
	Summary  string
	Versions []versionChanges
	Matrices []htmlMatrix
	Remarks  []string
}

type htmlMatrix struct {
	ID, Title string
	Matrix
}

// html returns the report as one page. The page's policy does not allow it to load or run anything.
func (r *Report) html() (string, error) {
	v := htmlPage{
		Report: r,
		Policy: "default-src 'none'; base-uri 'none'; form-action 'none'; style-src '" + pageHash + "'",
		Style:  template.CSS(pageStyle), Summary: r.summary(), Versions: r.byVersion(),
		Remarks: r.remarks(false),
		Matrices: []htmlMatrix{
			{"types", "Element types by version", r.Types},
			{"modes", "Modes by version", r.Modes},
		},
	}
	var b strings.Builder
	if err := page.Execute(&b, v); err != nil {
		return "", fmt.Errorf("specdiff: %w", err)
	}
	// The page's own text has neither invisible characters nor any that reverse text, so this changes only text from
	// documents.
	return printableLines(b.String()), nil
}

// pageHash identifies the style in the page's policy.
var pageHash = func() string {
	sum := sha256.Sum256([]byte(pageStyle))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}()

// Meaning returns the rule's meaning or, if the rule is not about a value, the message.
func (c Change) Meaning() string {
	switch c.Path {
	case "version", "generated":
		return c.Message
	case "types": // several
		head, _, _ := strings.Cut(c.Message, ":")
		return head
	}
	return ruleOf(c.Rule).Doc
}

// Domain returns the version's domain.
func (c Column) Domain() string {
	domain, _, _ := strings.Cut(c.ID, "/")
	return domain
}

// Version returns the version without its domain.
func (c Column) Version() string {
	_, version, _ := strings.Cut(c.ID, "/")
	return version
}

// First reports whether version i is the first in its domain to allow the row's type or mode.
func (m Matrix) First(row MatrixRow, i int) bool {
	return row.Allowed[i] && (i == 0 || !row.Allowed[i-1] || m.Versions[i].Domain() != m.Versions[i-1].Domain())
}
