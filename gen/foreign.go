package gen

import (
	"errors"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// ErrForeign means that [Write] would replace or remove a file that a person wrote or edited, that a Go file in the folder
// belongs to another package, or that a link, a named pipe or a folder has the name of a file.
var ErrForeign = errors.New("gen: not a file of padgen")

// foreign returns an error that names the files that Write must not replace or remove.
func foreign(diffs []Difference) error {
	var errs []error
	refuse := func(format string, args ...any) { errs = append(errs, wrap(ErrForeign, format, args...)) }
	for _, d := range diffs {
		switch {
		case d.State == Stale && len(d.Have) > 0 && !ours(d.Have):
			refuse("%s: move it, or name another folder with -o", d.Path)
		case d.State == Orphan && !untouched(d.Have):
			refuse("%s was edited, and is no longer part of the package: keep it elsewhere or remove it", d.Path)
		}
	}
	return errors.Join(errs...)
}

// together returns an error that names the hand-written files of another package. A package main needs at least one
// hand-written file.
func (f Folder) together(byHand []File) error {
	pkg := ""
	for _, file := range f.Files {
		if filepath.Ext(file.Name) == ".go" {
			pkg = packageName(file.Content)
		}
	}
	program := false
	var errs []error
	for _, file := range byHand {
		if match, err := build.Default.MatchFile(f.Dir, file.Name); err != nil || !match {
			continue // go build leaves it out
		}
		name, isTest := packageName(file.Content), strings.HasSuffix(file.Name, "_test.go")
		if isTest {
			name = strings.TrimSuffix(name, "_test")
		}
		if pkg != "" && name != "" && name != pkg {
			errs = append(errs, wrap(ErrForeign, "%s is of package %s, not %s: add -package %[2]s, or name another folder with -o",
				filepath.Join(f.Dir, file.Name), name, pkg))
		}
		program = program || name == "main" && !isTest
	}
	if pkg == "main" && !program {
		errs = append(errs, configErr("package name \"main\", but no other file in %s is in package main for %s/%s: kernels have no main function",
			f.Dir, build.Default.GOOS, build.Default.GOARCH))
	}
	return errors.Join(errs...)
}

// packageName returns the name in the package clause of a Go file, or "".
func packageName(src []byte) string {
	file, _ := parser.ParseFile(token.NewFileSet(), "", src, parser.PackageClauseOnly)
	return file.Name.Name
}
