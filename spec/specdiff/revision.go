package specdiff

import (
	"slices"

	"github.com/padgen/padgen/spec"
)

// Revision is one of the two tables of a comparison, with what is known about its origin.
type Revision struct {
	// Label is the user's name for the revision.
	Label string
	Table *spec.Table
	// Version is set if the revision is one version of the table: only that version is compared.
	Version *spec.OpSchema
	// Opset is the opset by which the user selected the version, or 0.
	Opset int
	// Partial is set for a document: a version or an element type that it omits does not count as removed.
	Partial bool
	// Page is set for a document that also omits facts. Its empty facts are not compared.
	Page bool
	// Deprecated are versions that a document deprecates. They have only domain, name and number.
	Deprecated []*spec.OpSchema
	// Prose is the documents' text about versions, by [spec.OpSchema.ID]. For other versions the table has checksums.
	Prose map[string][]spec.Sentence
	// Place returns the file of a version's fact and its line, from 1, or "" if they are not known. It may be nil.
	Place func(s *spec.OpSchema, fact string) (file string, line int)

	statesDefaults bool // some attribute has a default; the documents of ONNX 1.2 and 1.3 print none
}

// place returns the place of a fact, or "" if it is not known.
func (r *Revision) place(s *spec.OpSchema, fact string) (file string, line int) {
	if r.Place == nil || s == nil {
		return "", 0
	}
	return r.Place(s, fact)
}

// Skipped lists what a document omits and what is therefore not compared.
type Skipped struct {
	// Versions are the ids of omitted versions in the domains that the document names.
	Versions []string `json:"versions"`
	// Facts are facts of versions, as in "ai.onnx/Pad-13 attributes.mode.default".
	Facts []string `json:"facts"`
}

// whole completes a document: versions and domains that it omits are copied from the other revision. The comparison of
// whole tables that follows then finds no difference there.
func (r *Report) whole(doc, other *Revision, isNew bool) *Revision {
	if !doc.Partial {
		return doc
	}
	c := *doc
	t := &spec.Table{ElemTypes: other.Table.ElemTypes, ElemSources: other.Table.ElemSources,
		Schemas: slices.Clone(doc.Table.Schemas), Wordings: other.Table.Wordings}
	c.Table = t
	named := map[string]bool{}  // domains
	stated := map[string]bool{} // versions
	for _, s := range doc.Table.Schemas {
		r.documents[s] = &c
		named[s.Domain], stated[s.ID()] = true, true
		for _, a := range s.Attributes {
			c.statesDefaults = c.statesDefaults || a.Default != nil
		}
	}
	for _, s := range other.Table.Schemas {
		newest, known := doc.Table.NewestOpset(s.Domain)
		if !stated[s.ID()] && (isNew || !known || s.SinceVersion <= newest) {
			t.Schemas = append(t.Schemas, s)
			if doc.Version == nil && named[s.Domain] {
				r.Skipped.Versions = append(r.Skipped.Versions, s.ID())
			}
		}
	}
	slices.SortFunc(t.Schemas, spec.CompareSchemas)
	seen := map[string]bool{}
	for _, d := range slices.Concat(other.Table.Domains, doc.Table.Domains) {
		d.NewestOpset, _ = other.Table.NewestOpset(d.Name)
		d.CheckedOpset = 0
		if newest, ok := doc.Table.NewestOpset(d.Name); ok && named[d.Name] && (newest > d.NewestOpset || !isNew) {
			d.NewestOpset = newest
		}
		if d.NewestOpset > 0 && !seen[d.Name] {
			seen[d.Name] = true
			t.Domains = append(t.Domains, d)
		}
	}
	return &c
}

// neighbor returns the version before s (if by is -1) or after s (if by is 1) in a sorted list, or nil.
func neighbor(schemas []*spec.OpSchema, s *spec.OpSchema, by int) *spec.OpSchema {
	i, found := slices.BinarySearchFunc(schemas, s, spec.CompareSchemas)
	if i += by; by > 0 && !found {
		i--
	}
	if i < 0 || i >= len(schemas) || schemas[i].Key() != s.Key() {
		return nil
	}
	return schemas[i]
}

// union returns the versions of both lists in the table's order, each once. The first list has precedence.
func union(a, b []*spec.OpSchema) []*spec.OpSchema {
	out := slices.Concat(a, b)
	slices.SortStableFunc(out, spec.CompareSchemas)
	return slices.CompactFunc(out, func(s, t *spec.OpSchema) bool { return spec.CompareSchemas(s, t) == 0 })
}
