package specdiff

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/padgen/padgen/spec"
)

// tables compares all versions of both tables: each with the same version of the other table, a new one with the
// version before it.
func (r *Report) tables(old, new *Revision) {
	r.storage(old.Table, new.Table)
	r.opsets(old.Table, new.Table)
	r.deprecated(old, new)
	sortChanges(r.Changes)
	for _, s := range union(new.Table.Schemas, old.Table.Schemas) {
		switch a, b := old.Table.Schema(s.ID()), new.Table.Schema(s.ID()); {
		case a == nil:
			r.added(old.Table, new.Table, b)
		case b == nil:
			c := newChange(VersionRemoved, a.ID(), a.ID(), "", "%s is removed", a.ID()).at("version", "")
			c.Version = a.ID()
			r.pair(a, nil, []Change{c})
		default:
			r.pair(a, b, compareVersions(new.Table, a, b))
		}
	}
}

// added reports a new version, and how it differs from the one before it.
func (r *Report) added(old, new *spec.Table, s *spec.OpSchema) {
	c := newChange(VersionAdded, s.ID(), "", s.ID(), "%s is new", s.ID()).at("", "version")
	c.Version = s.ID()
	changes := append([]Change{c}, r.inForce(old, new, s)...)
	before := predecessor(union(new.Schemas, old.Schemas), s)
	if before != nil {
		changes = append(changes, compareVersions(new, before, s)...)
	} else { // the first version has nothing else to be compared with
		changes = append(changes, unsupported(new, nil, s)...)
	}
	changes = slices.DeleteFunc(changes, func(c Change) bool { return c.Rule == DocOnly })
	sortChanges(changes)
	r.pair(before, s, changes)
}

// inForce reports a new version that is in force at opsets which the old table serves by an older version.
func (r *Report) inForce(old, new *spec.Table, s *spec.OpSchema) []Change {
	before := predecessor(old.Schemas, s)
	last, _ := old.NewestOpset(s.Domain)
	for _, next := range new.Schemas {
		if next.Key() == s.Key() && next.SinceVersion > s.SinceVersion {
			last = min(last, next.SinceVersion-1)
		}
	}
	if before == nil || last < s.SinceVersion {
		return nil
	}
	opsets := fmt.Sprintf("opsets %d to %d", s.SinceVersion, last)
	if last == s.SinceVersion {
		opsets = fmt.Sprintf("opset %d", last)
	}
	c := newChange(VersionInForce, s.ID(), before.ID(), s.ID(), "in force at %s: %s-%d (before: %s-%d)",
		opsets, s.Name, s.SinceVersion, s.Name, before.SinceVersion).at("version", "version")
	c.Version = s.ID()
	if signature, _ := worst(slices.DeleteFunc(compareVersions(new, before, s), r.subset.leavesOut)); signature != Changed {
		c.Signature, c.Go = signature, Additive
	}
	return []Change{c}
}

// deprecated reports the versions that only the new revision deprecates.
func (r *Report) deprecated(old, new *Revision) {
	for _, s := range new.Deprecated {
		if slices.ContainsFunc(old.Deprecated, func(o *spec.OpSchema) bool { return o.ID() == s.ID() }) {
			continue
		}
		before := ""
		if p := predecessor(old.Table.Schemas, s); p != nil {
			before = p.ID()
		}
		c := newChange(VersionDeprecated, s.ID(), before, "deprecated",
			"%s is deprecated since opset %d of %s: no table can say that, and the newest opset must stay below it",
			s.Name, s.SinceVersion, s.Domain)
		c.Version = s.ID()
		c.File, c.Line = new.place(s, "version")
		r.Changes = append(r.Changes, c)
	}
}

// opsets compares the newest opsets.
func (r *Report) opsets(old, new *spec.Table) {
	var names []string
	for _, d := range slices.Concat(old.Domains, new.Domains) {
		names = append(names, d.Name)
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		before, had := old.NewestOpset(name)
		after, has := new.NewestOpset(name)
		rule := OpsetRaised
		if after < before {
			rule = OpsetLowered
		}
		message := fmt.Sprintf("the newest opset of %s is %d (before: %d)", name, after, before)
		switch {
		case !had:
			message = fmt.Sprintf("domain %s is new, its newest opset is %d", name, after)
		case !has:
			message = fmt.Sprintf("domain %s is removed, its newest opset was %d", name, before)
		case after == before:
			continue
		}
		r.Changes = append(r.Changes, newChange(rule, name, number(before), number(after), "%s", message))
	}
}

// number prints an opset, and nothing for none.
func number(opset int) string {
	if opset == 0 {
		return ""
	}
	return strconv.Itoa(opset)
}

// storage compares the element types.
func (r *Report) storage(old, new *spec.Table) {
	add := func(rule string, e spec.ElemType, before, after, message string) {
		c := newChange(rule, e.Tensor(), before, after, "%s %s", e.Tensor(), message)
		if !r.subset.leavesOut(c) {
			r.Changes = append(r.Changes, c)
		}
	}
	for _, e := range new.ElemTypes {
		was, err := old.ElemType(e.Tensor())
		before, after := storageText(was), storageText(e)
		switch {
		case err != nil:
			add(StorageAdded, e, "", after, "is stored as "+after)
		case was != e:
			add(StorageChanged, e, before, after, "is stored as "+after+" (before: "+before+")")
		}
	}
	for _, e := range old.ElemTypes {
		if _, err := new.ElemType(e.Tensor()); err != nil {
			add(StorageRemoved, e, storageText(e), "", "is not stored any more")
		}
	}
}

// storageText is everything the table holds of an element type.
func storageText(e spec.ElemType) string {
	return fmt.Sprintf("%s, %d in a unit, %d bits, number %d, called %s",
		e.Storage, e.PerUnit, e.Bits, e.Number, e.GoName)
}
