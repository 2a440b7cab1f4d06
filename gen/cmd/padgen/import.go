package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/onnxdoc"
)

const importUsage = `Examples:
  padgen import -check Changelog.md    list where a document and the table disagree
  padgen import Changelog.md -o spec   write the versions that the table lacks

usage: padgen import [flags] FILE...

Import reads ONNX's Changelog.md and ONNX Runtime's ContribOperators.md, as their repositories hold them. Padgen generate
takes the table that padgen was built with: what import writes into the folder spec of a clone of padgen is in force
when padgen is built from there. Without -o it writes to the folder spec only if a table is there.

`

// importDocs reads published documents into table files: `padgen import FILE… [-o DIR] [-check] [-op NAME]`.
func importDocs(args []string, stdout, stderr io.Writer) error {
	o := onnxdoc.Options{Stdout: stdout}
	fs := newFlags("import", importUsage)
	fs.StringVar(&o.Out, "o", "", "the table's `DIR` (spec; with -check the table that padgen was built with)")
	fs.BoolVar(&o.Check, "check", false, "write nothing, list where a document and the table disagree")
	fs.StringVar(&o.Op, "op", spec.Operator, "the operator's `NAME`")
	files, err := fs.parse(args, stdout)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("import takes one document or more: padgen import -h says more")
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
