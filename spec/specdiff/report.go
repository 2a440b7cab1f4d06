package specdiff

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// ErrMixed is returned for a comparison of one version with several versions.
var ErrMixed = errors.New("specdiff: a version and several versions cannot be compared")

// Report describes the changes between two revisions.
type Report struct {
	// Format identifies the format of the JSON.
	Format string `json:"format"`
	// Verdict is the report in a sentence without a period.
	Verdict string `json:"verdict"`
	// Old and New are the revisions that were compared.
	Old *Revision `json:"old"`
	New *Revision `json:"new"`
	// Counts are the counts of all changes.
	Counts Counts `json:"counts"`
	// Changes are sorted: first those without a version, then by version.
	Changes []Change `json:"changes"`
	// Types and Modes show which version allows which.
	Types Matrix `json:"types"`
	Modes Matrix `json:"modes"`
	// Impact is the effect on the generated package. It is nil if it was not requested or cannot be determined.
	Impact *Impact `json:"impact"`
	// Skipped lists what a document omits and what is therefore not compared.
	Skipped Skipped `json:"skipped"`
	// Notes are remarks on the comparison.
	Notes []string `json:"notes"`

	subset    Package                      // the package that the impact is about, if it has a name
	all       []*spec.OpSchema             // versions of both revisions, sorted
	documents map[*spec.OpSchema]*Revision // the documents that state a version
	left      map[string]bool              // the content of Skipped.Facts
	operators map[string]bool              // operators with changes, as in "ai.onnx/Pad"
}

// Change is one difference between two revisions.
type Change struct {
	// Rule is the id of its [Rule].
	Rule string `json:"rule"`
	// Signature is the effect on ONNX nodes, Go the effect on Go programs.
	Signature Severity `json:"signature"`
	Go        Severity `json:"go"`
	// Version is the version that brought the change, as in "ai.onnx/Pad-25", or "" if none did.
	Version string `json:"version"`
	// Path is the fact that changed, as in "attributes.mode.default", "inputs[3]" or "types.tensor(int2)".
	Path string `json:"path"`
	// Old and New are what the revisions state, or "" for a revision that states nothing.
	Old string `json:"old"`
	New string `json:"new"`
	// Message is a sentence without a period.
	Message string `json:"message"`
	// Unsupported lists what a person must add to padgen for the change.
	Unsupported []string `json:"unsupported,omitempty"`
	// File and Line are the place of the change. File is "" if it is not known. The place of something that was removed is
	// that of the list that contained it.
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`

	difference
	since int // index of the version among those compared
}

// newChange returns a change of a rule. If message is empty, it is composed of the rule's meaning and what is stated.
func newChange(rule Rule, path, before, after, message string) Change {
	value := func(v string) string {
		if _, name, _ := strings.Cut(path, "."); v == "" || v == name {
			return cmp.Or(v, path)
		}
		return path + " = " + v
	}
	switch {
	case message != "":
	case before == "" || after == "":
		message = rule.Doc + ": " + value(cmp.Or(after, before))
	default:
		message = fmt.Sprintf("%s: %s (before: %s)", rule.Doc, value(after), before)
	}
	return Change{Rule: rule.ID, Signature: rule.Signature, Go: rule.Go, Path: path, Old: before, New: after,
		Message: message}
}

// Key returns the name, for [Revision.Place], of the fact in the old revision or, if that lacks it, in the new one.
func (c Change) Key() string { return cmp.Or(c.old.key, c.new.key) }

// NeedsReview reports whether a reviewer must decide on the change.
func (c Change) NeedsReview() bool { return c.Go == Unsupported || c.Go == Breaking }

// change returns the change for a difference.
func (d difference) change() Change {
	before, after := d.old.value, d.new.value
	if f := d.fact(); f.of != "" { // only a part is missing, not its attribute, input or output
		before, after = cmp.Or(before, "nothing"), cmp.Or(after, "nothing")
	}
	if d.old.path != "" && d.new.path != "" && d.old.path != d.new.path {
		before = d.old.path + " = " + before
	}
	c := newChange(d.rule(), d.fact().path, before, after, "")
	c.difference = d
	return c
}

// Empty reports whether nothing changed.
func (r *Report) Empty() bool { return len(r.Changes) == 0 }

// scope is the note of every report.
const scope = "prose is compared where a document was read"

// Compare reports the changes from one revision to another. If one of them is a version, the other must also be one, or hold
// exactly one. If generate is not nil, the report lists what the generated package gains and loses.
func Compare(old, new *Revision, generate Generate) (*Report, error) {
	old, new = one(old, new), one(new, old)
	if (old.Version == nil) != (new.Version == nil) {
		many := old
		if old.Version != nil {
			many = new
		}
		return nil, fmt.Errorf("%w: %q holds %d versions: add an opset to it, as in %[2]s@18, or a version, as in %[2]s@Pad-18",
			ErrMixed, many.Label, len(many.Table.Schemas))
	}
	r := &Report{Format: jsonFormat, Changes: []Change{}, Notes: []string{scope}, operators: map[string]bool{},
		documents: map[*spec.OpSchema]*Revision{}, left: map[string]bool{}}
	r.Skipped = Skipped{Versions: []string{}, Facts: []string{}}
	r.Old, r.New = r.whole(old, new, false), r.whole(new, old, true)
	r.all = union(r.New.Table.Schemas, r.Old.Table.Schemas)
	var impact []Change
	if old.Page || new.Page {
		r.Notes = append(r.Notes, "the generated package is not compared: a document leaves out facts")
	} else if generate != nil {
		var err error
		if impact, err = r.impact(generate); err != nil {
			return nil, err
		}
	}
	if a, b := r.Old.Version, r.New.Version; a != nil {
		r.add(a, b, r.versions(a, b))
		if a.Key() != b.Key() {
			r.Notes = append(r.Notes, fmt.Sprintf("%s and %s are different operators", a.Key(), b.Key()))
		}
	} else {
		r.tables(impact)
	}
	if r.subset.left {
		r.Notes = append(r.Notes, "left out: changes of types and modes that "+r.subset.Name+" does not have")
	}
	for _, operator := range slices.Sorted(maps.Keys(r.operators)) {
		if domain, _, _ := strings.Cut(operator, "/"); spec.Preview(domain) {
			r.Notes = append(r.Notes, domain+" is a preview: a version changes in place, and goes when the operator graduates")
		}
	}
	r.Counts = countChanges(r.Changes)
	r.matrices()
	r.Verdict = r.verdict()
	return r, nil
}

// verdict summarizes the effect of the changes on the package, signatures and Go programs, and the versions of given opsets.
func (r *Report) verdict() string {
	var parts []string
	if name := r.subset.Name; name != "" {
		kernels := fmt.Sprintf("the kernels in %s stay as they are", name)
		if added, removed := len(r.Impact.Added), len(r.Impact.Removed); added+removed > 0 {
			kernels = fmt.Sprintf("%s: %s more and %d less", name, count(added, "kernel"), removed)
		}
		parts = append(parts, kernels)
	}
	signature, golang := worst(r.Changes)
	read := slices.ContainsFunc(r.Changes, Change.MustRead)
	if read {
		parts = append(parts, "sentences about what is computed changed: read these")
	}
	for _, d := range severityDocs {
		if read && d.Severity == Additive { // the reader must decide that
			continue
		}
		if d.Severity == signature || d.Severity == golang {
			parts = append(parts, d.Doc)
		}
	}
	verdict := strings.Join(parts, "; ")
	switch {
	case verdict != "":
	case r.Empty():
		verdict = "no change"
	default:
		verdict = "no signature and no Go program is affected"
	}
	var means []string
	for _, side := range []*Revision{r.Old, r.New} {
		if side.Opset > 0 {
			id := strings.TrimPrefix(side.Version.ID(), spec.DefaultDomain+"/")
			means = append(means, fmt.Sprintf("opset %d is %s", side.Opset, id))
		}
	}
	if len(means) > 0 {
		verdict += " (" + strings.Join(means, ", ") + ")"
	}
	return verdict
}

// one turns a document or table with a single version into that version if the other revision is a version.
func one(r, other *Revision) *Revision {
	if r.Version == nil && other.Version != nil && len(r.Table.Schemas) == 1 {
		c := *r
		c.Version = r.Table.Schemas[0]
		return &c
	}
	return r
}

// add adds the changes between two versions, one of which may be nil. It sorts the changes of a version: first those of the
// version as a whole, then by severity, the highest first, then in the order of the rules. The element types of a version
// become one change.
func (r *Report) add(old, new *spec.OpSchema, changes []Change) {
	changes = joinTypes(slices.DeleteFunc(changes, r.subset.leavesOut))
	order := []Severity{Breaking, Changed, Unsupported, Widened, Additive, None}
	place := func(c Change) int {
		if c.Path == "version" {
			return -1
		}
		return min(slices.Index(order, c.Signature), slices.Index(order, c.Go))
	}
	slices.SortStableFunc(changes, func(a, b Change) int {
		return cmp.Or(a.since-b.since, place(a)-place(b), ruleIndex(a.Rule)-ruleIndex(b.Rule))
	})
	for _, c := range changes {
		if c.File == "" {
			list, _, _ := strings.Cut(c.old.key, ".")
			c.File, c.Line = r.New.place(new, cmp.Or(c.new.key, list))
		}
		if c.File == "" && c.old.key != "" {
			c.File, c.Line = r.Old.place(old, c.old.key)
		}
		r.Changes = append(r.Changes, c)
	}
	for _, s := range []*spec.OpSchema{old, new} {
		if s != nil && len(changes) > 0 {
			r.operators[s.Key()] = true
		}
	}
}

// joinTypes combines the element types that a version adds into one change, and those that it removes into another.
func joinTypes(changes []Change) (out []Change) {
	names := map[int][]string{} // by index in out
	for _, c := range changes {
		same := func(o Change) bool { return c.kind() == kindType && o.Rule == c.Rule && o.Version == c.Version }
		i := slices.IndexFunc(out, same)
		if i < 0 {
			i, out = len(out), append(out, c)
		}
		names[i] = append(names[i], c.fact().value)
	}
	for i := range out {
		c, n := &out[i], len(names[i])
		if n == 1 {
			continue
		}
		types, side := strings.Join(names[i], ", "), &c.Old
		if c.New != "" {
			side = &c.New
		}
		c.Message = fmt.Sprintf("%d %s: %s", n, strings.Replace(ruleOf(c.Rule).Doc, "type", "types", 1), types)
		c.Path, *side = "types", types
	}
	return out
}

// remarks returns the notes and a line about what a document omits or, with details, a line for each item.
func (r *Report) remarks(details bool) []string {
	out := slices.Clone(r.Notes)
	versions, facts := r.Skipped.Versions, r.Skipped.Facts
	switch {
	case details:
		for _, s := range slices.Concat(versions, facts) {
			out = append(out, "left out: "+s)
		}
	case len(versions)+len(facts) > 0:
		out = append(out, fmt.Sprintf("left out: versions %d, facts %d", len(versions), len(facts)))
	}
	return out
}

// count returns a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
