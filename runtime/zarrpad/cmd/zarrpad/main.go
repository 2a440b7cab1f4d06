// Zarrpad pads arrays of Zarr, version 2 and 3, in any number of processes.
//
//	zarrpad pad -mode reflect -pads 0,3,3,0,3,3 [-shard 3/16] [flags] IN OUT
//	zarrpad check IN OUT
//
// IN and OUT are folders. The documentation of package zarrpad describes which arrays are read, what is written, and how to
// start many processes. Each command explains its flags with -h.
//
// The exit code is 0 for success, 1 if check found something, 2 for wrong use and for what cannot be read or written, and 128
// plus its number after a signal.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/padgen/padgen/runtime/cmd/flags"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/zarrpad"
)

func main() {
	debug.SetGCPercent(25) // garbage consists of large slices without pointers, which are cheap to find
	ctx, cancel := context.WithCancel(context.Background())
	signals, code := make(chan os.Signal, 1), 0
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	done := make(chan int)
	go func() { done <- run(ctx, os.Args[1:], os.Stdout, os.Stderr) }()
	select {
	case code = <-done:
	case s := <-signals:
		cancel()
		<-done // wait, so that no partial file is left
		code = 128 + int(s.(syscall.Signal))
	}
	os.Exit(code)
}

const help = `examples:
  zarrpad pad -mode reflect -pads 0,3,3,0,3,3 in.zarr out.zarr   pad an array: all begins, then all ends
  zarrpad pad -pads 1:2,0:0 -value fill -shard 3/16 IN OUT       the fourth of 16 shares, each a process
  zarrpad pad -n -mode wrap -pads 8,8,8,8 IN OUT                 say what would be read and written
  zarrpad check in.zarr out.zarr                                 compare an output with its input

`

// errFound is the error for a check that found wrong chunks.
var errFound = errors.New("chunks are wrong")

// run runs the command that args name and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	name := ""
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	var err error
	switch name {
	case "pad":
		err = runPad(ctx, args, stdout, stderr)
	case "check":
		err = runCheck(ctx, args, stdout, stderr)
	case "help", "-h", "-help", "--help":
		fmt.Fprint(stdout, help)
	case "":
		fmt.Fprint(stderr, help)
		return 2
	default:
		err = flags.Unknown("command", name, []string{"pad", "check", "help"})
	}
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, errFound):
		return 1
	}
	text := strings.TrimPrefix(err.Error(), "zarrpad: ")
	fmt.Fprintf(stderr, "zarrpad %s: %s\n", name, text)
	return 2
}

// command contains what both commands share.
type command struct {
	*flags.Set
	options zarrpad.Options
}

func newCommand(name string) *command {
	c := &command{Set: flags.New(name, help)}
	c.Func("shard", "make the share `I/N` of N, 0/N to N-1/N", func(s string) error {
		i, n, _ := strings.Cut(s, "/")
		var err, err2 error
		c.options.Shard, err = strconv.Atoi(i)
		if c.options.Shards, err2 = strconv.Atoi(n); err != nil || err2 != nil || c.options.Shard < 0 || c.options.Shard >= c.options.Shards {
			return errors.New("expected I/N with I from 0 to N-1")
		}
		return nil
	})
	c.IntVar(&c.options.Workers, "workers", 0, "`chunks` made at once, 0 for as many as there are processors")
	c.Func("cache", "decoded chunks of IN kept in memory, `bytes` as 400M (default about 200M)", func(s string) error {
		var n flags.Bytes
		err := n.Set(s)
		if c.options.CacheBytes = int64(n); err == nil && n == 0 { // 0 is the default in Options
			err = errors.New("expected more than 0")
		}
		return err
	})
	return c
}

// stores parses the flags and returns the folders IN and OUT.
func (c *command) stores(args []string, stdout io.Writer) (in, out zarrpad.Folder, err error) {
	paths, err := c.Parse(args, stdout)
	if err == nil && len(paths) != 2 {
		err = fmt.Errorf("%d folders, expected IN and OUT, see zarrpad %s -h", len(paths), c.Name())
	}
	if err != nil {
		return "", "", err
	}
	return zarrpad.Folder(paths[0]), zarrpad.Folder(paths[1]), nil
}

func runPad(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	c, call := newCommand("pad"), zarrpad.Call{}
	var modes []string
	for m := range pad.Mode(kernel.NumModes) {
		modes = append(modes, m.String())
	}
	c.Func("mode", "the `mode`, one of "+strings.Join(modes, ", ")+"; or one for each axis, as edge,wrap", func(s string) (err error) {
		call.Modes = nil
		for _, name := range strings.Split(s, ",") {
			call.Mode, err = pad.ParseMode(name)
			if meant, ok := pad.MeantMode(name); err != nil && ok {
				return fmt.Errorf("%q is not a mode, use %v", name, meant)
			}
			if err != nil {
				return flags.Unknown("mode", name, modes)
			}
			call.Modes = append(call.Modes, call.Mode)
		}
		if len(call.Modes) == 1 { // one for all axes
			call.Modes = nil
		}
		return nil
	})
	c.Func("pads", "all begins, then all ends, or pairs `1:2,3:4`, or one number for all sides; negative ones crop", func(s string) (err error) {
		call.Pads, err = parsePads(s)
		return err
	})
	c.Func("axes", "the `axes` that -pads is for, -1 is the last; all if not given", func(s string) (err error) {
		call.Axes, err = numbers(s, ",")
		return err
	})
	const values = "the constant, 0 if not given: a `number`, nan, inf, bits as 0x7fc00000, [1,2] of complex ones, or fill for fill_value; " +
		"or as many as axis -values-axis has indices, as 1,2,3"
	c.StringVar(&call.Value, "value", "", values)
	c.IntVar(&call.ValuesAxis, "values-axis", 0, "the `axis` of several values, -1 is the last")
	c.Func("chunks", "the `shape` of chunks of OUT, as 64,64; that of IN if not given", func(s string) (err error) {
		call.Chunks, err = numbers(s, ",")
		return err
	})
	c.BoolVar(&call.Strict, "strict", false, "refuse reflect pads above the length of an axis less one, wrap and symmetric pads above it")
	dry := c.Bool("n", false, "say what would be read and written, and write nothing")
	in, out, err := c.stores(args, stdout)
	if err != nil {
		return err
	}
	if call.Value != "" && call.Mode != pad.Constant && !slices.Contains(call.Modes, pad.Constant) {
		return fmt.Errorf("-value %s is for mode constant, not %v", call.Value, call.Mode)
	}
	if call.Pads == nil {
		return errors.New("no -pads")
	}
	if len(call.Pads) == 1 { // one for all sides
		a, err := zarrpad.Open(ctx, in)
		if err != nil {
			return err
		}
		axes := len(a.Shape)
		if call.Axes != nil {
			axes = len(call.Axes)
		}
		call.Pads = pad.AllSides(axes, call.Pads[0])
	}
	job, err := zarrpad.NewJob(ctx, in, call)
	if err != nil {
		return err
	}
	if *dry {
		return estimate(job, c.options.Shards, stdout)
	}
	if err := checkFolder(string(out)); err != nil {
		return err
	}
	stats, err := c.follow(stderr, func(o zarrpad.Options) (zarrpad.Stats, error) {
		output, err := job.Create(ctx, out, o)
		if err != nil {
			return zarrpad.Stats{}, err
		}
		return output.Run(ctx)
	})
	if err == nil {
		fmt.Fprintf(stdout, "%d chunks made, %d were there; %d chunks decoded, %s read, %s written\n",
			stats.Made, stats.Skipped, stats.Decoded, size(float64(stats.Read)), size(float64(stats.Written)))
	}
	return err
}

// checkFolder refuses a folder that holds anything but an array: chunks of another array would be taken for those of the
// output.
func checkFolder(path string) error {
	entries, err := os.ReadDir(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Name())
		if slices.Contains([]string{"zarr.json", ".zattrs", ".zarray"}, e.Name()) {
			return nil
		}
	}
	names = slices.DeleteFunc(names, func(s string) bool { return s == ".padgen-parts" }) // left by a killed process
	if err == nil && len(names) > 0 {
		err = fmt.Errorf("%s holds %q and no array, expected an empty or new folder", path, names[0])
	}
	return err
}

func estimate(job *zarrpad.Job, shares int, w io.Writer) error {
	e, err := job.Estimate(shares)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "in:  %s %v, %.0f chunks of %v, %s\n", e.In.Type, e.In.Shape, e.Inputs, e.In.Chunks, size(e.Read/max(1, e.Decodes)*e.Inputs))
	fmt.Fprintf(w, "out: %s %v, %.0f chunks of %v, %s\n", e.Out.Type, e.Out.Shape, e.Outputs, e.Out.Chunks, size(e.Written))
	fmt.Fprintf(w, "would decode %.0f chunks, each %.2f times, %s; without compression\n", e.Decodes, e.Decodes/max(1, e.Inputs), size(e.Read))
	return nil
}

func runCheck(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	c := newCommand("check")
	in, out, err := c.stores(args, stdout)
	if err != nil {
		return err
	}
	found := 0
	stats, err := c.follow(stderr, func(o zarrpad.Options) (stats zarrpad.Stats, err error) {
		stats, found, err = zarrpad.Check(ctx, out, in, o, func(wrong error) { fmt.Fprintln(stdout, wrong) })
		return stats, err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%d chunks right, %d wrong\n", stats.Made-found, found)
	if found > 0 {
		return errFound
	}
	return nil
}

// numbers parses a list of integers.
func numbers(s, separator string) (list []int, err error) {
	for _, part := range strings.Split(s, separator) {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return nil, errors.New("expected whole numbers with commas between them")
		}
		list = append(list, n)
	}
	return list, nil
}

// parsePads parses a list, or pairs, of begins and ends.
func parsePads(s string) ([]int, error) {
	if !strings.Contains(s, ":") {
		return numbers(s, ",")
	}
	var begins, ends []int
	for _, pair := range strings.Split(s, ",") {
		p, err := numbers(pair, ":")
		if err != nil || len(p) != 2 {
			return nil, errors.New("expected pairs of whole numbers as 1:2,3:4")
		}
		begins, ends = append(begins, p[0]), append(ends, p[1])
	}
	return append(begins, ends...), nil
}
