package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/padgen/padgen/gen"
)

const checkUsage = `Examples:
  padgen check                            every folder here and below that padgen wrote
  padgen check kernels
  padgen check -types float -o kernels    compare with other flags than it was generated with

usage: padgen check [-diff] [-v] [FOLDER...]
       padgen check [flags] -o DIR

Check names every file that is stale, missing or orphaned, and exits with 1 if there is one. Without flags, it
takes those that the folder was generated with. -diff prints what generate would change. FOLDER/... is every folder there that padgen wrote to, and without
arguments, it checks ./... .
`

func check(args []string, out *output) error {
	o, err := parse("check", checkUsage, args, out)
	if err != nil {
		return err
	}
	if o.selects && o.dir == "" || o.dir != "" && len(o.args) > 0 {
		return errors.New("check takes folders alone, or -o DIR with flags that select kernels")
	}
	dirs := []string{o.dir}
	if o.dir == "" {
		if len(o.args) == 0 {
			o.args = []string{"./..."}
		}
		dirs, err = folders(o.args)
	}
	errs := []error{err}
	found := false
	for _, o.dir = range dirs {
		if err := o.check(out); errors.Is(err, errFindings) {
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
		if root, below := strings.CutSuffix(filepath.ToSlash(arg), "/..."); below {
			found, err := generatedBelow(filepath.FromSlash(cmp.Or(root, "/")))
			if errors.Is(err, fs.ErrNotExist) {
				err = errors.New("no such folder")
			}
			if err != nil {
				err = fmt.Errorf("check %s: %w", arg, err)
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
		if path != start && apart(path) {
			return fs.SkipDir
		}
		generated, err := gen.Wrote(path)
		if generated {
			dirs = append(dirs, filepath.Clean(path))
		}
		return err
	})
	if err == nil && len(dirs) == 0 {
		err = errors.New("no folder there has a file of padgen: generate a package first, or name its folder")
	}
	return dirs, err
}

// apart reports whether the go command leaves a folder out of its parent's module.
func apart(path string) bool {
	name := filepath.Base(path)
	_, err := os.Stat(filepath.Join(path, "go.mod"))
	return err == nil || name[0] == '.' || name[0] == '_' || name == "vendor" || name == "testdata"
}

// check prints what it finds; an error other than errFindings is that nothing could be compared.
func (o *options) check(out io.Writer) error {
	var plan *gen.Plan
	var err error
	if o.selects {
		plan, err = o.packagePlan()
	} else {
		_, plan, err = recorded(o.dir)
	}
	if err != nil {
		return err
	}
	r, err := apply(plan, o.dir, true)
	if err != nil {
		return err
	}
	for _, f := range r.files {
		switch {
		case o.diff && f.State != current:
			io.WriteString(out, patch(f))
		case o.verbose || f.State != current:
			fmt.Fprintln(out, f)
		}
	}
	if r.changed == 0 {
		return nil
	}
	advice := ""
	if !o.selects {
		advice = goGenerate(o.dir)
	}
	if advice == "" {
		advice = fmt.Sprintf("%s generate %s -o %s", self(), plan.Flags, quoted(o.dir))
	}
	fmt.Fprintf(out, "padgen: not as generated: %d, run %s\n", r.changed, advice)
	return errFindings
}

// patch is a unified diff from a file as it is to what it should be.
func patch(d gen.Difference) string {
	const none = "/dev/null"
	path := filepath.ToSlash(d.Path)
	switch d.State {
	case gen.Missing:
		return udiff.Unified(none, path, "", string(d.Want))
	case gen.Orphan:
		return udiff.Unified(path, none, string(d.Have), "")
	}
	return udiff.Unified(path, path, string(d.Have), string(d.Want))
}

// recorded returns the flags that a folder was generated with, as it says itself, and what they select. A newer padgen may have
// written flags, or names in them, that this one does not know.
func recorded(dir string) (o *options, plan *gen.Plan, err error) {
	flags, err := gen.RecordedFlags(dir)
	if err != nil {
		return nil, nil, err
	}
	if o, err = parse("generate", generateUsage, flags, io.Discard); err == nil {
		plan, err = o.plan()
	}
	if err != nil { // not wrapped: help that a file asks for is no help that a person asked for
		err = errors.Join(
			fmt.Errorf("the flags that %s was generated with: %s", dir, strings.ReplaceAll(err.Error(), "\n", "; ")),
			fmt.Errorf("use a padgen as new as the one that generated %s, or generate it again", dir))
	}
	return o, plan, err
}
