package specdiff

import (
	"strings"

	"github.com/padgen/padgen/spec"
)

// Side is one of the two things that are compared.
type Side struct {
	// Label is what the user called it.
	Label string
	// Version is set where the side is one version: it alone is compared.
	Version *spec.OpSchema
	// Table holds all versions of the side. The element types of a document
	// are those of the table it is read beside.
	Table *spec.Table
	// Partial is set for a document, in which a version may be absent without
	// being gone. Newest then is the newest opset that it covers, by domain.
	Partial bool
	Newest  map[string]int
	// Unstated are the facts of a version, by its id, on which the side says
	// nothing: those of a damaged document, as in "attributes.mode.default".
	Unstated map[string][]string
	// Place finds a fact of a version in the files that the side was read from. It is nil where there are none.
	Place Place
}

// Place returns a file and a line from 1, "" where it knows none.
type Place func(s *spec.OpSchema, fact string) (file string, line int)

// states reports whether the side says anything on a fact of a version: neither
// it nor what it is part of is among the unstated ones.
func (s *Side) states(v *spec.OpSchema, fact string) bool {
	for _, u := range s.Unstated[v.ID()] {
		if fact == u || strings.HasPrefix(fact, u+".") {
			return false
		}
	}
	return true
}

// place returns where a fact stands, "" if that is not known.
func (s *Side) place(v *spec.OpSchema, fact string) (file string, line int) {
	if s.Place == nil || v == nil {
		return "", 0
	}
	return s.Place(v, fact)
}

// DocumentSide makes a side of what a document states of versions; unstated has
// the facts it says nothing on, by version.
func DocumentSide(schemas []*spec.OpSchema, newest map[string]int, unstated map[string][]string, base *spec.Table, place Place) *Side {
	return &Side{
		Table:    &spec.Table{ElemTypes: base.ElemTypes, ElemSources: base.ElemSources, Schemas: schemas},
		Partial:  true,
		Newest:   newest,
		Unstated: unstated,
		Place:    place,
	}
}
