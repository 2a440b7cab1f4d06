package spec_test

import (
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
)

// TestSince: an o marks a version that is not allowed.
func TestSince(t *testing.T) {
	for versions, want := range map[string]string{
		"":                 "",
		"a1o b1o":          "",
		"a1 a2":            "since a Pad-1",
		"a1 a2 a3":         "since a Pad-1", // another version changes nothing
		"a1o a2 a3 b1":     "since a Pad-2 and b Pad-1",
		"a1 b1 b2o":        "by b Pad-1 and since a Pad-1",
		"a1 a2 a3o":        "by a Pad-1 to Pad-2",
		"a1 a2o a3 a4o a5": "by a Pad-1 and a Pad-3 and since a Pad-5",
		"a1 a2 a3o b1o":    "by a Pad-1 to Pad-2",
		"a1o b1 b2":        "since b Pad-1",
	} {
		var list []*spec.OpSchema
		refused := map[*spec.OpSchema]bool{}
		for word := range strings.FieldsSeq(versions) {
			s := &spec.OpSchema{Domain: word[:1], Name: "Pad", SinceVersion: int(word[1] - '0')}
			list, refused[s] = append(list, s), len(word) == 3
		}
		if got := spec.Since(list, func(s *spec.OpSchema) bool { return !refused[s] }); got != want {
			t.Errorf("%s: %q, expected %q", versions, got, want)
		}
	}
}
