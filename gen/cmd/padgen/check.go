package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/padgen/padgen/gen"
)

const checkUsage = `Examples:
  padgen check ./...                      every folder here and below that padgen wrote
  padgen check kernels
  padgen check -types float -o kernels    compare with other flags than it was generated with

usage: padgen check [flags]
       padgen check [-v] FOLDER...

Check names every file that is stale, missing or orphaned, and exits with 1 if there is one. Without flags, it
takes those that the folder was generated with. FOLDER/... is every folder there that padgen wrote to.
`

func check(args []string, stdout io.Writer) error {
	o, err := parse("check", checkUsage, args, stdout)
	if err != nil {
		return err
	}
	if len(o.args) == 0 {
		return o.check(stdout)
	}
	if o.selects() || slices.Contains(o.set, "o") {
		return fmt.Errorf("check takes either folders, here %q, or -o and flags that select kernels", o.args)
	}
	dirs, err := folders(o.args)
	errs := []error{err}
	found := false
	for _, o.dir = range dirs {
		if err := o.check(stdout); errors.Is(err, errFindings) {
			found = true
		} else {
			errs = append(errs, err)
		}
	}
	if err := errors.Join(errs...); err != nil || !found {
		return err
	}
	return errFindings
}

// folders returns the folders that args name.
func folders(args []string) (dirs []string, err error) {
	var errs []error
	for _, arg := range args {
		if arg == "" { // an unset variable
			return nil, errors.New("check: a folder without a name")
		}
		if root, below := strings.CutSuffix(filepath.ToSlash(arg), "/..."); below {
			found, err := generatedBelow(filepath.FromSlash(cmp.Or(root, "/")))
			if err != nil {
				err = fmt.Errorf("check: %s: %w", arg, err)
			}
			dirs, errs = append(dirs, found...), append(errs, err)
		} else {
			dirs = append(dirs, arg)
		}
	}
	return dirs, errors.Join(errs...)
}

// generatedBelow returns the folders in and below root that padgen wrote files to. Like the go command it leaves out those that hold
// other modules or no packages.
func generatedBelow(root string) (dirs []string, err error) {
	start := root + string(filepath.Separator) // so that WalkDir follows a link
	err = filepath.WalkDir(start, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		name := d.Name()
		_, noModule := os.Stat(filepath.Join(path, "go.mod"))
		if path != start && (noModule == nil || name[0] == '.' || name[0] == '_' || name == "vendor" || name == "testdata") {
			return fs.SkipDir
		}
		generated, err := gen.Wrote(path)
		if generated {
			dirs = append(dirs, filepath.Clean(path))
		}
		return err
	})
	if err == nil && len(dirs) == 0 {
		err = errors.New("no folder there has a file of padgen")
	}
	return dirs, err
}

// check prints what it finds; an error other than errFindings is that nothing could be compared or printed.
func (o *options) check(stdout io.Writer) error {
	plan, folders, err := o.expected()
	if errors.Is(err, gen.ErrUnknownFlags) {
		_, err = fmt.Fprintf(stdout, "%v\npadgen: run padgen generate with these flags and -o %s, "+
			"or give them to padgen check\n", err, quoted(o.dir))
		return cmp.Or(err, errFindings)
	}
	if err != nil {
		return err
	}
	var out bytes.Buffer
	found := 0
	for _, folder := range folders {
		diffs, err := gen.Check(folder.Dir, folder.Files)
		if err != nil {
			return err
		}
		found += len(diffs)
		for _, d := range diffs {
			d.Name = filepath.Join(folder.Dir, d.Name) // as compilers print it, so that editors and CI find the file
			fmt.Fprintln(&out, d)
		}
		for _, f := range folder.Files {
			if o.verbose && !slices.ContainsFunc(diffs, func(d gen.Difference) bool { return d.Name == f.Name }) {
				fmt.Fprintf(&out, "%s: up to date\n", filepath.Join(folder.Dir, f.Name))
			}
		}
	}
	if found > 0 {
		fmt.Fprintf(&out, "padgen: not as generated: %d, run padgen generate %s -o %s\n",
			found, plan.Flags, quoted(o.dir))
	}
	if _, err := out.WriteTo(stdout); err != nil {
		return err
	}
	if found > 0 {
		return errFindings
	}
	return nil
}

// quoted is the name of a file as a shell takes it.
func quoted(name string) string {
	name = filepath.ToSlash(name)
	if strings.Trim(name, shellSafe) == "" {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// shellSafe are characters that mean themselves in any shell.
const shellSafe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:-"

// expected renders what the folder should hold: what the flags select or, if none selects, what it was generated with.
func (o *options) expected() (*gen.Plan, []gen.Folder, error) {
	if o.selects() {
		return o.render()
	}
	recorded, err := gen.RecordedFlags(o.dir)
	if err != nil {
		return nil, nil, err
	}
	return renderRecorded(recorded, o.dir)
}

// renderRecorded renders what a folder was generated with, by the flags that it says itself. A newer padgen may have written flags, or
// names in them, that this one does not know.
func renderRecorded(flags []string, dir string) (*gen.Plan, []gen.Folder, error) {
	o, err := parse("generate", generateUsage, flags, io.Discard)
	if err != nil {
		return nil, nil, unknownToUs(dir, err)
	}
	o.dir = dir
	plan, folders, err := o.render()
	if errors.Is(err, gen.ErrConfig) {
		return nil, nil, unknownToUs(dir, err)
	}
	return plan, folders, err
}

// unknownToUs says which flags err is about, and what to do. It does not wrap err: help that a file asks for is no help that a person
// asked for.
func unknownToUs(dir string, err error) error {
	return errors.Join(
		fmt.Errorf("the flags that %s was generated with: %s", dir, strings.ReplaceAll(err.Error(), "\n", "; ")),
		fmt.Errorf("check %s with a padgen as new as the one that generated it, or generate it again", dir))
}
