package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/changelog"
	"github.com/padgen/padgen/spec/specdiff"
)

const updateUsage = `Examples:
  padgen update -n Changelog.md   say what a document brings, and write nothing
  padgen update Changelog.md
  padgen update < Changelog.md

usage: padgen update [-n] [FILE]

Update does what a new opset takes, in the top folder of a clone of padgen: it imports a document into the folder
spec, says what differs from the last commit, and generates from the new table. It ends with "nothing to do by
hand", or with a list and the exit code 1.
`

// updateTable imports a document, compares the table with the last commit, and generates.
func updateTable(args []string, stdout io.Writer) error {
	flags := newFlags("update", updateUsage)
	dry := flags.Bool("n", false, "write nothing, say what would be written")
	files, err := flags.parse(args, stdout)
	if err != nil {
		return err
	}
	if len(files) > 1 {
		return fmt.Errorf("update takes one document, got %q", files)
	}
	var o importOptions
	before, err := o.table()
	if err != nil {
		return err
	}
	docs, err := o.read(append(files, "-")[:1])
	if err != nil {
		return err
	}
	table, toDo, err := added(before, docs[0])
	if err != nil {
		return err
	}
	old := &specdiff.Revision{Label: "before", Table: before}
	if committed, err := new(specdiff.Resolver).Resolve("git:HEAD"); err == nil {
		old = committed
	}
	report, err := specdiff.Compare(old, &specdiff.Revision{Label: o.dir, Table: table}, generated)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := report.Write(&out, specdiff.Text, specdiff.Style{Terminal: true}); err != nil {
		return err
	}
	unsupported, err := writeAll(&out, o.dir, table, *dry)
	if err != nil {
		return err
	}
	toDo = append(toDo, unsupported...)
	if printToDo(&out, toDo); len(toDo) == 0 {
		fmt.Fprintln(&out, "nothing to do by hand")
	}
	if _, err = out.WriteTo(stdout); err == nil && len(toDo) > 0 {
		return errFindings
	}
	return err
}

// added returns the table with the versions of the document, or as it is and why it must stay so.
func added(table *spec.Table, doc *changelog.Document) (*spec.Table, []string, error) {
	report, err := specdiff.Compare(&specdiff.Revision{Table: table}, revision(doc), nil)
	if err != nil {
		return nil, nil, err
	}
	var refused []string
	for _, c := range report.Changes {
		if isRefused(c) {
			refused = append(refused, fmt.Sprintf("%s:%d: %s: %s", doc.File, c.Line, c.Version, c.Message))
		}
	}
	if len(refused) > 0 {
		return table, refused, nil
	}
	return doc.AddTo(table), nil, nil
}

// writeAll writes the files of the table and those that are generated from it, unless it is a dry run, and prints
// their names. It returns what the project does not implement.
func writeAll(w io.Writer, dir string, table *spec.Table, dry bool) ([]string, error) {
	o := options{dir: "generated", table: table}
	plan, folders, err := o.render()
	if err != nil {
		return nil, err
	}
	writeTable, writePackage, did := changelog.Write, gen.Write, "wrote"
	if dry {
		writeTable, writePackage, did = changelog.Lacks, gen.Check, "would write"
	}
	names, err := writeTable(dir, table)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		fmt.Fprintln(w, did, filepath.Join(dir, name))
	}
	for _, folder := range folders {
		diffs, err := writePackage(folder.Dir, folder.Files)
		if err != nil {
			return nil, err
		}
		for _, d := range diffs {
			fmt.Fprintln(w, did, filepath.Join(folder.Dir, d.Name))
		}
	}
	return plan.Unsupported(), nil
}

// printToDo lists what is left to a person.
func printToDo(w io.Writer, list []string) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintln(w, "to do by hand; until then, runtime/onnx refuses nodes of these versions:")
	for _, line := range list {
		fmt.Fprintln(w, " ", line)
	}
}
