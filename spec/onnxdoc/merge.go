package onnxdoc

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// Contradiction is reported where two documents state different things about
// one version.
type Contradiction struct {
	// ID names the version and Fact the fact, as in "modes".
	ID, Fact string
	// First and Second are what is stated, FirstAt and SecondAt where.
	First, Second     string
	FirstAt, SecondAt string
	// FirstSource and SecondSource are the documents.
	FirstSource, SecondSource string
}

func (c *Contradiction) Error() string {
	return fmt.Sprintf("onnxdoc: %s: %s: %s is %s in %s, but %s in %s (%s)",
		c.SecondAt, c.ID, c.Fact, c.Second, c.SecondSource, c.First, c.FirstSource, c.FirstAt)
}

// Merge combines what the documents state about each version. It is enough that
// one document states a fact. Where several state it differently, the error
// joins a [*Contradiction] for each. The result does not depend on the order of
// the documents. Deprecated versions state nothing and are left
// out: [Compare] and [Import] report those that leave Pad without a version.
func Merge(docs []*Document) ([]*Version, error) {
	docs = slices.Clone(docs)
	slices.SortStableFunc(docs, func(a, b *Document) int {
		return cmp.Or(strings.Compare(a.Source, b.Source), strings.Compare(a.File, b.File))
	})
	groups := make(map[string][]*Version)
	var ids []*spec.OpSchema
	for _, d := range docs {
		for _, v := range d.Versions {
			if v.Deprecated {
				continue
			}
			id := v.Schema.ID()
			if groups[id] == nil {
				ids = append(ids, v.Schema)
			}
			groups[id] = append(groups[id], v)
		}
	}
	spec.SortSchemas(ids)
	var out []*Version
	var errs []error
	for _, s := range ids {
		v, err := mergeVersion(groups[s.ID()])
		if err != nil {
			errs = append(errs, err)
			continue
		}
		out = append(out, v)
	}
	return out, errors.Join(errs...)
}

// mergeVersion merges what is stated of one version.
func mergeVersion(all []*Version) (*Version, error) {
	first := all[0]
	m := &Version{File: first.File, Line: first.Line, places: make(map[string]string), Schema: &spec.OpSchema{
		Domain: first.Schema.Domain, Name: first.Schema.Name, SinceVersion: first.Schema.SinceVersion}}
	m.NotStated = missing(all)
	for _, fact := range m.NotStated {
		m.places[fact] = first.at(fact)
	}
	fillLists(m.Schema, all)
	if err := fillAttributes(m, all); err != nil {
		return nil, err
	}
	var errs []error
	for i, v := range all {
		t, err := v.typed(m.Schema)
		if err != nil {
			return nil, err
		}
		all[i] = t
		m.Schema.Sources = append(m.Schema.Sources, v.Schema.Sources...)
		for _, n := range v.Notes {
			if !slices.Contains(m.Notes, n) {
				m.Notes = append(m.Notes, n)
			}
		}
		m.unread = cmp.Or(m.unread, v.unread)
		if len(v.Types) > 0 {
			m.Types = v.Types
		}
	}
	m.Schema.Sources = sorted(m.Schema.Sources)
	type said struct {
		text string
		by   *Version
	}
	seen := make(map[string]said)
	for _, v := range all {
		for _, f := range v.facts() {
			old, ok := seen[f.name]
			if !ok {
				seen[f.name] = said{f.text, v}
				m.places[f.name] = v.at(f.name)
				continue
			}
			if old.text != f.text {
				errs = append(errs, &Contradiction{ID: v.Schema.ID(), Fact: f.name, First: old.text, Second: f.text,
					FirstAt: old.by.at(f.name), SecondAt: v.at(f.name),
					FirstSource: strings.Join(old.by.Schema.Sources, ""), SecondSource: strings.Join(v.Schema.Sources, "")})
			}
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	for _, v := range all {
		for part := range v.lines {
			if _, ok := m.places[part]; !ok {
				m.places[part] = v.at(part)
			}
		}
	}
	return m, nil
}

// missing returns the facts that none of the versions states.
func missing(all []*Version) []string {
	var out []string
	for _, v := range all {
		for _, f := range v.NotStated {
			stated := slices.ContainsFunc(all, func(w *Version) bool { return w.states(f) })
			if !stated && !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	slices.Sort(out)
	return out
}

// fillLists takes each list from the first version that states it.
func fillLists(s *spec.OpSchema, all []*Version) {
	taken := make(map[string]bool)
	take := func(v *Version, fact string, set func(from *spec.OpSchema)) {
		if !taken[fact] && v.states(fact) {
			taken[fact] = true
			set(v.Schema)
		}
	}
	for _, v := range all {
		take(v, "inputs", func(f *spec.OpSchema) { s.Inputs = slices.Clone(f.Inputs) })
		take(v, "outputs", func(f *spec.OpSchema) { s.Outputs = slices.Clone(f.Outputs) })
		take(v, "type_constraints", func(f *spec.OpSchema) { s.TypeConstraints = slices.Clone(f.TypeConstraints) })
		take(v, "modes", func(f *spec.OpSchema) { s.Modes = slices.Clone(f.Modes) })
		take(v, "min_inputs", func(f *spec.OpSchema) { s.MinInputs = f.MinInputs })
		take(v, "max_inputs", func(f *spec.OpSchema) { s.MaxInputs = f.MaxInputs })
	}
}

// fillAttributes takes the list of attributes from the first version that
// states it, then the type and the default of each from any.
func fillAttributes(m *Version, all []*Version) error {
	i := slices.IndexFunc(all, func(v *Version) bool { return v.states("attributes") })
	if i < 0 {
		return nil
	}
	attrs := slices.Clone(all[i].Schema.Attributes)
	m.Schema.Attributes = attrs
	for n := range attrs {
		a := &attrs[n]
		at := "attributes." + a.Name
		for _, v := range all {
			if b, ok := v.Schema.Attribute(a.Name); ok && v.states(at+".type") {
				a.Type = b.Type
				break
			}
		}
		a.Default = nil
		for _, v := range all {
			b, ok := v.Schema.Attribute(a.Name)
			if !ok || !v.states(at+".default") {
				continue
			}
			raw, isRaw := v.raw[a.Name]
			if !isRaw {
				a.Default = b.Default
				break
			}
			if a.Type == "" {
				if m.raw == nil {
					m.raw = make(map[string]string)
				}
				m.raw[a.Name] = raw
				break
			}
			value, err := parseDefault(a.Type, raw)
			if err != nil {
				return fmt.Errorf("onnxdoc: %s: the default of %s: %w", v.at(at), a.Name, err)
			}
			a.Default = value
			break
		}
	}
	return nil
}
