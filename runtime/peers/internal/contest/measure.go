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
	ns     []float64 // of one call, a value for each sample
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
				e.sample()
			}
		}
	}
	for _, e := range entrants {
		e.conclude()
	}
	if m := results[report.Memcpy]; m != nil && m.Median > 0 {
		for _, r := range results {
			r.Ratio = r.Median / m.Median
		}
	}
	return results
}

// enter prepares a contestant and checks its output. What is wrong is not measured.
func enter(w *bench.Workload, c bench.Call, p Contestant) *entrant {
	e := &entrant{result: &report.Result{Status: report.OK}}
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
	ns, ok := e.time()
	for ok && ns*float64(e.calls) < float64(t.Sample)/2 && e.calls < most {
		e.calls = max(2*e.calls, int(float64(t.Sample)/2/max(ns, 1)))
		ns, ok = e.time()
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

// sample measures once. A call before brings this contestant's buffers and code back into the caches.
func (e *entrant) sample() {
	if e.calls > 1 {
		if err := e.Run(); err != nil {
			e.fail(err)
			return
		}
	}
	if ns, ok := e.time(); ok {
		e.ns = append(e.ns, ns)
	}
}

func (e *entrant) time() (ns float64, ok bool) {
	start := time.Now()
	for range e.calls {
		if err := e.Run(); err != nil {
			e.fail(err)
			return 0, false
		}
	}
	return float64(time.Since(start)) / float64(e.calls), true
}

func (e *entrant) conclude() {
	if len(e.ns) == 0 || e.result.Status != report.OK {
		return
	}
	slices.Sort(e.ns)
	n := len(e.ns)
	e.result.Median, e.result.Min, e.result.Samples = (e.ns[(n-1)/2]+e.ns[n/2])/2, e.ns[0], n
}

// OneLine returns the error's text without line breaks, cut to a readable length.
func OneLine(err error) string {
	s := strings.Join(strings.Fields(err.Error()), " ")
	if r := []rune(s); len(r) > 200 {
		s = string(r[:200]) + "…"
	}
	return s
}
