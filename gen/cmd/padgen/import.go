package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/onnxdoc"
)

const importUsage = `usage: padgen import [flags] FILE...

Import reads ONNX's Changelog.md and ONNX Runtime's ContribOperators.md, as their repositories hold them. Padgen generate
takes the table that padgen was built with: what import writes into the folder spec of a clone of padgen is in force
when padgen is built from there. Without -o it writes to the folder spec only if a table is there.

`

// importDocs reads published documents into table files: `padgen import FILE… [-o DIR] [-check] [-op NAME]`.
func importDocs(args []string, stdout, stderr io.Writer) error {
	o := onnxdoc.Options{Stdout: stdout}
	fs := flag.NewFlagSet("padgen import", flag.ContinueOnError)
	fs.Usage = func() {
		fmt.Fprint(fs.Output(), importUsage)
		fs.PrintDefaults()
	}
	fs.StringVar(&o.Out, "o", "", "the table's `DIR` (spec; with -check the table that padgen was built with)")
	fs.BoolVar(&o.Check, "check", false, "write nothing, list where a document and the table disagree")
	fs.StringVar(&o.Op, "op", spec.Operator, "the operator's `NAME`")
	files, err := parseMixed(fs, args, stdout, stderr)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		fs.SetOutput(stderr)
		fs.Usage()
		return errUsage
	}
	if o.Files = files; o.Out == "" && !o.Check {
		o.Out = "spec"
		if _, err := os.Stat(filepath.Join(o.Out, "table.json")); errors.Is(err, os.ErrNotExist) {
			return errors.New("import: the folder spec has no table: run this in a clone of padgen, whose table it is, or start one elsewhere with -o DIR")
		}
	}
	if err = onnxdoc.Import(o); errors.Is(err, onnxdoc.ErrFindings) {
		fmt.Fprintln(stderr, "padgen:", err)
		return errFindings
	}
	return err
}

// parseMixed parses flags before, between and after the arguments, and returns the arguments. Help that was asked for goes to
// stdout.
func parseMixed(fs *flag.FlagSet, args []string, stdout, stderr io.Writer) ([]string, error) {
	var printed bytes.Buffer
	fs.SetOutput(&printed)
	var rest []string
	for {
		if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
			printed.WriteTo(stdout)
			return nil, err
		} else if err != nil {
			printed.WriteTo(stderr)
			return nil, errUsage
		}
		if fs.NArg() == 0 {
			return rest, nil
		}
		rest, args = append(rest, fs.Arg(0)), fs.Args()[1:]
	}
}
