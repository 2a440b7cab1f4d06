// Zarrpad pads arrays of Zarr, version 2 and 3, in any number of processes.
//
//	zarrpad pad -mode reflect -pads 0,3,3,0,3,3 [-shard 3/16] [flags] IN OUT
//	zarrpad check IN OUT
//	zarrpad version
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
	"runtime"
	"runtime/debug"
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
  zarrpad pad -n -mode wrap -pads 8,8,8,8 IN OUT                 print what would be read and written
  zarrpad check in.zarr out.zarr                                 compare an output with its input
  zarrpad pad -h                                                 explain a command

`

const commands = `usage: zarrpad COMMAND [flags] IN OUT

commands:
  pad      pad the array in folder IN, and write the output to folder OUT
  check    compare an output with its input
  version  print the version of zarrpad and of Go
`

// errFound is the error for a check that found wrong chunks.
var errFound = errors.New("chunks are wrong")

// run runs the command that args name and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	name := strings.Join(args[:min(1, len(args))], "")
	c := command{Set: flags.New(name, help+"usage: zarrpad "+name+" [flags] IN OUT\n"), stdout: stdout, stderr: stderr}
	var err error
	switch name {
	case "pad":
		err = c.pad(ctx, args[1:])
	case "check":
		err = c.check(ctx, args[1:])
	case "help", "-h", "-help", "--help":
		fmt.Fprint(stdout, help, commands)
	case "version":
		fmt.Fprintln(stdout, "zarrpad", flags.Version(), runtime.Version())
	case "":
		fmt.Fprint(stderr, help, commands)
		return 2
	default:
		err = flags.Unknown("command", name, []string{"pad", "check", "version", "help"})
	}
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, errFound):
		return 1
	}
	fmt.Fprintf(stderr, "zarrpad %s: %s\n", name, strings.TrimPrefix(err.Error(), "zarrpad: "))
	return 2
}

// command contains what both commands share.
type command struct {
	*flags.Set
	stdout, stderr io.Writer
	options        zarrpad.Options
}

// stores parses the flags, with those that both commands have, and returns the folders IN and OUT.
func (c *command) stores(args []string) (in, out zarrpad.Folder, err error) {
	o := &c.options
	c.Func("shard", "the share `I/N` of N, 0/N to N-1/N", func(text string) error {
		_, err := fmt.Sscanf(text+"\n", "%d/%d\n", &o.Shard, &o.Shards)
		if err != nil || o.Shard < 0 || o.Shard >= o.Shards {
			return errors.New("expected I/N with I from 0 to N-1")
		}
		return nil
	})
	c.IntVar(&o.Workers, "workers", 0, "`chunks` padded at once, 0 for as many as there are processors")
	c.Var((*flags.Bytes)(&o.CacheBytes), "cache", "`bytes` of decoded chunks in memory (default about 200M)")
	paths, err := c.Parse(args, c.stdout)
	if err == nil && len(paths) != 2 {
		err = fmt.Errorf("%d folders, expected IN and OUT, see zarrpad %s -h", len(paths), c.Name())
	}
	if err != nil {
		return "", "", err
	}
	return zarrpad.Folder(paths[0]), zarrpad.Folder(paths[1]), nil
}

func (c *command) pad(ctx context.Context, args []string) error {
	var call zarrpad.Call
	var modes []string
	for m := range pad.Mode(kernel.NumModes) {
		modes = append(modes, m.String())
	}
	c.StringVar(&call.Mode, "mode", "", "the `mode`, or one for each axis: "+strings.Join(modes, ", "))
	const pads = "all begins, then all ends, pairs `1:2,3:4`, or one number for all sides; negative ones crop"
	c.Func("pads", pads, flags.Pads(&call.Pads, new(bool), "1,3,2,4 for all begins, then all ends, or 1:2,3:4"))
	c.Func("axes", "the `axes` that -pads is for, -1 is the last; all if not given", flags.Ints(&call.Axes, ",", "0,-1"))
	c.StringVar(&call.Value, "value", "", "the constant, 0 if not given: a `number`, nan, inf, bits as 0x7fc00000, "+
		"[1,2] of complex ones, fill for fill_value; or one for each index of -values-axis")
	c.IntVar(&call.ValuesAxis, "values-axis", 0, "the `axis` of several values, -1 is the last")
	c.Func("chunks", "the `shape` of chunks of OUT, as 64,64; that of IN if not given", flags.Ints(&call.Chunks, ",", "64,64"))
	dry := c.Bool("n", false, "print what would be read and written, and write nothing")
	in, out, err := c.stores(args)
	hasAxis := false
	c.Visit(func(f *flag.Flag) { hasAxis = hasAxis || f.Name == "values-axis" })
	switch {
	case err != nil:
		return err
	case call.Value != "" && call.Mode != "" && !strings.Contains(call.Mode, modes[pad.Constant]):
		return fmt.Errorf("-value %s is for mode constant, not %s", call.Value, call.Mode)
	case hasAxis && !strings.Contains(call.Value, ","):
		return errors.New("-values-axis is for several values, separated by commas in -value")
	case call.Pads == nil:
		return errors.New("no -pads")
	case *dry:
		return c.estimate(ctx, in, call)
	}
	if err := checkFolder(string(out)); err != nil {
		return err
	}
	s, err := c.follow(func() (zarrpad.Stats, error) { return zarrpad.Pad(ctx, out, in, call, c.options) })
	if err == nil {
		fmt.Fprintf(c.stdout, "%d chunks padded, %d existed; %d chunks decoded, %s read, %s written\n",
			s.Done, s.Skipped, s.Decoded, size(float64(s.Read)), size(float64(s.Written)))
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
	var other string
	for _, e := range entries {
		switch name := e.Name(); name {
		case "zarr.json", ".zattrs", ".zarray":
			return nil
		case ".padgen-parts": // left by a killed process
		default:
			other = name
		}
	}
	if err == nil && other != "" {
		err = fmt.Errorf("%s holds %q and no array, expected an empty or new folder", path, other)
	}
	return err
}

func (c *command) estimate(ctx context.Context, in zarrpad.Store, call zarrpad.Call) error {
	e, err := zarrpad.NewEstimate(ctx, in, call, c.options.Shards)
	if err != nil {
		return err
	}
	describe := func(name string, a *zarrpad.Array, chunks, bytes float64) {
		fmt.Fprintf(c.stdout, "%-4s %s %v, %.0f chunks of %v, %s\n",
			name, a.Type, a.Shape, chunks, a.Chunks, size(bytes))
	}
	describe("in:", e.In, e.Inputs, e.Read/max(1, e.Decodes)*e.Inputs)
	describe("out:", e.Out, e.Outputs, e.Written)
	times := e.Decodes / max(1, e.Inputs)
	fmt.Fprintf(c.stdout, "would decode %.0f chunks, each %.2f times, %s; without compression\n",
		e.Decodes, times, size(e.Read))
	return nil
}

func (c *command) check(ctx context.Context, args []string) error {
	in, out, err := c.stores(args)
	if err != nil {
		return err
	}
	s, err := c.follow(func() (zarrpad.Stats, error) {
		return zarrpad.Check(ctx, out, in, c.options, func(wrong error) { fmt.Fprintln(c.stdout, wrong) })
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "%d chunks right, %d wrong\n", s.Done, s.Wrong)
	if s.Wrong > 0 {
		return errFound
	}
	return nil
}
