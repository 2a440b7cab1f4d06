package main

import (
	"fmt"
	"io"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/runtime/cmd/flags"
	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
)

const updateUsage = `Examples:
  padgen update -n Changelog.md   say what a document brings, and write nothing
  padgen update Changelog.md
  padgen update < Changelog.md

usage: padgen update [-n] [FILE...]

Update does what a new opset takes, in the top folder of a clone of padgen: it imports documents, generates, and
says what differs from the last commit. It ends with "nothing to do by hand", or with a list and exit code 1.
`

// updateTable imports documents, compares the table with the last commit, and generates.
func updateTable(args []string, out *output) error {
	o := importOptions{update: true}
	fs := flags.New("padgen update", updateUsage)
	fs.BoolVar(&o.dry, "n", false, "write nothing, say what would be written")
	files, err := fs.Parse(args, out)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	old, err := new(specdiff.Resolver).Resolve("git:HEAD")
	if err != nil {
		return fmt.Errorf("%w: run this in the top folder of a clone of padgen", err)
	}
	table, found, err := o.run(out, files)
	if err != nil {
		return err
	}
	report, err := specdiff.Compare(old, &specdiff.Revision{Label: o.dir, Table: table}, generated)
	if err != nil {
		return err
	}
	toDo, err := o.generate(out, table)
	if err != nil {
		return err
	}
	if err := report.Write(out, specdiff.Text, specdiff.Style{}); err != nil {
		return err
	}
	for _, c := range found {
		if isRefused(c) {
			toDo = append(toDo, c.Version+": "+c.Message)
		}
	}
	if len(toDo) > 0 {
		printList(out, "to do by hand:", toDo)
		return errFindings
	}
	fmt.Fprintln(out, "nothing to do by hand")
	return nil
}

// generate writes what is generated from the table. It returns what the project does not implement.
func (o *importOptions) generate(w io.Writer, table *spec.Table) ([]string, error) {
	plan, err := gen.NewPlan(table, gen.Config{})
	if err != nil {
		return nil, err
	}
	r, err := apply(plan, "generated", o.dry)
	for _, f := range r.files {
		if f.State != current {
			fmt.Fprintln(w, o.did(), f.Path)
		}
	}
	return plan.Unsupported(), err
}

// printList prints a title and a list, unless that is empty.
func printList(w io.Writer, title string, list []string) {
	if len(list) > 0 {
		fmt.Fprintln(w, title)
	}
	for _, line := range list {
		fmt.Fprintln(w, " ", line)
	}
}
