// Command peers runs Pad side by side: padgen, ONNX Runtime, NumPy, plain Go, and the memcpy that bounds them.
//
//	runtime/peers/run.sh [-run REGEXP] [-skip REGEXP] [-rounds N] [-out DIR]
//
// It prints the ratios to memcpy of each contestant, as geometric means and on each workload, and the lines where
// padgen is behind a peer. DIR gets the same as RESULTS.md, and speed.svg, the chart of README; those of the last full
// run are committed, here and in .github. Every output is compared byte for byte with the definition of Pad; the exit
// code is 1 where padgen's is wrong, 2 where the run could not be made.
//
// Contestants: memcpy copies as much of the input as the output holds and fills the rest, into a buffer that is there
// already: the fastest of one copy, copies of 64 KiB, and the C library's memcpy. memcpy-2t does it on two goroutines. padgen runs a plan on one goroutine, padgen-2t on as many of two as it
// chooses. go-rows is a careful row by row Pad in Go. ort-1t and ort-2t are sessions of ONNX Runtime with one and two
// threads and an output allocated before. c-rows is plain C, row by row, with axes merged. numpy, opencv and pytorch run
// in processes of their own, which measure themselves; each call of np.pad allocates its output.
//
// It needs Go, a C compiler (cgo), and for ONNX Runtime either npm, which fetches the CPU library of the package
// onnxruntime-node once, or the variable ORT_LIB with the path of a libonnxruntime; -skip '^ort' does without.
// The libraries of Python (apt-get install python3-numpy python3-opencv python3-torch) are left out where they are missing.
//
// This is a module of its own, so that padgen itself depends on none of that.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"time"

	"github.com/padgen/padgen/runtime/bench"
	"github.com/padgen/padgen/runtime/peers/internal/contest"
	"github.com/padgen/padgen/runtime/peers/internal/crows"
	"github.com/padgen/padgen/runtime/peers/internal/ort"
	"github.com/padgen/padgen/runtime/peers/internal/python"
	"github.com/padgen/padgen/runtime/peers/internal/report"
)

// sample is the least time of one sample.
const sample = 2 * time.Millisecond

// options are the flags.
type options struct {
	run, skip regexp.Regexp
	rounds    int
	out       string
}

func main() {
	var o options
	flag.TextVar(&o.run, "run", regexp.MustCompile(""), "`REGEXP` of workload names")
	flag.TextVar(&o.skip, "skip", regexp.MustCompile("^$"), "`REGEXP` of contestants to leave out (those of memcpy always take part)")
	flag.IntVar(&o.rounds, "rounds", 11, "samples of one contestant on one workload")
	flag.StringVar(&o.out, "out", "", "`DIR` for RESULTS.md and speed.svg")
	flag.Parse()
	err := o.check()
	var r *report.Report
	if err == nil {
		r, err = o.measure()
	}
	if err == nil {
		err = o.write(r)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		if errors.Is(err, ort.ErrLibrary) {
			fmt.Fprintln(os.Stderr, "peers: -skip '^ort' leaves ONNX Runtime out")
		}
		os.Exit(2)
	}
	if r.Wrong() {
		os.Exit(1)
	}
}

func (o *options) check() error {
	if flag.NArg() > 0 {
		return fmt.Errorf("takes no argument, got %q", flag.Args())
	}
	if o.rounds < 1 {
		return fmt.Errorf("-rounds is %d, expected at least 1", o.rounds)
	}
	return nil
}

// measure runs all contestants on all workloads that the flags select.
func (o *options) measure() (*report.Report, error) {
	r := &report.Report{Machine: machine(), Versions: map[string]string{}}
	contestants, err := o.contestants(r)
	if err != nil {
		return nil, err
	}
	r.Contestants = []string{report.Memcpy}
	for _, c := range contestants {
		if !c.Roofline || c.Two {
			r.Contestants = append(r.Contestants, c.Name)
		}
	}
	// ONNX Runtime's calls return to the thread that made them; this keeps ours on it too.
	runtime.LockOSThread()
	for _, w := range slices.Concat(bench.Peers(), bench.Families()) {
		if !o.run.MatchString(w.String()) {
			continue
		}
		fmt.Fprintln(os.Stderr, &w)
		r.Rows = append(r.Rows, &report.Row{
			Name: w.Name, Type: w.Type.String(), Mode: w.Mode.String(), Group: w.Group, Results: contest.Run(&w, contestants, sample, o.rounds),
		})
		runtime.GC()
	}
	if len(r.Rows) == 0 {
		return nil, fmt.Errorf("-run %q names no workload", &o.run)
	}
	return r, nil
}

// contestants returns those that take part, the rooflines first, and enters their versions in the report. ONNX Runtime is
// fetched only where it does.
func (o *options) contestants(r *report.Report) ([]contest.Contestant, error) {
	all := append(crows.Contestants(), contest.InGo()...)
	if !o.skip.MatchString(report.ORT) || !o.skip.MatchString(report.ORTTwo) {
		l, version, err := ort.Contestants()
		if err != nil {
			return nil, err
		}
		r.Versions[report.ORT] = version
		all = append(all, l...)
	}
	for _, name := range []string{report.NumPy, report.OpenCV, report.PyTorch} {
		if o.skip.MatchString(name) {
			continue
		}
		c, version, err := python.Contestant(name)
		if err != nil {
			fmt.Fprintf(os.Stderr, "peers: %s is left out: %v\n", name, err)
			continue
		}
		r.Versions[name] = version
		all = append(all, c)
	}
	return slices.DeleteFunc(all, func(c contest.Contestant) bool { return !c.Roofline && o.skip.MatchString(c.Name) }), nil
}

// write prints the report and puts the files into the folder of -out.
func (o *options) write(r *report.Report) error {
	var text, chart bytes.Buffer
	r.Markdown(&text)
	fmt.Print(text.String())
	if o.out == "" {
		return nil
	}
	r.Chart(&chart)
	if err := os.MkdirAll(o.out, 0o777); err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(filepath.Join(o.out, "RESULTS.md"), text.Bytes(), 0o666),
		os.WriteFile(filepath.Join(o.out, "speed.svg"), chart.Bytes(), 0o666))
}
