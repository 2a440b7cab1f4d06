package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/padgen/padgen/spec/specdiff"
)

// diffOptions are the flags and arguments of padgen diff.
type diffOptions struct {
	format                 specdiff.Format
	level                  specdiff.Level
	out                    string
	rules, schema, measure bool
	sides                  []string
}

const diffUsage = `usage: padgen diff OLD NEW [-format text|markdown|json|html|github] [-fail-on LEVEL] [-o FILE] [-measure]
       padgen diff -rules | -schema

` + specdiff.Arguments + `

A level is ` + specdiff.Levels + `. Without "onnx:" it is the class for
users of the Go packages; "any" is any change, also one of documents alone;
"todo" is what a person must add, and nothing else.

The exit code is 1 if there is a change at or above the level, 0 if there is none, and 2 for wrong use and unreadable
input. Where nothing changed, only what could not be compared is printed; JSON is always a whole object, HTML a
whole page.

`

// diff runs padgen diff.
func diff(args []string, stdout, stderr io.Writer) error {
	o, err := parseDiff(args, stdout, stderr)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	reached := false
	switch {
	case o.rules:
		printRules(&out)
	case o.schema:
		out.Write(specdiff.Schema())
	default:
		report, err := compare(o)
		if err != nil {
			return err
		}
		if err := report.Write(&out, o.format, o.out == "" && isTerminal(stdout)); err != nil {
			return err
		}
		reached = report.Reached(o.level)
	}
	if o.out != "" {
		err = os.WriteFile(o.out, out.Bytes(), 0o666)
	} else {
		_, err = stdout.Write(out.Bytes())
	}
	if err != nil {
		return fmt.Errorf("diff: %w", err)
	}
	if reached {
		return errFindings
	}
	return nil
}

// parseDiff parses the flags and arguments of padgen diff, in any order.
func parseDiff(args []string, stdout, stderr io.Writer) (*diffOptions, error) {
	o := new(diffOptions)
	format, level := string(specdiff.Text), "any"
	if len(args) == 0 {
		fmt.Fprint(stderr, diffUsage)
		return nil, errUsage
	}
	fs := flag.NewFlagSet("padgen diff", flag.ContinueOnError)
	fs.Usage = func() {
		fmt.Fprint(fs.Output(), diffUsage)
		fs.PrintDefaults()
	}
	fs.Func("format", "`FORMAT`: text, markdown, json, html or github (text)", func(s string) error {
		format = s // read below: package flag would print its usage with what is wrong
		return nil
	})
	fs.Func("fail-on", "exit with 1 for changes at or above a `LEVEL` (any)", func(s string) error {
		level = s
		return nil
	})
	fs.StringVar(&o.out, "o", "", "write to `FILE` instead of the terminal")
	fs.BoolVar(&o.measure, "measure", false, "build both generated packages and measure compile time and linked size")
	fs.BoolVar(&o.rules, "rules", false, "list the rules: id, class for ONNX, class for Go, meaning")
	fs.BoolVar(&o.schema, "schema", false, "print the JSON Schema of -format json")
	var err error
	if o.sides, err = parseMixed(fs, args, stdout, stderr); err != nil {
		return nil, err
	}
	var errFormat, errLevel error
	o.format, errFormat = specdiff.ParseFormat(format)
	o.level, errLevel = specdiff.ParseLevel(level)
	if err := errors.Join(errFormat, errLevel); err != nil {
		return nil, err
	}
	want := 2
	if o.rules || o.schema {
		want = 0
	}
	if o.rules && o.schema || len(o.sides) != want {
		return nil, fmt.Errorf("diff: %d arguments %q, expected OLD and NEW, or -rules, or -schema; padgen diff -h says more", len(o.sides), o.sides)
	}
	return o, nil
}

// compare resolves both sides and compares them.
func compare(o *diffOptions) (*specdiff.Report, error) {
	resolver := &specdiff.Resolver{ReadDocument: readDocument}
	from, errOld := resolver.Resolve(o.sides[0])
	to, errNew := resolver.Resolve(o.sides[1])
	if err := errors.Join(errOld, errNew); err != nil {
		return nil, err
	}
	report, err := specdiff.Compare(from, to)
	if err != nil {
		return nil, err
	}
	if !report.Empty() {
		report.Effect.Growth, err = growth(report, o.measure)
	}
	return report, err
}

func printRules(w io.Writer) {
	fmt.Fprintf(w, "%-32s %-9s %-9s %s\n", "rule", "ONNX", "Go", "meaning")
	for _, r := range specdiff.Rules() {
		fmt.Fprintf(w, "%-32s %-9s %-9s %s\n", r.ID, r.ONNX, r.Go, r.Doc)
	}
}

// isTerminal reports whether colors make sense: see https://no-color.org.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
