package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/padgen/padgen/runtime/cmd/flags"
	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/changelog"
	"github.com/padgen/padgen/spec/specdiff"
)

const importUsage = `Examples:
  padgen import -check Changelog.md    list where a document and the table disagree
  padgen import Changelog.md -o spec   write the versions that the table lacks

usage: padgen import [flags] FILE...

Import reads ONNX's Changelog.md and ONNX Runtime's ContribOperators.md, as their repositories hold them. With
-check, it also reads Operators.md and operator pages, which leave facts out. Padgen update also generates from
the new table. The exit code is 1 where a document and the table disagree, or a person must add something.
`

// importOptions are the flags of padgen import and padgen update.
type importOptions struct {
	dir            string
	check, verbose bool
	update, dry    bool // of padgen update, which prints the changes itself
}

// importDocs compares published documents with the table and, without -check, writes what the table lacks.
func importDocs(args []string, out *output) error {
	var o importOptions
	fs := flags.New("padgen import", importUsage)
	fs.StringVar(&o.dir, "o", "", "the table's `DIR` (spec; with -check, padgen's own table)")
	fs.BoolVar(&o.check, "check", false, "write nothing, list where a document and the table disagree")
	fs.BoolVar(&o.verbose, "v", false, "list all changes, and what a document leaves out")
	files, err := fs.Parse(args, out)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("import takes one document or more: padgen import -h says more")
	}
	_, found, err := o.run(out, files)
	if err == nil && len(found) > 0 {
		return errFindings
	}
	return err
}

// run imports documents. It returns the table as it is then, and the changes that count as findings.
func (o *importOptions) run(w io.Writer, files []string) (*spec.Table, []specdiff.Change, error) {
	before, err := o.table()
	if err != nil {
		return nil, nil, err
	}
	docs, err := o.read(files)
	if err != nil {
		return nil, nil, err
	}
	table := before
	var found []specdiff.Change
	for _, doc := range docs {
		old := &specdiff.Revision{Label: cmp.Or(o.dir, "embedded"), Table: table}
		report, err := specdiff.Compare(old, revision(doc), nil)
		if err != nil {
			return nil, nil, err
		}
		o.print(w, doc, report)
		for _, c := range report.Changes {
			if o.check || c.NeedsReview() || isRefused(c) {
				found = append(found, c)
			}
		}
		if !o.check {
			table = doc.AddTo(table)
		}
	}
	switch {
	case o.check:
		return before, found, nil
	case slices.ContainsFunc(found, isRefused):
		fmt.Fprintln(w, "nothing was written: no version of a table changes, and none is deprecated")
		return before, found, nil
	}
	return table, found, o.write(w, table)
}

// isRefused reports whether a change keeps a document from being imported.
func isRefused(c specdiff.Change) bool {
	return c.Rule == specdiff.RetroactiveEdit || c.Rule == specdiff.VersionDeprecated
}

// read reads the documents. It joins the errors of all.
func (o *importOptions) read(files []string) ([]*changelog.Document, error) {
	var docs []*changelog.Document
	var errs []error
	for _, file := range files {
		doc, err := changelog.ReadFile(file, spec.Operator)
		if err == nil && !o.check && !doc.Complete {
			err = fmt.Errorf("%s: %s leaves out versions or facts: it can only be compared, with -check",
				file, doc.Source)
		}
		docs, errs = append(docs, doc), append(errs, err)
	}
	return docs, errors.Join(errs...)
}

// table loads the table that documents are compared with.
func (o *importOptions) table() (*spec.Table, error) {
	if o.check && o.dir == "" {
		return spec.Default()
	}
	mayBeNew := !o.check && o.dir != ""
	o.dir = cmp.Or(o.dir, "spec")
	if _, err := os.Stat(filepath.Join(o.dir, "table.json")); err != nil && !mayBeNew {
		return nil, fmt.Errorf("the folder %s has no table: run this in a clone of padgen, "+
			"whose table it is, or start one elsewhere with -o DIR", o.dir)
	}
	return changelog.Load(o.dir)
}

// print prints a line for a document, and one for each change. Without -check and -v these are only the
// changes that a reviewer must decide.
func (o *importOptions) print(w io.Writer, doc *changelog.Document, report *specdiff.Report) {
	skipped := report.Skipped
	fmt.Fprintf(w, "%s: %s; versions of %s: %d; changes: %d; left out: versions %d, facts %d",
		doc.File, doc.Source, spec.Operator, len(doc.Schemas), len(report.Changes),
		len(skipped.Versions), len(skipped.Facts))
	if doc.Last != "" && !o.check { // no document says that it is whole
		fmt.Fprintf(w, "; its last section is %s", doc.Last)
	}
	fmt.Fprintln(w)
	for _, note := range doc.Notes {
		fmt.Fprintln(w, note)
	}
	if o.verbose {
		for _, fact := range slices.Concat(skipped.Versions, skipped.Facts) {
			fmt.Fprintf(w, "%s: leaves out %s\n", doc.File, fact)
		}
	}
	for _, c := range report.Changes {
		if o.check || o.verbose || (c.NeedsReview() || isRefused(c)) && !o.update {
			version := cmp.Or(c.Version, "the table")
			fmt.Fprintf(w, "%s:%d: %s: %s: %s\n", doc.File, max(1, c.Line), c.Rule, version, c.Message)
		}
	}
}

// did says what happens to a file.
func (o *importOptions) did() string {
	return map[bool]string{false: "wrote", true: "would write"}[o.dry]
}

// write writes the files that the table's folder lacks.
func (o *importOptions) write(w io.Writer, table *spec.Table) error {
	write := changelog.Write
	if o.dry {
		write = changelog.Lacks
	}
	names, err := write(o.dir, table)
	for _, name := range names {
		fmt.Fprintln(w, o.did(), filepath.Join(o.dir, name))
	}
	if err == nil && !o.update {
		fmt.Fprintf(w, "files written: %d\n", len(names))
	}
	return err
}
