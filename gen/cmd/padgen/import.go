package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/changelog"
	"github.com/padgen/padgen/spec/specdiff"
)

const importUsage = `Examples:
  padgen import -check Changelog.md    list where a document and the table disagree
  padgen import Changelog.md -o spec   write the versions that the table lacks

usage: padgen import [flags] FILE...

Import reads ONNX's Changelog.md and ONNX Runtime's ContribOperators.md, as their repositories hold them. With
-check, it also reads Operators.md and operator pages, which leave facts out. Padgen generate takes the table that
padgen was built with: run import in a clone of padgen, and build padgen from there. The exit code is 1 where a
document and the table disagree, or where a person must add something before a new version can be generated.

`

// importOptions are the flags of padgen import.
type importOptions struct {
	dir            string
	check, verbose bool
}

// importDocs compares published documents with the table and, without -check, writes what the table lacks.
func importDocs(args []string, stdout io.Writer) error {
	var o importOptions
	flags := newFlags("import", importUsage)
	flags.StringVar(&o.dir, "o", "", "the table's `DIR` (spec; with -check the table that padgen was built with)")
	flags.BoolVar(&o.check, "check", false, "write nothing, list where a document and the table disagree")
	flags.BoolVar(&o.verbose, "v", false, "list every change, and every version and fact that a document leaves out")
	files, err := flags.parse(args, stdout)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("import takes one document or more: padgen import -h says more")
	}
	table, err := o.table()
	if err != nil {
		return err
	}
	var docs []*changelog.Document
	var errs []error
	for _, file := range files {
		doc, err := readDocument(file)
		if err == nil && !o.check && !doc.Complete {
			err = fmt.Errorf("%s: %s leaves out versions or facts: it can only be compared, with -check", file, doc.Source)
		}
		docs, errs = append(docs, doc), append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	found, refused := false, false
	for _, doc := range docs {
		report, err := specdiff.Compare(&specdiff.Revision{Label: cmp.Or(o.dir, "embedded"), Table: table}, revision(doc), nil)
		if err != nil {
			return err
		}
		o.print(stdout, doc, report)
		for _, c := range report.Changes {
			found = found || o.check || c.NeedsReview()
			refused = refused || c.Rule == specdiff.RetroactiveEdit || c.Rule == specdiff.VersionDeprecated
		}
		if !o.check {
			table = doc.AddTo(table)
		}
	}
	switch {
	case refused && !o.check:
		fmt.Fprintln(stdout, "nothing was written: a published version never changes, and a deprecated one has no place in the table")
	case !o.check:
		if err := o.write(stdout, table); err != nil {
			return err
		}
	}
	if found {
		return errFindings
	}
	return nil
}

// table loads the table that documents are compared with.
func (o *importOptions) table() (*spec.Table, error) {
	embedded, err := spec.Default()
	if err != nil || o.check && o.dir == "" {
		return embedded, err
	}
	_, err = os.Stat(filepath.Join(cmp.Or(o.dir, "spec"), "table.json"))
	if isNew := errors.Is(err, fs.ErrNotExist); isNew && o.dir == "" {
		return nil, errors.New("the folder spec has no table: run this in a clone of padgen, whose table it is, " +
			"or start one elsewhere with -o DIR")
	} else if isNew && !o.check { // no document states how a type is stored
		return &spec.Table{ElemTypes: embedded.ElemTypes, ElemSources: embedded.ElemSources}, nil
	}
	o.dir = cmp.Or(o.dir, "spec")
	table, err := spec.Load(os.DirFS(o.dir))
	if err == nil {
		err = table.Validate()
	}
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", o.dir, err)
	}
	return table, nil
}

// print prints a line for a document, and one for each change. Without -check and -v these are only the changes that a
// reviewer must decide.
func (o *importOptions) print(w io.Writer, doc *changelog.Document, report *specdiff.Report) {
	fmt.Fprintf(w, "%s: %s: %s of %s, %s", doc.File, doc.Source, count(len(doc.Schemas), "version"), spec.Operator,
		count(len(report.Changes), "change"))
	if s := report.Skipped; len(s.Versions)+len(s.Facts) > 0 {
		fmt.Fprintf(w, "; it leaves out %s and %s", count(len(s.Versions), "version"), count(len(s.Facts), "fact"))
	}
	if doc.Last != "" && !o.check { // no document says that it is whole
		fmt.Fprintf(w, "; its last section is %s", doc.Last)
	}
	fmt.Fprintln(w)
	for _, note := range doc.Notes {
		fmt.Fprintln(w, note)
	}
	if o.verbose {
		for _, fact := range slices.Concat(report.Skipped.Versions, report.Skipped.Facts) {
			fmt.Fprintf(w, "%s: leaves out %s\n", doc.File, fact)
		}
	}
	for _, c := range report.Changes {
		if o.check || o.verbose || c.NeedsReview() {
			fmt.Fprintf(w, "%s:%d: %s: %s: %s\n", doc.File, max(1, c.Line), c.Rule, cmp.Or(c.Version, "the table"), c.Message)
		}
	}
}

// count prints a number with its noun.
func count(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun
	case 1:
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// write writes the files that the table's folder lacks.
func (o *importOptions) write(w io.Writer, table *spec.Table) error {
	names, err := changelog.Write(o.dir, table)
	if err != nil {
		return err
	}
	for _, name := range names {
		fmt.Fprintf(w, "wrote %s\n", filepath.Join(o.dir, name))
	}
	fmt.Fprintf(w, "%s written\n", count(len(names), "file"))
	return nil
}
