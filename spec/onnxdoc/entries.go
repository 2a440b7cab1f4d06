package onnxdoc

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

var rangeText = regexp.MustCompile(`^(\d+) - (\d+|∞)$`)

// expectation is a problem whose line is not known yet.
type expectation struct{ expected, found string }

// parseAttribute reads "string (default is constant)" and the like.
func parseAttribute(name, text string) (spec.Attribute, *expectation) {
	a := spec.Attribute{Name: name}
	kind, quals, hasQuals := strings.Cut(text, " (")
	var ok bool
	if a.Type, ok = parseKind(kind); !ok {
		return a, &expectation{"a kind of attribute as in \"list of ints\"", clip(kind)}
	}
	quals, closed := strings.CutSuffix(quals, ")")
	if hasQuals && !closed {
		return a, &expectation{"a ) at the end", clip(text)}
	}
	def, hasDefault := strings.CutPrefix(quals, "default is ")
	switch {
	case hasDefault:
		v, err := parseDefault(a.Type, def)
		if err != nil {
			return a, &expectation{fmt.Sprintf("a default of kind %q", kind), clip(def)}
		}
		a.Default = v
	case quals == "required":
		a.Required = true
	case quals != "":
		return a, &expectation{"(required) or (default is …)", clip(quals)}
	}
	return a, nil
}

// parseParam reads an input or output. Only the qualifiers that state the
// option are part of the schema; one that is not known may change what the
// others say.
func parseParam(name, quals, typ string) (spec.Param, *expectation) {
	p := spec.Param{Name: name, Type: strings.TrimSpace(typ), Option: spec.Single}
	if !typeName.MatchString(p.Type) && !validType(p.Type) {
		return p, &expectation{"a type or the name of a type constraint", clip(typ)}
	}
	if quals == "" {
		return p, nil
	}
	for _, q := range strings.Split(quals, ",") {
		switch strings.TrimSpace(q) {
		case spec.Optional:
			p.Option = spec.Optional
		case spec.Variadic:
			p.Option = spec.Variadic
		case "heterogeneous", "differentiable", "non-differentiable":
		default:
			return p, &expectation{"optional, variadic, heterogeneous, differentiable or non-differentiable", clip(q)}
		}
	}
	return p, nil
}

// sortLists puts attributes and type constraints in the order of a table file.
func sortLists(s *spec.OpSchema) {
	slices.SortFunc(s.Attributes, func(a, b spec.Attribute) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(s.TypeConstraints, func(a, b spec.TypeConstraint) int { return strings.Compare(a.Name, b.Name) })
}

// checkNames reports names that a list holds twice.
func checkNames(src *source, v *Version) error {
	s := v.Schema
	var attrs, ins, outs, cons []string
	for _, a := range s.Attributes {
		attrs = append(attrs, a.Name)
	}
	for _, p := range s.Inputs {
		ins = append(ins, p.Name)
	}
	for _, p := range s.Outputs {
		outs = append(outs, p.Name)
	}
	for _, c := range s.TypeConstraints {
		cons = append(cons, c.Name)
	}
	for _, l := range []struct {
		list  string
		names []string
	}{{"attributes", attrs}, {"inputs", ins}, {"outputs", outs}, {"type_constraints", cons}} {
		seen := make(map[string]bool)
		for _, n := range l.names {
			if seen[n] {
				return src.errorAt(v.lines[l.list+"."+n], "each name once in the "+l.list, "%s twice", n)
			}
			seen[n] = true
		}
	}
	return nil
}

// inputRange returns the least and the greatest number of inputs. The documents
// print the range only where the two differ.
func inputRange(inputs []spec.Param, text string) (least, most int, problem *expectation) {
	if text == "" {
		return len(inputs), len(inputs), nil
	}
	m := rangeText.FindStringSubmatch(text)
	if m == nil {
		return 0, 0, &expectation{"a range as in (2 - 4)", clip(text)}
	}
	least, err := strconv.Atoi(m[1])
	most = spec.Unbounded
	if m[2] != "∞" && err == nil {
		most, err = strconv.Atoi(m[2])
	}
	if err != nil || least > most {
		return 0, 0, &expectation{"a range as in (2 - 4)", clip(text)}
	}
	return least, most, nil
}
