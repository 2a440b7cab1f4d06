package bench_test

import (
	"slices"
	"testing"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/pad"
)

// groups are all workloads that one goroutine runs.
func groups() []bench.Workload {
	return slices.Concat(bench.Peers(), bench.Short(), bench.Types(), bench.Ranks())
}

// testBytes is what a test runs; the benchmarks check the larger ones.
func testBytes() int {
	if testing.Short() {
		return 256 << 10
	}
	return 3 << 20
}

func TestOutputs(t *testing.T) {
	seen := map[string]bool{}
	for _, w := range groups() {
		if name := w.String(); seen[name] {
			t.Errorf("%s stands twice in the tables", name)
		} else {
			seen[name] = true
		}
		if w.OutBytes() > testBytes() {
			continue
		}
		c := bench.Open(&w)
		if err := c.Check(); err == nil {
			t.Errorf("%v: a poisoned output passes the check", &w)
		}
		run, err := c.Plan(1)
		if err != nil {
			t.Error(err)
			continue
		}
		if err := run(); err != nil {
			t.Errorf("%v: %v", &w, err)
		}
		if err := c.Check(); err != nil {
			t.Error(err)
		}
	}
	if n := len(bench.Peers()); n != 58 {
		t.Errorf("%d workloads to compare, expected 58", n)
	}
}

// TestCopy holds the roofline to what it says: it writes every byte of the output, on one goroutine or two.
func TestCopy(t *testing.T) {
	for _, w := range groups() {
		if w.OutBytes() > testBytes() || w.Type.Bits() < 8 || w.Mode != pad.Constant {
			continue
		}
		c := bench.Open(&w)
		dst, src := c.Raw()
		n := min(len(dst), len(src))
		for name, f := range map[string]func(){"Copy": c.Copy, "CopyTwo": c.CopyTwo} {
			c.Poison()
			f()
			if name == "Copy" && string(dst[:n]) != string(src[:n]) {
				t.Errorf("%v: %s does not copy", &w, name)
			}
			if slices.Contains(dst[n:], 0xA5) {
				t.Errorf("%v: %s leaves bytes unwritten", &w, name)
			}
		}
	}
}
