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
	"github.com/padgen/padgen/runtime/cmd/files"
	"github.com/padgen/padgen/runtime/cmd/flags"
	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/changelog"
	"github.com/padgen/padgen/spec/specdiff"
)

const updateUsage = `Examples:
  padgen update -n Changelog.md       list where a document and the table disagree
  padgen update Changelog.md          bring a new opset into a clone
  padgen update < Changelog.md

usage: padgen update [-n] [FILE...]

Update reads ONNX's Changelog.md and ONNX Runtime's ContribOperators.md, in the top folder of a clone.
It adds the versions that the table lacks, generates, builds, and says what differs from the last commit.
It ends with "nothing to do by hand" or sentences to read, or with a list and exit code 1.

With -n it writes nothing, and exits with 1 where a document and the table disagree. It then also
reads Operators.md and operator pages. Outside a clone it compares with the table of this padgen.
`

// updating is a run of padgen update.
type updating struct {
	out   io.Writer
	dry   bool
	old   *specdiff.Revision // the table before the update
	table *spec.Table        // the table with everything that the documents add
	docs  []*changelog.Document
	odd   map[string]bool // domains in which a document contradicts the table: nothing is added to these
	toDo  []string        // what a person must do; with -n, everything that differs
	errs  []error         // from documents that cannot be read

	reworded bool // the sentences of a new version differ from those of the one before it
}

// updateTable runs padgen update.
func updateTable(args []string, out *bytes.Buffer) error {
	u := updating{out: out, odd: map[string]bool{}}
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
	for _, file := range files {
		u.errs = append(u.errs, u.add(file))
	}
	if !u.dry {
		if err := u.finish(); err != nil {
			return err
		}
	}
	if err := errors.Join(u.errs...); err != nil || len(u.toDo) == 0 {
		return err
	}
	return errFindings
}

// tableDir is the folder of the table in a clone of padgen.
const tableDir = "spec"

// load loads the table of the clone. Outside a clone it uses the built-in table, only for comparison.
func (u *updating) load() (err error) {
	_, errNone := os.Stat(filepath.Join(tableDir, "table.json"))
	switch {
	case errNone == nil && gen.ImportPath(".") == "github.com/padgen/padgen":
		u.old, err = specdiff.Resolve("./"+tableDir, nil)
	case !u.dry:
		return errors.New("update writes to a clone of padgen: run it in its top folder, or compare with -n")
	default:
		u.old = &specdiff.Revision{}
		u.old.Table, err = builtIn()
	}
	if err == nil {
		u.table = u.old.Table
	}
	return err
}

// add compares a document with the table, and prints what a person should check.
func (u *updating) add(file string) error {
	doc, err := changelog.ReadFile(file)
	if err == nil && !u.dry && !doc.Complete {
		err = fmt.Errorf("%s: %s leaves out versions or facts: compare it with -n", file, doc.Source)
	}
	if err != nil {
		return err
	}
	table := &specdiff.Revision{Label: tableDir, Table: u.table}
	report, err := specdiff.Compare(table, revision(doc), nil)
	if err != nil {
		return err
	}
	prose := func(c specdiff.Change) bool { return c.IsProse() }
	facts, left := slices.DeleteFunc(slices.Clone(report.Changes), prose), report.Skipped
	fmt.Fprintf(u.out, "%s: %s; versions of Pad: %d; changes: %d; left out: versions %d, facts %d", doc.File, doc.Source,
		len(doc.Schemas), len(facts), len(left.Versions), len(left.Facts))
	if doc.Last != "" && !u.dry { // only a person can see whether the document is complete
		fmt.Fprintf(u.out, "; its last section is %s", doc.Last)
	}
	fmt.Fprintln(u.out)
	for _, note := range doc.Notes {
		fmt.Fprintln(u.out, note)
	}
	for _, c := range report.Changes {
		domain, _, _ := strings.Cut(c.Version, "/")
		published := u.old.Table.Schema(c.Version)
		if spec.Preview(domain) { // a preview changes in place
			published = nil
		}
		deprecated := c.Rule == specdiff.VersionDeprecated
		if !u.dry && published == nil && !deprecated { // the version is added, and the last report contains it
			continue
		}
		of := cmp.Or(c.Version, "the table")
		fmt.Fprintf(u.out, "%s:%d: %s: %s: %s\n", doc.File, max(1, c.Line), c.Rule, of, c.Message)
		if c.IsProse() { // a remark
			continue
		}
		text := of + ": " + c.Message
		if published != nil && u.old.Place != nil {
			if file, line := u.old.Place(published, c.Key()); file != "" {
				text += fmt.Sprintf(": %s:%d", file, line)
			}
		}
		u.toDo = append(u.toDo, text)
		u.odd[domain] = true
	}
	u.docs = append(u.docs, doc)
	u.table = doc.AddTo(u.table)
	return nil
}

// finish adds everything in domains that no document contradicts, and lists what is left to do.
func (u *updating) finish() error {
	u.table = u.old.Table
	added := false
	for _, doc := range u.docs {
		doc.Schemas = slices.DeleteFunc(doc.Schemas, func(s *spec.OpSchema) bool { return u.odd[s.Domain] })
		u.table, added = doc.AddTo(u.table), added || len(doc.Schemas) > 0
	}
	if !added {
		fmt.Fprintln(u.out, "nothing was written")
	} else if err := u.write(); err != nil {
		return err
	}
	switch {
	case len(u.toDo) > 0 || errors.Join(u.errs...) != nil:
	case u.reworded:
		fmt.Fprintln(u.out, "nothing to do by hand, except to read the sentences: they may change what Pad computes")
	default:
		fmt.Fprintln(u.out, "nothing to do by hand")
	}
	printList(u.out, "to do by hand:", u.toDo)
	return nil
}

// write writes the table and what is generated from it. It prints the differences from the last commit, and collects what is
// left to do.
func (u *updating) write() error {
	old, err := specdiff.Resolve("git:HEAD", nil)
	if err != nil {
		return err
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
	now := &specdiff.Revision{Label: tableDir, Table: u.table, Prose: map[string][]spec.Sentence{}}
	for _, doc := range u.docs {
		maps.Copy(now.Prose, doc.Prose)
	}
	report, err := specdiff.Compare(old, now, generated)
	if err != nil {
		return err
	}
	if err := report.Write(u.out, specdiff.Text, false); err != nil {
		return err
	}
	u.reworded = slices.ContainsFunc(report.Changes, specdiff.Change.MustRead)
	u.toDo = append(u.toDo, plan.Unsupported()...)
	if out, err := exec.Command("go", "build", "./...").CombinedOutput(); err != nil {
		u.toDo = append(u.toDo, fmt.Sprintf("go build ./... fails: %v\n%s", err, bytes.TrimSpace(out)))
	}
	return nil
}

// writeTable writes the table's files that differ and removes those of versions that it no longer contains.
func (u *updating) writeTable() error {
	table, err := u.table.Files()
	if err != nil {
		return err
	}
	changed := map[string][]byte{}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		path := filepath.Join(tableDir, filepath.FromSlash(name))
		if have, err := files.Read(path, 1<<30); err != nil || !bytes.Equal(have, table[name]) {
			changed[path] = table[name]
			fmt.Fprintln(u.out, "wrote", path)
		}
	}
	for _, s := range u.old.Table.Schemas { // only versions of a preview are removed
		if table[s.File()] == nil {
			if err := os.Remove(filepath.Join(tableDir, filepath.FromSlash(s.File()))); err != nil {
				return err
			}
		}
	}
	return files.Replace(changed)
}

// printList prints a title and a list, unless the list is empty.
func printList(w io.Writer, title string, list []string) {
	if len(list) > 0 {
		fmt.Fprintln(w, title)
	}
	for _, line := range list {
		fmt.Fprintln(w, " ", strings.ReplaceAll(line, "\n", "\n    "))
	}
}
