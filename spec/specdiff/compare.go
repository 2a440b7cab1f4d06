package specdiff

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/padgen/padgen/spec"
)

// versions compares two versions, or the same version in two tables. Each change names the version that brought it.
func (r *Report) versions(old, new *spec.OpSchema) []Change {
	before, after := factsOf(old), factsOf(new)
	edited := old.ID() == new.ID()
	if edited && r.documents[old] == nil && r.documents[new] == nil {
		before.sources(old)
		after.sources(new)
	}
	var differences []difference
	_, had := before.get("attributes.mode")
	_, has := after.get("attributes.mode")
	for _, d := range compareFacts(before, after) {
		elsewhere := d.fact().kind == kindMode && had != has // the modes are not in attribute mode
		if !r.leftOut(d, old, before) && !r.leftOut(d, new, after) && !elsewhere {
			differences = append(differences, d)
		}
	}
	var changes []Change
	for _, d := range moved(differences) {
		changes = append(changes, d.change())
	}
	if edited {
		changes = published(changes, new)
	}
	changes = append(r.unsupported(changes, old, new), r.prose(old, new)...)
	r.date(changes, old, new)
	return changes
}

// leftOut reports whether s comes from a document that omits the fact that differs, and records this.
func (r *Report) leftOut(d difference, s *spec.OpSchema, stated *facts) bool {
	doc, f := r.documents[s], d.fact()
	if _, ok := stated.get(f.path); ok || doc == nil {
		return false
	}
	name := f.path
	switch {
	case f.kind == kindMeaning: // no document states meanings
		return true
	case f.kind == kindDefault && !doc.statesDefaults:
	case !doc.Page:
		return false
	case f.of == "" && !stated.groups[f.group()]:
		name = f.group()
	case f.of == "":
		return false
	}
	if name = s.ID() + " " + name; !r.left[name] {
		r.left[name] = true
		r.Skipped.Facts = append(r.Skipped.Facts, name)
	}
	return true
}

// published adds a change for a published version that differs. If its signature differs, runs at its opset may also differ.
func published(changes []Change, s *spec.OpSchema) []Change {
	n := 0
	for i := range changes {
		c := &changes[i]
		if c.Signature == Changed {
			c.Go = Breaking
		}
		if c.kind() != kindSources {
			n++
		}
	}
	if n == 0 || spec.Preview(s.Domain) {
		return changes
	}
	c := versionChange(RetroactiveEdit, s, s.ID(), s.ID(), "is published and differs in "+count(n, "place"))
	c.Signature, c.Go = worst(changes)
	return append(changes, c)
}

// kind returns the kind of the fact that changed, or "".
func (c Change) kind() string { return c.fact().kind }

// unsupported adds what a person must add for a version. This concerns padgen and does not affect the severities of other
// changes. It omits what the previous version also needs, and what a page may merely not state.
func (r *Report) unsupported(changes []Change, old, new *spec.OpSchema) []Change {
	var needed []spec.Unsupported
	if old != nil {
		needed = r.New.Table.Unsupported(old)
	}
	doc, stated := r.documents[new], changes
	for _, u := range r.New.Table.Unsupported(new) {
		isOf := func(c Change) bool { return c.fact().key == u.Fact }
		if slices.Contains(needed, u) || doc != nil && doc.Page && !slices.ContainsFunc(stated, isOf) {
			continue
		}
		c := newChange(ruleOf(UnsupportedPart), u.Fact, "", "", u.String())
		c.new.key, c.Version, c.Unsupported = u.Fact, new.ID(), []string{u.String()}
		changes = append(changes, c)
	}
	return changes
}

// maxDated is how many versions [Report.date] looks at between two. A document may have thousands.
const maxDated = 100

// date sets the version that brought each change. Between two versions of a table, this is the first version from which on
// the fact is as in the newer one.
func (r *Report) date(changes []Change, old, new *spec.OpSchema) {
	chain := []*spec.OpSchema{old, new}
	if r.Old.Version != nil && old.Key() == new.Key() {
		slices.SortFunc(chain, spec.CompareSchemas)
		first, _ := slices.BinarySearchFunc(r.all, chain[0], spec.CompareSchemas)
		last, _ := slices.BinarySearchFunc(r.all, chain[1], spec.CompareSchemas)
		if last-first > 1 && last-first < maxDated {
			chain = slices.Concat(chain[:1], r.all[first+1:last], chain[1:])
		}
	}
	last := len(chain) - 1
	stated := make([]*facts, len(chain))
	for i, s := range chain {
		stated[i] = factsOf(s)
	}
	for i := range changes {
		c, at := &changes[i], last
		path := c.fact().path
		for at > 1 && (path != "" && agree(stated[at-1], stated[last], path) || c.IsProse() && r.isWorded(chain[at-1], c)) {
			at--
		}
		if path != "" || c.IsProse() {
			c.Version = chain[at].ID()
		}
		c.since = at
	}
}

// agree reports whether two lists state the same for a path.
func agree(l, m *facts, path string) bool {
	f, ok := l.get(path)
	g, there := m.get(path)
	return ok == there && (!ok || f.same(g))
}

// tables compares all versions of both tables: each with the same version of the other table, and a new one with the version
// before it. changes are those of the generated package; they are listed among the first changes.
func (r *Report) tables(changes []Change) {
	old, new := r.Old.Table, r.New.Table
	for _, d := range compareFacts(storageOf(old), storageOf(new)) {
		changes = append(changes, d.change())
	}
	changes = append(changes, r.newestOpsets()...)
	changes = append(changes, r.deprecated()...)
	r.add(nil, nil, changes)
	in := func(t *spec.Table) map[string]*spec.OpSchema {
		out := make(map[string]*spec.OpSchema, len(t.Schemas))
		for _, s := range t.Schemas {
			out[s.ID()] = s
		}
		return out
	}
	inOld, inNew := in(old), in(new)
	for _, s := range r.all {
		switch a, b := inOld[s.ID()], inNew[s.ID()]; {
		case a == nil:
			r.addVersion(b)
		case b == nil:
			r.add(a, nil, []Change{versionChange(VersionRemoved, a, a.ID(), "", "the version is removed")})
		default:
			r.add(a, b, r.versions(a, b))
		}
	}
}

// versionChange returns a change of a version as a whole.
func versionChange(id string, version *spec.OpSchema, before, after, message string) Change {
	c := newChange(ruleOf(id), "version", before, after, message)
	c.Version, c.old.key, c.new.key = version.ID(), "version", "version"
	return c
}

// addVersion reports a new version, and how it differs from the previous one. It may be in force at opsets for which the old
// table has an older version.
func (r *Report) addVersion(s *spec.OpSchema) {
	c := versionChange(VersionAdded, s, "", s.ID(), "the version is new")
	last, _ := r.Old.Table.NewestOpset(s.Domain)
	if next := neighbor(r.New.Table.Schemas, s, 1); next != nil {
		last = min(last, next.SinceVersion-1)
	}
	if served := neighbor(r.Old.Table.Schemas, s, -1); served != nil && last >= s.SinceVersion {
		c.Message += fmt.Sprintf(", and in force up to opset %d (before: %s)", last, served.ID())
		changes := slices.DeleteFunc(r.versions(served, s), r.subset.leavesOut)
		if signature, _ := worst(changes); signature == Changed {
			c.Signature, c.Go = Changed, Breaking
		}
	}
	changes := []Change{c}
	before := neighbor(r.all, s, -1)
	if before != nil {
		changes = append(changes, r.versions(before, s)...)
	} else { // there is nothing to compare the first version with
		changes = r.unsupported(changes, nil, s)
	}
	r.add(before, s, changes)
}

// deprecated reports the versions that only the new revision deprecates.
func (r *Report) deprecated() []Change {
	var changes []Change
	for _, s := range r.New.Deprecated {
		if slices.ContainsFunc(r.Old.Deprecated, func(o *spec.OpSchema) bool { return o.ID() == s.ID() }) {
			continue
		}
		before := ""
		if p := neighbor(r.Old.Table.Schemas, s, -1); p != nil {
			before = p.ID()
		}
		c := versionChange(VersionDeprecated, s, before, "deprecated",
			"the version is deprecated: a table cannot state that, and the newest opset must stay below it")
		c.File, c.Line = r.New.place(s, "version")
		changes = append(changes, c)
	}
	return changes
}

// newestOpsets compares the newest opsets of the domains that contain a version.
func (r *Report) newestOpsets() []Change {
	var changes []Change
	for i, s := range r.all {
		before, _ := r.Old.Table.NewestOpset(s.Domain)
		after, _ := r.New.Table.NewestOpset(s.Domain)
		if before == after || i > 0 && r.all[i-1].Domain == s.Domain {
			continue
		}
		id := OpsetRaised
		if after < before {
			id = OpsetLowered
		}
		changes = append(changes,
			newChange(ruleOf(id), "newest_opset."+s.Domain, strconv.Itoa(before), strconv.Itoa(after), ""))
	}
	return changes
}
