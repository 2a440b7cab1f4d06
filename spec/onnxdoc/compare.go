package onnxdoc

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// Rules under which findings are reported.
const (
	// RuleRetroactiveEdit: a document states another signature of a version
	// that the table already holds. Published versions never change.
	RuleRetroactiveEdit = "PAD_RETROACTIVE_EDIT"
	// RuleIncomplete: the documents do not state enough of a new version, or a
	// document that should state it no longer does so of an old one.
	RuleIncomplete = "PAD_INCOMPLETE"
	// RuleNoStorage: a type has no entry in the table's elemtypes.json.
	RuleNoStorage = "PAD_TYPE_NO_STORAGE"
	// RuleNotServed: a form that package onnx does not serve, see
	// [spec.Unserved.Rule].
	RuleNotServed = "PAD_NOT_SERVED"
	// RuleUnknownMode: a mode that the generator cannot emit.
	RuleUnknownMode = "PAD_MODE_UNKNOWN"
	// RuleInvalid: what the documents state about a new version is inconsistent.
	RuleInvalid = "PAD_INVALID"
	// RuleNotInTable: a document has a version or an opset the table lacks.
	RuleNotInTable = "PAD_NOT_IN_TABLE"
	// RuleDisagreement: a document and the table state different things.
	RuleDisagreement = "PAD_DISAGREEMENT"
	// RuleDeprecated: a document deprecates Pad, and describes no newer version
	// of it. The table cannot hold that, so a person must decide what happens
	// from its opset on.
	RuleDeprecated = "PAD_VERSION_DEPRECATED"
	// RuleContradiction: two documents state different things.
	RuleContradiction = "PAD_CONTRADICTION"
)

// Finding is something that a person must look at.
type Finding struct {
	Rule string
	// ID names the version, as in "ai.onnx/Pad-13".
	ID string
	// At is the place in a document, as in "Changelog.md:120".
	At      string
	Message string
}

func (f Finding) String() string {
	return fmt.Sprintf("%s: %s: %s: %s", f.At, f.Rule, f.ID, f.Message)
}

// Compare lists where a document and a table disagree. What the document does
// not state cannot disagree, but is a finding where its kind ought to state it.
func Compare(t *spec.Table, d *Document) []Finding {
	var out []Finding
	add := func(rule, id, at, format string, args ...any) {
		out = append(out, Finding{Rule: rule, ID: id, At: at, Message: fmt.Sprintf(format, args...)})
	}
	operators, described := make(map[string]bool), make(map[string]bool)
	for _, v := range d.Versions {
		described[v.Schema.ID()] = true
		operators[v.Schema.Key()] = true
		if v.Deprecated {
			if d.Ends(v) {
				out = append(out, v.deprecated())
			}
			continue
		}
		s := t.Schema(v.Schema.ID())
		if s == nil {
			add(RuleNotInTable, v.Schema.ID(), v.at(""), "the table has no such version")
			continue
		}
		for _, fact := range v.unreadFacts(d.Kind) {
			if fact == "modes" && len(s.Modes) == 0 {
				continue // an attribute mode of another operator
			}
			add(RuleIncomplete, s.ID(), v.at(fact), "the table has %s, the document does not state it in a form that is read", fact)
		}
		for _, diff := range differences(s, v) {
			add(RuleDisagreement, s.ID(), diff.at, "%s", diff.message)
		}
	}
	for _, op := range sortedKeys(operators) {
		listed := d.Listed[op]
		if d.Kind == Contrib || len(listed) == 0 {
			continue
		}
		domain, name, _ := strings.Cut(op, "/")
		for _, n := range listed {
			id := (&spec.OpSchema{Domain: domain, Name: name, SinceVersion: n}).ID()
			if !described[id] && t.Schema(id) == nil {
				add(RuleNotInTable, id, d.File+":1", "the document lists it, the table has no such version")
			}
		}
		if checked, ok := t.NewestOpset(domain); ok && d.Newest[domain] > checked {
			add(RuleNotInTable, op, d.File+":1", "the document covers opset %d, the newest checked is %d", d.Newest[domain], checked)
		}
	}
	return out
}

// unreadFacts lists what a document does not state although documents of its
// kind do. Pages and summaries leave out facts, and no document but a page says
// whether ONNX infers shapes.
func (v *Version) unreadFacts(kind Kind) []string {
	if kind != Changelog && kind != Operators && kind != Contrib {
		return nil
	}
	return v.NotStated
}

// Ends reports whether a version deprecates Pad for good: the document describes
// no newer version that is not deprecated. Other operators are only listed, so
// their deprecated versions may be left out, as may one that a newer version
// replaces.
func (d *Document) Ends(v *Version) bool {
	return v.Deprecated && v.Schema.Name == spec.Operator && !slices.ContainsFunc(d.Versions, func(w *Version) bool {
		return !w.Deprecated && w.Schema.Key() == v.Schema.Key() && w.Schema.SinceVersion > v.Schema.SinceVersion
	})
}

// deprecated is the finding for a version for which [Document.Ends] holds.
func (v *Version) deprecated() Finding {
	s := v.Schema
	return Finding{Rule: RuleDeprecated, ID: s.ID(), At: v.at(""), Message: fmt.Sprintf("the document deprecates it, since opset %d of %s: "+
		"the table cannot hold that, a person must decide; until then neither newest_opset in table.json nor the opset in checked.json may reach %d",
		s.SinceVersion, s.Domain, s.SinceVersion)}
}

// Unmentioned lists the versions of the table that the document does not mention although it lists a newer
// one of the same operator or covers their opset. They are no disagreement, but a complete document
// mentions all versions.
func Unmentioned(t *spec.Table, d *Document) []string {
	var out []string
	for _, s := range t.Schemas {
		listed := d.Listed[s.Key()]
		if len(listed) == 0 || slices.Contains(listed, s.SinceVersion) {
			continue
		}
		if s.SinceVersion <= max(listed[len(listed)-1], d.Newest[s.Domain]) {
			out = append(out, s.ID())
		}
	}
	return out
}

type difference struct{ at, message string }

// disagreement says how the texts of a fact differ: for long lists, and where one has all that the
// other has, what they lack.
func disagreement(table, document string) string {
	items := func(text string) []string {
		if s, ok := strings.CutPrefix(text, "["); ok {
			return strings.Fields(strings.TrimSuffix(s, "]"))
		}
		return nil
	}
	have, stated := items(table), items(document)
	lacks := func(a, b []string) []string {
		return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
	}
	gone, more := lacks(have, stated), lacks(stated, have)
	if n := len(gone) + len(more); n > 0 && (len(have) > 4 || len(gone) == 0 || len(more) == 0) {
		var parts []string
		if len(gone) > 0 {
			parts = append(parts, "the document lacks "+strings.Join(gone, ", "))
		}
		if len(more) > 0 {
			parts = append(parts, "the table lacks "+strings.Join(more, ", "))
		}
		return strings.Join(parts, "; ")
	}
	return fmt.Sprintf("the table has %s, the document %s", table, document)
}

// differences compares a schema of the table with what a document states.
func differences(s *spec.OpSchema, v *Version) []difference {
	t, err := v.typed(s)
	if err != nil {
		return []difference{{v.at(""), strings.TrimPrefix(err.Error(), "onnxdoc: ")}}
	}
	have := factMap((&Version{Schema: s}).facts())
	var out []difference
	constraints := false
	for _, f := range t.facts() {
		if f.name == "types" && constraints {
			continue // the types of all constraints differ if those of one do
		}
		if text, ok := have[f.name]; ok && text != f.text {
			constraints = constraints || strings.HasPrefix(f.name, "type_constraints.")
			out = append(out, difference{v.at(f.name), f.name + ": " + disagreement(text, f.text)})
		}
	}
	return out
}

// contradictions turns the errors of [Merge] into findings.
func contradictions(err error) (out []Finding, rest error) {
	var others []error
	for _, err := range flatten(err) {
		var c *Contradiction
		if errors.As(err, &c) {
			out = append(out, Finding{Rule: RuleContradiction, ID: c.ID, At: c.SecondAt,
				Message: fmt.Sprintf("%s: %s here, %s in %s", c.Fact, c.Second, c.First, c.FirstAt)})
			continue
		}
		others = append(others, err)
	}
	return out, errors.Join(others...)
}

// flatten takes joined errors apart.
func flatten(err error) []error {
	if err == nil {
		return nil
	}
	many, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var out []error
	for _, e := range many.Unwrap() {
		out = append(out, flatten(e)...)
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
