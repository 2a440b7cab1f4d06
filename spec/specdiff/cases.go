package specdiff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// Case is a group of conformance cases that a change asks for.
type Case struct {
	// Rule and Version are the change's.
	Rule, Version string
	// What the cases must show, and how many there are at least.
	What string
	N    int
}

// cases lists the conformance cases that the changes of versions ask for. An
// edited version asks for its cases anew.
func (r *Report) cases() []Case {
	var out []Case
	for _, c := range r.Changes {
		if c.Pair < 0 {
			continue
		}
		p := r.Pairs[c.Pair]
		if p.New == nil || p.New.Name != spec.Operator {
			continue
		}
		for _, need := range r.needs(p, c) {
			need.Rule, need.Version = c.Rule, c.Version
			if !slices.Contains(out, need) {
				out = append(out, need)
			}
		}
	}
	return out
}

// needs are the cases for one change of a pair.
func (r *Report) needs(p Pair, c Change) []Case {
	n := p.New.SinceVersion
	modes, types := len(p.New.Modes), len(p.New.DataTypes())
	refused := func(what string) Case {
		if p.Old == nil || p.Old.Domain != p.New.Domain || p.Old.SinceVersion >= n {
			return Case{What: fmt.Sprintf("%s refused where no version allows it", what), N: 1}
		}
		return Case{What: fmt.Sprintf("%s refused at opset %d", what, p.Old.SinceVersion), N: 1}
	}
	switch c.Rule {
	case VersionAdded:
		return []Case{
			{What: fmt.Sprintf("opset %d uses this version, opset %d the one before", n, n-1), N: 2},
			{What: "each allowed type in each allowed mode", N: modes * types},
		}
	case TypeAdded:
		out := []Case{{What: c.Subject + " in " + strings.Join(p.New.Modes, ", ") + ", each at ranks 1, 4 and 9", N: 3 * modes}}
		if e, err := r.New.Table.ElemType(c.Subject); err == nil && e.Packed() {
			out = append(out, Case{What: fmt.Sprintf("%s with rows that begin and end inside a byte, each mode, each of the %d offsets", c.Subject, e.PerUnit), N: modes * e.PerUnit})
		}
		if strings.Contains(c.Subject, "float") {
			out = append(out, Case{What: c.Subject + ": every bit pattern is kept, those of NaN too", N: 1})
		}
		return append(out, refused(c.Subject))
	case TypeRemoved:
		return []Case{{What: fmt.Sprintf("%s refused at opset %d, allowed before", c.Subject, n), N: 2}}
	case ModeAdded:
		return []Case{
			{What: c.Subject + " for each allowed type", N: types},
			{What: c.Subject + " at ranks 1 to 9, pads of 0, 1, n-1, n, n+1 and below 0 at either end", N: 9 * 6 * 2},
			{What: c.Subject + " of an empty axis: what it gives or that it is refused", N: 1},
			refused(c.Subject),
		}
	case ModeRemoved:
		return []Case{{What: fmt.Sprintf("%s refused at opset %d, allowed before", c.Subject, n), N: 2}}
	case InputAdded:
		return []Case{
			{What: c.Subject + " absent, empty by name, present", N: 3},
			{What: c.Subject + " of each allowed type, of another type, of another number of dimensions", N: 3},
			refused(c.Subject),
		}
	case InputRequiredAdded:
		return []Case{{What: c.Subject + " present; absent is refused", N: 2}}
	case AttributeAdded:
		return []Case{{What: c.Subject + " absent, present, of another type", N: 3}, refused(c.Subject)}
	case AttributeRenamed:
		return []Case{{What: fmt.Sprintf("attribute %s is taken from opset %d on and %s refused; before, the other way round", c.New, n, c.Old), N: 4}}
	case AttributeToInput, InputToAttribute:
		return []Case{{What: fmt.Sprintf("%s is refused at opset %d; what takes its place gives the same result", c.Subject, n), N: 2}}
	case AttributeRemoved, InputRemoved:
		return []Case{{What: fmt.Sprintf("%s is refused at opset %d, taken before", c.Subject, n), N: 2}}
	case DefaultChanged:
		return []Case{{What: c.Subject + " left out, at the last opset before and the first with the new default", N: 2}}
	case AttributeTypeChanged, AttributeRequiredChanged, InputTypeChanged, InputOptionChanged, InputMoved, ArityNarrowed:
		return []Case{{What: fmt.Sprintf("%s: %s from opset %d on, %s before; the other is refused", c.Subject, c.New, n, c.Old), N: 4}}
	case ConstraintTypeAdded:
		return []Case{{What: c.Subject + " allowed", N: 1}, refused(c.Subject)}
	case ConstraintTypeRemoved:
		return []Case{{What: fmt.Sprintf("%s refused at opset %d, allowed before", c.Subject, n), N: 2}}
	}
	return nil
}
