package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// flags are those of a command.
type flags struct {
	*flag.FlagSet
	usage string
}

// newFlags returns the flags of a command. The usage is what its help prints before them; it opens with examples.
func newFlags(name, usage string) *flags {
	fs := flag.NewFlagSet("padgen "+name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return &flags{fs, usage}
}

// parse parses flags before, between and after the arguments, and returns the arguments. What follows -- is no flag.
// Help goes to stdout.
func (f *flags) parse(args []string, stdout io.Writer) (rest []string, err error) {
	var tail []string
	if i := slices.Index(args, "--"); i >= 0 {
		args, tail = args[:i], args[i+1:]
	}
	for {
		err := f.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(stdout, f.usage)
			f.SetOutput(stdout)
			f.PrintDefaults()
			return nil, err
		}
		if name, ok := strings.CutPrefix(fmt.Sprint(err), "flag provided but not defined: "); ok {
			return nil, &spec.UnknownError{Kind: "flag", Name: name, Known: f.names()}
		}
		if err != nil {
			return nil, err
		}
		if f.NArg() == 0 {
			return append(rest, tail...), nil
		}
		rest, args = append(rest, f.Arg(0)), f.Args()[1:]
	}
}

// names are the flags as they are written.
func (f *flags) names() (list []string) {
	f.VisitAll(func(f *flag.Flag) { list = append(list, "-"+f.Name) })
	return list
}

// closest returns the name that needs the fewest edits to become the given one, "" if all need many.
func closest(name string, known []string) string {
	name = strings.ToLower(name)
	for edits := range min(2, (len(name)-1)/2) + 1 {
		for _, k := range known {
			if within(edits, name, strings.ToLower(k)) {
				return k
			}
		}
	}
	return ""
}

// within reports whether so many letters inserted, deleted or replaced make b of a.
func within(edits int, a, b string) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if a == "" || b == "" {
		return len(a)+len(b) <= edits
	}
	return edits > 0 && (within(edits-1, a[1:], b) || within(edits-1, a, b[1:]) || within(edits-1, a[1:], b[1:]))
}
