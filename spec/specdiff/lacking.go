package specdiff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// lacking reports what the new version needs and the project lacks, unless the
// old version needed it already.
func (p *pair) lacking() {
	before := map[string]bool{}
	for _, l := range p.storageless(p.old) {
		before[l.typ] = true
	}
	for _, l := range p.storageless(p.new) {
		if !before[l.typ] {
			p.add(newChange(TypeNoStorage, l.typ, "", l.typ, fmt.Sprintf("%s has no storage: nothing can be generated for it", l.typ)).
				at("", l.fact))
		}
	}
	if p.new.Name != spec.Operator {
		return
	}
	for _, m := range unknownModes(p.new) {
		if !p.old.HasMode(m) {
			p.add(newChange(ModeUnknown, "mode "+m, "", m, fmt.Sprintf("mode %q has no emitter: nothing can be generated for it", m)).
				at("", "modes."+m))
		}
	}
	unserved := map[spec.Unserved]bool{}
	for _, u := range p.old.Unserved() {
		unserved[u] = true
	}
	for _, u := range p.new.Unserved() {
		if !unserved[u] && p.to.states(p.new, u.Fact) {
			p.add(newChange(unservedRule(u), u.Part, "", partText(p.new, u.Fact), u.Reason).at("", u.Fact))
		}
	}
}

func unservedRule(u spec.Unserved) string {
	switch {
	case u.Unknown && strings.HasPrefix(u.Fact, "attributes."):
		return AttributeUnknown
	case u.Unknown && strings.HasPrefix(u.Fact, "inputs."):
		return InputUnknown
	}
	return NotServed
}

// partText is the attribute, input or output that a fact names.
func partText(s *spec.OpSchema, fact string) string {
	kind, name, _ := strings.Cut(fact, ".")
	if a, ok := s.Attribute(name); ok && kind == "attributes" {
		return attributeText(a)
	}
	params := s.Inputs
	if kind == "outputs" {
		params = s.Outputs
	}
	for _, q := range params {
		if q.Name == name && kind != "attributes" {
			return paramText(q)
		}
	}
	return ""
}

// lack is a type without storage and the fact that names it.
type lack struct{ typ, fact string }

// storageless lists the types of a version that the new side does not store.
func (p *pair) storageless(s *spec.OpSchema) []lack {
	return withoutStorage(p.to.Table, s)
}

func withoutStorage(t *spec.Table, s *spec.OpSchema) []lack {
	var out []lack
	seen := map[string]bool{}
	add := func(typ, fact string) {
		if _, err := t.ElemType(typ); err != nil && !seen[typ] {
			seen[typ] = true
			out = append(out, lack{typ, fact})
		}
	}
	for _, c := range s.TypeConstraints {
		for _, typ := range c.Types {
			add(typ, typeFact(c.Name, typ))
		}
	}
	for _, l := range []struct {
		name   string
		params []spec.Param
	}{{"inputs", s.Inputs}, {"outputs", s.Outputs}} {
		for _, q := range l.params {
			// A name without a constraint is that of a constraint that the
			// document does not state.
			if _, ok := s.Constraint(q.Type); !ok && strings.Contains(q.Type, "(") {
				add(q.Type, l.name+"."+q.Name)
			}
		}
	}
	return out
}

// unknownModes lists the modes of a version that the generator cannot emit.
func unknownModes(s *spec.OpSchema) []string {
	var out []string
	for _, m := range s.Modes {
		if !slices.Contains(spec.KnownModes(), m) {
			out = append(out, m)
		}
	}
	return out
}
