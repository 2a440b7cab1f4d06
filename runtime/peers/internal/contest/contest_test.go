package contest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/peers/internal/report"
)

var quick = Timing{Sample: time.Microsecond, Budget: time.Millisecond, Rounds: 3}

func TestRun(t *testing.T) {
	all := []Contestant{Memcpy(), MemcpyTwo(), GoRows(), Padgen(), PadgenTwo()}
	for _, group := range [][]bench.Workload{bench.Peers(), bench.Short(), bench.Types(), bench.Ranks()} {
		for _, w := range group {
			if w.Type.Bits() == 0 || w.OutBytes() > 2<<20 {
				continue
			}
			for name, res := range Run(&w, all, quick) {
				want := report.OK
				if name == report.GoRows && w.Type.Bits() < 8 {
					want = report.Unsupported
				}
				if res.Status != want || want == report.OK && (res.Ratio <= 0 || res.Samples == 0) {
					t.Errorf("%v: %s is %s, expected %s: %s, %d samples", &w, name, res.Status, want, res.Note, res.Samples)
				}
			}
		}
	}
}

// TestFaults shows that a wrong output does not get a figure.
func TestFaults(t *testing.T) {
	w := &bench.Peers()[0]
	closed := 0
	prepare := func(run func() error, err error) func(*bench.Workload, bench.Call) (Timed, error) {
		return func(*bench.Workload, bench.Call) (Timed, error) {
			return Timed{Run: run, Close: func() { closed++ }}, err
		}
	}
	got := Run(w, []Contestant{
		Memcpy(),
		{Name: "idle", Prepare: prepare(func() error { return nil }, nil)},
		{Name: "failing", Prepare: prepare(func() error { return errors.New("no\n day") }, nil)},
		{Name: "unable", Prepare: prepare(nil, fmt.Errorf("%w: uint8", ErrUnsupported))},
	}, quick)
	for name, want := range map[string]report.Status{"idle": report.Wrong, "failing": report.Failed, "unable": report.Unsupported} {
		if r := got[name]; r == nil || r.Status != want || r.Median != 0 || r.Note == "" {
			t.Errorf("%s: got %+v, expected %s", name, r, want)
		}
	}
	if closed != 3 {
		t.Errorf("%d of 3 closed", closed)
	}
	if got["failing"].Note != "no day" {
		t.Errorf("got %q", got["failing"].Note)
	}
}

// TestRatio: a round in which the machine was slow changes no ratio, and a round without a sample counts for nothing.
func TestRatio(t *testing.T) {
	e := &entrant{result: &report.Result{Status: report.OK}, ns: map[int]float64{0: 3, 1: 30, 2: 5}}
	e.conclude(map[int]float64{0: 1, 1: 10})
	if r := e.result; r.Ratio != 3 || r.Median != 5 || r.Min != 3 || r.Samples != 3 {
		t.Errorf("%+v, expected a ratio of 3 and the median 5 of 3 samples", *r)
	}
}
