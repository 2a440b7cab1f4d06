package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
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
			return nil, &unknownError{"flag", name, f.names()}
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

// unknownError is a name of a kind that the command does not know.
type unknownError struct {
	kind, name string
	known      []string
}

func (e *unknownError) Error() string {
	return fmt.Sprintf("unknown %s %s, expected one of %s", e.kind, e.name, strings.Join(e.known, ", "))
}

func (e *unknownError) Unknown() (kind, name string, known []string) { return e.kind, e.name, e.known }

// closest returns the name that needs the fewest edits to become the given one, "" if all need many.
func closest(name string, known []string) string {
	best, least := "", min(2, len(name)/2)
	for _, k := range known {
		if d := distance(strings.ToLower(name), strings.ToLower(k)); d <= least {
			best, least = k, d
		}
	}
	return best
}

// distance is how many letters must be inserted, deleted or replaced to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}
