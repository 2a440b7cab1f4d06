package spec

import (
	"slices"
	"strings"
)

// Since describes which versions are allowed: "since ai.onnx Pad-13 and com.microsoft Pad-1" if all later versions of the
// domains are also allowed, otherwise "by ai.onnx Pad-1 to Pad-11". A further allowed version of a domain does not change the
// text. The text is empty if no version is allowed. The versions must be in the order of the table. Versions of the domain
// [Own] are named only if no other version is allowed.
func Since(versions []*OpSchema, allowed func(*OpSchema) bool) string {
	if slices.ContainsFunc(versions, func(s *OpSchema) bool { return s.Domain != Own && allowed(s) }) {
		versions = slices.DeleteFunc(slices.Clone(versions), func(s *OpSchema) bool { return s.Domain == Own })
	}
	var by, since []string
	var first *OpSchema // the first of the current range
	for i, s := range versions {
		if !allowed(s) {
			first = nil
			continue
		}
		if first == nil || first.Key() != s.Key() {
			first = s
		}
		name := strings.Replace(first.ID(), "/", " ", 1)
		switch {
		case i == len(versions)-1 || versions[i+1].Key() != s.Key():
			since = append(since, name)
		case allowed(versions[i+1]):
		case first == s:
			by = append(by, name)
		default:
			by = append(by, name+" to "+strings.TrimPrefix(s.ID(), s.Domain+"/"))
		}
	}
	var parts []string
	if len(by) > 0 {
		parts = append(parts, "by "+strings.Join(by, " and "))
	}
	if len(since) > 0 {
		parts = append(parts, "since "+strings.Join(since, " and "))
	}
	return strings.Join(parts, " and ")
}
