package specdiff

import (
	"fmt"
	"slices"
	"strings"
)

// Severity says how much a change matters. A change has one for the signature, as ONNX defines it, and one for
// Go programs.
type Severity string

// The severities.
const (
	// None: nothing is different.
	None Severity = "none"
	// Widened: every node of the old version works as before.
	Widened Severity = "widened"
	// Changed: some node of the old version is refused, or computes something else.
	Changed Severity = "changed"
	// Additive: Go programs need no change and get something new.
	Additive Severity = "additive"
	// Unsupported: a person must add something to the project first. Programs and runs stay as they were.
	Unsupported Severity = "unsupported"
	// Breaking: a program no longer compiles, or a run at an opset that it already used fails or differs.
	Breaking Severity = "breaking"
)

// Severities returns those of the signature and those of Go, each from the least to the most.
func Severities() (signature, golang []Severity) {
	return []Severity{None, Widened, Changed}, []Severity{None, Additive, Unsupported, Breaking}
}

// severityDocs has the meaning of each severity.
var severityDocs = []struct {
	Of       string // the column
	Severity Severity
	Doc      string
}{
	{"signature", Widened, "every node of the old version works as before"},
	{"signature", Changed, "some node of the old version is refused, or computes something else"},
	{"Go", Additive, "Go programs need no change and get something new"},
	{"Go", Unsupported, "a person must add something before the new version can be used"},
	{"Go", Breaking, "a program no longer compiles, or a run at an opset that it used fails or differs"},
}

// SeverityHelp says what each severity means, for a usage message.
func SeverityHelp() string {
	var b strings.Builder
	for _, d := range severityDocs {
		fmt.Fprintf(&b, "  %-9s  %-11s  %s\n", d.Of, d.Severity, d.Doc)
	}
	return b.String()
}

// worst returns the highest severities of the changes.
func worst(changes []Change) (signature, golang Severity) {
	signatures, golangs := Severities()
	i, j := 0, 0
	for _, c := range changes {
		i = max(i, slices.Index(signatures, c.Signature))
		j = max(j, slices.Index(golangs, c.Go))
	}
	return signatures[i], golangs[j]
}

// Threshold is the argument of -fail-on: which changes count as findings.
type Threshold string

// The thresholds.
const (
	FailNever       Threshold = "never"
	FailUnsupported Threshold = "unsupported"
	FailBreaking    Threshold = "breaking"
	FailReview      Threshold = "review"
	FailChanged     Threshold = "changed"
	FailAny         Threshold = "any"
)

// Thresholds says what each threshold counts, for a usage message.
const Thresholds = `  never        nothing
  unsupported  what a person must add before the new version can be used
  breaking     what breaks Go programs, or runs at an opset that they already used
  review       unsupported and breaking: what a reviewer must decide
  changed      the same, and signatures that refuse nodes of the old version or compute something else
  any          every change`

// ParseThreshold returns the threshold of a name. Its error matches [ErrArgument].
func ParseThreshold(s string) (Threshold, error) {
	return parseName("threshold", s, []Threshold{FailNever, FailUnsupported, FailBreaking, FailReview, FailChanged, FailAny})
}

// Reached reports whether a change counts.
func (r *Report) Reached(t Threshold) bool {
	return slices.ContainsFunc(r.Changes, func(c Change) bool {
		switch t {
		case FailUnsupported, FailBreaking:
			return c.Go == Severity(t)
		case FailReview:
			return c.NeedsReview()
		case FailChanged:
			return c.NeedsReview() || c.Signature == Changed
		}
		return t == FailAny
	})
}
