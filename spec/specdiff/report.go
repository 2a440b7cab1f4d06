package specdiff

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// ErrMixed is reported where one side is a version and the other holds several.
var ErrMixed = errors.New("specdiff: a version and several versions cannot be compared")

// Report is what changed between two sides.
type Report struct {
	// Old and New are what was compared.
	Old, New *Side
	// Changes are sorted: those of no version first, then by version.
	Changes []Change
	// Pairs are the versions that were compared with each other, only those
	// with changes.
	Pairs []Pair
	// Notes say what could not be compared, and what is wrong with a version that was.
	Notes []string
	// Types and Modes say which version allows what.
	Types, Modes Matrix
	// Effect is what the change does to the generated package.
	Effect Effect

	unstated []unstated // becomes notes
}

// Pair is two versions side by side. Old is nil for a version without a
// predecessor, New for one that is gone.
type Pair struct {
	Old, New *spec.OpSchema
	Rows     []Row
}

// Title says which versions are compared.
func (p Pair) Title() string {
	switch {
	case p.Old == nil:
		return p.New.ID() + ", the first version"
	case p.New == nil:
		return p.Old.ID() + ", gone"
	case p.Old.ID() == p.New.ID():
		return p.New.ID() + ", published and edited"
	}
	return p.Old.ID() + " and " + p.New.ID()
}

// Empty reports whether nothing changed.
func (r *Report) Empty() bool { return len(r.Changes) == 0 }

// Compare reports what changed from one side to the other. If one side is a
// version, the other must be one too, or hold exactly one.
func Compare(from, to *Side) (*Report, error) {
	from, to = one(from, to), one(to, from)
	if (from.Version == nil) != (to.Version == nil) {
		many, version := from, to.Version
		if from.Version != nil {
			many, version = to, from.Version
		}
		return nil, fmt.Errorf("%w: %q holds %s; add @VERSION to it, as in %s@%s", ErrMixed, many.Label,
			count(len(many.Table.Schemas), "version"), many.Label, example(many, version))
	}
	r := &Report{Old: from, New: to}
	if from.Version != nil {
		r.versions(from.Version, to.Version)
	} else {
		r.tables()
	}
	for _, u := range r.unstated {
		r.Notes = append(r.Notes, fmt.Sprintf("%s says nothing of %s for %s: not compared", u.label, u.facts, strings.Join(u.ids, ", ")))
	}
	for i, c := range r.Changes {
		if c.Pair >= 0 && r.Pairs[c.Pair].Rows == nil {
			r.Pairs[c.Pair].Rows = align(r.Pairs[c.Pair], r.Changes[i:])
		}
	}
	r.linkRows()
	r.matrices()
	r.effect()
	return r, nil
}

// one turns a document or table with a single version into that version if the
// other side is a version.
func one(s, other *Side) *Side {
	if s.Version == nil && other.Version != nil && len(s.Table.Schemas) == 1 {
		c := *s
		c.Version = s.Table.Schemas[0]
		return &c
	}
	return s
}

// example names a version of the side, the last one of v's domain if there is one.
func example(s *Side, v *spec.OpSchema) string {
	id, same := "ai.onnx/Pad-25", false
	for _, o := range s.Table.Schemas {
		if o.Domain == v.Domain || !same {
			id, same = o.ID(), o.Domain == v.Domain
		}
	}
	return id
}

// versions compares one version with another.
func (r *Report) versions(old, new *spec.OpSchema) {
	r.pair(old, new, compareSchemas(r.Old, r.New, old, new))
	if old.Domain != new.Domain || old.Name != new.Name {
		r.Notes = append(r.Notes, fmt.Sprintf("%s and %s are different operators", old.Key(), new.Key()))
	}
}

// pair adds two versions and their changes, if there are any.
func (r *Report) pair(old, new *spec.OpSchema, changes []Change) {
	for _, s := range []struct {
		side *Side
		of   *spec.OpSchema
	}{{r.Old, old}, {r.New, new}} {
		if s.of == nil {
			continue
		}
		if facts := s.side.Unstated[s.of.ID()]; len(facts) > 0 {
			r.unstate(s.side.Label, s.of.ID(), strings.Join(facts, ", "))
		}
		for _, n := range s.side.Notes[s.of.ID()] {
			if !slices.Contains(r.Notes, n) { // of a version that is compared with two others
				r.Notes = append(r.Notes, n)
			}
		}
	}
	if len(changes) == 0 {
		return
	}
	for i := range changes {
		changes[i].Pair = len(r.Pairs)
	}
	r.Changes = append(r.Changes, changes...)
	r.Pairs = append(r.Pairs, Pair{Old: old, New: new})
}

// unstated is what a side says nothing of, and the versions for which it does not.
type unstated struct {
	label, facts string
	ids          []string
}

// unstate adds a version to those for which a side does not state the facts.
func (r *Report) unstate(label, id, facts string) {
	i := slices.IndexFunc(r.unstated, func(u unstated) bool { return u.label == label && u.facts == facts })
	if i < 0 {
		i = len(r.unstated)
		r.unstated = append(r.unstated, unstated{label: label, facts: facts})
	}
	r.unstated[i].ids = append(r.unstated[i].ids, id)
}

// Place returns the file and line of a change, "" if they are not known. It is
// on the new side if that has a file, otherwise on the old side. On the new
// side, what is gone has the place of the list that it was part of.
func (r *Report) Place(c Change) (file string, line int) {
	if c.Pair < 0 {
		if i := slices.IndexFunc(r.New.Deprecated, func(s *spec.OpSchema) bool { return s.ID() == c.Version }); i >= 0 {
			return r.New.place(r.New.Deprecated[i], c.NewFact)
		}
		return "", 0
	}
	p := r.Pairs[c.Pair]
	fact := c.NewFact
	if fact == "" {
		fact, _, _ = strings.Cut(c.OldFact, ".")
	}
	if file, line = r.New.place(p.New, fact); file == "" && c.OldFact != "" {
		return r.Old.place(p.Old, c.OldFact)
	}
	return file, line
}

// predecessor returns the version before s among schemas, or nil.
func predecessor(schemas []*spec.OpSchema, s *spec.OpSchema) *spec.OpSchema {
	var before *spec.OpSchema
	for _, c := range schemas {
		if c.Key() == s.Key() && c.SinceVersion < s.SinceVersion && (before == nil || c.SinceVersion > before.SinceVersion) {
			before = c
		}
	}
	return before
}

// union returns the versions of both lists in the table's order, each once; the
// first list has precedence.
func union(a, b []*spec.OpSchema) []*spec.OpSchema {
	out := slices.Clone(a)
	for _, s := range b {
		if !slices.ContainsFunc(out, func(o *spec.OpSchema) bool { return o.ID() == s.ID() }) {
			out = append(out, s)
		}
	}
	spec.SortSchemas(out)
	return out
}
