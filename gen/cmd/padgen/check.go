package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/runtime/cmd/files"
	"github.com/padgen/padgen/runtime/cmd/flags"
)

const checkUsage = `Examples:
  padgen check              every package of padgen in and below this folder
  padgen check kernels
  padgen check ./... ../other/...

usage: padgen check [FOLDER...]

Check names every file that is stale, missing or orphaned, and exits with 1 if there is one. The flags that a
package was generated with are recorded in it. FOLDER/... means every package of padgen in and below FOLDER,
also in nested modules, testdata and hidden folders, and in the modules of its go.work (default: ./...).
Folders with the name vendor are left out: their packages were generated elsewhere.
`

func check(args []string, out *bytes.Buffer) error {
	set := flags.New("padgen check", checkUsage)
	args, err := set.Parse(args, out)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"./..."}
	}
	var errs []error
	stale, checked := false, 0
	for _, arg := range args {
		dirs := []string{arg}
		if root, below := strings.CutSuffix(filepath.ToSlash(arg), "/..."); below {
			dirs, err = generatedBelow(filepath.FromSlash(cmp.Or(root, "/")))
			if err != nil {
				errs = append(errs, fmt.Errorf("check %s: %w", arg, err))
			}
		}
		for _, dir := range dirs {
			changed, err := checkFolder(dir, out)
			errs, stale = append(errs, err), stale || changed
			if err == nil {
				checked++
			}
		}
	}
	if checked > 0 {
		fmt.Fprintf(out, "padgen: packages checked: %d\n", checked)
	}
	if err := errors.Join(errs...); err != nil || !stale {
		return err
	}
	return errFindings
}

// generatedBelow returns the folders with packages that padgen wrote, in and below root and in the modules of its go.work.
func generatedBelow(root string) (dirs []string, err error) {
	work, _ := files.Read(filepath.Join(root, "go.work"), 1<<20)
	for _, root := range append([]string{root}, elsewhere(root, work)...) {
		start := root + string(filepath.Separator) // so that WalkDir follows a link
		errWalk := filepath.WalkDir(start, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			if path != start && d.Name() == "vendor" {
				return fs.SkipDir
			}
			generated, err := gen.Wrote(path)
			if generated {
				dirs = append(dirs, filepath.Clean(path))
			}
			return err
		})
		err = errors.Join(err, errWalk)
	}
	if err == nil && len(dirs) == 0 {
		err = errors.New("padgen wrote no package there: generate one first, or name its folder")
	}
	return dirs, err
}

// use matches a folder in the use directives of a go.work. It begins with a dot or a slash, unlike the arguments of other
// directives.
var use = regexp.MustCompile("(?m)^\\s*(?:use\\s*\\(?\\s*)?[\"`]?([./][^\\s\"`()]*)")

// elsewhere returns the folders of a go.work that are not below root.
func elsewhere(root string, work []byte) (dirs []string) {
	for _, m := range use.FindAllSubmatch(work, -1) {
		dir := filepath.FromSlash(string(m[1]))
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(root, dir)
		}
		if below, err := filepath.Rel(root, dir); err != nil || !filepath.IsLocal(below) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// checkFolder prints what generate would change in a folder, and reports whether it would change anything.
func checkFolder(dir string, out io.Writer) (stale bool, err error) {
	_, plan, err := recorded(dir)
	if err != nil {
		return false, err
	}
	folders, err := plan.Folders(dir)
	if err != nil {
		return false, err
	}
	changes, err := gen.Check(folders...)
	if err != nil || len(changes) == 0 {
		return false, err
	}
	for _, d := range changes {
		fmt.Fprintln(out, d)
	}
	padgen := "padgen"
	if _, mod := gen.Module("."); bytes.Contains(mod, []byte("github.com/padgen/padgen/gen/cmd/padgen")) {
		padgen = "go tool padgen" // a tool of the module, in the version that it requires
	}
	fmt.Fprintf(out, "padgen: files out of date: %d, run %s generate %s -o %s\n", len(changes), padgen, plan.Flags, filepath.ToSlash(dir))
	return true, nil
}

// recorded returns the flags with which the package in a folder was generated, and their plan. A newer padgen may have
// recorded flags or names that this one does not support.
func recorded(dir string) (o *options, plan *gen.Plan, err error) {
	args, err := gen.RecordedFlags(dir)
	if err != nil {
		return nil, nil, err
	}
	if o, err = parse("generate", generateUsage, args, io.Discard); err == nil {
		plan, err = o.plan()
	}
	if err != nil { // not wrapped, because -h in a file must not print help
		text := strings.ReplaceAll(err.Error(), "\n", "; ")
		err = fmt.Errorf("%s has flags that padgen does not take: %s; update padgen, or generate again", dir, text)
	}
	return o, plan, err
}
