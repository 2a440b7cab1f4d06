package specdiff

import "github.com/padgen/padgen/spec"

// unsupported reports what a person must add for a version, unless the version before needed it already. That one
// may be nil.
func unsupported(t *spec.Table, before, s *spec.OpSchema) []Change {
	needed := map[spec.Unsupported]bool{}
	if before != nil {
		for _, u := range t.Unsupported(before) {
			needed[u] = true
		}
	}
	var out []Change
	for _, u := range t.Unsupported(s) {
		if needed[u] {
			continue
		}
		c := newChange(UnsupportedPart, u.Part, "", "", "%s", u).at("", u.Fact)
		c.Version = s.ID()
		out = append(out, c)
	}
	return out
}
