package changelog

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// Document is the content of one document.
type Document struct {
	// File is the name of the file.
	File string
	// Source identifies the document by its content. Table files name their sources in this form.
	Source string
	// Page is set for a document that omits facts. They are empty in its schemas.
	Page bool
	// Complete is set for a document that contains every published version up to its newest opset. Only such documents can be
	// imported.
	Complete bool
	// Newest is the newest opset of each domain, if the document states it.
	Newest map[string]int
	// Last names the last section of a document with a section for each operator. No document states which section is its
	// last, so only a person can see that it is cut off between two sections.
	Last string
	// Schemas are sorted as in a table.
	Schemas []*spec.OpSchema
	// Deprecated are the versions that end an operator: the document contains no newer version of it. They have only domain,
	// name and number, and cannot be in a table.
	Deprecated []*spec.OpSchema
	// Prose holds the text about each version, by [spec.OpSchema.ID], unless the document is a page.
	Prose map[string][]spec.Sentence
	// Notes describe what a person should read in the document.
	Notes []string

	lines map[string]int // by the version's id, a space and the fact
}

// ReadFile is [Read] for a file, or for standard input if its name is "-".
func ReadFile(name string) (*Document, error) {
	if name == "-" {
		return ReadFrom("standard input", os.Stdin)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadFrom(name, f)
}

// ReadFrom is [Read] for a reader. It stops at [MaxSize].
func ReadFrom(file string, r io.Reader) (*Document, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("changelog: %s: %w", file, err)
	}
	return Read(file, data)
}

// Read reads the versions of Pad from a document. It reads only the sections of Pad in full, and checks that the others are
// complete. Its errors are of type [*Error] and contain the file, the line and what was expected there.
func Read(file string, data []byte) (*Document, error) {
	src, err := newSource(file, data)
	if err != nil {
		return nil, err
	}
	d := &Document{File: file, Newest: make(map[string]int), Prose: make(map[string][]spec.Sentence), lines: make(map[string]int)}
	sections, err := src.sections(d)
	if err != nil {
		return nil, err
	}
	if len(sections) == 0 {
		return nil, src.errorf(0, "a section of the operator "+spec.Operator, "none in this %s", d.Source)
	}
	if len(sections) > maxVersions {
		return nil, src.errorf(0, fmt.Sprintf("at most %d versions", maxVersions), "%d", len(sections))
	}
	for _, sec := range sections {
		if err := d.add(src, sec); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(d.Schemas, spec.CompareSchemas)
	d.Deprecated = slices.DeleteFunc(d.Deprecated, func(gone *spec.OpSchema) bool {
		return slices.ContainsFunc(d.Schemas, func(s *spec.OpSchema) bool {
			return s.Key() == gone.Key() && s.SinceVersion > gone.SinceVersion
		})
	})
	return d, nil
}

// titles are the headings of the documents that ONNX and ONNX Runtime generate from their schemas, with their sources.
var titles = map[string]string{
	changelogTitle:                "onnx/onnx docs/Changelog.md",
	operatorsTitle:                "onnx/onnx docs/Operators.md",
	"## Contrib Operator Schemas": "microsoft/onnxruntime docs/ContribOperators.md",
}

const (
	changelogTitle = "## Operator Changelog"
	operatorsTitle = "## Operator Schemas"
)

var webPage = regexp.MustCompile(`(?i)^\s*<(?:!doctype )?html`)

// sections recognizes the document by marks near its beginning and reads the sections of Pad.
func (s *source) sections(d *Document) ([]*section, error) {
	const beginning = 400
	lines := s.lines[:min(beginning, len(s.lines))]
	i := slices.IndexFunc(lines, func(line string) bool { return line != "" })
	if i >= 0 && webPage.MatchString(lines[i]) { // its text may contain the title
		return nil, s.errorf(i, kinds, "%s: a web page, save the raw file that it shows", clip(lines[i]))
	}
	for _, line := range lines {
		if title := strings.TrimSpace(line); titles[title] != "" {
			return s.catalogue(d, title)
		}
	}
	head := strings.Join(lines, "\n")
	d.Page = true
	switch {
	case strings.Contains(head, "\nFirst introduced in opset ") && strings.Contains(head, "\nAll versions:"):
		return s.summary(d)
	case strings.Contains(head, ".. _l-onnx-") && strings.Contains(head, "**since_version**"):
		return rebreak(s).pages(d, true)
	case strings.Contains(head, "• since_version:"):
		return s.pages(d, false)
	}
	return nil, s.errorf(0, kinds, "%s: a document of another kind", clip(s.lines[0]))
}

// kinds describes the documents that are recognized, for errors.
const kinds = `a heading "Operator Changelog", "Operator Schemas" or "Contrib Operator Schemas", ` +
	"or an operator page"

// add adds the schema of a section.
func (d *Document) add(src *source, sec *section) error {
	id := sec.id()
	if line, twice := d.lines[id+" "]; twice {
		found := fmt.Sprintf("%s, which is also in line %d", id, line)
		return src.at(sec.line, mismatch("each version once", found))
	}
	d.lines[id+" "] = sec.line
	if sec.deprecated {
		gone := &spec.OpSchema{Domain: sec.domain, Name: sec.name, SinceVersion: sec.version}
		d.Deprecated = append(d.Deprecated, gone)
		return nil
	}
	s, err := sec.schema(src, d)
	if err != nil {
		return err
	}
	s.Sources = []string{d.Source}
	d.Schemas = append(d.Schemas, s)
	if d.Page {
		return nil
	}
	d.Prose[id] = sec.sentences()
	table := &spec.Table{Domains: []spec.Domain{{Name: s.Domain, NewestOpset: s.SinceVersion}}}
	if err := table.ValidateSchema(s); err != nil {
		message, _, _ := strings.Cut(err.Error(), "\n") // the first of all problems
		message = strings.TrimPrefix(message, "spec: "+s.File()+": ")
		fact := message[:strings.IndexAny(message, "[:")]
		_, line := d.Place(s, strings.Replace(fact, "max_inputs", "inputs", 1))
		return src.at(line, mismatch("a schema whose parts agree", message))
	}
	return nil
}

// Place returns the file and the line, from 1, of a fact of a version. If the line of a fact is not known, it returns that of
// the section. The file is "" if the document does not contain the version.
func (d *Document) Place(s *spec.OpSchema, fact string) (file string, line int) {
	for {
		if line, ok := d.lines[s.ID()+" "+fact]; ok {
			return d.File, line
		}
		if fact == "" {
			return "", 0
		}
		fact = fact[:max(0, strings.LastIndexByte(fact, '.'))]
	}
}
