package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/runtime/cmd/flags"
	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
	"github.com/padgen/padgen/templates"
)

// diffOptions are the flags and arguments of padgen diff.
type diffOptions struct {
	format                 specdiff.Format
	threshold              specdiff.Threshold
	out, dir               string
	rules, schema, verbose bool
	revisions              []string
}

var diffUsage = `Examples:
  padgen diff 24 25                                       what opset 25 brings
  padgen diff -package ./kernels 24 25                    whether that touches the kernels of a package
  padgen diff git:HEAD .                                  what update wrote
  padgen diff git:main . -format markdown -o diff.md      for a pull request

usage: padgen diff OLD NEW [flags]
       padgen diff -rules | -schema

A report opens with its verdict. Signatures are compared, prose is not. With -package, a report is about what the flags
select that the package was generated with.

` + specdiff.Arguments + `

Each change has two severities:
` + specdiff.SeverityHelp() + `
The exit code is 1 if a change counts, 2 for wrong use or failure, otherwise 0. -fail-on says what counts:
` + specdiff.Thresholds + `
`

// diff runs padgen diff.
func diff(args []string, out *output) error {
	o, err := parseDiff(args, out)
	if err != nil {
		return err
	}
	reached := false
	switch {
	case o.rules:
		fmt.Fprintf(out, "%-32s %-9s %-11s %s\n", "rule", "signature", "Go", "meaning")
		for _, r := range specdiff.Rules() {
			fmt.Fprintf(out, "%-32s %-9s %-11s %s\n", r.ID, r.Signature, r.Go, r.Doc)
		}
	case o.schema:
		out.Write(specdiff.Schema())
	default:
		report, err := compare(o.dir, o.revisions)
		if err != nil {
			return err
		}
		style := specdiff.Style{Details: o.verbose}
		if o.out == "" {
			style.For(out.to)
		}
		if err := report.Write(out, o.format, style); err != nil {
			return err
		}
		reached = report.Reached(o.threshold)
	}
	if o.out != "" && o.out != "-" {
		err = os.WriteFile(o.out, out.Bytes(), 0o666)
		out.Reset()
	}
	if err == nil && reached {
		return errFindings
	}
	return err
}

// parseDiff parses the flags and arguments of padgen diff, in any order.
func parseDiff(args []string, stdout io.Writer) (*diffOptions, error) {
	o := new(diffOptions)
	fs := flags.New("padgen diff", diffUsage)
	format := fs.String("format", string(specdiff.Text), "`FORMAT`: text, markdown, json, html or github")
	threshold := fs.String("fail-on", string(specdiff.FailReview), "`THRESHOLD`: which changes make the exit code 1")
	fs.StringVar(&o.out, "o", "", "write to `FILE` instead of standard output")
	fs.StringVar(&o.dir, "package", "", "report on the package in `DIR` alone (default: on a package of all kernels)")
	fs.BoolVar(&o.verbose, "v", false, "name everything that a document leaves out, and that is not compared")
	fs.BoolVar(&o.rules, "rules", false, "list the rules: id, severities, meaning")
	fs.BoolVar(&o.schema, "schema", false, "print the JSON Schema of -format json")
	var err error
	if o.revisions, err = fs.Parse(args, stdout); err != nil {
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

// compare compares what two arguments name, for the package in a folder or, if that is "", for all kernels.
func compare(dir string, revisions []string) (*specdiff.Report, error) {
	resolver := &specdiff.Resolver{ReadDocument: readRevision}
	old, errOld := resolver.Resolve(revisions[0])
	new, errNew := resolver.Resolve(revisions[1])
	generate, errDir := specdiff.Generate(generated), error(nil)
	if dir != "" {
		generate, errDir = generatedIn(dir)
	}
	if err := errors.Join(errOld, errNew, errDir); err != nil {
		return nil, err
	}
	return specdiff.Compare(old, new, generate)
}

// generated says what is generated from a table.
func generated(t *spec.Table) (specdiff.Package, error) {
	return kernels(t, func(templates.Kernel) bool { return true })
}

// generatedIn returns what says which kernels of the package in a folder are generated from a table: those of its types, modes
// and ranks. Without a list and without -opset, they are all that the table has.
func generatedIn(dir string) (specdiff.Generate, error) {
	o, plan, err := recorded(dir)
	if err != nil {
		return nil, err
	}
	all := func(list []string) bool { return len(list) == 0 && o.config.Opset == 0 }
	hasType := func(tensor string) bool {
		return all(o.config.Types) || slices.ContainsFunc(plan.Types, func(e spec.ElemType) bool { return e.Tensor() == tensor })
	}
	hasMode := func(mode string) bool { return all(o.config.Modes) || slices.Contains(plan.Modes, mode) }
	return func(t *spec.Table) (specdiff.Package, error) {
		p, err := kernels(t, func(k templates.Kernel) bool {
			return hasType(k.Elem.Tensor()) && hasMode(k.Mode) && slices.Contains(plan.Ranks, k.Rank)
		})
		p.Name, p.HasType, p.HasMode = dir, hasType, hasMode
		return p, err
	}, nil
}

// kernels describes the package of those kernels of a table that has reports.
func kernels(t *spec.Table, has func(templates.Kernel) bool) (specdiff.Package, error) {
	var p specdiff.Package
	plan, err := gen.NewPlan(t, gen.Config{})
	if errors.Is(err, gen.ErrNoKernel) {
		return p, nil
	}
	if err != nil {
		return p, err
	}
	for _, k := range plan.Kernels {
		if has(k) {
			p.Kernels = append(p.Kernels, k.Name())
		}
	}
	slices.Sort(p.Kernels)
	return p, nil
}
