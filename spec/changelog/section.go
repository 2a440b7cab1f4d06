package changelog

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

// section is the description of one version of an operator in a document, in the words of the document.
type section struct {
	name, domain string
	version      int
	line         int // the heading's, from 1
	deprecated   bool
	page         bool               // may leave out facts
	lists        map[string][]entry // by heading: Attributes, Inputs, Outputs and Type Constraints
	inputs       string             // the number of a node's inputs, as in "2 - 4", "" if as many as are listed
	inputsLine   int
	description  []string // in paragraphs
}

// entry is an element of a list.
type entry struct {
	name  string
	quals string // of an input or output, as in "optional, heterogeneous"
	typ   string // the type, the types of a constraint, or an attribute's as in "float (default is 0.0)"
	prose string
	line  int // from 1
}

// The headings of the lists.
const (
	attributes      = "Attributes"
	inputs          = "Inputs"
	outputs         = "Outputs"
	typeConstraints = "Type Constraints"
)

var lists = []string{attributes, inputs, outputs, typeConstraints}

func newSection(name string, version, line int) *section {
	return &section{name: name, version: version, line: line, lists: make(map[string][]entry)}
}

// factOf returns the name of a list in a schema.
func factOf(list string) string { return strings.ReplaceAll(strings.ToLower(list), " ", "_") }

func (sec *section) id() string {
	return (&spec.OpSchema{Domain: sec.domain, Name: sec.name, SinceVersion: sec.version}).ID()
}

// schema returns the schema of the section. It adds the lines of its facts, and notes, to the document.
func (sec *section) schema(src *source, d *Document) (*spec.OpSchema, error) {
	s := &spec.OpSchema{Domain: sec.domain, Name: sec.name, SinceVersion: sec.version}
	if sec.inputsLine > 0 {
		d.lines[s.ID()+" inputs"] = sec.inputsLine
	}
	var mode *entry
	for _, list := range lists {
		if n := len(sec.lists[list]); n > maxEntries {
			expected := fmt.Sprintf("at most %d %s", maxEntries, factOf(list))
			return nil, src.at(sec.line, mismatch(expected, strconv.Itoa(n)))
		}
		seen := make(map[string]bool)
		for i, e := range sec.lists[list] {
			if i == 0 && list != inputs { // the heading of inputs has a line
				d.lines[s.ID()+" "+factOf(list)] = e.line
			}
			if seen[e.name] {
				return nil, src.at(e.line, mismatch("each name once in the "+factOf(list), e.name+" twice"))
			}
			seen[e.name] = true
			d.lines[s.ID()+" "+factOf(list)+"."+e.name] = e.line
			if err := e.add(s, list); err != nil {
				return nil, src.at(e.line, err)
			}
			if list == attributes && e.name == "mode" {
				mode = &sec.lists[list][i]
			}
		}
	}
	slices.SortFunc(s.Attributes, func(a, b spec.Attribute) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(s.TypeConstraints, func(a, b spec.TypeConstraint) int {
		return strings.Compare(a.Name, b.Name)
	})
	for _, e := range slices.Concat(sec.lists[inputs], sec.lists[outputs]) {
		_, ok := s.Constraint(e.typ)
		leftOut := sec.page && len(s.TypeConstraints) == 0
		if !ok && !leftOut && !validType(e.typ) {
			return nil, src.at(e.line, mismatch("a type constraint for "+e.typ, "none of "+s.ID()))
		}
	}
	if mode != nil {
		if err := mode.setModes(src, d, s); err != nil {
			return nil, err
		}
	}
	if err := sec.countInputs(s); err != nil {
		return nil, src.at(sec.inputsLine, err)
	}
	return s, nil
}

// setModes reads the modes from the entry of the attribute "mode".
func (e *entry) setModes(src *source, d *Document, s *spec.OpSchema) error {
	d.lines[s.ID()+" modes"] = e.line
	modes, rest, err := readModes(e.prose, names(s))
	if err != nil {
		return src.at(e.line, mismatch(modeForms, err.Error()))
	}
	s.Modes = modes
	if rest != "" { // without quotes, a mode looks like any other word
		const note = "%s:%d: %s: read the text after the list of modes, it may name another one: %q"
		d.Notes = append(d.Notes, fmt.Sprintf(note, src.file, e.line, s.ID(), rest))
	}
	return nil
}

// add adds an entry of a list to the schema.
func (e *entry) add(s *spec.OpSchema, list string) *Error {
	switch list {
	case attributes:
		a, err := parseAttribute(e.name, e.typ)
		s.Attributes = append(s.Attributes, a)
		return err
	case typeConstraints:
		types, err := parseTypes(e.typ)
		c := spec.TypeConstraint{Name: e.name, Types: types}
		s.TypeConstraints = append(s.TypeConstraints, c)
		return err
	}
	p, err := parseParam(e.name, e.quals, e.typ)
	if list == inputs {
		s.Inputs = append(s.Inputs, p)
	} else {
		s.Outputs = append(s.Outputs, p)
	}
	return err
}

var inputRange = regexp.MustCompile(`^(\d{1,9}) - (\d{1,9}|∞)$`)

// countInputs sets the smallest and the largest number of inputs. The documents print them only if they differ.
func (sec *section) countInputs(s *spec.OpSchema) *Error {
	if sec.page && len(s.Inputs) == 0 {
		return nil
	}
	s.MinInputs, s.MaxInputs = len(s.Inputs), len(s.Inputs)
	if sec.inputs == "" {
		return nil
	}
	m := inputRange.FindStringSubmatch(sec.inputs)
	if m == nil {
		return mismatch("a range as in (2 - 4)", clip(sec.inputs))
	}
	s.MinInputs, _ = strconv.Atoi(m[1]) // at most nine digits
	s.MaxInputs = spec.Unbounded
	if m[2] != "∞" {
		s.MaxInputs, _ = strconv.Atoi(m[2])
	}
	if s.MinInputs > s.MaxInputs {
		return mismatch("a range as in (2 - 4)", clip(sec.inputs))
	}
	return nil
}

// names returns the words that the description of an attribute may quote without meaning a mode: the names in the schema, and
// its element types.
func names(s *spec.OpSchema) map[string]bool {
	out := map[string]bool{s.Name: true}
	for _, a := range s.Attributes {
		out[a.Name] = true
	}
	for _, p := range slices.Concat(s.Inputs, s.Outputs) {
		out[p.Name] = true
	}
	for _, c := range s.TypeConstraints {
		out[c.Name] = true
		for _, typ := range c.Types {
			if elem, ok := spec.ParseTensor(typ); ok {
				out[elem] = true
			}
		}
	}
	return out
}
