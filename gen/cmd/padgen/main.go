package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/cmd/flags"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/spec"
)

// Exit codes.
const (
	done     = 0
	findings = 1
	failure  = 2
)

// errFindings makes the command exit with 1. The findings are already printed.
var errFindings = errors.New("findings")

type command struct {
	name, usage string
	run         func(args []string, out *bytes.Buffer) error
}

func commands() []command {
	return []command{
		{"generate", "write a package of kernels", generate},
		{"check", "name generated files that are stale, missing or orphaned", check},
		{"list", "print one line for each kernel", list},
		{"diff", "compare versions, opsets or tables", diff},
		{"update", "bring a new opset into a clone, or compare documents with the table", updateTable},
		{"version", "print the versions of padgen and of its table", version},
	}
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	out := new(bytes.Buffer) // written when the command is done
	err := runCommand(args, out)
	if _, errOut := out.WriteTo(stdout); errOut != nil {
		err = errOut
	}
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return done
	case errors.Is(err, errFindings):
		return findings
	default:
		printErrors(stderr, err)
		return failure
	}
}

func runCommand(args []string, out *bytes.Buffer) error {
	if len(args) == 0 {
		args = []string{"help"}
	}
	name := strings.TrimLeft(args[0], "-")
	if isFlag := name != args[0]; isFlag && slices.Contains([]string{"h", "help", "v", "version"}, name) {
		args[0] = map[byte]string{'h': "help", 'v': "version"}[name[0]]
	}
	switch help := args[0] == "help"; {
	case help && len(args) == 1:
		out.WriteString(usage())
		return nil
	case help && len(args) == 2:
		args = []string{args[1], "-h"}
	case help:
		return fmt.Errorf("help takes one command, got %q", args[1:])
	}
	var names []string
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(args[1:], out)
		}
		names = append(names, c.name)
	}
	return flags.Unknown("command", args[0], names)
}

// prefixes matches the names of packages and kinds of errors, which messages omit.
var prefixes = regexp.MustCompile(`(?m)(^|[:;] )((gen|spec|specdiff|changelog): (wrong \w+: )?)+`)

// printErrors prints joined errors one by one. The first line of each begins with the program's name.
func printErrors(w io.Writer, err error) {
	if all, ok := err.(interface{ Unwrap() []error }); ok && err.Error() == errors.Join(all.Unwrap()...).Error() {
		for _, e := range all.Unwrap() {
			printErrors(w, e)
		}
		return
	}
	text := prefixes.ReplaceAllString(err.Error(), "$1")
	var unknown *spec.UnknownError
	if errors.As(err, &unknown) {
		text = flags.Unknown(unknown.Kind, unknown.Name, unknown.Known).Error()
		if mode, ok := pad.MeantMode(unknown.Name); ok && slices.Contains(unknown.Known, mode.String()) {
			text = fmt.Sprintf("%q is not a mode, use %v", unknown.Name, mode)
		}
	}
	fmt.Fprintln(w, "padgen:", text)
}

func usage() string {
	text := `Examples:
  padgen generate -types float -o kernels   write a package of kernels for float32
  padgen check                              name generated files that are not up to date
  padgen diff 24 25                         show what opset 25 changes

usage: padgen COMMAND [flags]
`
	for _, c := range commands() {
		text += fmt.Sprintf("  %-9s %s\n", c.name, c.usage)
	}
	return text + "padgen help COMMAND lists a command's flags.\n"
}
