package specdiff

import (
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// attributesAndInputs compares attributes and inputs together, as one may become the other.
func (p *pair) attributesAndInputs() {
	removed, added := p.commonAttributes()
	removedIn, addedIn := p.commonParams(inputRules, p.old.Inputs, p.new.Inputs)
	removed, addedIn = match(removed, addedIn, becomes, p.toInput)
	added, removedIn = match(added, removedIn, becomes, p.toAttribute)
	removed, added = match(removed, added, sameAttribute, p.renamedAttribute)
	for _, a := range removed {
		p.add(newChange(AttributeRemoved, "attribute "+a.Name, attributeText(a), "",
			"attribute %s is removed", a.Name).at("attributes."+a.Name, ""))
	}
	for _, a := range added {
		rule := AttributeAdded
		if a.Required {
			rule = AttributeRequiredAdded
		}
		p.add(newChange(rule, "attribute "+a.Name, "", attributeText(a),
			"attribute %s", attributeText(a)).at("", "attributes."+a.Name))
	}
	p.restOfParams(inputRules, removedIn, addedIn)
}

// commonAttributes compares the attributes that both versions have and returns the others.
func (p *pair) commonAttributes() (removed, added []spec.Attribute) {
	for _, a := range p.old.Attributes {
		if b, ok := p.new.Attribute(a.Name); ok {
			p.attribute(a, b)
		} else {
			removed = append(removed, a)
		}
	}
	for _, b := range p.new.Attributes {
		if _, ok := p.old.Attribute(b.Name); !ok {
			added = append(added, b)
		}
	}
	return removed, added
}

func (p *pair) attribute(a, b spec.Attribute) {
	report := func(rule, before, after, what string) {
		fact := "attributes." + a.Name
		p.add(newChange(rule, "attribute "+a.Name, before, after,
			"attribute %s %s %s (before: %s)", a.Name, what, after, before).at(fact, fact))
	}
	if a.Type != b.Type {
		report(AttributeTypeChanged, string(a.Type), string(b.Type), "is of type")
	}
	switch {
	case !a.Required && b.Required:
		report(AttributeMadeRequired, a.Necessity(), b.Necessity(), "is")
	case a.Required && !b.Required:
		report(AttributeMadeOptional, a.Necessity(), b.Necessity(), "is")
	}
	if !sameDefault(a.Default, b.Default) {
		report(DefaultChanged, defaultText(a.Default), defaultText(b.Default), "defaults to")
	}
}

// becomes reports whether an attribute and an input stand for the same: the input has the attribute's name, or
// ends with it as the last word, like constant_value for value.
func becomes(a spec.Attribute, in spec.Param) bool {
	return a.Name == in.Name || strings.HasSuffix(in.Name, "_"+a.Name)
}

func (p *pair) toInput(a spec.Attribute, in spec.Param) {
	p.add(newChange(AttributeToInput, "attribute "+a.Name, attributeText(a), "input "+paramText(in),
		"attribute %s is now input %s", a.Name, in.Name).at("attributes."+a.Name, "inputs."+in.Name))
}

func (p *pair) toAttribute(a spec.Attribute, in spec.Param) {
	p.add(newChange(InputToAttribute, "input "+in.Name, "input "+paramText(in), attributeText(a),
		"input %s is now attribute %s", in.Name, a.Name).at("inputs."+in.Name, "attributes."+a.Name))
}

// sameAttribute reports whether two attributes differ in their names at most.
func sameAttribute(a, b spec.Attribute) bool {
	return a.Type == b.Type && a.Required == b.Required && sameDefault(a.Default, b.Default)
}

func (p *pair) renamedAttribute(a, b spec.Attribute) {
	p.add(newChange(AttributeRenamed, "attribute "+b.Name, a.Name, b.Name,
		"attribute %s is now called %s", a.Name, b.Name).at("attributes."+a.Name, "attributes."+b.Name))
}

// match calls found for each pair of elements, one from each list, that fit each other and no other element, and
// returns the rest.
func match[A, B any](as []A, bs []B, fit func(A, B) bool, found func(A, B)) (restA []A, restB []B) {
	usedB := make([]bool, len(bs))
	for _, a := range as {
		only, rivals := -1, 0
		for j, b := range bs {
			if fit(a, b) {
				only, rivals = j, rivals+1
			}
		}
		for _, other := range as {
			if only >= 0 && fit(other, bs[only]) {
				rivals++
			}
		}
		if rivals != 2 { // a itself, and its only b
			restA = append(restA, a)
			continue
		}
		usedB[only] = true
		found(a, bs[only])
	}
	for j, b := range bs {
		if !usedB[j] {
			restB = append(restB, b)
		}
	}
	return restA, restB
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
