package padtest

import (
	"testing"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// gridSize is the number of calls that Set requests from [Grid] for each mode and rank.
const gridSize = 300

// Set checks a whole kernel set: it runs [Contract], and then each kernel on the calls of [Grid], [Rows] and [Slabs]. If the rank of a
// call has no kernel, the kernel of the next higher rank runs it. Set takes several seconds.
func Set[T kernel.Unit](t testing.TB, ks *kernel.Set[T]) {
	t.Helper()
	if ks == nil || ks.Name == "" {
		t.Fatal("padtest: no generated kernel set")
	}
	Contract(t, ks)
	var fixed [kernel.NumModes][]Case
	for m := range fixed {
		fixed[m] = append(Rows(pad.Mode(m)), Slabs(pad.Mode(m))...)
	}
	var done [kernel.NumModes]int // the rank of the previous kernel
	ran := Kernels(t, ks, func(mode pad.Mode, rank int) []Case {
		cases := Grid(mode, rank, gridSize)
		for _, c := range fixed[mode] {
			if len(c.Shape) > done[mode] {
				cases = append(cases, c)
			}
		}
		done[mode] = rank
		return cases
	})
	if ran == 0 {
		t.Errorf("%s: the set has no kernel", ks.Name)
	}
}
