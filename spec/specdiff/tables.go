package specdiff

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

// tables compares all versions of both sides: each with the same version of the
// other side, a new one with its predecessor.
func (r *Report) tables() {
	r.storage()
	r.opsets()
	r.deprecated()
	from, to := r.Old.Table, r.New.Table
	skipped := map[string][]string{}
	for _, s := range union(to.Schemas, from.Schemas) {
		old, new := from.Schema(s.ID()), to.Schema(s.ID())
		switch {
		case old != nil && new != nil:
			r.pair(old, new, compareSchemas(r.Old, r.New, old, new))
		case old == nil && r.Old.covers(new), new == nil && r.New.Partial: // a document removes no version that it does not describe
			side := r.Old
			if new == nil {
				side = r.New
			}
			skipped[side.Label] = append(skipped[side.Label], s.ID())
		case old == nil:
			r.added(new)
		default:
			r.pair(old, nil, []Change{r.removed(old)})
		}
	}
	var notes []string
	for _, side := range []*Side{r.Old, r.New} {
		if ids := skipped[side.Label]; len(ids) > 0 {
			notes = append(notes, fmt.Sprintf("%s does not describe %s: not compared", side.Label, strings.Join(ids, ", ")))
		}
	}
	r.Notes = append(r.Notes, notes...)
}

// covers reports whether a version that the side does not hold may be no newer
// than the side: a document need not describe all versions up to its opset.
func (s *Side) covers(v *spec.OpSchema) bool {
	if !s.Partial {
		return false
	}
	newest := s.Newest[v.Domain]
	for _, o := range s.Table.Schemas {
		if o.Key() == v.Key() {
			newest = max(newest, o.SinceVersion)
		}
	}
	return v.SinceVersion <= newest || newest == 0
}

// added reports a new version, and how it differs from its predecessor.
func (r *Report) added(s *spec.OpSchema) {
	before := predecessor(union(r.New.Table.Schemas, r.Old.Table.Schemas), s)
	added := newChange(VersionAdded, s.ID(), "", s.ID(), s.ID()+" is new").at("", "version")
	added.Version = s.ID()
	changes := append([]Change{added}, r.inForce(s)...)
	if before == nil {
		changes = append(changes, lacking(r.New, s)...) // the first version has nothing else to be compared with
	} else {
		from := r.New
		if from.Table.Schema(before.ID()) == nil {
			from = r.Old
		}
		changes = append(changes, compareSchemas(from, r.New, before, s)...)
	}
	changes = slices.DeleteFunc(changes, func(c Change) bool { return c.Rule == DocOnly })
	sortChanges(changes)
	r.pair(before, s, changes)
}

// inForce reports a new version that is in force at opsets which the old side
// has checked, and so serves by an older version.
func (r *Report) inForce(s *spec.OpSchema) []Change {
	formerly := predecessor(r.Old.Table.Schemas, s)
	last, _ := r.Old.Table.NewestOpset(s.Domain)
	for _, next := range r.New.Table.Schemas {
		if next.Key() == s.Key() && next.SinceVersion > s.SinceVersion {
			last = min(last, next.SinceVersion-1)
		}
	}
	if formerly == nil || last < s.SinceVersion {
		return nil
	}
	opsets := fmt.Sprintf("opsets %d to %d", s.SinceVersion, last)
	if last == s.SinceVersion {
		opsets = fmt.Sprintf("opset %d", last)
	}
	c := newChange(VersionInForce, s.ID(), formerly.ID(), s.ID(), fmt.Sprintf("in force at %s: %s-%d, formerly %s-%d",
		opsets, s.Name, s.SinceVersion, s.Name, formerly.SinceVersion)).at("version", "version")
	c.Version = s.ID()
	return []Change{c}
}

func (r *Report) removed(s *spec.OpSchema) Change {
	c := newChange(VersionRemoved, s.ID(), s.ID(), "", s.ID()+" is gone").at("version", "")
	c.Version = s.ID()
	return c
}

// deprecated reports the versions that only the new side deprecates.
func (r *Report) deprecated() {
	for _, s := range r.New.Deprecated {
		if slices.ContainsFunc(r.Old.Deprecated, func(o *spec.OpSchema) bool { return o.ID() == s.ID() }) {
			continue
		}
		before := ""
		if p := predecessor(r.Old.Table.Schemas, s); p != nil {
			before = p.ID()
		}
		c := newChange(VersionDeprecated, s.ID(), before, "deprecated",
			fmt.Sprintf("%s is deprecated since opset %d of %s: the table cannot hold that, a person must decide", s.Name, s.SinceVersion, s.Domain)).at("", "version")
		c.Version = s.ID()
		r.Changes = append(r.Changes, c)
	}
}

// opsets compares the newest checked opsets.
func (r *Report) opsets() {
	if r.Old.Partial || r.New.Partial {
		return
	}
	report := func(rule, domain string, before, after int) {
		text := func(n int) string {
			if n == 0 {
				return ""
			}
			return strconv.Itoa(n)
		}
		message := fmt.Sprintf("the newest opset of %s is %d, formerly %d", domain, after, before)
		switch 0 {
		case before:
			message = fmt.Sprintf("domain %s is new, its newest opset is %d", domain, after)
		case after:
			message = fmt.Sprintf("domain %s is gone, its newest opset was %d", domain, before)
		}
		r.Changes = append(r.Changes, newChange(rule, domain, text(before), text(after), message))
	}
	names := map[string]bool{}
	for _, d := range slices.Concat(r.Old.Table.Domains, r.New.Table.Domains) {
		if names[d.Name] {
			continue
		}
		names[d.Name] = true
		before, _ := r.Old.Table.NewestOpset(d.Name)
		after, _ := r.New.Table.NewestOpset(d.Name)
		switch {
		case after > before:
			report(OpsetRaised, d.Name, before, after)
		case after < before:
			report(OpsetLowered, d.Name, before, after)
		}
	}
	sortChanges(r.Changes)
}

// storage compares the element types.
func (r *Report) storage() {
	if r.Old.Partial || r.New.Partial {
		return
	}
	find := func(t *spec.Table, name string) (spec.ElemType, bool) {
		e, err := t.ElemType("tensor(" + name + ")")
		return e, err == nil
	}
	for _, e := range r.New.Table.ElemTypes {
		old, ok := find(r.Old.Table, e.Name)
		switch {
		case !ok:
			r.Changes = append(r.Changes, newChange(StorageAdded, e.Tensor(), "", storageText(e), fmt.Sprintf("%s is stored as %s", e.Tensor(), storageText(e))))
		case old != e:
			r.Changes = append(r.Changes, newChange(StorageChanged, e.Tensor(), storageText(old), storageText(e),
				fmt.Sprintf("%s is stored as %s, formerly %s", e.Tensor(), storageText(e), storageText(old))))
		}
	}
	for _, e := range r.Old.Table.ElemTypes {
		if _, ok := find(r.New.Table, e.Name); !ok {
			r.Changes = append(r.Changes, newChange(StorageRemoved, e.Tensor(), storageText(e), "", fmt.Sprintf("%s is no longer stored", e.Tensor())))
		}
	}
}

// storageText is everything the table holds of an element type.
func storageText(e spec.ElemType) string {
	return fmt.Sprintf("%s, %d in a unit, %d bits, number %d, called %s",
		e.Storage, e.PerUnit, e.Bits, e.Number, e.GoName)
}
