// Command peers runs Pad side by side: padgen, ONNX Runtime, NumPy, plain Go, and the memcpy that bounds them.
//
//	runtime/peers/run.sh [-run REGEXP] [-peers REGEXP] [-skip REGEXP] [-extra] [-out DIR] [flags]
//
// It prints the ratio to memcpy of each contestant on each workload, the geometric means, and the lines where padgen is
// behind a peer. DIR gets results.json, which has the times as well, RESULTS.md and speed.svg, the chart of README;
// those of the last full run are committed, here and in .github. Every output is compared byte for byte with the
// definition of Pad; the exit code is 1 where padgen's is wrong, 2 where the run could not be made.
//
// Contestants: memcpy copies as much of the input as the output holds and fills the rest, into a buffer that is there
// already; memcpy-2t does it on two goroutines. padgen runs a plan on one goroutine, padgen-2t on as many of two as it
// chooses. ort-1t and ort-2t are sessions of ONNX Runtime with one and two threads and an output allocated before;
// ort-floor is its Identity, the price of a call. numpy is np.pad in a process of its own, which measures itself; each
// call allocates its output. go-rows is a careful row by row Pad in Go.
//
// It needs Go, a C compiler (cgo), and for ONNX Runtime either npm, which fetches the CPU library of the package
// onnxruntime-node once, or the variable ORT_LIB with the path of a libonnxruntime; -skip '^ort' does without.
// NumPy (apt-get install python3-numpy) is left out where it is missing.
//
// This is a module of its own, so that padgen itself depends on none of that.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/peers/internal/contest"
	"github.com/padgen/padgen/runtime/peers/internal/numpy"
	"github.com/padgen/padgen/runtime/peers/internal/ort"
	"github.com/padgen/padgen/runtime/peers/internal/report"
)

// Exit codes.
const (
	wrong   = 1
	failure = 2
)

// options are the flags.
type options struct {
	run, peers, skip *regexp.Regexp
	timing           contest.Timing
	extra            bool
	out, from, cache string
}

func parse() (*options, error) {
	o := &options{timing: contest.Timing{Sample: 2 * time.Millisecond, Budget: 200 * time.Millisecond, Rounds: 11}}
	var run, peers, skip string
	flag.StringVar(&run, "run", "", "`REGEXP` of workload names")
	flag.StringVar(&peers, "peers", "", "`REGEXP` of contestants (memcpy always takes part)")
	flag.StringVar(&skip, "skip", "", "`REGEXP` of contestants to leave out")
	flag.BoolVar(&o.extra, "extra", false, "more workloads: short rows, narrow types, all element types")
	flag.DurationVar(&o.timing.Sample, "sample", o.timing.Sample, "least time of one sample")
	flag.DurationVar(&o.timing.Budget, "budget", o.timing.Budget, "time for one contestant on one workload")
	flag.IntVar(&o.timing.Rounds, "rounds", o.timing.Rounds, "samples of one contestant")
	flag.StringVar(&o.out, "out", "", "`DIR` for results.json, RESULTS.md and speed.svg")
	flag.StringVar(&o.from, "from", "", "show the results.json `FILE` of an earlier run instead of measuring")
	flag.StringVar(&o.cache, "cache", "", "`DIR` where npm puts ONNX Runtime (a folder of the user's cache)")
	flag.Parse()
	if flag.NArg() > 0 {
		return nil, fmt.Errorf("takes no argument, got %q", flag.Args())
	}
	if o.timing.Rounds < 1 || o.timing.Sample <= 0 || o.timing.Budget <= 0 {
		return nil, errors.New("rounds, sample and budget must be above 0")
	}
	var err error
	for _, re := range []struct {
		to   **regexp.Regexp
		flag string
		text string
	}{{&o.run, "run", run}, {&o.peers, "peers", peers}, {&o.skip, "skip", skip}} {
		if *re.to, err = regexp.Compile(re.text); err != nil {
			return nil, fmt.Errorf("-%s: %w", re.flag, err)
		}
	}
	if skip == "" {
		o.skip = nil
	}
	if o.cache == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return nil, err
		}
		o.cache = filepath.Join(dir, "padgen-peers")
	}
	return o, nil
}

func (o *options) takesPart(name string) bool {
	return o.peers.MatchString(name) && (o.skip == nil || !o.skip.MatchString(name))
}

func main() {
	code, err := command()
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		if errors.Is(err, ort.ErrLibrary) {
			fmt.Fprintln(os.Stderr, "peers: -skip '^ort' leaves ONNX Runtime out")
		}
		os.Exit(failure)
	}
	os.Exit(code)
}

func command() (int, error) {
	o, err := parse()
	if err != nil {
		return 0, err
	}
	var r *report.Report
	if o.from != "" {
		r, err = report.Read(o.from)
	} else {
		r, err = o.measure()
	}
	if err != nil {
		return 0, err
	}
	r.Table(os.Stdout)
	fmt.Println()
	r.Summary(os.Stdout)
	if o.out != "" {
		if err := o.write(r); err != nil {
			return 0, err
		}
	}
	for _, row := range r.Rows {
		for _, ours := range []string{report.Padgen, report.PadgenTwo} {
			if res := row.Results[ours]; res != nil && res.Status != report.OK {
				return wrong, nil
			}
		}
	}
	return 0, nil
}

func (o *options) loadORT() (version string, err error) {
	path, err := ort.Library(o.cache)
	if err != nil {
		return "", err
	}
	return ort.Load(path)
}

// measure runs all contestants on all workloads that the flags select.
func (o *options) measure() (*report.Report, error) {
	r := &report.Report{
		Time: time.Now().UTC().Format(time.RFC3339), CPU: cpuModel(), Procs: runtime.GOMAXPROCS(0),
		Go: runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH, LoadBefore: loadAverage(),
	}
	contestants, err := o.contestants(r)
	if err != nil {
		return nil, err
	}
	for _, c := range contestants {
		r.Contestants = append(r.Contestants, c.Name)
	}
	all := bench.Peers()
	named := len(all)
	if o.extra {
		all = append(append(append(all, bench.Short()...), bench.Types()...), bench.Ranks()...)
	}
	// ONNX Runtime's calls return to the thread that made them; this keeps ours on it too.
	runtime.LockOSThread()
	for i := range all {
		w := &all[i]
		if !o.run.MatchString(w.String()) || w.Type.Bits() == 0 {
			continue
		}
		fmt.Fprintln(os.Stderr, w)
		r.Rows = append(r.Rows, &report.Row{
			Name: w.String(), Extra: i >= named, Type: w.Type.String(), Mode: w.Mode.String(), Shape: w.Shape, Pads: w.Pads,
			OutBytes: w.OutBytes(), Results: contest.Run(w, contestants, o.timing),
		})
		runtime.GC()
	}
	if len(r.Rows) == 0 {
		return nil, fmt.Errorf("-run %q names no workload", o.run)
	}
	r.LoadAfter = loadAverage()
	return r, nil
}

// contestants returns those that take part, memcpy first, and enters their versions in the report. ONNX Runtime is
// fetched only where it does.
func (o *options) contestants(r *report.Report) (l []contest.Contestant, err error) {
	all := []contest.Contestant{contest.MemcpyTwo()}
	all = append(all, ort.Contestants()...)
	if o.takesPart(report.NumPy) {
		python, version, err := numpy.Find()
		if err != nil {
			fmt.Fprintln(os.Stderr, "peers: NumPy is left out:", err)
		} else {
			r.NumPy = version
			all = append(all, numpy.Contestant(python))
		}
	}
	all = append(all, contest.GoRows(), contest.Padgen(), contest.PadgenTwo())
	l = []contest.Contestant{contest.Memcpy()}
	for _, c := range all {
		if !o.takesPart(c.Name) {
			continue
		}
		if strings.HasPrefix(c.Name, "ort") && r.ONNXRuntime == "" {
			if r.ONNXRuntime, err = o.loadORT(); err != nil {
				return nil, err
			}
		}
		l = append(l, c)
	}
	return l, nil
}

// write puts the files into the folder of -out.
func (o *options) write(r *report.Report) error {
	if err := os.MkdirAll(o.out, 0o777); err != nil {
		return err
	}
	if err := r.Write(filepath.Join(o.out, "results.json")); err != nil {
		return err
	}
	for name, print := range map[string]func(*bufio.Writer){
		"RESULTS.md": func(w *bufio.Writer) { r.Markdown(w) },
		"speed.svg":  func(w *bufio.Writer) { r.Chart(w) },
	} {
		f, err := os.Create(filepath.Join(o.out, name))
		if err != nil {
			return err
		}
		w := bufio.NewWriter(f)
		print(w)
		if err := errors.Join(w.Flush(), f.Close()); err != nil {
			return err
		}
	}
	fmt.Printf("\nwritten to %s: results.json, RESULTS.md, speed.svg\n", o.out)
	return nil
}
