package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
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
