// Package contest has the contestants that need nothing but Go, and measures all of them side by side.
package contest

import (
	"errors"
	"fmt"

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
	// Unchecked is set for those whose output is no padded tensor.
	Unchecked bool
	// Only says which workloads it takes part in; nil means all.
	Only func(w *bench.Workload) bool
}

// Timed is a prepared contestant.
type Timed struct {
	Run func() error // one whole Pad of the call's input into its output
	// Time returns what a call takes, in nanoseconds, from so many of them: of contestants that measure themselves. May be nil.
	Time  func(calls int) (ns float64, err error)
	Close func() // may be nil; called where Prepare fails, too
}

// twoFrom is the output from which contestants with two threads take part: below it a second one cannot pay.
const twoFrom = 1 << 20

func large(w *bench.Workload) bool { return w.OutBytes() >= twoFrom }

// Memcpy is the roofline that all ratios are to.
func Memcpy() Contestant {
	return Contestant{Name: report.Memcpy, Unchecked: true, Prepare: func(_ *bench.Workload, c bench.Call) (Timed, error) {
		return Timed{Run: func() error { c.Copy(); return nil }}, nil
	}}
}

// MemcpyTwo is the roofline on two goroutines.
func MemcpyTwo() Contestant {
	return Contestant{Name: report.MemcpyTwo, Unchecked: true, Only: large, Prepare: func(_ *bench.Workload, c bench.Call) (Timed, error) {
		return Timed{Run: func() error { c.CopyTwo(); return nil }}, nil
	}}
}

// Padgen is this project on one goroutine.
func Padgen() Contestant { return Contestant{Name: report.Padgen, Prepare: plan(1)} }

// PadgenTwo is this project as it chooses the number of goroutines, up to two.
func PadgenTwo() Contestant {
	return Contestant{Name: report.PadgenTwo, Prepare: plan(2), Only: large}
}

func plan(workers int) func(*bench.Workload, bench.Call) (Timed, error) {
	return func(_ *bench.Workload, c bench.Call) (Timed, error) {
		run, err := c.Plan(workers)
		return Timed{Run: run}, err
	}
}

// GoRows is what a careful Go programmer writes: row by row, with copy.
func GoRows() Contestant {
	return Contestant{Name: report.GoRows, Prepare: func(w *bench.Workload, c bench.Call) (Timed, error) {
		if w.Type.PerUnit() > 1 {
			return Timed{}, fmt.Errorf("%w: %v", ErrUnsupported, w.Type)
		}
		return Timed{Run: func() error { c.Rows(); return nil }}, nil
	}}
}
