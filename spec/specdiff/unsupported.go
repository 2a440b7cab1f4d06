package specdiff

import (
	"strings"

	"github.com/padgen/padgen/spec"
)

// unsupported reports what a person must add for a version, unless the version before needed it already. That one
// may be nil.
func unsupported(t *spec.Table, before, s *spec.OpSchema) []Change {
	needed := map[unsup]bool{}
	if before != nil {
		for _, u := range unsup2(t, before) {
			needed[u] = true
		}
	}
	var out []Change
	for _, u := range unsup2(t, s) {
		if needed[u] {
			continue
		}
		c := newChange(UnsupportedPart, u.Part, "", "", "%s", u.Reason).at("", u.Fact)
		c.Version = s.ID()
		out = append(out, c)
	}
	return out
}

type unsup struct{ Part, Fact, Reason string }

func unsup2(t *spec.Table, s *spec.OpSchema) []unsup {
	var out []unsup
	seen := map[string]bool{}
	for _, c := range s.TypeConstraints {
		for _, typ := range c.Types {
			if _, err := t.ElemType(typ); err != nil && !seen[typ] {
				seen[typ] = true
				out = append(out, unsup{typ, typeFact(c.Name, typ), typ + " has no storage in elemtypes.json"})
			}
		}
	}
	for _, p := range s.Inputs {
		if _, err := t.ElemType(p.Type); err != nil && strings.Contains(p.Type, "(") {
			out = append(out, unsup{p.Type, "inputs." + p.Name, p.Type + " has no storage in elemtypes.json"})
		}
	}
	for _, m := range minus(s.Modes, spec.KnownModes()) {
		out = append(out, unsup{"mode " + m, "modes." + m, "mode " + m + " has no emitter"})
	}
	for _, u := range s.Unserved() {
		out = append(out, unsup{u.Part, u.Fact, u.Reason})
	}
	return out
}
