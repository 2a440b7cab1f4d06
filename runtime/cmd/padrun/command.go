package main

import (
	"flag"
	"fmt"
	"math"
	"runtime/debug"
	"slices"

	"github.com/padgen/padgen/runtime/cmd/files"
	"github.com/padgen/padgen/runtime/cmd/flags"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// command holds what the commands share: flags and streams.
type command struct {
	*flags.Set
	streams
	strict  bool
	workers uint
	files   files.Options
	limit   flags.Bytes
	room    *memory.Room // the memory that the command may hold
}

func newCommand(name, help string, s streams) *command {
	return &command{Set: flags.New(name, help), streams: s}
}

// limitFlags defines the flags of commands that run Pad.
func (c *command) limitFlags() {
	c.room = &memory.Room{Stdin: c.in}
	c.files.Stdout = c.out
	c.BoolVar(&c.strict, "strict", false, "refuse pads beyond the axis, reflect pads beyond its length minus one")
	c.BoolVar(&c.files.Replace, "f", false, "replace files that exist")
	c.UintVar(&c.workers, "workers", 0, "at most `N` goroutines for one Pad; 0 to choose")
	c.limit = flags.Bytes(memory.Limit())
	c.Var(&c.limit, "max-bytes", "most `bytes` in memory, such as 500M or 2G; half of what is available")
}

// parse parses flags and files in any order and returns the files, of which there must be least to most.
func (c *command) parse(args []string, least, most int, expected string) (files []string, err error) {
	files, err = c.Parse(args, c.out)
	if err == nil && (len(files) < least || len(files) > most) {
		err = fmt.Errorf("%d files, expected %s, see padrun %s -h", len(files), expected, c.Name())
	}
	if err == nil && c.room != nil {
		c.room.Limit = min(int64(c.limit), pad.MostBytes())
		const uncounted = 16 << 20
		debug.SetMemoryLimit(min(debug.SetMemoryLimit(-1), c.room.Limit+uncounted)) // includes garbage
	}
	return files, err
}

// given returns how many of the named flags were given.
func (c *command) given(names ...string) (n int) {
	c.Visit(func(f *flag.Flag) {
		if slices.Contains(names, f.Name) {
			n++
		}
	})
	return n
}

func (c *command) options() onnx.Options {
	return onnx.Options{Strict: c.strict, Workers: int(min(c.workers, math.MaxInt32))}
}
