package specdiff

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// ErrMixed is reported where one revision is a version and the other holds several.
var ErrMixed = errors.New("specdiff: a version and several versions cannot be compared")

// Report is what changed between two revisions.
type Report struct {
	// Format is the number of the JSON's format.
	Format string `json:"format"`
	// Verdict is the report in a sentence without a period.
	Verdict string `json:"verdict"`
	// Old and New are what was compared. What a document left out is filled in from the other one.
	Old *Revision `json:"old"`
	New *Revision `json:"new"`
	// Counts are those of all changes.
	Counts Counts `json:"counts"`
	// Changes are sorted: those of no version first, then by version.
	Changes []Change `json:"changes"`
	// Pairs are the versions that were compared with each other, only those with changes.
	Pairs []Pair `json:"pairs"`
	// Types and Modes say which version allows what.
	Types Matrix `json:"types"`
	Modes Matrix `json:"modes"`
	// Impact is what the changes do to the generated package, nil if it was not asked for.
	Impact *Impact `json:"impact"`
	// Skipped is what was not compared.
	Skipped Skipped `json:"skipped"`
	// Notes are remarks on what was compared.
	Notes []string `json:"notes"`

	subset Package // what the impact is about, if it has a name
}

// Pair is two versions side by side. Old is "" for a version without a predecessor, New for one that is removed.
type Pair struct {
	Old  string `json:"old"`
	New  string `json:"new"`
	Rows []Row  `json:"rows"`

	old, new *spec.OpSchema
}

// Title says which versions are compared.
func (p Pair) Title() string {
	switch {
	case p.Old == "":
		return p.New + ", the first version"
	case p.New == "":
		return p.Old + ", removed"
	case p.Old == p.New:
		return p.New + ", published and edited"
	}
	return p.Old + " and " + p.New
}

// Empty reports whether nothing changed.
func (r *Report) Empty() bool { return len(r.Changes) == 0 }

// Compare reports what changed from one revision to the other. If one is a version, the other must be one too, or
// hold exactly one. With generate, the report says what the generated package gains and loses.
func Compare(old, new *Revision, generate Generate) (*Report, error) {
	old, new = one(old, new), one(new, old)
	if (old.Version == nil) != (new.Version == nil) {
		many, version := old, new.Version
		if old.Version != nil {
			many, version = new, old.Version
		}
		return nil, fmt.Errorf("%w: %q holds %s; add @VERSION to it, as in %s@%s", ErrMixed, many.Label,
			count(len(many.Table.Schemas), "version"), many.Label, example(many, version))
	}
	r := &Report{Format: jsonFormat, Changes: []Change{}, Pairs: []Pair{}, Notes: []string{}}
	r.Skipped = Skipped{Versions: []string{}, Facts: []string{}}
	r.Old, r.New = old.complete(new, false, &r.Skipped), new.complete(old, true, &r.Skipped)
	if generate != nil {
		if err := r.impact(generate); err != nil {
			return nil, err
		}
	}
	if a, b := r.Old.Version, r.New.Version; a == nil {
		r.tables(r.Old, r.New)
	} else {
		r.pair(a, b, compareVersions(r.New.Table, a, b))
		if a.Key() != b.Key() {
			r.Notes = append(r.Notes, fmt.Sprintf("%s and %s are different operators", a.Key(), b.Key()))
		}
	}
	if r.subset.left {
		r.Notes = append(r.Notes, "left out: changes of types and modes that "+r.subset.Name+" does not have")
	}
	r.Counts = countChanges(r.Changes)
	for i := range r.Pairs {
		r.Pairs[i].Rows = r.align(i)
	}
	r.matrices()
	r.Verdict = r.verdict()
	return r, nil
}

// verdict says what the changes do to the package, to nodes and to Go programs, and which versions opsets mean.
func (r *Report) verdict() string {
	var parts []string
	if name := r.subset.Name; name != "" {
		k := r.Impact.Kernels
		switch added, removed := len(k.Added), len(k.Removed); {
		case added+removed == 0:
			parts = append(parts, fmt.Sprintf("the kernels in %s stay as they are", name))
		case r.New.Version != nil:
			parts = append(parts, fmt.Sprintf("of the %s in %s, the new version allows %d more and %d less",
				count(r.subset.Size, "kernel"), name, added, removed))
		default:
			parts = append(parts, fmt.Sprintf("%s gains %s and loses %d", name, count(added, "kernel"), removed))
		}
	}
	signature, golang := worst(r.Changes)
	for _, d := range severityDocs {
		if d.Severity == signature || d.Severity == golang {
			parts = append(parts, d.Doc)
		}
	}
	switch {
	case len(parts) > 0:
	case r.Empty():
		parts = append(parts, "no change")
	default:
		parts = append(parts, "nothing that a node or a program would notice")
	}
	var means []string
	for _, side := range []*Revision{r.Old, r.New} {
		if side.Opset > 0 {
			means = append(means, fmt.Sprintf("opset %d is %s", side.Opset, strings.TrimPrefix(side.Version.ID(), "ai.onnx/")))
		}
	}
	verdict := strings.Join(parts, "; ")
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

// example names a version of the revision, the last one of v's domain if there is one.
func example(r *Revision, v *spec.OpSchema) string {
	id, same := "ai.onnx/Pad-25", false
	for _, o := range r.Table.Schemas {
		if o.Domain == v.Domain || !same {
			id, same = o.ID(), o.Domain == v.Domain
		}
	}
	return id
}

// pair adds two versions and their changes, if there are any.
func (r *Report) pair(old, new *spec.OpSchema, changes []Change) {
	changes = slices.DeleteFunc(changes, r.subset.leavesOut)
	if len(changes) == 0 {
		return
	}
	for i := range changes {
		c := &changes[i]
		c.Pair = len(r.Pairs)
		fact := c.NewFact
		if fact == "" {
			fact, _, _ = strings.Cut(c.OldFact, ".")
		}
		if c.File, c.Line = r.New.place(new, fact); c.File == "" && c.OldFact != "" {
			c.File, c.Line = r.Old.place(old, c.OldFact)
		}
	}
	r.Changes = append(r.Changes, changes...)
	r.Pairs = append(r.Pairs, Pair{Old: id(old), New: id(new), old: old, new: new})
}

func id(s *spec.OpSchema) string {
	if s == nil {
		return ""
	}
	return s.ID()
}

// remarks are the notes and a line about what a document leaves out, or with details a line for each thing.
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
