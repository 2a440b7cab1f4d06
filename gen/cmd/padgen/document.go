package main

import (
	"maps"
	"slices"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/changelog"
	"github.com/padgen/padgen/spec/specdiff"
)

// readRevision reads a published document as a revision of the table.
func readRevision(file string) (*specdiff.Revision, error) {
	doc, err := changelog.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return revision(doc), nil
}

// revision returns a document in the form that specdiff compares.
func revision(doc *changelog.Document) *specdiff.Revision {
	t := &spec.Table{Schemas: doc.Schemas}
	for _, name := range slices.Sorted(maps.Keys(doc.Newest)) {
		t.Domains = append(t.Domains, spec.Domain{Name: name, NewestOpset: doc.Newest[name]})
	}
	return &specdiff.Revision{Label: doc.File, Table: t, Partial: true, Page: doc.Page,
		Deprecated: doc.Deprecated, Prose: doc.Prose, Place: doc.Place}
}
