package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/onnxdoc"
)

// importDocs reads published documents into table files: `padgen import FILE… [-o DIR] [-check] [-op NAME]`.
func importDocs(args []string, stdout, stderr io.Writer) error {
	o := onnxdoc.Options{Stdout: stdout}
	fs := flag.NewFlagSet("padgen import", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintln(stderr, "usage: padgen import [flags] FILE...")
		fs.PrintDefaults()
	}
	fs.StringVar(&o.Out, "o", "", "the table's `DIR` (spec; with -check the table that padgen was built with)")
	fs.BoolVar(&o.Check, "check", false, "write nothing, list where a document and the table disagree")
	fs.StringVar(&o.Op, "op", spec.Operator, "the operator's `NAME`")
	files, err := parseMixed(fs, args)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		fs.Usage()
		return errUsage
	}
	if o.Files = files; o.Out == "" && !o.Check {
		o.Out = "spec"
	}
	if err = onnxdoc.Import(o); errors.Is(err, onnxdoc.ErrFindings) {
		fmt.Fprintln(stderr, "padgen:", err)
		return errFindings
	}
	return err
}

// parseMixed parses flags that may stand before and after the arguments, which it returns.
func parseMixed(fs *flag.FlagSet, args []string) ([]string, error) {
	var rest []string
	for {
		if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
			return nil, err
		} else if err != nil {
			return nil, errUsage
		}
		if fs.NArg() == 0 {
			return rest, nil
		}
		rest, args = append(rest, fs.Arg(0)), fs.Args()[1:]
	}
}
