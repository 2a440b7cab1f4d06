package specdiff

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/padgen/padgen/spec"
)

// versions compares two versions, or one of two tables. Of two versions, each change names the one that brought it.
func (r *Report) versions(old, new *spec.OpSchema) []Change {
	before, after := factsOf(old), factsOf(new)
	edited := old.ID() == new.ID()
	if edited && r.documents[old] == nil && r.documents[new] == nil {
		before.add(fact{kind: kindSources, path: "sources", key: "sources", value: strings.Join(old.Sources, "; ")})
		after.add(fact{kind: kindSources, path: "sources", key: "sources", value: strings.Join(new.Sources, "; ")})
	}
	var changes []Change
	for _, d := range compareFacts(before, after) {
		if !r.leftOut(d, old, before) && !r.leftOut(d, new, after) {
			changes = append(changes, d.change())
		}
	}
	changes = r.unsupported(changes, old, new)
	if edited {
		changes = published(changes, new)
	}
	r.date(changes, old, new, before, after)
	return changes
}

// leftOut reports whether s is of a document that leaves out what differs, and notes it.
func (r *Report) leftOut(d difference, s *spec.OpSchema, stated *facts) bool {
	doc, f := r.documents[s], d.fact()
	if _, ok := stated.get(f.path); ok || doc == nil {
		return false
	}
	name := f.path
	switch {
	case f.kind == kindDefault && !doc.statesDefaults():
	case !doc.Page:
		return false
	case f.of == "" && !stated.groups[f.group()]:
		name = f.group()
	case f.of == "" && f.kind != kindArity:
		return false
	}
	if name = s.ID() + " " + name; !r.left[name] {
		r.left[name] = true
		r.Skipped.Facts = append(r.Skipped.Facts, name)
	}
	return true
}

// published adds that a published version is different. Runs at its opset change with its signature.
func published(changes []Change, s *spec.OpSchema) []Change {
	n := 0
	for i := range changes {
		c := &changes[i]
		if c.Signature == Changed {
			c.Go = Breaking
		}
		if c.kind() != "" && c.kind() != kindSources {
			n++
		}
	}
	if n == 0 {
		return changes
	}
	c := versionChange(RetroactiveEdit, s, s, "%s is published and differs in %s", s.ID(), count(n, "place"))
	c.Signature, c.Go = worst(changes)
	return append(changes, c)
}

// kind is the kind of the fact that changed, "" if the change is none of a fact.
func (c Change) kind() string { return c.fact().kind }

// unsupported adds what a person must add for a version, unless the version before needs it already, to the change that
// needs it. A part that the runtime does not know, but for a type or a mode, may give any node another meaning.
func (r *Report) unsupported(changes []Change, old, new *spec.OpSchema) []Change {
	needed := map[spec.Unsupported]bool{}
	if old != nil {
		for _, u := range r.New.Table.Unsupported(old) {
			needed[u] = true
		}
	}
	doc := r.documents[new]
	for _, u := range r.New.Table.Unsupported(new) {
		switch i := needs(changes, u.Fact); {
		case needed[u]:
		case i >= 0:
			c := &changes[i]
			c.Go = higher(c.Go, Unsupported)
			if c.kind() != kindType && c.kind() != kindMode {
				c.Signature = Changed
			}
			c.Message += "; unsupported: " + u.String()
			c.Unsupported = append(c.Unsupported, u.String())
		case doc == nil || !doc.Page: // a page may leave out what would be supported
			c := newChange(ruleOf(UnsupportedPart), u.Fact, "", "", u.String())
			c.new.key, c.Version, c.Unsupported = u.Fact, new.ID(), []string{u.String()}
			changes = append(changes, c)
		}
	}
	return changes
}

// needs returns the index of the change of a key or, if there is none, of one above or below it, or -1.
func needs(changes []Change, key string) int {
	find := func(fits func(k string) bool) int {
		return slices.IndexFunc(changes, func(c Change) bool {
			f := c.fact()
			return f.kind != "" && (fits(f.key) || f.of != "" && fits(f.ofKey))
		})
	}
	if i := find(func(k string) bool { return k == key }); i >= 0 {
		return i
	}
	return find(func(k string) bool { return strings.HasPrefix(key, k+".") || strings.HasPrefix(k, key+".") })
}

// date says of each change which version brought it. Of two versions of a table, that is the first one between them from
// which on the fact is as in the newer one.
func (r *Report) date(changes []Change, old, new *spec.OpSchema, before, after *facts) {
	chain, stated := []*spec.OpSchema{old, new}, []*facts{before, after}
	if order := spec.CompareSchemas(old, new); r.Old.Version != nil && order != 0 && old.Key() == new.Key() {
		if order > 0 {
			slices.Reverse(chain)
			slices.Reverse(stated)
		}
		first, _ := slices.BinarySearchFunc(r.all, chain[0], spec.CompareSchemas)
		last, _ := slices.BinarySearchFunc(r.all, chain[1], spec.CompareSchemas)
		for _, s := range slices.Backward(r.all[first+1 : last]) {
			chain, stated = slices.Insert(chain, 1, s), slices.Insert(stated, 1, factsOf(s))
		}
	}
	last := len(chain) - 1
	for i := range changes {
		c := &changes[i]
		path := c.fact().path
		if path == "" {
			c.since = last
			continue
		}
		at := last
		if newest, ok := stated[last].get(path); ok {
			for at > 1 && holds(stated[at-1], newest) {
				at--
			}
		} else {
			at = 1
			for _, ok := stated[at].get(path); ok; _, ok = stated[at].get(path) {
				at++
			}
		}
		c.Version, c.since = chain[at].ID(), at
	}
}

func holds(l *facts, f fact) bool {
	g, ok := l.get(f.path)
	return ok && f.same(g)
}

// tables compares all versions of both tables: each with the same version of the other table, a new one with the
// version before it. What is found of the generated package is among the first changes.
func (r *Report) tables(changes []Change) {
	old, new := r.Old.Table, r.New.Table
	for _, d := range compareFacts(storageOf(old), storageOf(new)) {
		changes = append(changes, d.change())
	}
	changes = append(changes, newestOpsets(old, new)...)
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
			r.add(a, nil, []Change{versionChange(VersionRemoved, a, nil, "%s is removed", a.ID())})
		default:
			r.add(a, b, r.versions(a, b))
		}
	}
}

// versionChange is a change of a version as a whole.
func versionChange(id string, old, new *spec.OpSchema, message string, args ...any) Change {
	name := func(s *spec.OpSchema) (fact, string) {
		if s == nil {
			return fact{}, ""
		}
		return fact{key: "version"}, s.ID()
	}
	c := newChange(ruleOf(id), "version", "", "", fmt.Sprintf(message, args...))
	c.difference.old, c.Old = name(old)
	c.difference.new, c.New = name(new)
	if c.Version = c.New; new == nil {
		c.Version = c.Old
	}
	return c
}

// addVersion reports a new version, and how it differs from the one before it.
func (r *Report) addVersion(s *spec.OpSchema) {
	changes := []Change{versionChange(VersionAdded, nil, s, "%s is new", s.ID())}
	before := predecessor(r.all, s)
	if before != nil {
		changes = append(changes, r.versions(before, s)...)
	} else { // the first version has nothing else to be compared with
		changes = r.unsupported(changes, nil, s)
	}
	r.add(before, s, append(changes, r.inForce(s)...))
}

// inForce reports a new version that is in force at opsets which the old table serves by an older version.
func (r *Report) inForce(s *spec.OpSchema) []Change {
	before := predecessor(r.Old.Table.Schemas, s)
	last, _ := r.Old.Table.NewestOpset(s.Domain)
	i, _ := slices.BinarySearchFunc(r.New.Table.Schemas, s, spec.CompareSchemas)
	if rest := r.New.Table.Schemas[i+1:]; len(rest) > 0 && rest[0].Key() == s.Key() {
		last = min(last, rest[0].SinceVersion-1)
	}
	if before == nil || last < s.SinceVersion {
		return nil
	}
	opsets := fmt.Sprintf("opsets %d to %d", s.SinceVersion, last)
	if last == s.SinceVersion {
		opsets = fmt.Sprintf("opset %d", last)
	}
	c := versionChange(VersionInForce, before, s, "in force at %s: %s-%d (before: %s-%d)",
		opsets, s.Name, s.SinceVersion, s.Name, before.SinceVersion)
	signature, _ := worst(slices.DeleteFunc(r.versions(before, s), r.subset.leavesOut))
	if signature != Changed {
		c.Signature, c.Go = signature, Additive
	}
	return []Change{c}
}

// deprecated reports the versions that only the new revision deprecates.
func (r *Report) deprecated() []Change {
	var changes []Change
	for _, s := range r.New.Deprecated {
		if slices.ContainsFunc(r.Old.Deprecated, func(o *spec.OpSchema) bool { return o.ID() == s.ID() }) {
			continue
		}
		c := versionChange(VersionDeprecated, predecessor(r.Old.Table.Schemas, s), s,
			"%s is deprecated since opset %d of %s: no table can say that, and the newest opset must stay below it",
			s.Name, s.SinceVersion, s.Domain)
		c.New = "deprecated"
		c.File, c.Line = r.New.place(s, "version")
		changes = append(changes, c)
	}
	return changes
}

// newestOpsets compares the newest opsets.
func newestOpsets(old, new *spec.Table) []Change {
	var names []string
	for _, d := range slices.Concat(old.Domains, new.Domains) {
		names = append(names, d.Name)
	}
	slices.Sort(names)
	var changes []Change
	for _, name := range slices.Compact(names) {
		before, had := old.NewestOpset(name)
		after, has := new.NewestOpset(name)
		id := OpsetRaised
		if after < before {
			id = OpsetLowered
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
		number := func(opset int) string { return strings.TrimPrefix(strconv.Itoa(opset), "0") }
		changes = append(changes,
			newChange(ruleOf(id), "newest_opset."+name, number(before), number(after), message))
	}
	return changes
}
