package onnxdoc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

// fact is one stated fact of a version in a form that can be compared.
type fact struct {
	name string
	text string
}

// facts lists what a version states, in the order of a table file. Sets are
// sorted, so that a document may list them in any order.
func (v *Version) facts() []fact {
	var out []fact
	add := func(name, text string) {
		if v.states(name) {
			out = append(out, fact{name, text})
		}
	}
	s := v.Schema
	var names []string
	for _, a := range s.Attributes {
		names = append(names, a.Name)
	}
	slices.Sort(names)
	add("attributes", list(names))
	for _, a := range s.Attributes {
		at := "attributes." + a.Name
		add(at+".type", string(a.Type))
		add(at+".required", strconv.FormatBool(a.Required))
		if raw, ok := v.raw[a.Name]; ok {
			add(at+".default", raw)
		} else if a.Default == nil {
			add(at+".default", "none")
		} else {
			add(at+".default", a.Default.Text())
		}
	}
	add("inputs", params(s.Inputs))
	add("outputs", params(s.Outputs))
	names = nil
	for _, c := range s.TypeConstraints {
		names = append(names, c.Name)
	}
	slices.Sort(names)
	add("type_constraints", list(names))
	for _, c := range s.TypeConstraints {
		add("type_constraints."+c.Name, list(sorted(c.Types)))
	}
	modes := slices.Clone(s.Modes)
	spec.SortModes(modes)
	add("modes", list(modes))
	add("min_inputs", strconv.Itoa(s.MinInputs))
	add("max_inputs", strconv.Itoa(s.MaxInputs))
	if len(v.Types) > 0 {
		out = append(out, fact{"types", list(sorted(v.Types))})
	} else if v.states("type_constraints") {
		out = append(out, fact{"types", list(union(s))})
	}
	return out
}

// union returns the types of all constraints of a schema, sorted.
func union(s *spec.OpSchema) []string {
	var all []string
	for _, c := range s.TypeConstraints {
		all = append(all, c.Types...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func sorted(s []string) []string {
	s = slices.Clone(s)
	slices.Sort(s)
	return slices.Compact(s)
}

func list(s []string) string { return "[" + strings.Join(s, " ") + "]" }

func params(ps []spec.Param) string {
	var out []string
	for _, p := range ps {
		out = append(out, fmt.Sprintf("%s:%s:%s", p.Name, p.Type, p.Option))
	}
	return list(out)
}

// factMap returns facts by name.
func factMap(facts []fact) map[string]string {
	m := make(map[string]string, len(facts))
	for _, f := range facts {
		m[f.name] = f.text
	}
	return m
}

// typed returns the version with the defaults of attributes whose type it does
// not state read as the types that other has for them. It does not change v.
func (v *Version) typed(other *spec.OpSchema) (*Version, error) {
	if len(v.raw) == 0 {
		return v, nil
	}
	c := *v
	s := *v.Schema
	s.Attributes = slices.Clone(s.Attributes)
	c.Schema, c.raw = &s, make(map[string]string)
	for i, a := range s.Attributes {
		raw, ok := v.raw[a.Name]
		if !ok {
			continue
		}
		o, ok := other.Attribute(a.Name)
		if !ok || o.Type == "" {
			c.raw[a.Name] = raw
			continue
		}
		value, err := parseDefault(o.Type, raw)
		if err != nil {
			return nil, fmt.Errorf("onnxdoc: %s: the default of %s: %w", v.at("attributes."+a.Name), a.Name, err)
		}
		s.Attributes[i].Default = value
	}
	return &c, nil
}
