package specdiff

import (
	"cmp"
	"slices"
	"strings"
)

// Change is one difference between two sides.
type Change struct {
	// Rule is the id of its [Rule]; ONNX and Go are the rule's classes.
	Rule     string
	ONNX, Go Class
	// Version is the version that the change is found in, as in
	// "ai.onnx/Pad-25": the new one of two, or "" if it belongs to none.
	Version string
	// Subject is what changed, as in "tensor(int2)" or "attribute mode".
	Subject string
	// Old and New are what the sides state, "" where a side states nothing.
	Old, New string
	// Message is a sentence without a period.
	Message string
	// OldFact and NewFact are the [Line.Fact] of a line on each side, "" for
	// none.
	OldFact, NewFact string
	// Pair is the index in [Report.Pairs], -1 for none.
	Pair int
}

// newChange returns a change with the classes of its rule. It panics if the id
// has no rule: a mistake in this package, which its tests would show.
func newChange(id, subject, before, after, message string) Change {
	r, ok := LookupRule(id)
	if !ok {
		panic("specdiff: no rule " + id)
	}
	return Change{Rule: id, ONNX: r.ONNX, Go: r.Go, Subject: subject, Old: before, New: after, Message: message, Pair: -1}
}

// at adds the facts that the change is about.
func (c Change) at(oldFact, newFact string) Change {
	c.OldFact, c.NewFact = oldFact, newFact
	return c
}

// sortChanges puts the changes of one pair in the order of the rules, then of
// their subjects.
func sortChanges(list []Change) {
	slices.SortStableFunc(list, func(a, b Change) int {
		return cmp.Or(cmp.Compare(ruleIndex(a.Rule), ruleIndex(b.Rule)), strings.Compare(a.Subject, b.Subject))
	})
}

// Count is how many changes are of a class.
type Count struct {
	Class Class
	N     int
}

// Counts returns how many changes there are of each class, for ONNX and for
// users of the Go packages: the most important first, empty classes left out.
func (r *Report) Counts() (onnx, golang []Count) {
	count := func(of func(Change) Class) []Count {
		var out []Count
		for _, class := range slices.Backward(Classes()) {
			n := 0
			for _, c := range r.Changes {
				if of(c) == class {
					n++
				}
			}
			if n > 0 {
				out = append(out, Count{class, n})
			}
		}
		return out
	}
	return count(func(c Change) Class { return c.ONNX }), count(func(c Change) Class { return c.Go })
}
