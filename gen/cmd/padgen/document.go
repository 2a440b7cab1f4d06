package main

import (
	"fmt"
	"os"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/onnxdoc"
	"github.com/padgen/padgen/spec/specdiff"
)

// readDocument reads a published document as a revision of the table.
func readDocument(file string) (*specdiff.Revision, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	doc, err := onnxdoc.ReadFrom(file, f, spec.Operator)
	if err != nil {
		return nil, err
	}
	r := &specdiff.Revision{Label: file, Table: &spec.Table{}, Partial: true}
	r.Page = doc.Kind != onnxdoc.Changelog && doc.Kind != onnxdoc.Contrib && doc.Kind != onnxdoc.Operators
	for name, newest := range doc.Newest {
		r.Table.Domains = append(r.Table.Domains, spec.Domain{Name: name, NewestOpset: newest})
	}
	versions := map[string]*onnxdoc.Version{}
	for _, v := range doc.Versions {
		versions[v.Schema.ID()] = v
		switch {
		case !v.Deprecated:
			r.Table.Schemas = append(r.Table.Schemas, v.Schema)
		case doc.Ends(v):
			r.Deprecated = append(r.Deprecated, v.Schema)
		}
	}
	if len(versions) == 0 {
		return nil, fmt.Errorf("%s: no version of %s is described", file, spec.Operator)
	}
	spec.SortSchemas(r.Table.Schemas)
	r.Place = func(s *spec.OpSchema, _ string) (string, int) {
		if v := versions[s.ID()]; v != nil {
			return v.File, v.Line
		}
		return "", 0
	}
	return r, nil
}
