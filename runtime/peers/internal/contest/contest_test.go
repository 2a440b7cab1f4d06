package contest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/peers/internal/report"
)

func TestRun(t *testing.T) {
	for _, w := range bench.Peers() {
		if w.OutBytes() > 2<<20 {
			continue
		}
		for name, res := range Run(&w, InGo(), time.Microsecond, 3) {
			if res.Status != report.OK || res.Ratio <= 0 {
				t.Errorf("%v: %s: got %+v, expected a ratio", &w, name, *res)
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
	calls := 0
	got := Run(w, []Contestant{
		InGo()[0],
		{Name: "idle", Prepare: prepare(func() error { return nil }, nil)},
		{Name: "failing", Prepare: prepare(func() error { return errors.New("no\n day") }, nil)},
		{Name: "failing later", Roofline: true, Prepare: prepare(func() error {
			if calls++; calls > 1 {
				return errors.New("tired")
			}
			return nil
		}, nil)},
		{Name: "unable", Prepare: prepare(nil, fmt.Errorf("%w: uint8", ErrUnsupported))},
	}, time.Microsecond, 3)
	for name, want := range map[string]report.Result{
		"idle":          {Status: report.Wrong, Note: got["idle"].Note},
		"failing":       {Status: report.Failed, Note: "no day"},
		"failing later": {Status: report.Failed, Note: "tired"},
		"unable":        {Status: report.Unsupported, Note: "unsupported: uint8"},
	} {
		if *got[name] != want || want.Note == "" {
			t.Errorf("%s: got %+v, expected %+v", name, *got[name], want)
		}
	}
	if closed != 4 {
		t.Errorf("%d of 4 closed", closed)
	}
}

// TestRatio: a round in which the machine was slow changes no ratio.
func TestRatio(t *testing.T) {
	e := &entrant{result: &report.Result{Status: report.OK}, ns: []float64{3, 30, 6}}
	e.conclude([]float64{1, 10, 2})
	if r := e.result; r.Ratio != 3 || r.Median != 6 || r.Min != 3 {
		t.Errorf("%+v, expected a ratio of 3, the median 6 and the least 3", *r)
	}
}
