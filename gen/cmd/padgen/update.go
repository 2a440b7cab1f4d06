package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/runtime/cmd/flags"
	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/changelog"
	"github.com/padgen/padgen/spec/specdiff"
)

const updateUsage = `Examples:
  padgen update -n Changelog.md       list where a document and the table disagree
  padgen update Changelog.md          do what a new opset takes
  padgen update < Changelog.md

usage: padgen update [-n] [FILE...]

Update reads ONNX's Changelog.md and ONNX Runtime's ContribOperators.md, in the top folder of a clone of padgen. It adds
the versions that the table lacks, generates, builds the clone, and says what differs from the last commit. It ends with
"nothing to do by hand", or with a list and exit code 1.

With -n it writes nothing, and exits with 1 where a document and the table disagree. It then reads Operators.md and
operator pages, too, which leave facts out. Outside a clone it compares with the table that padgen was built with.
`

// updating is a run of padgen update.
type updating struct {
	out      io.Writer
	dry      bool
	label    string // of the table
	table    *spec.Table
	findings []specdiff.Change
}

// updateTable runs padgen update.
func updateTable(args []string, out *output) error {
	u := updating{out: out, label: tableDir}
	fs := flags.New("padgen update", updateUsage)
	fs.BoolVar(&u.dry, "n", false, "write nothing, list where documents and the table disagree")
	files, err := fs.Parse(args, out)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	if err := u.load(); err != nil {
		return err
	}
	docs, err := u.read(files)
	if err != nil {
		return err
	}
	for _, doc := range docs {
		if err := u.add(doc); err != nil {
			return err
		}
	}
	if !u.dry {
		return u.write()
	}
	if len(u.findings) > 0 {
		return errFindings
	}
	return nil
}

// tableDir is the folder of the table in a clone of padgen.
const tableDir = "spec"

// load loads the table of the clone or, to compare elsewhere, that which padgen was built with.
func (u *updating) load() (err error) {
	const module = "github.com/padgen/padgen"
	if _, errNone := os.Stat(filepath.Join(tableDir, "table.json")); errNone == nil && gen.ImportPath(".") == module {
		if u.table, err = spec.Load(os.DirFS(tableDir)); err == nil {
			err = u.table.Validate()
		}
		return err
	}
	if !u.dry {
		return errors.New("update writes the table of a clone of padgen: run it in the clone's top folder, or compare with -n")
	}
	u.label = "embedded"
	u.table, err = builtIn()
	return err
}

// read reads the documents. It joins the errors of all.
func (u *updating) read(files []string) ([]*changelog.Document, error) {
	var docs []*changelog.Document
	var errs []error
	for _, file := range files {
		doc, err := changelog.ReadFile(file, spec.Operator)
		if err == nil && !u.dry && !doc.Complete {
			err = fmt.Errorf("%s: %s leaves out versions or facts: it can only be compared, with -n", file, doc.Source)
		}
		docs, errs = append(docs, doc), append(errs, err)
	}
	return docs, errors.Join(errs...)
}

// add compares a document with the table, and adds the versions that the table lacks. It prints what a person should look at.
func (u *updating) add(doc *changelog.Document) error {
	report, err := specdiff.Compare(&specdiff.Revision{Label: u.label, Table: u.table}, revision(doc), nil)
	if err != nil {
		return err
	}
	skipped := report.Skipped
	fmt.Fprintf(u.out, "%s: %s; versions of %s: %d; changes: %d; left out: versions %d, facts %d", doc.File, doc.Source,
		spec.Operator, len(doc.Schemas), len(report.Changes), len(skipped.Versions), len(skipped.Facts))
	if doc.Last != "" && !u.dry { // no document says that it is whole
		fmt.Fprintf(u.out, "; its last section is %s", doc.Last)
	}
	fmt.Fprintln(u.out)
	for _, note := range doc.Notes {
		fmt.Fprintln(u.out, note)
	}
	for _, c := range report.Changes {
		if u.dry || isRefused(c) {
			u.findings = append(u.findings, c)
			fmt.Fprintf(u.out, "%s:%d: %s: %s: %s\n", doc.File, max(1, c.Line), c.Rule, cmp.Or(c.Version, "the table"), c.Message)
		}
	}
	if !u.dry {
		u.table = doc.AddTo(u.table)
	}
	return nil
}

// isRefused reports whether a change keeps a document from being added: no published version changes, and none is deprecated.
func isRefused(c specdiff.Change) bool {
	return c.Rule == specdiff.RetroactiveEdit || c.Rule == specdiff.VersionDeprecated
}

// write writes the table and all that is generated from it, and prints what differs from the last commit and what a person must do.
func (u *updating) write() error {
	old, err := new(specdiff.Resolver).Resolve("git:HEAD")
	if err != nil {
		return err
	}
	var toDo []string
	for _, c := range u.findings {
		toDo = append(toDo, c.Version+": "+c.Message)
	}
	if len(toDo) > 0 {
		fmt.Fprintln(u.out, "nothing was written")
		printList(u.out, "to do by hand:", toDo)
		return errFindings
	}
	if err := u.writeTable(); err != nil {
		return err
	}
	plan, err := gen.NewPlan(u.table, gen.Config{})
	if err != nil {
		return err
	}
	changed, err := write(plan, "generated")
	if err != nil {
		return err
	}
	for _, f := range changed {
		fmt.Fprintln(u.out, "wrote", f.Path)
	}
	report, err := specdiff.Compare(old, &specdiff.Revision{Label: u.label, Table: u.table}, generated)
	if err != nil {
		return err
	}
	if err := report.Write(u.out, specdiff.Text, specdiff.Style{}); err != nil {
		return err
	}
	toDo = plan.Unsupported()
	if out, err := exec.Command("go", "build", "./...").CombinedOutput(); err != nil {
		toDo = append(toDo, fmt.Sprintf("go build ./... fails: %v\n%s", err, bytes.TrimSpace(out)))
	}
	if len(toDo) > 0 {
		printList(u.out, "to do by hand:", toDo)
		return errFindings
	}
	fmt.Fprintln(u.out, "nothing to do by hand")
	return nil
}

// writeTable writes the files of the table that are not as they should be.
func (u *updating) writeTable() error {
	files, err := u.table.Files()
	if err != nil {
		return err
	}
	changed := map[string][]byte{}
	for name, content := range files {
		path := filepath.Join(tableDir, filepath.FromSlash(name))
		if have, err := os.ReadFile(path); err != nil || !bytes.Equal(have, content) {
			changed[path] = content
		}
	}
	for _, path := range slices.Sorted(maps.Keys(changed)) {
		fmt.Fprintln(u.out, "wrote", path)
	}
	return gen.Replace(changed)
}

// printList prints a title and a list, unless that is empty.
func printList(w io.Writer, title string, list []string) {
	if len(list) > 0 {
		fmt.Fprintln(w, title)
	}
	for _, line := range list {
		fmt.Fprintln(w, " ", strings.ReplaceAll(line, "\n", "\n    "))
	}
}
