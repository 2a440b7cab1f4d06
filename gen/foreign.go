package gen

import (
	"errors"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrForeign is wrapped by errors about files that [Write] leaves to people: one that padgen did not write, in the place of one of its own;
// one that it wrote and a person edited, where it would be removed; a Go file of another package.
var ErrForeign = errors.New("gen: not a file of padgen")

// foreign returns an error that names the files that Write would overwrite or remove but must not. Padgen writes no links: one stands for
// what somebody keeps elsewhere, even if padgen wrote that.
func foreign(diffs []Difference) error {
	var errs []error
	for _, d := range diffs {
		info, err := os.Lstat(d.Path)
		switch {
		case err == nil && info.Mode()&fs.ModeSymlink != 0:
			errs = append(errs, fmt.Errorf("%w: %s is a symbolic link, remove it or name another folder with -o", ErrForeign, d.Path))
		case d.State == Stale && len(d.Have) > 0 && !ours(d.Have):
			errs = append(errs, fmt.Errorf("%w: %s, move it or name another folder with -o", ErrForeign, d.Path))
		case d.State == Orphan && !untouched(d.Have):
			errs = append(errs, fmt.Errorf("%w: %s was edited, and is no longer part of the package: keep it elsewhere or remove it",
				ErrForeign, d.Path))
		}
	}
	return errors.Join(errs...)
}

// together returns an error that names the other Go files of the folder that are of another package. A package main needs a file that is
// not generated.
func (f Folder) together() error {
	pkg := ""
	for _, file := range f.Files {
		if filepath.Ext(file.Name) == ".go" {
			pkg = packageName(file.Content)
		}
	}
	entries, err := os.ReadDir(f.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("gen: %w", err)
	}
	program := false
	var errs []error
	for _, e := range entries {
		match, err := build.Default.MatchFile(f.Dir, e.Name())
		if err != nil || !match || filepath.Ext(e.Name()) != ".go" || f.has(e.Name()) {
			continue // what go build makes of it is not our business
		}
		path := filepath.Join(f.Dir, e.Name())
		src, err := readListed(path)
		if err != nil {
			return err
		}
		name, isTest := packageName(src), strings.HasSuffix(path, "_test.go")
		if isTest {
			name = strings.TrimSuffix(name, "_test")
		}
		if pkg != "" && name != "" && name != pkg && !ours(src) {
			errs = append(errs, fmt.Errorf("%w: %s is of package %s, the kernels would be of %s: add -package %[3]s, or name another folder with -o",
				ErrForeign, path, name, pkg))
		}
		program = program || name == "main" && !isTest && !ours(src)
	}
	if pkg == "main" && !program {
		errs = append(errs, configErr("package name \"main\", but %s has no other file of package main, for %s/%s, where func main could be",
			f.Dir, build.Default.GOOS, build.Default.GOARCH))
	}
	return errors.Join(errs...)
}

// packageName returns the name in the package clause of a Go file, or "" where there is none.
func packageName(src []byte) string {
	file, _ := parser.ParseFile(token.NewFileSet(), "", src, parser.PackageClauseOnly)
	return file.Name.Name
}
