// Package contest has the contestants that need nothing but Go, and measures all of them side by side.
package contest

import (
	"errors"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/peers/internal/report"
)

// ErrUnsupported marks a workload that a contestant has no kernel for.
var ErrUnsupported = errors.New("unsupported")

// Contestant is a way to pad, or a roofline.
type Contestant struct {
	Name string
	// Prepare does what is done once: a session, a plan. It is not timed.
	Prepare func(w *bench.Workload, c bench.Call) (Timed, error)
	// Two is set for those with two threads: below 1 MiB of output, where a second one cannot pay, they take no part.
	Two bool
	// Roofline is set for copies, whose output is not a padded tensor. Ratios are to the fastest one on a workload.
	Roofline bool
}

// Timed is a prepared contestant.
type Timed struct {
	Run func() error // one whole Pad of the call's input into its output
	// Time returns what a call takes, in nanoseconds, from so many of them: of contestants that measure themselves. May be nil.
	Time  func(calls int) (ns float64, err error)
	Close func() // may be nil; called where Prepare fails, too
}

// InGo returns the rooflines, this project, and what a careful Go programmer writes: row by row, with copy.
func InGo() []Contestant {
	return []Contestant{
		{Name: report.Memcpy, Roofline: true, Prepare: call(bench.Call.Copy)},
		{Name: report.MemcpyPieces, Roofline: true, Prepare: call(bench.Call.CopyPieces)},
		{Name: report.MemcpyTwo, Roofline: true, Prepare: call(bench.Call.CopyTwo), Two: true},
		{Name: report.Padgen, Prepare: plan(1)},
		{Name: report.PadgenTwo, Prepare: plan(2), Two: true},
		{Name: report.GoRows, Prepare: call(bench.Call.Rows)},
	}
}

func call(run func(bench.Call)) func(*bench.Workload, bench.Call) (Timed, error) {
	return func(_ *bench.Workload, c bench.Call) (Timed, error) {
		return Timed{Run: func() error { run(c); return nil }}, nil
	}
}

func plan(workers int) func(*bench.Workload, bench.Call) (Timed, error) {
	return func(_ *bench.Workload, c bench.Call) (Timed, error) {
		run, _, err := c.Plan(workers)
		return Timed{Run: run}, err
	}
}
