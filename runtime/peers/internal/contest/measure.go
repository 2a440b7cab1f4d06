package contest

import (
	"errors"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/peers/internal/report"
)

// Timing says how long to measure.
type Timing struct {
	Sample time.Duration // the least time of one sample
	Budget time.Duration // for one contestant on one workload
	Rounds int           // samples of one contestant, where the budget allows
}

// leastRounds are measured even where the budget does not allow.
const leastRounds = 3

// entrant is a contestant at one workload.
type entrant struct {
	Timed
	result *report.Result
	calls  int // in a sample
	rounds int
	ns     map[int]float64 // of one call, by round
}

// Run checks and measures every contestant on one workload. Samples are taken in turns and in random order, so that a
// busy moment of the machine hits all of them alike.
func Run(w *bench.Workload, contestants []Contestant, t Timing) map[string]*report.Result {
	c := bench.Open(w)
	results := map[string]*report.Result{}
	var entrants []*entrant
	for _, p := range contestants {
		if p.Only != nil && !p.Only(w) {
			continue
		}
		e := enter(w, c, p)
		results[p.Name] = e.result
		if e.Close != nil {
			defer e.Close()
		}
		if e.result.Status == report.OK && e.calibrate(t) {
			entrants = append(entrants, e)
		}
	}
	runtime.GC()
	order := rand.New(rand.NewPCG(1, 2))
	for round := range t.Rounds {
		for _, i := range order.Perm(len(entrants)) {
			e := entrants[i]
			// The fewer samples of slow contestants are spread over the rounds.
			if round*e.rounds/t.Rounds < (round+1)*e.rounds/t.Rounds {
				e.sample(round)
			}
		}
	}
	var roofline map[int]float64
	for _, e := range entrants {
		if e.result == results[report.Memcpy] {
			roofline = e.ns
		}
	}
	for _, e := range entrants {
		e.conclude(roofline)
	}
	return results
}

// enter prepares a contestant and checks its output. What is wrong is not measured.
func enter(w *bench.Workload, c bench.Call, p Contestant) *entrant {
	e := &entrant{result: &report.Result{Status: report.OK}, ns: map[int]float64{}}
	var err error
	if e.Timed, err = p.Prepare(w, c); err != nil {
		e.fail(err)
		return e
	}
	c.Poison()
	if err := e.Run(); err != nil {
		e.fail(err)
		return e
	}
	if p.Unchecked {
		return e
	}
	if err := c.Check(); err != nil {
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

// calibrate finds how many calls make a sample and how many samples the budget allows.
func (e *entrant) calibrate(t Timing) bool {
	const most = 1 << 22
	e.calls = 1
	ns, ok := e.time(e.calls)
	for ok && ns*float64(e.calls) < float64(t.Sample)/2 && e.calls < most {
		e.calls = max(2*e.calls, int(float64(t.Sample)/2/max(ns, 1)))
		ns, ok = e.time(e.calls)
	}
	if !ok {
		return false
	}
	if ns*float64(e.calls) < float64(t.Sample) {
		e.calls = int(float64(t.Sample)/max(ns, 1)) + 1
	}
	affordable := int(float64(t.Budget) / (ns * float64(e.calls)))
	e.rounds = min(t.Rounds, max(leastRounds, affordable))
	return true
}

// sample measures once, in a round. A call before brings this contestant's buffers and code back into the caches.
func (e *entrant) sample(round int) {
	if e.calls > 1 {
		e.time(1)
	}
	if ns, ok := e.time(e.calls); ok {
		e.ns[round] = ns
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
func (e *entrant) conclude(roofline map[int]float64) {
	if len(e.ns) == 0 || e.result.Status != report.OK {
		return
	}
	var ratios []float64
	for round, ns := range e.ns {
		if m := roofline[round]; m > 0 {
			ratios = append(ratios, ns/m)
		}
	}
	samples := slices.Collect(maps.Values(e.ns))
	e.result.Median, e.result.Min, e.result.Samples = median(samples), slices.Min(samples), len(samples)
	e.result.Ratio = median(ratios)
}

// median sorts its values; of none it is 0.
func median(v []float64) float64 {
	n := len(v)
	if n == 0 {
		return 0
	}
	slices.Sort(v)
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
