package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/safefile"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// command is what commands share: their flags and streams.
type command struct {
	*flag.FlagSet
	streams
	help          string
	strict, force bool
	workers       uint
	maxBytes      int64
}

func newCommand(name, help string, s streams) *command {
	return &command{FlagSet: flag.NewFlagSet(name, flag.ContinueOnError), streams: s, help: help}
}

// limitFlags are the flags of commands that run Pad.
func (c *command) limitFlags() {
	c.BoolVar(&c.strict, "strict", false, "refuse reflect and wrap pads larger than the axis")
	c.BoolVar(&c.force, "f", false, "replace files that exist")
	c.UintVar(&c.workers, "workers", 0, "goroutines of one Pad at most, 0 to choose")
	c.Int64Var(&c.maxBytes, "max-bytes", memory.Limit(), "most bytes of inputs and outputs, half of memory")
}

// parse parses flags and files in any order and returns the files, which must be least to most. For -h it prints the
// help and the flags, and returns flag.ErrHelp.
func (c *command) parse(args []string, least, most int, expected string) (files []string, err error) {
	c.SetOutput(io.Discard) // package flag would print the usage below its errors
	for rest := args; ; args = rest[1:] {
		if err := c.Parse(args); err != nil {
			return nil, c.flagError(err)
		}
		rest = c.Args()
		if parsed := len(args) - len(rest); len(rest) == 0 || parsed > 0 && args[parsed-1] == "--" {
			files = append(files, rest...)
			break
		}
		files = append(files, rest[0])
	}
	if len(files) < least || len(files) > most {
		return nil, fmt.Errorf("%d files, expected %s, see padrun %s -h", len(files), expected, c.Name())
	}
	return files, nil
}

// flagError prints the help that was asked for, or adds a suggestion to the error for an unknown flag.
func (c *command) flagError(err error) error {
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(c.out, c.help)
		c.SetOutput(c.out)
		c.PrintDefaults()
	}
	name, found := strings.CutPrefix(err.Error(), "flag provided but not defined: ")
	if !found {
		return err
	}
	var names []string
	c.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
	return unknown("flag", name, names)
}

func (c *command) room() *memory.Room {
	return &memory.Room{Limit: min(c.maxBytes, pad.MostBytes()), Stdin: c.in}
}

func (c *command) options() onnx.Options {
	return onnx.Options{Strict: c.strict, Workers: int(min(c.workers, math.MaxInt32))}
}

// write writes an output.
func (c *command) write(name string, do func(io.Writer) error) error {
	return during(c.err, "writing "+name, func() error { return safefile.Write(name, c.force, c.out, do) })
}

// unknown is the error for a wrong name of a command or flag. It suggests the name that is most like it.
func unknown(what, wrong string, names []string) error {
	best := slices.MinFunc(names, func(a, b string) int { return differ(wrong, a) - differ(wrong, b) })
	if n := differ(wrong, best); n > 2 || n >= len(strings.TrimLeft(best, "-")) {
		return fmt.Errorf("unknown %s %q, expected one of %s", what, wrong, strings.Join(names, ", "))
	}
	return fmt.Errorf("unknown %s %q: did you mean %q?", what, wrong, best)
}

// differ counts the letters between those that two names begin and end with alike.
func differ(a, b string) int {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return max(len(a), len(b))
}

// during does a step. If w is a terminal, it says which step it is and for how long, when that takes more than a second.
func during(w io.Writer, step string, do func() error) error {
	f, _ := w.(*os.File)
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return do()
	}
	ticks := time.NewTicker(time.Second)
	defer ticks.Stop()
	return tell(w, ticks.C, step, do)
}

// tell does a step and tells w about it at each tick.
func tell(w io.Writer, ticks <-chan time.Time, step string, do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	for start, told := time.Now(), false; ; told = true {
		select {
		case err := <-done:
			if told {
				fmt.Fprint(w, "\r\x1b[K") // clears the line
			}
			return err
		case now := <-ticks:
			fmt.Fprintf(w, "\r%s, %d s\x1b[K", step, now.Sub(start)/time.Second)
		}
	}
}
