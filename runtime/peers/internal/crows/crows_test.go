package crows

import (
	"slices"
	"testing"
	"time"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/peers/internal/contest"
	"github.com/padgen/padgen/runtime/peers/internal/report"
)

// TestRows compares the rows with the reference, which Run does, on every small workload; packed types and strings are not C's.
func TestRows(t *testing.T) {
	for _, w := range slices.Concat(bench.Peers(), bench.Families(), bench.Short(), bench.Types(), bench.Ranks()) {
		if w.OutBytes() > 256<<10 {
			continue
		}
		want := report.OK
		if w.Type.PerUnit() > 1 || w.Type.String() == "string" {
			want = report.Unsupported
		}
		got := contest.Run(&w, append(Contestants(), contest.InGo()[0]), time.Microsecond, 3)
		if r := got[report.CRows]; r.Status != want || want == report.OK && r.Ratio <= 0 {
			t.Errorf("%v: got %+v, expected %s", &w, *r, want)
		}
	}
}
