package contest

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/peers/internal/report"
)

// entrant is a contestant at one workload.
type entrant struct {
	Timed
	result *report.Result
	bound  bool      // is a roofline on one thread
	calls  int       // in a sample
	ns     []float64 // of one call, by round
}

// Run checks every contestant on one workload, and measures them by as many samples as there are rounds, each of at
// least the given time. Samples are taken in turns and in random order, so that a busy moment of the machine hits all
// of them alike. Ratios are to the roofline on one thread with the least median, whose result is reported as memcpy's.
func Run(w *bench.Workload, contestants []Contestant, sample time.Duration, rounds int) map[string]*report.Result {
	c := bench.Open(w)
	results := map[string]*report.Result{}
	var entrants []*entrant
	for _, p := range contestants {
		if p.Two && w.OutBytes() < 1<<20 {
			continue
		}
		e := enter(w, c, p)
		e.bound = p.Roofline && !p.Two
		results[p.Name] = e.result
		if e.Close != nil {
			defer e.Close()
		}
		if e.result.Status == report.OK && e.calibrate(sample) {
			entrants = append(entrants, e)
		}
	}
	runtime.GC()
	for range rounds {
		for _, i := range rand.Perm(len(entrants)) {
			e := entrants[i]
			if e.calls > 1 {
				e.time(1) // brings this contestant's buffers and code back into the caches
			}
			ns, _ := e.time(e.calls)
			e.ns = append(e.ns, ns)
		}
	}
	var roofline *entrant
	for _, e := range entrants {
		if e.bound && (roofline == nil || median(e.ns) < median(roofline.ns)) {
			roofline = e
		}
	}
	for _, e := range entrants {
		e.conclude(roofline.ns)
	}
	results[report.Memcpy] = roofline.result
	return results
}

// enter prepares a contestant and checks its output. What is wrong is not measured.
func enter(w *bench.Workload, c bench.Call, p Contestant) *entrant {
	e := &entrant{result: &report.Result{Status: report.OK}}
	var err error
	if e.Timed, err = p.Prepare(w, c); err == nil {
		c.Poison()
		err = e.Run()
	}
	if err != nil {
		e.fail(err)
	} else if err := c.Check(); err != nil && !p.Roofline {
		e.result.Status, e.result.Note = report.Wrong, OneLine(err)
	}
	return e
}

func (e *entrant) fail(err error) {
	e.result.Status, e.result.Note = report.Failed, OneLine(err)
	if errors.Is(err, ErrUnsupported) {
		e.result.Status = report.Unsupported
	}
}

// calibrate finds how many calls make a sample.
func (e *entrant) calibrate(sample time.Duration) bool {
	for e.calls = 1; ; {
		ns, ok := e.time(e.calls)
		if !ok || ns*float64(e.calls) >= float64(sample) {
			return ok
		}
		// The first calls are slow: do not trust them for more than the next step.
		e.calls = max(2*e.calls, min(10*e.calls, int(float64(sample)/max(ns, 1))+1))
	}
}

// time returns what a call takes, from so many of them.
func (e *entrant) time(calls int) (ns float64, ok bool) {
	measure := e.Time
	if measure == nil {
		measure = e.stopwatch
	}
	ns, err := measure(calls)
	if err != nil {
		e.fail(err)
	}
	return ns, err == nil
}

func (e *entrant) stopwatch(calls int) (ns float64, err error) {
	start := time.Now()
	for range calls {
		if err := e.Run(); err != nil {
			return 0, err
		}
	}
	return float64(time.Since(start)) / float64(calls), nil
}

// conclude sums up the samples. The ratio is the median of those to the roofline in the same round: where a machine is
// slow for a second, both are.
func (e *entrant) conclude(roofline []float64) {
	if e.result.Status != report.OK {
		return
	}
	ratios := make([]float64, len(e.ns))
	for round, ns := range e.ns {
		ratios[round] = ns / roofline[round]
	}
	e.result.Median, e.result.Min, e.result.Ratio = median(e.ns), slices.Min(e.ns), median(ratios)
}

func median(v []float64) float64 {
	v, n := slices.Sorted(slices.Values(v)), len(v)
	return (v[(n-1)/2] + v[n/2]) / 2
}

// OneLine returns the error's text without line breaks, cut to a readable length.
func OneLine(err error) string {
	s := strings.Join(strings.Fields(err.Error()), " ")
	if r := []rune(s); len(r) > 200 {
		s = string(r[:200]) + "…"
	}
	return s
}
