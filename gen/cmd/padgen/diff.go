package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
)

// diffOptions are the flags and arguments of padgen diff.
type diffOptions struct {
	format                 specdiff.Format
	threshold              specdiff.Threshold
	out                    string
	rules, schema, verbose bool
	revisions              []string
}

var diffUsage = `Examples:
  padgen diff 24 25                                       what opset 25 brings
  padgen diff git:HEAD spec                               what import wrote
  padgen diff git:main spec -format markdown -o diff.md   for a pull request

usage: padgen diff OLD NEW [flags]
       padgen diff -rules | -schema

` + specdiff.Arguments + `

Each change has two severities:
` + specdiff.SeverityHelp() + `
The exit code is 1 if a change counts, 2 for wrong use or failure, otherwise 0. -fail-on says what counts:
` + specdiff.Thresholds + `
`

// diff runs padgen diff.
func diff(args []string, stdout io.Writer) error {
	o, err := parseDiff(args, stdout)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	reached := false
	switch {
	case o.rules:
		fmt.Fprintf(&out, "%-32s %-9s %-11s %s\n", "rule", "signature", "Go", "meaning")
		for _, r := range specdiff.Rules() {
			fmt.Fprintf(&out, "%-32s %-9s %-11s %s\n", r.ID, r.Signature, r.Go, r.Doc)
		}
	case o.schema:
		out.Write(specdiff.Schema())
	default:
		report, err := compare(o.revisions)
		if err != nil {
			return err
		}
		style := specdiff.Style{Details: o.verbose}
		if o.out == "" {
			style.For(stdout)
		}
		if err := report.Write(&out, o.format, style); err != nil {
			return err
		}
		reached = report.Reached(o.threshold)
	}
	if o.out != "" {
		err = os.WriteFile(o.out, out.Bytes(), 0o666)
	} else {
		_, err = stdout.Write(out.Bytes())
	}
	if err == nil && reached {
		return errFindings
	}
	return err
}

// parseDiff parses the flags and arguments of padgen diff, in any order.
func parseDiff(args []string, stdout io.Writer) (*diffOptions, error) {
	o := new(diffOptions)
	fs := newFlags("diff", diffUsage)
	format := fs.String("format", string(specdiff.Text), "`FORMAT`: text, markdown, json, html or github")
	threshold := fs.String("fail-on", string(specdiff.FailReview), "which changes make the exit code 1")
	fs.StringVar(&o.out, "o", "", "write to `FILE` instead of the terminal")
	fs.BoolVar(&o.verbose, "v", false, "name everything that a document leaves out, and that is not compared")
	fs.BoolVar(&o.rules, "rules", false, "list the rules: id, severities, meaning")
	fs.BoolVar(&o.schema, "schema", false, "print the JSON Schema of -format json")
	var err error
	if o.revisions, err = fs.parse(args, stdout); err != nil {
		return nil, err
	}
	var errFormat, errThreshold error
	o.format, errFormat = specdiff.ParseFormat(*format)
	o.threshold, errThreshold = specdiff.ParseThreshold(*threshold)
	if err := errors.Join(errFormat, errThreshold); err != nil {
		return nil, err
	}
	want := 2
	if o.rules || o.schema {
		want = 0
	}
	if o.rules && o.schema || len(o.revisions) != want {
		return nil, fmt.Errorf("diff takes OLD and NEW, or -rules, or -schema, not %q: see padgen diff -h", o.revisions)
	}
	return o, nil
}

// compare compares what two arguments name.
func compare(revisions []string) (*specdiff.Report, error) {
	resolver := &specdiff.Resolver{ReadDocument: readRevision}
	old, errOld := resolver.Resolve(revisions[0])
	new, errNew := resolver.Resolve(revisions[1])
	if err := errors.Join(errOld, errNew); err != nil {
		return nil, err
	}
	return specdiff.Compare(old, new, generated)
}

// generated says what is generated from a table.
func generated(t *spec.Table) (specdiff.Package, error) {
	var p specdiff.Package
	plan, err := gen.NewPlan(t, gen.Config{})
	if errors.Is(err, gen.ErrNoKernel) {
		return p, nil
	}
	if err != nil {
		return p, err
	}
	for _, k := range plan.Kernels {
		p.Kernels = append(p.Kernels, k.Name())
		if !slices.Contains(p.Exports, k.Elem.GoName) {
			p.Exports = append(p.Exports, k.Elem.GoName)
			p.Types = append(p.Types, fmt.Sprintf("%s (%s)", k.Elem.Name, k.Elem.Storage))
		}
	}
	slices.Sort(p.Kernels)
	return p, nil
}
