package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/padgen/padgen/runtime/cmd/flags"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/safefile"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// command is what commands share: their flags and streams.
type command struct {
	*flags.Set
	streams
	strict, force bool
	workers       uint
	maxBytes      int64
}

func newCommand(name, help string, s streams) *command {
	return &command{Set: flags.New(name, help), streams: s}
}

// limitFlags are the flags of commands that run Pad.
func (c *command) limitFlags() {
	c.BoolVar(&c.strict, "strict", false, "refuse reflect and wrap pads larger than the axis")
	c.BoolVar(&c.force, "f", false, "replace files that exist")
	c.UintVar(&c.workers, "workers", 0, "goroutines of one Pad at most, 0 to choose")
	c.Int64Var(&c.maxBytes, "max-bytes", memory.Limit(), "most bytes of inputs and outputs, half of memory")
}

// parse parses flags and files in any order and returns the files, which must be least to most.
func (c *command) parse(args []string, least, most int, expected string) (files []string, err error) {
	files, err = c.Parse(args, c.out)
	if err == nil && (len(files) < least || len(files) > most) {
		err = fmt.Errorf("%d files, expected %s, see padrun %s -h", len(files), expected, c.Name())
	}
	return files, err
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
			fmt.Fprintf(w, "\r%s, %.0f s\x1b[K", step, now.Sub(start).Seconds())
		}
	}
}
