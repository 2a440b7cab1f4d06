package specdiff

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

// sentences returns a version's prose: its sentences if a document was read, otherwise the sums of each of its wordings in
// the table. If both sides contain the version, each uses its own prose.
func (r *Report) sentences(side *Revision, s *spec.OpSchema, both bool) (wordings [][]spec.Sentence) {
	for _, of := range []*Revision{side, r.New, r.Old} { // a table may be compared with a document that has both versions
		if list := of.Prose[s.ID()]; len(list) > 0 && (of == side || !both) {
			return [][]spec.Sentence{list}
		}
	}
	for _, sums := range side.Table.Wordings[s.ID()] {
		var list []spec.Sentence
		for sum := range strings.FieldsSeq(sums) {
			list = append(list, spec.Sentence{Sum: sum})
		}
		wordings = append(wordings, list)
	}
	return wordings
}

// prose compares the documents' text on two versions. A sentence of a published version counts as changed only if no wording
// that was read before contains it.
func (r *Report) prose(old, new *spec.OpSchema) (changes []Change) {
	edited := old.ID() == new.ID()
	before, after := r.sentences(r.Old, old, edited), r.sentences(r.New, new, edited)
	if len(before) == 0 || len(after) == 0 || isUnread(before[0][0]) && isUnread(after[0][0]) {
		return nil
	}
	last := after[len(after)-1]
	added := without(last, slices.Concat(before...))
	removed := without(before[len(before)-1], last)
	if edited && len(added) == 0 {
		return nil // a known wording
	}
	unknown := len(added) + len(removed)
	added, removed = slices.DeleteFunc(added, isUnread), slices.DeleteFunc(removed, isUnread)
	unknown -= len(added) + len(removed)
	for _, s := range removed {
		same := func(o spec.Sentence) bool { return o.Part == s.Part && s.Part != "" }
		if i := slices.IndexFunc(added, same); i >= 0 {
			changes = append(changes, sentenceChange("PAD_PROSE_CHANGED", s.Part, s.Text, added[i].Text))
			added = slices.Delete(added, i, i+1)
		} else {
			changes = append(changes, sentenceChange("PAD_PROSE_REMOVED", s.Part, s.Text, ""))
		}
	}
	for _, s := range added {
		changes = append(changes, sentenceChange("PAD_PROSE_ADDED", s.Part, "", s.Text))
	}
	if unknown > 0 && !edited {
		changes = append(changes, newChange(ruleOf("PAD_PROSE_CHANGED"), "prose", "", "",
			"sentences of which the table has only a checksum: "+strconv.Itoa(unknown)))
	}
	return changes
}

// isUnread reports whether only the checksum of a sentence, which the table keeps, is known.
func isUnread(s spec.Sentence) bool { return s.Text == "" }

// isWorded reports whether the documents of a version contain its text as it is after the change of a sentence.
func (r *Report) isWorded(s *spec.OpSchema, c *Change) bool {
	wordings := r.sentences(r.New, s, false)
	has := func(text string) bool {
		return len(without([]spec.Sentence{spec.NewSentence("", text)}, wordings[len(wordings)-1])) == 0
	}
	return len(wordings) > 0 && (c.New == "" || has(c.New)) && (c.Old == "" || !has(c.Old))
}

// without returns the sentences of a that are not in b.
func without(a, b []spec.Sentence) []spec.Sentence {
	return slices.DeleteFunc(slices.Clone(a), func(s spec.Sentence) bool {
		return slices.ContainsFunc(b, func(o spec.Sentence) bool { return o.Sum == s.Sum })
	})
}

func sentenceChange(rule, part, before, after string) Change {
	message := fmt.Sprintf("%s: %q", ruleOf(rule).Doc, cmp.Or(after, before))
	if before != "" && after != "" {
		message += fmt.Sprintf(" (before: %q)", before)
	}
	c := newChange(ruleOf(rule), strings.TrimSuffix("prose."+part, "."), before, after, message)
	c.new.key = part
	return c
}

// IsProse reports whether c is a change of a sentence.
func (c Change) IsProse() bool { return strings.HasPrefix(c.Rule, "PAD_PROSE_") }

// MustRead reports whether a changed sentence may affect what Pad computes. Sentences about the types of a constraint do
// not.
func (c Change) MustRead() bool {
	return c.IsProse() && !strings.HasPrefix(c.Path, "prose.type_constraints.")
}
