package onnxdoc

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/padgen/padgen/spec"
)

// ErrFindings is wrapped by the error of [Import] if the documents were read
// and the report has findings.
var ErrFindings = errors.New("there are findings")

// Options are the arguments of [Import].
type Options struct {
	// Files are the documents.
	Files []string
	// Out is the table's folder. With Check it may be "", which means the
	// embedded table.
	Out string
	// Check makes Import compare only and write nothing.
	Check bool
	// Op is the operator, Pad if "".
	Op string
	// Stdout gets the report, findings included.
	Stdout io.Writer
}

// Import reads documents and brings a table up to date with them, or, with
// Check, lists where they and the table disagree. Either way it lists what each
// document does not state. An error that wraps [ErrFindings] says that the
// report has findings; any other error says why nothing was done.
func Import(o Options) error {
	if len(o.Files) == 0 {
		return errors.New("onnxdoc: no document is named")
	}
	if o.Out == "" && !o.Check {
		return errors.New("onnxdoc: no folder for the table is named")
	}
	if o.Op == "" {
		o.Op = spec.Operator
	}
	if o.Stdout == nil {
		o.Stdout = io.Discard
	}
	var docs []*Document
	var errs []error
	for _, file := range o.Files {
		d, err := readFile(file, o.Op)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		docs = append(docs, d)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	var report strings.Builder
	for _, d := range docs {
		d.describe(&report)
	}
	versions, err := Merge(docs)
	found, err := contradictions(err)
	if err != nil {
		return err
	}
	if o.Check {
		err = check(&report, o, docs, found)
	} else {
		err = update(&report, o, docs, versions, found)
	}
	if _, werr := io.WriteString(o.Stdout, report.String()); werr != nil {
		return fmt.Errorf("onnxdoc: %w", werr)
	}
	return err
}

func readFile(file, op string) (*Document, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("onnxdoc: %w", err)
	}
	defer f.Close()
	return ReadFrom(file, f, op)
}

// describe prints what was read.
func (d *Document) describe(w io.Writer) {
	fmt.Fprintf(w, "%s: %s (%s)\n", d.File, d.Source, d.Kind)
	if d.Last != "" {
		fmt.Fprintf(w, "  last section: %s\n", d.Last)
	}
	for _, s := range d.Skipped {
		fmt.Fprintf(w, "  skipped: %s\n", s)
	}
	for _, v := range d.Versions {
		switch {
		case v.Deprecated:
			fmt.Fprintf(w, "  %s: deprecated\n", v.Schema.ID())
		case len(v.NotStated) > 0:
			fmt.Fprintf(w, "  %s: not stated: %s\n", v.Schema.ID(), strings.Join(v.NotStated, ", "))
		default:
			fmt.Fprintf(w, "  %s: all stated\n", v.Schema.ID())
		}
		for _, n := range v.Notes {
			fmt.Fprintf(w, "  %s: note: %s\n", v.Schema.ID(), n)
		}
	}
}

// check compares each document with the table.
func check(w io.Writer, o Options, docs []*Document, found []Finding) error {
	table, err := loadTable(o.Out)
	if err != nil {
		return err
	}
	count := 0
	for _, d := range docs {
		count += len(d.Versions)
		if ids := Unmentioned(table, d); len(ids) > 0 {
			fmt.Fprintf(w, "%s: not mentioned: %s\n", d.File, strings.Join(ids, ", "))
		}
		found = append(found, Compare(table, d)...)
	}
	if len(found) == 0 {
		fmt.Fprintf(w, "%d versions in %d documents compared: no disagreement\n", count, len(docs))
		return nil
	}
	return printFindings(w, found)
}

func loadTable(dir string) (*spec.Table, error) {
	if dir == "" {
		return spec.Default()
	}
	table, err := spec.Load(os.DirFS(dir))
	if err != nil {
		return nil, fmt.Errorf("onnxdoc: table %s: %w", dir, err)
	}
	return table, nil
}

// update plans the changes and writes them.
func update(w io.Writer, o Options, docs []*Document, versions []*Version, found []Finding) error {
	newest := make(map[string]int)
	for _, d := range docs {
		for domain, n := range d.Newest {
			newest[domain] = max(newest[domain], n)
		}
		for _, v := range d.Versions {
			if d.Ends(v) {
				found = append(found, v.deprecated())
			}
		}
	}
	p, err := NewPlan(o.Out, versions, newest)
	if err != nil {
		return err
	}
	if found = slices.Concat(found, p.Refused); len(found) > 0 {
		fmt.Fprintln(w, "refused, nothing was written")
		return printFindings(w, found)
	}
	if err := p.Apply(); err != nil {
		return err
	}
	for _, wr := range p.Writes {
		fmt.Fprintf(w, "wrote %s: %s\n", p.path(wr), wr.Why)
	}
	fmt.Fprintf(w, "%d files written, %d versions unchanged\n", len(p.Writes), len(p.Same))
	if len(p.Notices) > 0 {
		return printFindings(w, p.Notices)
	}
	return nil
}

func printFindings(w io.Writer, found []Finding) error {
	for _, f := range found {
		fmt.Fprintln(w, f)
	}
	return fmt.Errorf("onnxdoc: %w: %d", ErrFindings, len(found))
}
