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
	old, new     *spec.OpSchema
	changes      []Change
	renamedTypes map[string]string // names of constraints in new, by their names in old
}

// compareVersions returns the changes from one version to another, or of one between two tables, sorted. The new
// table has the element types.
func compareVersions(t *spec.Table, old, new *spec.OpSchema) []Change {
	p := pair{old: old, new: new, renamedTypes: make(map[string]string)}
	p.constraints()
	p.modes()
	p.attributesAndInputs()
	p.outputs()
	p.arity()
	switch {
	case len(p.changes) > 0 && old.ID() == new.ID():
		p.edited()
	case len(p.changes) == 0 && !slices.Equal(old.Sources, new.Sources):
		p.add(newChange(DocOnly, "sources", strings.Join(old.Sources, "; "), strings.Join(new.Sources, "; "),
			"only the sources differ").at("sources", "sources"))
	}
	p.changes = append(p.changes, unsupported(t, old, new)...)
	sortChanges(p.changes)
	for i := range p.changes {
		p.changes[i].Version = new.ID()
	}
	return p.changes
}

func (p *pair) add(c Change) { p.changes = append(p.changes, c) }

// edited reports that the changes are those of a published version: runs at its opset change with it.
func (p *pair) edited() {
	for i := range p.changes {
		if c := &p.changes[i]; c.Signature == Changed {
			c.Go = Breaking
		}
	}
	c := newChange(RetroactiveEdit, p.old.ID(), "", "", "%s is published and differs in %s",
		p.old.ID(), count(len(p.changes), "place")).at("version", "version")
	c.Signature, c.Go = worst(p.changes)
	p.add(c)
}

func (p *pair) modes() {
	for _, m := range minus(p.new.Modes, p.old.Modes) {
		p.add(newChange(ModeAdded, "mode "+m, "", m, "mode %q is allowed", m).at("", "modes."+m))
	}
	for _, m := range minus(p.old.Modes, p.new.Modes) {
		p.add(newChange(ModeRemoved, "mode "+m, m, "", "mode %q is not allowed any more", m).at("modes."+m, ""))
	}
}

func (p *pair) arity() {
	a, b := p.old, p.new
	if a.MinInputs == b.MinInputs && a.MaxInputs == b.MaxInputs {
		return
	}
	rule := ArityChanged
	if b.MinInputs > a.MinInputs || b.MaxInputs < a.MaxInputs {
		rule = ArityNarrowed
	}
	p.add(newChange(rule, "number of inputs", arity(a), arity(b), "a node has %s inputs (before: %s)",
		arity(b), arity(a)).at("inputs", "inputs"))
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

// minus returns the elements of a that are not in b.
func minus(a, b []string) []string {
	has := set(b)
	return slices.DeleteFunc(slices.Clone(a), func(e string) bool { return has[e] })
}

// set is for quick look-ups: a document may list any number of types.
func set(list []string) map[string]bool {
	out := make(map[string]bool, len(list))
	for _, e := range list {
		out[e] = true
	}
	return out
}

// count prints a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
