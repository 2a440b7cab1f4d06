package specdiff

import (
	"fmt"
	"slices"

	"github.com/padgen/padgen/spec"
)

// Line is a line of a version as it is shown to a person.
type Line struct {
	// Fact names what the line states, as in "attributes.mode".
	Fact string
	Text string
}

// lines prints a version, one fact per line.
func lines(s *spec.OpSchema, sources bool) []Line {
	if s == nil {
		return nil
	}
	var out []Line
	add := func(fact, format string, args ...any) { out = append(out, Line{fact, fmt.Sprintf(format, args...)}) }
	add("version", "%s %s, since version %d", s.Domain, s.Name, s.SinceVersion)
	add("attributes", "attributes")
	for _, a := range s.Attributes {
		add("attributes."+a.Name, "  %s", attributeText(a))
	}
	add("inputs", "inputs, %s", arity(s))
	for _, p := range s.Inputs {
		add("inputs."+p.Name, "  %s", paramText(p))
	}
	add("outputs", "outputs")
	for _, p := range s.Outputs {
		add("outputs."+p.Name, "  %s", paramText(p))
	}
	add("type_constraints", "type constraints")
	for _, c := range s.TypeConstraints {
		add("type_constraints."+c.Name, "  %s", c.Name)
		for _, t := range c.Types {
			add(typeFact(c.Name, t), "    %s", t)
		}
	}
	add("modes", "modes")
	for _, m := range s.Modes {
		add("modes."+m, "  %s", m)
	}
	if sources {
		add("sources", "sources")
		for _, f := range slices.Sorted(slices.Values(s.Sources)) {
			add("sources."+f, "  %s", f)
		}
	}
	return out
}
