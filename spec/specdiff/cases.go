package specdiff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// Case is a group of conformance cases that a change asks for.
type Case struct {
	// Rule and Version are those of the change.
	Rule, Version string
	// Subjects are what the changes of that rule are about, as in
	// "tensor(int2)"; each asks for cases of its own.
	Subjects []string
	// What is what the cases must show, Each the least number of cases for a subject.
	What string
	Each int
}

// Total is the least number of cases of the group.
func (c Case) Total() int { return c.Each * len(c.Subjects) }

// Text is the group in a line, without its number.
func (c Case) Text() string { return typeList(c.Subjects) + ": " + c.What }

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
		for _, n := range r.needs(p, c) {
			if n.each == 0 { // a document that does not state modes or types
				continue
			}
			same := func(o Case) bool {
				return o.Rule == c.Rule && o.Version == c.Version && o.What == n.what && o.Each == n.each
			}
			if i := slices.IndexFunc(out, same); i >= 0 {
				out[i].Subjects = append(out[i].Subjects, c.Subject)
				continue
			}
			out = append(out, Case{c.Rule, c.Version, []string{c.Subject}, n.what, n.each})
		}
	}
	return out
}

// typesText is a type or, for the name of a constraint, that name with the types that it
// allows.
func typesText(s *spec.OpSchema, typ string) string {
	if s != nil {
		if c, ok := s.Constraint(typ); ok {
			return typ + " (" + strings.Join(c.Types, ", ") + ")"
		}
	}
	return typ
}

// need is what the cases for one subject must show.
type need struct {
	what string
	each int
}

// needs returns the cases for one change of a pair.
func (r *Report) needs(p Pair, c Change) []need {
	n := p.New.SinceVersion
	modes, types := len(p.New.Modes), len(p.New.DataTypes())
	refused := need{"refused where no version allows it", 1}
	if p.Old != nil && p.Old.Domain == p.New.Domain && p.Old.SinceVersion < n {
		refused.what = fmt.Sprintf("refused at opset %d", p.Old.SinceVersion)
	}
	gone := need{fmt.Sprintf("refused at opset %d, taken before", n), 2}
	switch c.Rule {
	case VersionAdded:
		return []need{
			{fmt.Sprintf("in force at opset %d, the one before at opset %d", n, n-1), 2},
			{"each allowed type in each allowed mode", modes * types},
		}
	case TypeAdded:
		out := []need{{strings.Join(p.New.Modes, ", ") + ", each at ranks 1, 4 and 9", 3 * modes}}
		if e, err := r.New.Table.ElemType(c.Subject); err == nil && e.Packed() {
			out = append(out, need{fmt.Sprintf("rows that begin and end inside a byte, each mode at each of %d offsets", e.PerUnit), modes * e.PerUnit})
		}
		return append(out, need{"every bit pattern is kept, also those of NaN if the type has one", 1}, refused)
	case ModeAdded:
		return []need{
			{"each allowed type", types},
			{"ranks 1 to 9, pads of 0, 1, n-1, n, n+1 and below 0 at either end", 9 * 6 * 2},
			{"an empty axis: what it gives, or that it is refused", 1},
			refused,
		}
	case InputAdded:
		return []need{
			{"absent, empty by name, present", 3},
			{"of each allowed type, of another type, of another number of dimensions", 3},
			refused,
		}
	case InputRequiredAdded, AttributeRequiredAdded:
		return []need{{"present; refused where it is absent", 2}}
	case AttributeAdded:
		return []need{{"absent, present, of another type", 3}, refused}
	case AttributeRenamed:
		return []need{{fmt.Sprintf("%s taken and %s refused from opset %d on; before, the other way round", c.New, c.Old, n), 4}}
	case AttributeToInput, InputToAttribute:
		return []need{{fmt.Sprintf("refused at opset %d; what takes its place gives the same result", n), 2}}
	case TypeRemoved, ModeRemoved, AttributeRemoved, InputRemoved, ConstraintTypeRemoved:
		return []need{gone}
	case DefaultChanged:
		return []need{{"left out, at the last opset before and at the first with the new default", 2}}
	case InputTypeChanged, InputWidened:
		return []need{{fmt.Sprintf("%s from opset %d on, %s before: each type that one of them allows, at both", typesText(p.New, c.New), n, typesText(p.Old, c.Old)), 4}}
	case InputOptionChanged, InputMadeOptional:
		return []need{{fmt.Sprintf("%s from opset %d on, %s before: given and left out, at both", c.New, n, c.Old), 4}}
	case OutputAdded:
		return []need{{"its element type, shape and values", 1}}
	case AttributeTypeChanged, AttributeRequiredChanged, InputMoved, ArityNarrowed:
		return []need{{fmt.Sprintf("%s from opset %d on, %s before; the other is refused", c.New, n, c.Old), 4}}
	case ConstraintTypeAdded:
		return []need{{"allowed", 1}, refused}
	}
	return nil
}
