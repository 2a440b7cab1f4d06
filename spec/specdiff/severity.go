package specdiff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// Severity is the importance of a change. A change has one severity for the signature, as ONNX defines it, and one for Go
// programs.
type Severity string

// The severities of each column, from the lowest to the highest.
const (
	// None: nothing changes.
	None Severity = "none"
	// Widened: the new signature accepts every node of the old one.
	Widened Severity = "widened"
	// Changed: the new signature refuses some node of the old one, or contains a part that may change the meaning of a
	// node.
	Changed Severity = "changed"
	// Additive: Go programs need no change and gain something new.
	Additive Severity = "additive"
	// Unsupported: a person must add something to the project first. Programs and runs stay as they are.
	Unsupported Severity = "unsupported"
	// Breaking: a program no longer compiles, or a run at an opset that it already used fails or differs.
	Breaking Severity = "breaking"
)

var severities = []Severity{None, Widened, Changed, Additive, Unsupported, Breaking}

// severityDocs contains the meaning of each severity.
var severityDocs = []struct {
	Of       string // the column
	Severity Severity
	Doc      string
}{
	{"signature", Widened, "the new signature accepts every node of the old one"},
	{"signature", Changed, "the new signature refuses some node of the old one, or may give it another meaning"},
	{"Go", Additive, "Go programs need no change and get something new"},
	{"Go", Unsupported, "a person must add something before the new version can be used"},
	{"Go", Breaking, "a program no longer compiles, or a run at an opset that it used fails or differs"},
}

// SeverityHelp returns the meaning of each severity, for a usage message.
func SeverityHelp() string {
	var b strings.Builder
	for _, d := range severityDocs {
		fmt.Fprintf(&b, "  %-9s  %-11s  %s\n", d.Of, d.Severity, d.Doc)
	}
	return b.String()
}

// higher returns the higher of two severities of one column.
func higher(a, b Severity) Severity {
	return severities[max(slices.Index(severities, a), slices.Index(severities, b))]
}

// worst returns the highest severities of the changes.
func worst(changes []Change) (signature, golang Severity) {
	signature, golang = None, None
	for _, c := range changes {
		signature, golang = higher(signature, c.Signature), higher(golang, c.Go)
	}
	return signature, golang
}

// Count is the number of changes with a severity.
type Count struct {
	Severity Severity `json:"severity"`
	N        int      `json:"n"`
}

// Counts holds the number of changes with each severity, the highest first, without severities that do not occur.
type Counts struct {
	Signature []Count `json:"signature"`
	Go        []Count `json:"go"`
}

func countChanges(changes []Change) Counts {
	count := func(of func(Change) Severity) []Count {
		n := map[Severity]int{}
		for _, c := range changes {
			n[of(c)]++
		}
		out := []Count{}
		for _, s := range slices.Backward(severities) {
			if n[s] > 0 {
				out = append(out, Count{s, n[s]})
			}
		}
		return out
	}
	return Counts{
		Signature: count(func(c Change) Severity { return c.Signature }),
		Go:        count(func(c Change) Severity { return c.Go }),
	}
}

// Threshold is the argument of -fail-on. It determines which changes count as findings.
type Threshold string

// FailReview counts what a reviewer must decide. See [Thresholds].
const FailReview Threshold = "review"

// Thresholds describes what each threshold counts, for a usage message.
const Thresholds = `  never        nothing
  unsupported  what a person must add before the new version can be used
  breaking     what breaks Go programs, or runs at an opset that they already used
  review       unsupported and breaking: what a reviewer must decide
  changed      the same, and signatures that refuse nodes of the old version or may give them another meaning
  any          every change`

// ParseThreshold returns the threshold with the given name. Its error matches [ErrArgument].
func ParseThreshold(s string) (Threshold, error) {
	all := []Threshold{"never", "unsupported", "breaking", FailReview, "changed", "any"}
	return parseName("threshold", s, all)
}

// Reached reports whether a change counts.
func (r *Report) Reached(t Threshold) bool {
	return slices.ContainsFunc(r.Changes, func(c Change) bool {
		switch t {
		case FailReview:
			return c.NeedsReview()
		case "changed":
			return c.NeedsReview() || c.Signature == Changed
		}
		return t == "any" || Severity(t) == c.Go
	})
}

// parseName returns one of the names.
func parseName[T ~string](kind, s string, all []T) (T, error) {
	if slices.Contains(all, T(s)) {
		return T(s), nil
	}
	var known []string
	for _, t := range all {
		known = append(known, string(t))
	}
	return "", fmt.Errorf("%w: %w", ErrArgument, &spec.UnknownError{Kind: kind, Name: s, Known: known})
}
