package specdiff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// attributesAndInputs compares attributes and inputs together, as one may become
// the other.
func (p *pair) attributesAndInputs() {
	attrs, inputs := p.stated("attributes"), p.stated("inputs")
	var gone, come []spec.Attribute
	var goneIn, comeIn []spec.Param
	if attrs {
		gone, come = p.commonAttributes()
	}
	if inputs {
		goneIn, comeIn = p.commonParams(inputRules, p.old.Inputs, p.new.Inputs)
	}
	if attrs && inputs {
		gone, comeIn = match(gone, comeIn, func(a spec.Attribute, in spec.Param) bool { return becomes(a.Name, in.Name) }, p.toInput)
		goneIn, come = match(goneIn, come, func(in spec.Param, a spec.Attribute) bool { return becomes(a.Name, in.Name) }, p.toAttribute)
	}
	gone, come = match(gone, come, p.sameAttribute, p.renamedAttribute)
	for _, a := range gone {
		p.add(newChange(AttributeRemoved, "attribute "+a.Name, attributeText(a), "",
			fmt.Sprintf("attribute %s is gone", a.Name)).at("attributes."+a.Name, ""))
	}
	for _, a := range come {
		rule := AttributeAdded
		if a.Required {
			rule = AttributeRequiredAdded
		}
		p.add(newChange(rule, "attribute "+a.Name, "", attributeText(a),
			fmt.Sprintf("attribute %s", attributeText(a))).at("", "attributes."+a.Name))
	}
	p.restOfParams(inputRules, goneIn, comeIn)
}

// commonAttributes compares the attributes that both sides have and returns the
// others.
func (p *pair) commonAttributes() (gone, come []spec.Attribute) {
	for _, a := range p.old.Attributes {
		if b, ok := p.new.Attribute(a.Name); ok {
			p.attribute(a, b)
		} else {
			gone = append(gone, a)
		}
	}
	for _, b := range p.new.Attributes {
		if _, ok := p.old.Attribute(b.Name); !ok {
			come = append(come, b)
		}
	}
	return gone, come
}

func (p *pair) attribute(a, b spec.Attribute) {
	fact := "attributes." + a.Name
	report := func(rule, before, after, what string) {
		p.add(newChange(rule, "attribute "+a.Name, before, after,
			fmt.Sprintf("attribute %s %s %s, formerly %s", a.Name, what, after, before)).at(fact, fact))
	}
	if a.Type != b.Type && p.stated(fact+".type") {
		report(AttributeTypeChanged, string(a.Type), string(b.Type), "is of type")
	}
	if a.Required != b.Required && p.stated(fact+".required") {
		report(AttributeRequiredChanged, a.Necessity(), b.Necessity(), "is")
	}
	if !sameDefault(a.Default, b.Default) && p.stated(fact+".default") {
		report(DefaultChanged, defaultText(a.Default), defaultText(b.Default), "defaults to")
	}
}

// becomes reports whether an input takes the place of an attribute: it has the
// attribute's name, or ends with it as the last word, like constant_value for
// value.
func becomes(attribute, input string) bool {
	return attribute == input || strings.HasSuffix(input, "_"+attribute)
}

func (p *pair) toInput(a spec.Attribute, in spec.Param) {
	p.add(newChange(AttributeToInput, "attribute "+a.Name, attributeText(a), "input "+paramText(in),
		fmt.Sprintf("attribute %s is input %s", a.Name, in.Name)).at("attributes."+a.Name, "inputs."+in.Name))
}

func (p *pair) toAttribute(in spec.Param, a spec.Attribute) {
	p.add(newChange(InputToAttribute, "input "+in.Name, "input "+paramText(in), attributeText(a),
		fmt.Sprintf("input %s is attribute %s", in.Name, a.Name)).at("inputs."+in.Name, "attributes."+a.Name))
}

// sameAttribute reports whether two attributes differ in their names at most.
func (p *pair) sameAttribute(a, b spec.Attribute) bool {
	stated := func(part string) bool {
		return p.from.states(p.old, "attributes."+a.Name+part) && p.to.states(p.new, "attributes."+b.Name+part)
	}
	return stated(".type") && a.Type == b.Type && a.Required == b.Required && stated(".default") && sameDefault(a.Default, b.Default)
}

func (p *pair) renamedAttribute(a, b spec.Attribute) {
	p.add(newChange(AttributeRenamed, "attribute "+b.Name, a.Name, b.Name,
		fmt.Sprintf("attribute %s is called %s", a.Name, b.Name)).at("attributes."+a.Name, "attributes."+b.Name))
}

// match calls found for each pair of elements, one from each list, that fit each
// other and no other element, and returns the rest.
func match[A, B any](as []A, bs []B, fit func(A, B) bool, found func(A, B)) (restA []A, restB []B) {
	usedA, usedB := make([]bool, len(as)), make([]bool, len(bs))
	for i, a := range as {
		only := -1
		for j, b := range bs {
			if fit(a, b) {
				if only >= 0 {
					only = -1
					break
				}
				only = j
			}
		}
		if only < 0 {
			continue
		}
		rivals := 0
		for _, other := range as {
			if fit(other, bs[only]) {
				rivals++
			}
		}
		if rivals == 1 {
			usedA[i], usedB[only] = true, true
			found(a, bs[only])
		}
	}
	return unused(as, usedA), unused(bs, usedB)
}

func unused[T any](list []T, used []bool) []T {
	var out []T
	for i, e := range list {
		if !used[i] {
			out = append(out, e)
		}
	}
	return out
}

func sameDefault(a, b *spec.Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}

func defaultText(v *spec.Value) string {
	if v == nil {
		return "nothing"
	}
	return v.Text()
}

// attributeText is an attribute in one line, as in `mode: string = "constant"`.
func attributeText(a spec.Attribute) string {
	s := a.Name + ": " + string(a.Type)
	if a.Required {
		s += ", required"
	}
	if a.Default != nil {
		s += " = " + a.Default.Text()
	}
	return s
}

// typeList prints types, the names alone where they are tensors.
func typeList(types []string) string {
	names := slices.Clone(types)
	for i, t := range names {
		if n, ok := spec.ParseTensor(t); ok {
			names[i] = n
		}
	}
	return strings.Join(names, ", ")
}
