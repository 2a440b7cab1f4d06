package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/padgen/padgen/gen"
)

const checkUsage = `usage: padgen check [flags]

Check names every file that is stale, missing or orphaned, and exits with 1 if there is one. Without flags that select
kernels it compares with those that the folder was generated with.
`

func check(args []string, stdout, stderr io.Writer) error {
	o, err := parse("check", checkUsage, args, stdout, stderr)
	if err != nil {
		return err
	}
	with := "the same flags"
	var files []gen.File
	if o.selects() {
		_, files, err = o.render()
	} else {
		var recorded []string
		recorded, err = gen.RecordedFlags(o.dir)
		if errors.Is(err, gen.ErrUnknownFlags) {
			fmt.Fprintf(stdout, "%v\npadgen: run padgen generate with these flags and -o %s, or give them to padgen check\n", err, o.dir)
			return errFindings
		}
		if err != nil {
			return err
		}
		with = strings.Join(recorded, " ") + " -o " + o.dir
		files, err = renderRecorded(recorded, o.dir)
	}
	if err != nil {
		return err
	}
	diffs, err := gen.Check(o.dir, files)
	if err != nil {
		return err
	}
	for _, d := range diffs {
		fmt.Fprintln(stdout, d)
	}
	for _, f := range files {
		if o.verbose && !slices.ContainsFunc(diffs, func(d gen.Difference) bool { return d.Name == f.Name }) {
			fmt.Fprintf(stdout, "up to date: %s\n", f.Name)
		}
	}
	if len(diffs) > 0 {
		fmt.Fprintf(stdout, "padgen: not as generated: %d, run padgen generate with %s\n", len(diffs), with)
		return errFindings
	}
	return nil
}

// renderRecorded renders what a folder was generated with, by the flags that it says itself. A newer padgen may have written flags, or
// names in them, that this one does not know.
func renderRecorded(flags []string, dir string) ([]gen.File, error) {
	var printed bytes.Buffer // by package flag: what is wrong, then the usage
	o, err := parse("generate", generateUsage, flags, &printed, &printed)
	if errors.Is(err, errUsage) {
		wrong, _, _ := strings.Cut(printed.String(), "\n")
		return nil, unknownToUs(dir, errors.New(wrong))
	}
	if err != nil {
		return nil, unknownToUs(dir, err)
	}
	o.dir = dir
	_, files, err := o.render()
	if errors.Is(err, gen.ErrConfig) {
		return nil, unknownToUs(dir, err)
	}
	return files, err
}

// unknownToUs says which flags err is about, and what to do. It does not wrap err: help that a file asks for is no help that a person
// asked for.
func unknownToUs(dir string, err error) error {
	return errors.Join(
		fmt.Errorf("the flags that %s was generated with: %s", dir, strings.ReplaceAll(err.Error(), "\n", "; ")),
		errors.New("check it with a padgen as new as the one that generated it, or generate it again"))
}
