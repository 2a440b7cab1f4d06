package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/onnxdoc"
	"github.com/padgen/padgen/spec/specdiff"
)

// readDocument reads a published document as one side of a comparison.
func readDocument(file string, base *spec.Table) (*specdiff.Side, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("diff: %w", err)
	}
	defer f.Close()
	doc, err := onnxdoc.ReadFrom(file, f, spec.Operator)
	if err != nil {
		return nil, err
	}
	var schemas, deprecated []*spec.OpSchema
	unstated := map[string][]string{}
	versions := map[string]*onnxdoc.Version{}
	notes := map[string][]string{}
	for _, v := range doc.Versions {
		versions[v.Schema.ID()] = v
		if v.Deprecated {
			if doc.Ends(v) {
				deprecated = append(deprecated, v.Schema)
			}
			continue
		}
		schemas = append(schemas, v.Schema)
		unstated[v.Schema.ID()] = slices.Concat(v.NotStated, untypedDefaults(v))
		for _, f := range v.Invalid(base.ElemTypes) {
			notes[v.Schema.ID()] = append(notes[v.Schema.ID()], f.String())
		}
	}
	if len(schemas)+len(deprecated) == 0 {
		return nil, fmt.Errorf("diff: %s: no version of %s is described", file, spec.Operator)
	}
	spec.SortSchemas(schemas)
	place := func(s *spec.OpSchema, _ string) (string, int) {
		if v := versions[s.ID()]; v != nil {
			return v.File, v.Line
		}
		return "", 0
	}
	side := specdiff.DocumentSide(schemas, doc.Newest, unstated, base, place)
	side.Deprecated, side.Notes = deprecated, notes
	return side, nil
}

// untypedDefaults lists the defaults that cannot be interpreted because the document does not state the attribute's
// type.
func untypedDefaults(v *onnxdoc.Version) []string {
	var out []string
	for _, a := range v.Schema.Attributes {
		fact := "attributes." + a.Name
		if a.Default == nil && slices.Contains(v.NotStated, fact+".type") && !slices.Contains(v.NotStated, fact+".default") {
			out = append(out, fact+".default")
		}
	}
	return out
}
