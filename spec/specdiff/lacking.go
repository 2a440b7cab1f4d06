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
	type need struct{ rule, subject, message string }
	before := map[need]bool{}
	for _, c := range lacking(p.to, p.old) {
		before[need{c.Rule, c.Subject, c.Message}] = true
	}
	for _, c := range lacking(p.to, p.new) {
		if !before[need{c.Rule, c.Subject, c.Message}] {
			p.add(c)
		}
	}
}

// lacking returns what a version needs and the project, with the types that the
// side stores, lacks.
func lacking(side *Side, s *spec.OpSchema) []Change {
	var out []Change
	add := func(rule, subject, text, message, fact string) {
		c := newChange(rule, subject, "", text, message).at("", fact)
		c.Version = s.ID()
		out = append(out, c)
	}
	for _, l := range withoutStorage(side.Table, s) {
		if _, isTensor := spec.ParseTensor(l.typ); !isTensor {
			add(NotServed, l.typ, l.typ, "package onnx takes tensors, not "+l.typ, l.fact)
			continue
		}
		add(TypeNoStorage, l.typ, l.typ, l.typ+" has no storage: nothing can be generated for it", l.fact)
	}
	if s.Name != spec.Operator {
		return out
	}
	for _, m := range unknownModes(s) {
		add(ModeUnknown, "mode "+m, m, fmt.Sprintf("mode %q has no emitter: nothing can be generated for it", m), "modes."+m)
	}
	for _, u := range s.Unserved() {
		if side.states(s, u.Fact) {
			add(u.Rule(), u.Part, partText(s, u.Fact), u.Reason, u.Fact)
		}
	}
	return out
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

// withoutStorage lists the types of a version that the table does not store.
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
