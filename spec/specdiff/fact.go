package specdiff

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// The kinds of facts. A rule's id consists of PAD, a kind and a direction, as in PAD_TYPE_ADDED.
const (
	kindStorage   = "STORAGE"
	kindType      = "TYPE"
	kindMode      = "MODE"
	kindMeaning   = "MEANING"
	kindAttribute = "ATTRIBUTE"
	kindInput     = "INPUT"
	kindOutput    = "OUTPUT"
	kindName      = "NAME"
	kindOption    = "OPTION"
	kindDefault   = "DEFAULT"
	kindSources   = "SOURCES"
)

// fact is what a version states: a path and a value, as in attributes.mode.default = "constant".
type fact struct {
	kind, path, value string
	// key is the name of the fact for [Revision.Place].
	key string
	// of is the path of the attribute, input or output of which the fact is a part, or "", and ofKey is its key.
	of, ofKey string
	// parts is set for an attribute, input or output, whose value consists of the values of its parts.
	parts bool
	// must is set for an attribute or input that every node must have.
	must bool
	// allows lists what the value allows; it is nil if only an equal value allows the same.
	allows []string
}

// group returns the list that contains the fact, as in "attributes".
func (f fact) group() string { return f.path[:strings.IndexAny(f.path+".", ".[")] }

// same reports whether two facts with the same path agree.
func (f fact) same(g fact) bool {
	if f.allows != nil {
		return len(minus(f.allows, g.allows))+len(minus(g.allows, f.allows)) == 0
	}
	return f.parts || f.value == g.value
}

// facts is a list of facts.
type facts struct {
	list   []fact
	at     map[string]int // index by path
	groups map[string]bool
}

func newFacts() *facts { return &facts{at: make(map[string]int), groups: make(map[string]bool)} }

// add appends a fact. If a page states a fact twice, the first one counts.
func (l *facts) add(f fact) {
	if _, twice := l.at[f.path]; !twice {
		l.at[f.path] = len(l.list)
		l.groups[f.group()] = true
		l.list = append(l.list, f)
	}
}

func (l *facts) get(path string) (fact, bool) {
	i, ok := l.at[path]
	if !ok {
		return fact{}, false
	}
	return l.list[i], true
}

// element adds an attribute, input or output and those of its parts that have a value.
func (l *facts) element(e fact, parts ...fact) {
	var stated []fact
	var values []string
	for _, p := range parts {
		if p.value == "" {
			continue
		}
		text := p.value
		if p.kind == kindDefault {
			text = "default " + text
		}
		values = append(values, text)
		p.of, p.ofKey, p.path = e.path, e.key, e.path+"."+p.path
		if p.key == "" {
			p.key = e.key
		}
		stated = append(stated, p)
	}
	e.parts, e.value = true, strings.Join(values, ", ")
	l.add(e)
	for _, p := range stated {
		l.add(p)
	}
}

// factsOf returns the facts of a version, without those that a page omits.
func factsOf(s *spec.OpSchema) *facts {
	l := newFacts()
	constraint, types := dataTypes(s)
	for _, t := range types {
		key := "type_constraints." + constraint + "." + t
		l.add(fact{kind: kindType, path: "types." + t, value: t, key: key})
	}
	for _, m := range s.Modes {
		l.add(fact{kind: kindMode, path: "modes." + m, value: m, key: "modes." + m})
	}
	for _, m := range slices.Sorted(maps.Keys(s.Meanings)) {
		l.add(fact{kind: kindMeaning, path: "meanings." + m, value: s.Meanings[m], key: "meanings"})
	}
	for _, a := range s.Attributes {
		l.attribute(a)
	}
	for i, p := range s.Inputs {
		l.param(s, fact{kind: kindInput, path: fmt.Sprintf("inputs[%d]", i), key: "inputs." + p.Name}, p)
	}
	for i, p := range s.Outputs {
		l.param(s, fact{kind: kindOutput, path: fmt.Sprintf("outputs[%d]", i), key: "outputs." + p.Name}, p)
	}
	return l
}

func (l *facts) attribute(a spec.Attribute) {
	path := "attributes." + a.Name
	required, value := "", ""
	if a.Required {
		required = "required"
	}
	if a.Default != nil {
		value = a.Default.Text
	}
	l.element(fact{kind: kindAttribute, path: path, key: path, must: a.Required},
		fact{kind: kindAttribute, path: "type", value: string(a.Type)},
		fact{kind: kindOption, path: "required", value: required, must: true},
		fact{kind: kindDefault, path: "default", value: value})
}

// param adds an input or output.
func (l *facts) param(s *spec.OpSchema, e fact, p spec.Param) {
	option := e.kind
	if e.kind == kindInput {
		option, e.must = kindOption, p.Option == spec.Single
	}
	types := fact{kind: e.kind, path: "types", value: p.Type}
	data, _ := s.Data()
	if c, ok := s.Constraint(p.Type); p.Type == data.Type {
		types.allows = []string{"the type of data"}
	} else if ok {
		types.value, types.allows = strings.Join(c.Types, " or "), c.Types
		types.key = "type_constraints." + c.Name
	} else if types.allows = []string{p.Type}; !isType(p.Type) {
		types.value = ""
	}
	l.element(e, fact{kind: kindName, path: "name", value: p.Name},
		fact{kind: option, path: "option", value: p.Option, allows: map[string][]string{
			spec.Single: {"one"}, spec.Optional: {"one", "none"}, spec.Variadic: {"one", "many"}}[p.Option]},
		types)
}

func (l *facts) sources(s *spec.OpSchema) {
	l.add(fact{kind: kindSources, path: "sources", key: "sources", value: strings.Join(s.Sources, "; ")})
}

// dataTypes returns the types that data may have, and the constraint that lists them, or "" if data states its type itself.
func dataTypes(s *spec.OpSchema) (constraint string, types []string) {
	data, ok := s.Data()
	if c, found := s.Constraint(data.Type); found {
		return c.Name, c.Types
	}
	switch {
	case ok && isType(data.Type):
		return "", []string{data.Type}
	case !ok && len(s.TypeConstraints) == 1: // a page without inputs
		return s.TypeConstraints[0].Name, s.TypeConstraints[0].Types
	}
	return "", nil
}

// isType reports whether a text is a type rather than the name of a constraint, which a page may omit.
func isType(s string) bool { return strings.Contains(s, "(") }

// storageOf returns how the element types of a table are stored.
func storageOf(t *spec.Table) *facts {
	l := newFacts()
	for _, e := range t.ElemTypes {
		value := fmt.Sprintf("%s, %d bits, number %d, called %s", e.Storage, e.Bits, e.Number, e.GoName)
		l.add(fact{kind: kindStorage, path: "elemtypes." + e.Name, value: value})
	}
	return l
}

// difference is a fact that the two sides state differently. If a side does not state the fact, its path on that side is "".
type difference struct{ old, new fact }

// compareFacts returns the differences of two lists. An attribute, input or output that one side lacks is one difference.
func compareFacts(old, new *facts) []difference {
	var out []difference
	for _, f := range old.list {
		g, ok := new.get(f.path)
		if _, element := new.get(f.of); ok && !f.same(g) || !ok && (f.of == "" || element) {
			out = append(out, difference{f, g})
		}
	}
	for _, g := range new.list {
		_, ok := old.get(g.path)
		if _, element := old.get(g.of); !ok && (g.of == "" || element) {
			out = append(out, difference{fact{}, g})
		}
	}
	return out
}

// moved combines what one side lacks with what the other side has instead: an attribute of the same form with another name,
// or an attribute and an input with the same meaning.
func moved(list []difference) []difference {
	removed := func(d difference) bool { return d.new.path == "" && d.old.parts && d.old.kind != kindOutput }
	for i, d := range list {
		if !removed(d) {
			continue
		}
		same := func(o difference) bool {
			if f := o.new; o.old.path != "" || !f.parts || f.kind == kindOutput {
				return false
			} else if f.kind == d.old.kind {
				return f.kind == kindAttribute && f.value == d.old.value
			}
			return spec.SamePart(d.old.name(), o.new.name())
		}
		if j := slices.IndexFunc(list, same); j >= 0 {
			list = slices.Clone(list)
			list[j].old = d.old
			return moved(slices.Delete(list, i, i+1))
		}
	}
	return list
}

// name returns the name of an attribute or input.
func (f fact) name() string { return f.key[strings.IndexByte(f.key, '.')+1:] }

// fact returns the fact of the new side or, if that does not state it, of the old side.
func (d difference) fact() fact {
	if d.new.path != "" {
		return d.new
	}
	return d.old
}

// direction returns the last part of a rule's id.
func (d difference) direction() string {
	f, g := d.old, d.new
	switch part := d.fact().of != ""; {
	case f.path != "" && g.path != "" && f.path != g.path && f.kind == g.kind:
		return "RENAMED"
	case f.path != "" && g.path != "" && f.path != g.path:
		return "MOVED"
	case f.path == "" && !part && g.must:
		return "REQUIRED_ADDED"
	case f.path == "" && !part:
		return "ADDED"
	case g.path == "" && !part:
		return "REMOVED"
	case g.path == "" && f.must, f.allows != nil && len(minus(f.allows, g.allows)) == 0:
		return "WIDENED"
	}
	return "CHANGED"
}

// minus returns the elements of a that are not in b.
func minus(a, b []string) []string {
	has := set(b)
	return slices.DeleteFunc(slices.Clone(a), func(e string) bool { return has[e] })
}

// set returns a set for fast look-ups, because a document may list any number of types.
func set(list []string) map[string]bool {
	out := make(map[string]bool, len(list))
	for _, e := range list {
		out[e] = true
	}
	return out
}
