package specdiff

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/padgen/padgen/spec"
)

// paramRules are the rules of a list of parameters.
type paramRules struct {
	list, noun                             string
	added, requiredAdded, removed, renamed string
	moved, typeChanged, optionChanged      string
	// widened and madeOptional are where the list is what a caller gives, and
	// what fitted still does.
	widened, madeOptional string
}

var (
	inputRules = paramRules{"inputs", "input", InputAdded, InputRequiredAdded, InputRemoved, InputRenamed,
		InputMoved, InputTypeChanged, InputOptionChanged, InputWidened, InputMadeOptional}
	outputRules = paramRules{"outputs", "output", OutputAdded, OutputAdded, OutputRemoved, OutputRenamed,
		OutputMoved, OutputTypeChanged, OutputOptionChanged, OutputTypeChanged, OutputOptionChanged}
)

func (p *pair) outputs() {
	if p.stated("outputs") {
		gone, come := p.commonParams(outputRules, p.old.Outputs, p.new.Outputs)
		p.restOfParams(outputRules, gone, come)
	}
}

// commonParams compares the parameters that both lists have, and those at the
// same place that differ only in name. It returns the others.
func (p *pair) commonParams(r paramRules, old, new []spec.Param) (gone, come []spec.Param) {
	place := func(list []spec.Param, name string) int {
		return slices.IndexFunc(list, func(q spec.Param) bool { return q.Name == name })
	}
	for i, a := range old {
		if j := place(new, a.Name); j >= 0 {
			p.param(r, a, new[j], i, j)
			continue
		}
		if i < len(new) && place(old, new[i].Name) < 0 && p.sameType(a.Type, new[i].Type) && a.Option == new[i].Option {
			b := new[i]
			p.add(newChange(r.renamed, r.noun+" "+b.Name, a.Name, b.Name,
				fmt.Sprintf("%s %s is called %s", r.noun, a.Name, b.Name)).at(r.list+"."+a.Name, r.list+"."+b.Name))
			continue
		}
		gone = append(gone, a)
	}
	for j, b := range new {
		if place(old, b.Name) >= 0 {
			continue
		}
		if j < len(old) && place(new, old[j].Name) < 0 && p.sameType(old[j].Type, b.Type) && old[j].Option == b.Option {
			continue // renamed
		}
		come = append(come, b)
	}
	return gone, come
}

func (p *pair) sameType(a, b string) bool {
	if renamed, ok := p.renamedTypes[a]; ok {
		a = renamed
	}
	return a == b
}

func (p *pair) param(r paramRules, a, b spec.Param, i, j int) {
	fact := r.list + "." + a.Name
	report := func(rule, before, after, what string) {
		p.add(newChange(rule, r.noun+" "+a.Name, before, after,
			fmt.Sprintf("%s %s is %s%s, formerly %s", r.noun, a.Name, what, after, before)).at(fact, fact))
	}
	if i != j {
		report(r.moved, strconv.Itoa(i+1), strconv.Itoa(j+1), "number ")
	}
	if !p.sameType(a.Type, b.Type) && p.stated(fact+".type") {
		rule := r.typeChanged
		if includes(p.new.TypesOf(b), p.old.TypesOf(a)) {
			rule = r.widened
		}
		report(rule, a.Type, b.Type, "of type ")
	}
	if a.Option != b.Option && p.stated(fact+".option") {
		rule := r.optionChanged
		if a.Option == spec.Single && b.Option == spec.Optional {
			rule = r.madeOptional
		}
		report(rule, a.Option, b.Option, "")
	}
}

// restOfParams reports parameters that only one side has.
func (p *pair) restOfParams(r paramRules, gone, come []spec.Param) {
	for _, a := range gone {
		p.add(newChange(r.removed, r.noun+" "+a.Name, paramText(a), "",
			fmt.Sprintf("%s %s is gone", r.noun, a.Name)).at(r.list+"."+a.Name, ""))
	}
	for _, b := range come {
		rule := r.added
		if b.Option == spec.Single {
			rule = r.requiredAdded
		}
		p.add(newChange(rule, r.noun+" "+b.Name, "", paramText(b),
			fmt.Sprintf("%s %s", r.noun, paramText(b))).at("", r.list+"."+b.Name))
	}
}

// paramText is a parameter in one line, as in "axes: Tind, optional".
func paramText(p spec.Param) string {
	s := p.Name + ": " + p.Type
	if p.Option != spec.Single {
		s += ", " + p.Option
	}
	return s
}
