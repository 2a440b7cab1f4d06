package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/padrun/internal/memory"
	"github.com/padgen/padgen/runtime/cmd/padrun/internal/safefile"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// parse parses flags and files in any order and returns the files. For -h it prints the help and the flags to
// stdout, and returns flag.ErrHelp.
func parse(f *flag.FlagSet, args []string, help string, stdout io.Writer) (files []string, err error) {
	f.SetOutput(io.Discard) // package flag would print the usage below its errors
	for {
		err := f.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(stdout, help)
			f.SetOutput(stdout)
			f.PrintDefaults()
			return nil, err
		}
		if err != nil {
			return nil, flagError(f, err)
		}
		rest := f.Args()
		if parsed := len(args) - len(rest); len(rest) == 0 || parsed > 0 && args[parsed-1] == "--" {
			return append(files, rest...), nil
		}
		files = append(files, rest[0])
		args = rest[1:]
	}
}

// flagError adds a suggestion to the error for an unknown flag.
func flagError(f *flag.FlagSet, err error) error {
	name, found := strings.CutPrefix(err.Error(), "flag provided but not defined: ")
	if !found {
		return err
	}
	var names []string
	f.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
	return unknown("flag", name, names)
}

// limits are the flags that commands share.
type limits struct {
	strict, force bool
	workers       int
	maxBytes      int64
}

func limitFlags(f *flag.FlagSet) *limits {
	l := new(limits)
	f.BoolVar(&l.strict, "strict", false, "refuse reflect and wrap pads larger than the axis")
	f.BoolVar(&l.force, "f", false, "replace files that exist")
	f.IntVar(&l.workers, "workers", 0, "goroutines of one Pad at most, 0 to choose")
	f.Int64Var(&l.maxBytes, "max-bytes", memory.Limit(), "the most bytes to hold, inputs and outputs; half of the memory")
	return l
}

// check checks the flags, before anything is read. Outputs are the names of files.
func (l *limits) check(outputs ...string) error {
	if l.maxBytes < 1 {
		return fmt.Errorf("-max-bytes is %d, expected 1 or more", l.maxBytes)
	}
	if l.workers < 0 {
		return fmt.Errorf("-workers is %d, expected 0 or more", l.workers)
	}
	for _, name := range outputs {
		if err := safefile.Check(name, l.force); err != nil {
			return err
		}
	}
	return nil
}

func (l *limits) room(s streams) *memory.Room {
	return &memory.Room{Limit: min(l.maxBytes, pad.MostBytes()), Stdin: s.in}
}

func (l *limits) options() onnx.Options { return onnx.Options{Strict: l.strict, Workers: l.workers} }
