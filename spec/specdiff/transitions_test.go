package specdiff_test

import (
	"strings"
	"testing"

	"github.com/padgen/padgen/spec/specdiff"
)

// TestTransitions checks the reports of the nine real transitions, and of longer ones, in both directions: a change names the
// version that brought it. Every format is the same each time, and states when prose is compared.
func TestTransitions(t *testing.T) {
	var all strings.Builder
	versions := strings.Fields("1 2 11 13 18 19 21 23 24 25")
	var pairs [][2]string
	for i, to := range versions[1:] {
		pairs = append(pairs, [2]string{"Pad-" + versions[i], "Pad-" + to})
	}
	for _, p := range append(pairs, [][2]string{{"13", "25"}, {"18", "28"}, {"25", "18"}, {"1", "11"}, {"11", "1"}}...) {
		r := compare(t, p[0], p[1])
		all.WriteString(write(t, r, specdiff.Text) + "\n")
		for _, f := range formats {
			out := write(t, r, f)
			if out != write(t, compare(t, p[0], p[1]), f) || !strings.Contains(strings.ToLower(out), "prose") {
				t.Errorf("%s: %s is not the same each time, or does not state when prose is compared", p, f)
			}
		}
		back := compare(t, p[1], p[0])
		if a, b := r.Impact, back.Impact; len(a.Added) != len(b.Removed) || len(a.Removed) != len(b.Added) || len(back.Changes) != len(r.Changes) {
			t.Errorf("%s: another number of changes or kernels on the way back", p)
		}
	}
	golden(t, "transitions.txt", all.String())
}
