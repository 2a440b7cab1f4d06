package bench_test

import (
	"slices"
	"testing"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/pad"
)

// workloads lists all workloads that one goroutine runs.
func workloads() []bench.Workload {
	return slices.Concat(bench.Peers(), bench.Short(), bench.Types(), bench.Ranks())
}

// TestOutputs checks the output of padgen for each workload, and that the baseline copy writes every byte of the output, on one
// goroutine or two.
func TestOutputs(t *testing.T) {
	most := 3 << 20 // the benchmarks check larger ones
	if testing.Short() {
		most = 256 << 10
	}
	seen := map[string]bool{}
	for _, w := range workloads() {
		if seen[w.String()] {
			t.Errorf("%v stands twice in the tables", &w)
		}
		seen[w.String()] = true
		if w.OutBytes() > most {
			continue
		}
		c := bench.Open(&w)
		if c.Check() == nil {
			t.Errorf("%v: a poisoned output passes the check", &w)
		}
		run, _, err := c.Plan(1)
		if err == nil {
			err = run()
		}
		if err == nil {
			err = c.Check()
		}
		if err != nil {
			t.Errorf("%v: %v", &w, err)
		}
		if w.Type.Bits() < 8 || w.Mode != pad.Constant {
			continue
		}
		dst, src := c.Raw()
		n := min(len(dst), len(src))
		for i, copied := range []func(){c.Copy, c.CopyPieces, c.CopyTwo} {
			c.Poison()
			if copied(); i < 2 && string(dst[:n]) != string(src[:n]) || slices.Contains(dst[n:], 0xA5) {
				t.Errorf("%v: copy %d is not one, or leaves bytes unwritten", &w, i)
			}
		}
	}
	if n := len(bench.Peers()); n != 58 {
		t.Errorf("%d workloads to compare, expected 58", n)
	}
}
