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
	"regexp"
	"slices"
	"strings"
)

// ErrForeign is wrapped by errors about files that padgen did not write: a file that it would overwrite, or a Go file of another
// package in the same folder.
var ErrForeign = errors.New("gen: not a file of padgen")

// manifestLine matches the start of a manifest, which has no header: every line is a kernel.
var manifestLine = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*Rank[1-8] `)

// foreign returns an error that names the files of dir that Write would overwrite although padgen did not write them.
func foreign(dir string, diffs []Difference) error {
	var errs []error
	for _, d := range diffs {
		if d.State != Stale {
			continue
		}
		have, err := os.ReadFile(filepath.Join(dir, d.Name))
		if err != nil {
			return fmt.Errorf("gen: %w", err)
		}
		if len(have) > 0 && !ours(have) && !(d.Name == ManifestName && manifestLine.Match(have)) {
			errs = append(errs, fmt.Errorf("%w: %s, move it or set another -o", ErrForeign, filepath.Join(dir, d.Name)))
		}
	}
	return errors.Join(errs...)
}

// otherPackage returns an error that names each Go file in dir that go build would compile but that belongs to another package. Files
// that Write replaces or removes do not count.
func otherPackage(dir string, files []File) error {
	name := ""
	for _, f := range files {
		if name == "" && strings.HasSuffix(f.Name, ".go") {
			name = packageName(f.Name, f.Content)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("gen: %w", err)
	}
	var errs []error
	for _, e := range entries {
		file := e.Name()
		if slices.ContainsFunc(files, func(f File) bool { return f.Name == file }) {
			continue
		}
		if match, err := build.Default.MatchFile(dir, file); err != nil || !match || filepath.Ext(file) != ".go" {
			continue // what go build makes of it is not our business
		}
		src, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			return fmt.Errorf("gen: %w", err)
		}
		other := packageName(file, src)
		test := strings.HasSuffix(file, "_test.go") && other == name+"_test"
		if name != "" && other != "" && other != name && !test && !ours(src) {
			errs = append(errs, fmt.Errorf("%w: %s is of package %s, expected %s: set -package, or another -o",
				ErrForeign, filepath.Join(dir, file), other, name))
		}
	}
	return errors.Join(errs...)
}

// packageName returns the name in the package clause of a Go file, or "" if there is none.
func packageName(file string, src []byte) string {
	f, err := parser.ParseFile(token.NewFileSet(), file, src, parser.PackageClauseOnly)
	if err != nil {
		return ""
	}
	return f.Name.Name
}
