package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/runtime/cmd/files"
	"github.com/padgen/padgen/runtime/cmd/flags"
	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
	"github.com/padgen/padgen/templates"
)

var diffUsage = `Examples:
  padgen diff 24 25                                       what opset 25 brings
  padgen diff -package ./kernels 24 25                    whether that touches the kernels of a package
  padgen diff git:HEAD .                                  what update wrote
  padgen diff git:main . -format markdown -o diff.md      for a pull request

usage: padgen diff OLD NEW [flags]
       padgen diff -rules | -schema

A report opens with its verdict. Signatures are compared and, where OLD or NEW is a document, its sentences.
With -package, a report is about the types, modes and ranks of that package.

` + specdiff.Arguments + `

Each change has two severities:
` + specdiff.SeverityHelp() + `
The exit code is 1 if a change counts, 2 for wrong use or failure, otherwise 0. -fail-on says what counts:
` + specdiff.Thresholds + `
`

// diff runs padgen diff.
func diff(args []string, out *bytes.Buffer) error {
	fs := flags.New("padgen diff", diffUsage)
	formatName := fs.String("format", string(specdiff.Text), "`FORMAT`: text, markdown, json, html or github")
	failOn := fs.String("fail-on", string(specdiff.FailReview), "`THRESHOLD`: which changes give exit code 1")
	file := fs.String("o", "", "write to `FILE` instead of standard output")
	force := fs.Bool("f", false, "replace the file of -o if it exists")
	dir := fs.String("package", "", "report only on the package in `DIR` (default: on all kernels)")
	details := fs.Bool("v", false, "name everything that a document leaves out, and that is not compared")
	rules := fs.Bool("rules", false, "list the rules: id, severities, meaning")
	schema := fs.Bool("schema", false, "print the JSON Schema of -format json")
	revisions, err := fs.Parse(args, out)
	if err != nil {
		return err
	}
	format, errFormat := specdiff.ParseFormat(*formatName)
	threshold, errThreshold := specdiff.ParseThreshold(*failOn)
	if err := errors.Join(errFormat, errThreshold); err != nil {
		return err
	}
	to := files.Options{Replace: *force}
	if *file != "" {
		if err := to.Check(*file); err != nil {
			return err
		}
	}
	reached := false
	switch n := len(revisions); {
	case *rules && !*schema && n == 0:
		fmt.Fprintf(out, "%-32s %-9s %-11s %s\n", "rule", "signature", "Go", "meaning")
		for _, r := range specdiff.Rules() {
			fmt.Fprintf(out, "%-32s %-9s %-11s %s\n", r.ID, r.Signature, r.Go, r.Doc)
		}
	case *schema && !*rules && n == 0:
		out.Write(specdiff.Schema())
	case *rules || *schema || n != 2:
		return fmt.Errorf("diff takes OLD and NEW, -rules or -schema, not these %d: %q: see padgen diff -h", n, revisions)
	default:
		report, err := compare(*dir, revisions)
		if err != nil {
			return err
		}
		if err := report.Write(out, format, *details); err != nil {
			return err
		}
		reached = report.Reached(threshold)
	}
	if *file != "" && *file != "-" {
		err = to.Write(*file, func(w io.Writer) error {
			_, err := out.WriteTo(w)
			return err
		})
	}
	if err == nil && reached {
		return errFindings
	}
	return err
}

// compare compares two revisions with regard to the package in dir or, if dir is "", to all kernels.
func compare(dir string, revisions []string) (*specdiff.Report, error) {
	old, errOld := specdiff.Resolve(revisions[0], readRevision)
	new, errNew := specdiff.Resolve(revisions[1], readRevision)
	generate, errDir := generatedIn(dir)
	if err := errors.Join(errOld, errNew, errDir); err != nil {
		return nil, err
	}
	return specdiff.Compare(old, new, generate)
}

// generated describes the package of all kernels of a table.
func generated(t *spec.Table) (specdiff.Package, error) {
	return kernels(t, func(templates.Kernel) bool { return true })
}

// generatedIn returns a function that selects the kernels of a table for the package in a folder: those of the types, modes
// and ranks in its flags. Without one of these flags and without -opset, it selects all that the table contains.
func generatedIn(dir string) (specdiff.Generate, error) {
	if dir == "" {
		return generated, nil
	}
	o, plan, err := recorded(dir)
	if err != nil {
		return nil, err
	}
	all := func(list []string) bool { return len(list) == 0 && o.config.Opset == 0 }
	hasType := func(tensor string) bool {
		is := func(e spec.ElemType) bool { return e.Tensor() == tensor }
		return all(o.config.Types) || slices.ContainsFunc(plan.Types, is)
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

// kernels describes a package: the kernels of a table for which has returns true.
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
