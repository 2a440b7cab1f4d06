package gen

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// ErrForeign is wrapped by errors about files that padgen did not write: a file that it would overwrite, or a Go file in the
// same folder that does not go together with the package.
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
		have, err := readListed(filepath.Join(dir, d.Name))
		if err != nil {
			return err
		}
		if len(have) > 0 && !ours(have) && !(d.Name == ManifestName && manifestLine.Match(have)) {
			errs = append(errs, fmt.Errorf("%w: %s, move it or set another -o", ErrForeign, filepath.Join(dir, d.Name)))
		}
	}
	return errors.Join(errs...)
}

// neighbours returns an error that names each Go file in dir that go build would compile together with files, but cannot: it is of
// another package, or declares a name that one of files declares or imports. Files that Write replaces or removes do not count.
func neighbours(dir string, files []File) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("gen: %w", err)
	}
	generated := scan(files)
	var errs []error
	for _, e := range entries {
		file := e.Name()
		if slices.ContainsFunc(files, func(f File) bool { return f.Name == file }) {
			continue
		}
		if match, err := build.Default.MatchFile(dir, file); err != nil || !match || filepath.Ext(file) != ".go" {
			continue // what go build makes of it is not our business
		}
		path := filepath.Join(dir, file)
		src, err := readListed(path)
		if err != nil {
			return err
		}
		if !ours(src) {
			errs = append(errs, generated.clash(path, parse(file, src)))
		}
	}
	return errors.Join(errs...)
}

// names is what a package says of itself.
type names struct {
	pkg  string
	used map[string]string // names that no other file can declare: for each, which file has it and how, such as "a.go imports"
}

// scan reads the names of the package that files make.
func scan(files []File) names {
	n := names{used: map[string]string{}}
	for _, f := range files {
		if filepath.Ext(f.Name) != ".go" {
			continue
		}
		tree := parse(f.Name, f.Content)
		n.pkg = tree.Name.Name
		for _, imp := range tree.Imports {
			n.used[path.Base(strings.Trim(imp.Path.Value, `"`))] = f.Name + " imports"
		}
		for _, name := range declared(tree) {
			n.used[name] = f.Name + " declares"
		}
	}
	return n
}

// clash returns an error if go build cannot compile the other file together with the package.
func (n names) clash(path string, other *ast.File) error {
	pkg := other.Name.Name
	switch {
	case n.pkg == "" || pkg == "":
		return nil
	case strings.HasSuffix(path, "_test.go") && pkg == n.pkg+"_test":
		return nil // it may declare any name
	case pkg != n.pkg:
		return fmt.Errorf("%w: %s is of package %s, expected %s: set -package, or another -o", ErrForeign, path, pkg, n.pkg)
	}
	var errs []error
	for _, name := range declared(other) {
		if user := n.used[name]; user != "" {
			errs = append(errs, fmt.Errorf("%w: %s declares %s, which %s: rename it, or set another -o", ErrForeign, path, name, user))
		}
	}
	return errors.Join(errs...)
}

// declared lists the names that a file declares at package level.
func declared(f *ast.File) (list []string) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				list = append(list, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					list = append(list, s.Name.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						list = append(list, id.Name)
					}
				}
			}
		}
	}
	return slices.DeleteFunc(list, func(name string) bool { return name == "_" || name == "init" }) // any number may declare these
}

// parse reads a Go file as far as it is one: without package clause, its name is empty.
func parse(file string, src []byte) *ast.File {
	f, _ := parser.ParseFile(token.NewFileSet(), file, src, parser.SkipObjectResolution)
	return f
}
