package specdiff

import (
	"strings"

	"github.com/padgen/padgen/spec"
)

// Side is one of the two things that are compared.
type Side struct {
	// Label is what the user called it.
	Label string
	// Version is set if the side is one version: only that is compared.
	Version *spec.OpSchema
	// Table holds all versions of the side. The element types of a document are those of its base, see
	// [DocumentSide].
	Table *spec.Table
	// Partial is set for a document, in which a version may be absent without
	// being gone. Newest then is the newest opset that it covers, by domain.
	Partial bool
	Newest  map[string]int
	// Deprecated are versions that a document deprecates. They state nothing but
	// their numbers, and no table holds them. Place finds them, too.
	Deprecated []*spec.OpSchema
	// Unstated are the facts that the side does not state, by the id of the version, as in
	// "attributes.mode.default" for a damaged document.
	Unstated map[string][]string
	// Notes say what is wrong with a version of a document, by its id.
	Notes map[string][]string
	// Place finds a fact of a version in the files that the side was read from. It is nil where there are none.
	Place Place
}

// Place returns the file of a fact and its line, from 1, or "" if it knows none.
type Place func(s *spec.OpSchema, fact string) (file string, line int)

// states reports whether the side states a fact of a version: neither the fact nor what it is part of is in
// Unstated.
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

// DocumentSide returns the side of a document that states schemas. unstated has the facts that it does not
// state, by the id of the version; base has the element types.
func DocumentSide(schemas []*spec.OpSchema, newest map[string]int, unstated map[string][]string, base *spec.Table, place Place) *Side {
	return &Side{
		Table:    &spec.Table{ElemTypes: base.ElemTypes, ElemSources: base.ElemSources, Schemas: schemas},
		Partial:  true,
		Newest:   newest,
		Unstated: unstated,
		Place:    place,
	}
}
