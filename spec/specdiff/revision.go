package specdiff

import (
	"slices"

	"github.com/padgen/padgen/spec"
)

// Revision is one of the two tables that are compared, and what is known of where it was read.
type Revision struct {
	// Label is what the user called it.
	Label string
	Table *spec.Table
	// Version is set if the revision is one version of the table: only that is compared.
	Version *spec.OpSchema
	// Opset is the opset that the user called the version by, 0 for none.
	Opset int
	// Partial is set for a document: a version or an element type that it leaves out is not removed.
	Partial bool
	// Page is set for a document that leaves out facts, too. Its empty facts are not compared.
	Page bool
	// Deprecated are versions that a document deprecates. They have only domain, name and number.
	Deprecated []*spec.OpSchema
	// Place returns the file of a fact of a version and its line, from 1, or "" if it knows none. It may be nil.
	Place func(s *spec.OpSchema, fact string) (file string, line int)
}

// place returns where a fact stands, "" if that is not known.
func (r *Revision) place(s *spec.OpSchema, fact string) (file string, line int) {
	if r.Place == nil || s == nil {
		return "", 0
	}
	return r.Place(s, fact)
}

// Skipped is what a document leaves out, and what is not compared for that reason.
type Skipped struct {
	// Versions are the ids of versions.
	Versions []string `json:"versions"`
	// Facts are facts of versions, as in "ai.onnx/Pad-13 attributes.mode.default".
	Facts []string `json:"facts"`
}

// complete returns a revision of a document with what the document leaves out, as the other revision has it. So
// all that follows compares whole tables, and finds no difference there.
func (r *Revision) complete(other *Revision, isNew bool, skipped *Skipped) *Revision {
	if !r.Partial {
		return r
	}
	c := *r
	t := &spec.Table{ElemTypes: other.Table.ElemTypes, ElemSources: other.Table.ElemSources}
	c.Table = t
	for _, s := range r.Table.Schemas {
		filled := r.fill(s, other, skipped)
		t.Schemas = append(t.Schemas, filled)
		if s == r.Version {
			c.Version = filled
		}
	}
	for _, s := range other.Table.Schemas {
		newest, known := r.Table.NewestOpset(s.Domain)
		if r.Table.Schema(s.ID()) == nil && (isNew || !known || s.SinceVersion <= newest) {
			t.Schemas = append(t.Schemas, s)
			if r.Version == nil {
				skipped.Versions = append(skipped.Versions, s.ID())
			}
		}
	}
	spec.SortSchemas(t.Schemas)
	described := func(d spec.Domain) bool {
		return slices.ContainsFunc(r.Table.Schemas, func(s *spec.OpSchema) bool { return s.Domain == d.Name })
	}
	for _, d := range other.Table.Domains {
		d.NewestOpset, _ = other.Table.NewestOpset(d.Name)
		newest, ok := r.Table.NewestOpset(d.Name)
		if ok && described(d) && (newest > d.NewestOpset || !isNew) {
			d.NewestOpset = newest
		}
		t.Domains = append(t.Domains, d)
	}
	for _, d := range r.Table.Domains {
		if _, ok := t.NewestOpset(d.Name); !ok && isNew && described(d) {
			t.Domains = append(t.Domains, d)
		}
	}
	return &c
}

// fill returns a version of a document with the facts that the document leaves out, as the other revision has
// them in the version that it is compared with.
func (r *Revision) fill(s *spec.OpSchema, other *Revision, skipped *Skipped) *spec.OpSchema {
	like := other.Table.Schema(s.ID())
	out := *s
	if like != nil {
		out.Sources = like.Sources
	}
	if other.Version != nil {
		like = other.Version
	} else if like == nil {
		like = predecessor(other.Table.Schemas, s)
	}
	if !r.Page || like == nil {
		return &out
	}
	skip := func(fact string) { skipped.Facts = append(skipped.Facts, s.ID()+" "+fact) }
	fillList(&out.Attributes, like.Attributes, "attributes", skip)
	fillList(&out.Inputs, like.Inputs, "inputs", skip)
	fillList(&out.Outputs, like.Outputs, "outputs", skip)
	out.TypeConstraints = slices.Clone(out.TypeConstraints)
	for _, c := range like.TypeConstraints { // a summary has only that of data
		if _, ok := out.Constraint(c.Name); !ok {
			out.TypeConstraints = append(out.TypeConstraints, c)
			skip("type_constraints." + c.Name)
		}
	}
	fillList(&out.Modes, like.Modes, "modes", skip)
	fill(&out.MinInputs, like.MinInputs, "min_inputs", skip)
	fill(&out.MaxInputs, like.MaxInputs, "max_inputs", skip)
	for i := range out.Attributes {
		a := &out.Attributes[i]
		if b, ok := like.Attribute(a.Name); ok {
			fill(&a.Type, b.Type, "attributes."+a.Name+".type", skip)
			fill(&a.Required, b.Required, "attributes."+a.Name+".required", skip)
			fill(&a.Default, b.Default, "attributes."+a.Name+".default", skip)
		}
	}
	fillParams(out.Inputs, like.Inputs, "inputs.", skip)
	fillParams(out.Outputs, like.Outputs, "outputs.", skip)
	return &out
}

func fillParams(params, like []spec.Param, list string, skip func(fact string)) {
	for i := range params {
		for _, b := range like {
			if p := &params[i]; p.Name == b.Name {
				fill(&p.Type, b.Type, list+p.Name+".type", skip)
				fill(&p.Option, b.Option, list+p.Name+".option", skip)
			}
		}
	}
}

// fill sets a fact that is empty.
func fill[T comparable](fact *T, like T, name string, skip func(string)) {
	var empty T
	if *fact == empty && like != empty {
		*fact = like
		skip(name)
	}
}

// fillList sets a list that is empty, and otherwise makes a copy of it that may be filled.
func fillList[T any](list *[]T, like []T, name string, skip func(string)) {
	if len(*list) == 0 && len(like) > 0 {
		*list = like
		skip(name)
	}
	*list = slices.Clone(*list)
}

// predecessor returns the version before s among schemas, or nil.
func predecessor(schemas []*spec.OpSchema, s *spec.OpSchema) *spec.OpSchema {
	var before *spec.OpSchema
	for _, c := range schemas {
		isBefore := c.Key() == s.Key() && c.SinceVersion < s.SinceVersion
		if isBefore && (before == nil || c.SinceVersion > before.SinceVersion) {
			before = c
		}
	}
	return before
}

// union returns the versions of both lists in the table's order, each once; the first list has precedence.
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
