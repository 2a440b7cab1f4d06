// Package flags contains what the commands padgen and padrun share: flags in any order, suggestions for misspelt names, and
// their version. It is only for these commands, and may change at any time.
package flags

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
)

// Set is the flags of a command.
type Set struct {
	*flag.FlagSet
	help string
}

// New returns an empty set of flags for a command. help is printed before the flags.
func New(name, help string) *Set {
	s := flag.NewFlagSet(name, flag.ContinueOnError)
	s.SetOutput(io.Discard) // package flag would print the usage after its errors
	return &Set{s, help}
}

// Parse parses flags before, between and after the arguments, and returns the arguments. Everything after -- is an argument.
// Only a [List] may be given twice. For -h it prints the help and the flags to stdout, and returns [flag.ErrHelp].
func (s *Set) Parse(args []string, stdout io.Writer) (rest []string, err error) {
	s.VisitAll(func(f *flag.Flag) {
		if _, isList := f.Value.(*List); !isList {
			f.Value = &once{Value: f.Value}
		}
	})
	for {
		err := s.FlagSet.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(stdout, s.help)
			s.VisitAll(func(f *flag.Flag) {
				value, usage := flag.UnquoteUsage(f)
				if !slices.Contains([]string{"", "0", "false"}, f.DefValue) && !strings.Contains(usage, "default") {
					usage += " (default " + f.DefValue + ")"
				}
				fmt.Fprintf(stdout, "  %-*s  %s\n", 18, strings.TrimSpace("-"+f.Name+" "+value), usage)
			})
			return nil, err
		}
		if name, found := strings.CutPrefix(fmt.Sprint(err), "flag provided but not defined: "); found {
			var known []string
			s.VisitAll(func(f *flag.Flag) { known = append(known, "-"+f.Name) })
			if len(known) == 0 {
				return nil, fmt.Errorf("unknown flag %q: %s has no flags", name, s.Name())
			}
			return nil, Unknown("flag", name, known)
		}
		if err != nil {
			return nil, err
		}
		left := s.Args()
		if parsed := len(args) - len(left); len(left) == 0 || parsed > 0 && args[parsed-1] == "--" {
			return append(rest, left...), nil
		}
		rest, args = append(rest, left[0]), left[1:]
	}
}

// once is the value of a flag that may be given once.
type once struct {
	flag.Value
	given bool
}

// Set implements [flag.Value].
func (o *once) Set(text string) error {
	if o.given {
		return errors.New("the flag is given twice")
	}
	o.given = true
	err := o.Value.Set(text)
	if v, ok := o.Value.(flag.Getter); ok && err != nil && err.Error() == "parse error" {
		switch v.Get().(type) {
		case bool:
			return errors.New("expected true or false")
		case uint:
			return errors.New("expected a whole number, 0 or more")
		case int:
			return errors.New("expected a whole number")
		}
	}
	return err
}

// IsBoolFlag makes package flag treat the flag like its value.
func (o *once) IsBoolFlag() bool {
	b, ok := o.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// A List is the values of a flag that may be given several times.
type List []string

// String returns the values.
func (l *List) String() string { return strings.Join(*l, " ") }

// Set implements [flag.Value].
func (l *List) Set(text string) error {
	*l = append(*l, text)
	return nil
}

// Unknown returns the error for an unknown name. It suggests the most similar known name, or lists all of them.
func Unknown(kind, name string, known []string) error {
	if len(known) == 0 {
		return fmt.Errorf("unknown %s %q: there is none", kind, name)
	}
	edits := func(k string) int { return differ(strings.ToLower(name), strings.ToLower(k)) }
	best := slices.MinFunc(known, func(a, b string) int { return edits(a) - edits(b) })
	if letters := len(strings.TrimLeft(best, "-")); edits(best) > min(2, (letters-1)/2) {
		return fmt.Errorf("unknown %s %q, expected one of %s", kind, name, strings.Join(known, ", "))
	}
	return fmt.Errorf("unknown %s %q: did you mean %q?", kind, name, best)
}

// differ counts the letters that remain after the common start and the common end of two names are removed.
func differ(a, b string) int {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return max(len(a), len(b))
}

// Ints returns a parser of whole numbers with commas, or another separator, between them. An empty text is an empty list,
// because a scalar has no axes. Errors state the form.
func Ints(to *[]int, or, form string) func(string) error {
	return func(text string) error {
		err := json.Unmarshal([]byte("["+strings.ReplaceAll(text, or, ",")+"]"), to)
		if err != nil || strings.Contains(text, "null") {
			return fmt.Errorf("expected whole numbers: %s", form)
		}
		return nil
	}
}

// Pads returns a parser of [Ints] or, which sets pairs, of a begin and an end for each axis, as in 1:2,3:4. These become all
// begins, then all ends.
func Pads(to *[]int, pairs *bool, form string) func(string) error {
	return func(text string) error {
		if *pairs = strings.Contains(text, ":"); !*pairs {
			return Ints(to, ",", form)(text)
		}
		var begins, ends []int
		for _, pair := range strings.Split(text, ",") {
			var both []int
			if err := Ints(&both, ":", "")(pair); err != nil || len(both) != 2 {
				return fmt.Errorf("%q, expected begin:end for each axis, 1:2,3:4", pair)
			}
			begins, ends = append(begins, both[0]), append(ends, both[1])
		}
		*to = append(begins, ends...)
		return nil
	}
}

// Version returns the version of the running command, or "(devel)" if it is not known.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return cmp.Or(info.Main.Version, "(devel)")
	}
	return "(devel)"
}

// Bytes is a number of bytes, which may be written with K, M, G or T, powers of 1024.
type Bytes int64

// String returns the number.
func (b *Bytes) String() string { return fmt.Sprint(int64(*b)) }

// Set implements [flag.Value].
func (b *Bytes) Set(text string) error {
	shift := 10 * (1 + strings.Index("KMGT", strings.ToUpper(text[max(0, len(text)-1):])))
	n, err := strconv.ParseInt(text[:len(text)-min(len(text), 1, shift)], 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64>>shift {
		return errors.New("expected a number of bytes, such as 500000, 64K, 100M or 2G")
	}
	*b = Bytes(n << shift)
	return nil
}
