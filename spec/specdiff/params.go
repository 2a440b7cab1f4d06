package specdiff

import (
	"slices"
	"strconv"

	"github.com/padgen/padgen/spec"
)

// paramRules are the rules of a list of parameters.
type paramRules struct {
	list, noun                             string
	added, requiredAdded, removed, renamed string
	moved, typeChanged, optionChanged      string
	// widened and madeOptional are where the list is what a caller gives, and what fitted still does.
	widened, madeOptional string
}

var (
	inputRules = paramRules{"inputs", "input", InputAdded, InputRequiredAdded, InputRemoved, InputRenamed,
		InputMoved, InputTypeChanged, InputOptionChanged, InputWidened, InputMadeOptional}
	outputRules = paramRules{"outputs", "output", OutputAdded, OutputAdded, OutputRemoved, OutputRenamed,
		OutputMoved, OutputTypeChanged, OutputOptionChanged, OutputTypeChanged, OutputOptionChanged}
)

func (p *pair) outputs() {
	removed, added := p.commonParams(outputRules, p.old.Outputs, p.new.Outputs)
	p.restOfParams(outputRules, removed, added)
}

// commonParams compares the parameters that both lists have, and those at the same place that differ only in
// name. It returns the others.
func (p *pair) commonParams(r paramRules, old, new []spec.Param) (removed, added []spec.Param) {
	place := func(list []spec.Param, name string) int {
		return slices.IndexFunc(list, func(q spec.Param) bool { return q.Name == name })
	}
	renamed := map[string]bool{} // those of new
	for i, a := range old {
		if j := place(new, a.Name); j >= 0 {
			p.param(r, a, new[j], i, j)
			continue
		}
		if i < len(new) && place(old, new[i].Name) < 0 && p.sameType(a.Type, new[i].Type) && a.Option == new[i].Option {
			name := new[i].Name
			renamed[name] = true
			p.add(newChange(r.renamed, r.noun+" "+name, a.Name, name,
				"%s %s is now called %s", r.noun, a.Name, name).at(r.list+"."+a.Name, r.list+"."+name))
			continue
		}
		removed = append(removed, a)
	}
	for _, b := range new {
		if place(old, b.Name) < 0 && !renamed[b.Name] {
			added = append(added, b)
		}
	}
	return removed, added
}

func (p *pair) sameType(a, b string) bool {
	if renamed, ok := p.renamedTypes[a]; ok {
		a = renamed
	}
	return a == b
}

func (p *pair) param(r paramRules, a, b spec.Param, i, j int) {
	report := func(rule, before, after, what string) {
		fact := r.list + "." + a.Name
		p.add(newChange(rule, r.noun+" "+a.Name, before, after,
			"%s %s is %s%s (before: %s)", r.noun, a.Name, what, after, before).at(fact, fact))
	}
	if i != j {
		report(r.moved, strconv.Itoa(i+1), strconv.Itoa(j+1), "number ")
	}
	if !p.sameType(a.Type, b.Type) {
		rule := r.typeChanged
		if len(minus(p.old.TypesOf(a), p.new.TypesOf(b))) == 0 {
			rule = r.widened
		}
		report(rule, a.Type, b.Type, "of type ")
	}
	if a.Option != b.Option {
		rule := r.optionChanged
		if a.Option == spec.Single && b.Option == spec.Optional {
			rule = r.madeOptional
		}
		report(rule, a.Option, b.Option, "")
	}
}

// restOfParams reports parameters that only one version has.
func (p *pair) restOfParams(r paramRules, removed, added []spec.Param) {
	for _, a := range removed {
		p.add(newChange(r.removed, r.noun+" "+a.Name, paramText(a), "",
			"%s %s is removed", r.noun, a.Name).at(r.list+"."+a.Name, ""))
	}
	for _, b := range added {
		rule := r.added
		if b.Option == spec.Single {
			rule = r.requiredAdded
		}
		p.add(newChange(rule, r.noun+" "+b.Name, "", paramText(b),
			"%s %s", r.noun, paramText(b)).at("", r.list+"."+b.Name))
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
