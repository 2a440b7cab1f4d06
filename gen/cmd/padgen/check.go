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
	"github.com/padgen/padgen/runtime/cmd/flags"
)

const checkUsage = `Examples:
  padgen check              every folder here and below that padgen wrote
  padgen check kernels
  padgen check -diff ./...  print what generate would change

usage: padgen check [-diff] [FOLDER...]

Check names every file that is stale, missing or orphaned, and exits with 1 if there is one. A package says
itself with which flags it was generated. FOLDER/... is every package of padgen in it (default: ./...).
`

func check(args []string, out *output) error {
	set := flags.New("padgen check", checkUsage)
	diff := set.Bool("diff", false, "print a unified diff of each file, which patch -p0 takes")
	args, err := set.Parse(args, out)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"./..."}
	}
	var errs []error
	for _, arg := range args {
		dirs := []string{arg}
		if root, below := strings.CutSuffix(filepath.ToSlash(arg), "/..."); below {
			dirs, err = generatedBelow(filepath.FromSlash(cmp.Or(root, "/")))
			if err != nil {
				errs = append(errs, fmt.Errorf("check %s: %w", arg, err))
			}
		}
		for _, dir := range dirs {
			errs = append(errs, checkFolder(dir, *diff, out))
		}
	}
	if err := errors.Join(errs...); err != nil || out.Len() == 0 {
		return err
	}
	return errFindings
}

// generatedBelow returns the folders in and below root with files of padgen. Like the go command, it skips other modules and folders that
// hold no packages.
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

// checkFolder prints what generate would change in a folder. It prints nothing if the folder is up to date.
func checkFolder(dir string, diff bool, out io.Writer) error {
	_, plan, err := recorded(dir)
	if err != nil {
		return err
	}
	folders, err := plan.Folders(dir)
	if err != nil {
		return err
	}
	changes, err := gen.Check(folders...)
	if err != nil || len(changes) == 0 {
		return err
	}
	for _, d := range changes {
		if diff {
			io.WriteString(out, patch(d))
		} else {
			fmt.Fprintln(out, d)
		}
	}
	advice := goGenerate(dir)
	if advice == "" {
		advice = fmt.Sprintf("%s generate %s -o %s", self(), plan.Flags, quoted(dir))
	}
	fmt.Fprintf(out, "padgen: not as generated: %d, run %s\n", len(changes), advice)
	return nil
}

// patch is a unified diff from the file that is there to the one that should be there.
func patch(d gen.Difference) string {
	from, to := filepath.ToSlash(d.Path), filepath.ToSlash(d.Path)
	switch d.State {
	case gen.Missing:
		from = "/dev/null"
	case gen.Orphan:
		to = "/dev/null"
	}
	return udiff.Unified(from, to, string(d.Have), string(d.Want))
}

// recorded returns the flags that a folder was generated with, and the plan that they give. A newer padgen may have written flags or names
// that this one does not know.
func recorded(dir string) (o *options, plan *gen.Plan, err error) {
	args, err := gen.RecordedFlags(dir)
	if err != nil {
		return nil, nil, err
	}
	if o, err = parse("generate", generateUsage, args, io.Discard); err == nil {
		plan, err = o.plan()
	}
	if err != nil { // not wrapped: -h in a file must not print help
		text := strings.ReplaceAll(err.Error(), "\n", "; ")
		err = fmt.Errorf("%s has flags that padgen does not take: %s; update padgen, or generate again", dir, text)
	}
	return o, plan, err
}
