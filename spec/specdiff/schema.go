package specdiff

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

// pair compares two versions; its methods add to changes.
type pair struct {
	from, to     *Side
	old, new     *spec.OpSchema
	changes      []Change
	renamedTypes map[string]string // names of constraints in new, by their names in old
}

// compareSchemas returns the changes from one version to another, or of one
// version between two tables, sorted.
func compareSchemas(from, to *Side, old, new *spec.OpSchema) []Change {
	p := pair{from: from, to: to, old: old, new: new, renamedTypes: make(map[string]string)}
	p.constraints()
	p.modes()
	p.attributesAndInputs()
	p.outputs()
	p.arity()
	same := old.ID() == new.ID()
	switch {
	case same && len(p.changes) > 0:
		p.add(newChange(RetroactiveEdit, old.ID(), "", "", fmt.Sprintf("%s is published and differs in %s",
			old.ID(), count(len(p.changes), "place"))).at("version", "version"))
	case len(p.changes) == 0 && !from.Partial && !to.Partial && !slices.Equal(old.Sources, new.Sources):
		p.add(newChange(DocOnly, "sources", strings.Join(old.Sources, "; "), strings.Join(new.Sources, "; "),
			"only the sources differ").at("sources", "sources"))
	}
	p.lacking()
	sortChanges(p.changes)
	for i := range p.changes {
		p.changes[i].Version = new.ID()
	}
	return p.changes
}

func (p *pair) add(c Change) { p.changes = append(p.changes, c) }

// stated reports whether both sides state a fact.
func (p *pair) stated(fact string) bool {
	return p.from.states(p.old, fact) && p.to.states(p.new, fact)
}

func (p *pair) modes() {
	if !p.stated("modes") {
		return
	}
	for _, m := range p.new.Modes {
		if !p.old.HasMode(m) {
			p.add(newChange(ModeAdded, "mode "+m, "", m, fmt.Sprintf("mode %q is allowed", m)).at("", "modes."+m))
		}
	}
	for _, m := range p.old.Modes {
		if !p.new.HasMode(m) {
			p.add(newChange(ModeRemoved, "mode "+m, m, "", fmt.Sprintf("mode %q is no longer allowed", m)).at("modes."+m, ""))
		}
	}
}

func (p *pair) arity() {
	if !p.stated("inputs") || !p.stated("min_inputs") || !p.stated("max_inputs") {
		return
	}
	a, b := p.old, p.new
	if a.MinInputs == b.MinInputs && a.MaxInputs == b.MaxInputs {
		return
	}
	rule := ArityChanged
	if b.MinInputs > a.MinInputs || b.MaxInputs < a.MaxInputs {
		rule = ArityNarrowed
	}
	p.add(newChange(rule, "number of inputs", arity(a), arity(b),
		fmt.Sprintf("a node has %s inputs, formerly %s", arity(b), arity(a))).at("inputs", "inputs"))
}

func arity(s *spec.OpSchema) string {
	most := strconv.Itoa(s.MaxInputs)
	switch {
	case s.MinInputs == s.MaxInputs:
		return most
	case s.MaxInputs == spec.Unbounded:
		return fmt.Sprintf("%d or more", s.MinInputs)
	}
	return fmt.Sprintf("%d to %s", s.MinInputs, most)
}

// count prints a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
