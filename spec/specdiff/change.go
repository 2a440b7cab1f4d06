package specdiff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Change is one difference between two revisions.
type Change struct {
	// Rule is the id of its [Rule].
	Rule string `json:"rule"`
	// Signature is what the change means for ONNX nodes, Go what it means for Go programs.
	Signature Severity `json:"signature"`
	Go        Severity `json:"go"`
	// Version is the version that the change is found in, as in "ai.onnx/Pad-25": the new one of two, or "" if
	// it belongs to none.
	Version string `json:"version"`
	// Subject is what changed, as in "tensor(int2)" or "attribute mode".
	Subject string `json:"subject"`
	// Old and New are what the revisions state, "" where one states nothing.
	Old string `json:"old"`
	New string `json:"new"`
	// Message is a sentence without a period.
	Message string `json:"message"`
	// OldFact and NewFact are the [Line.Fact] of a line on each side, "" for none.
	OldFact string `json:"old_fact,omitempty"`
	NewFact string `json:"new_fact,omitempty"`
	// Pair is the index in [Report.Pairs], -1 for none.
	Pair int `json:"pair"`
	// File and Line are where the change stands. File is "" if that is not known. On the new side, what was
	// removed has the place of the list that it was part of.
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

// newChange returns a change with the severities of its rule. It panics if the id has no rule: a mistake in this
// package, which its tests would show.
func newChange(id, subject, before, after, message string, args ...any) Change {
	r, ok := LookupRule(id)
	if !ok {
		panic("specdiff: no rule " + id)
	}
	return Change{Rule: id, Signature: r.Signature, Go: r.Go, Subject: subject, Old: before, New: after,
		Message: fmt.Sprintf(message, args...), Pair: -1}
}

// at adds the facts that the change is about.
func (c Change) at(oldFact, newFact string) Change {
	c.OldFact, c.NewFact = oldFact, newFact
	return c
}

// NeedsReview reports whether a reviewer must decide on the change.
func (c Change) NeedsReview() bool { return c.Go == Unsupported || c.Go == Breaking }

// sortChanges puts the changes of one pair in the order of the rules, then of their subjects.
func sortChanges(list []Change) {
	slices.SortStableFunc(list, func(a, b Change) int {
		return cmp.Or(ruleIndex(a.Rule)-ruleIndex(b.Rule), strings.Compare(a.Subject, b.Subject))
	})
}

// Count is how many changes have a severity.
type Count struct {
	Severity Severity `json:"severity"`
	N        int      `json:"n"`
}

// Counts are those of both severities: the highest first, those without a change left out.
type Counts struct {
	Signature []Count `json:"signature"`
	Go        []Count `json:"go"`
}

func countChanges(changes []Change) Counts {
	count := func(severities []Severity, of func(Change) Severity) []Count {
		out := []Count{}
		for _, s := range slices.Backward(severities) {
			n := 0
			for _, c := range changes {
				if of(c) == s {
					n++
				}
			}
			if n > 0 {
				out = append(out, Count{s, n})
			}
		}
		return out
	}
	signature, golang := Severities()
	return Counts{
		Signature: count(signature, func(c Change) Severity { return c.Signature }),
		Go:        count(golang, func(c Change) Severity { return c.Go }),
	}
}
