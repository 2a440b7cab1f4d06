package gen

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/padgen/padgen/templates"
)

// ErrForeign is wrapped by errors about files that padgen did not write: a file that it would overwrite, or a Go file in the
// same folder that does not go together with the package.
var ErrForeign = errors.New("gen: not a file of padgen")

// manifestLine matches a line of a manifest, which has no header: every line is a kernel.
var manifestLine = regexp.MustCompile(`(?m)^[A-Z][A-Za-z0-9]*Rank[1-8] \S+ \S+ [1-8] \S.*$`)

// isManifest reports whether a file of dir that has the manifest's name is one. Where padgen wrote the folder, it is, even if a merge
// left its marks in it; elsewhere, more lines must be kernels than not.
func isManifest(dir string, have []byte) (bool, error) {
	pack, err := readListed(filepath.Join(dir, templates.PackageFileName))
	if err != nil || ours(pack) {
		return err == nil, err
	}
	kernels := len(manifestLine.FindAll(have, -1))
	return 2*kernels > bytes.Count(bytes.TrimSuffix(have, []byte("\n")), []byte("\n"))+1, nil
}

// foreign returns an error that names the files of dir that Write would overwrite or remove although padgen did not write them. Padgen
// writes no links: one stands for what somebody keeps elsewhere, even if padgen wrote that.
func foreign(dir string, diffs []Difference) error {
	var errs []error
	for _, d := range diffs {
		path := filepath.Join(dir, d.Name)
		if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			errs = append(errs, fmt.Errorf("%w: %s is a symbolic link, remove it or name another folder with -o", ErrForeign, path))
			continue
		}
		if d.State != Stale {
			continue
		}
		have, err := readListed(path)
		if err != nil {
			return err
		}
		known := len(have) == 0 || ours(have)
		if !known && d.Name == ManifestName {
			if known, err = isManifest(dir, have); err != nil {
				return err
			}
		}
		if !known {
			errs = append(errs, fmt.Errorf("%w: %s, move it or name another folder with -o", ErrForeign, path))
		}
	}
	return errors.Join(errs...)
}

// together returns an error that names what keeps files from being compiled as a package of dir: each Go file there that
// is of another package, or declares a name that one of files declares or imports. A package main needs a file that is
// not generated.
func together(dir string, files []File) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("gen: %w", err)
	}
	generated := scan(files)
	program := false
	var errs []error
	for _, e := range entries {
		name, path := e.Name(), filepath.Join(dir, e.Name())
		match, err := build.Default.MatchFile(dir, name)
		if err != nil || !match || filepath.Ext(name) != ".go" {
			continue // what go build makes of it is not our business
		}
		src, err := readListed(path)
		if err != nil {
			return err
		}
		if ours(src) || slices.ContainsFunc(files, func(f File) bool { return f.Name == name }) {
			continue
		}
		tree, declared := parse(name, src)
		errs = append(errs, generated.clash(path, tree.Name.Name, declared))
		program = program || tree.Name.Name == "main" && !strings.HasSuffix(name, "_test.go")
	}
	if generated.pkg == "main" && !program {
		errs = append(errs, configErr("package name \"main\", but %s has no other file of package main, for %s/%s, where func main could be",
			dir, build.Default.GOOS, build.Default.GOARCH))
	}
	return errors.Join(errs...)
}

// names is what a package says of itself.
type names struct {
	pkg  string
	used map[string]string // names that no other file can declare, and who uses each, as in "a.go imports"
}

// scan reads the names of the package that files make.
func scan(files []File) names {
	n := names{used: map[string]string{}}
	for _, f := range files {
		if filepath.Ext(f.Name) != ".go" {
			continue
		}
		tree, declared := parse(f.Name, f.Content)
		n.pkg = tree.Name.Name
		for _, imp := range tree.Imports {
			n.used[path.Base(strings.Trim(imp.Path.Value, `"`))] = f.Name + " imports"
		}
		for _, name := range declared {
			n.used[name] = f.Name + " declares"
		}
	}
	return n
}

// clash returns an error if go build cannot compile another file, of a package and with the names it declares, together with n.
func (n names) clash(path, pkg string, declared []string) error {
	switch {
	case n.pkg == "" || pkg == "":
		return nil
	case strings.HasSuffix(path, "_test.go") && pkg == n.pkg+"_test":
		return nil // it may declare any name
	case pkg != n.pkg:
		if strings.HasSuffix(path, "_test.go") {
			pkg = strings.TrimSuffix(pkg, "_test")
		}
		return fmt.Errorf("%w: %s is of package %s, the kernels would be of %s: add -package %[3]s, or name another folder with -o",
			ErrForeign, path, pkg, n.pkg)
	}
	var errs []error
	for _, name := range declared {
		if user := n.used[name]; user != "" {
			errs = append(errs, fmt.Errorf("%w: %s declares %s, which %s: rename it, or name another folder with -o", ErrForeign, path, name, user))
		}
	}
	return errors.Join(errs...)
}

// parse reads a Go file as far as it is one, and lists the names that it declares at package level. Without package clause, its name
// is empty.
func parse(file string, src []byte) (*ast.File, []string) {
	fset := token.NewFileSet()
	f, _ := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
	c := types.Config{IgnoreFuncBodies: true, Error: func(error) {}} // it names all, whatever else is wrong
	pkg, _ := c.Check("", fset, []*ast.File{f}, nil)
	return f, pkg.Scope().Names()
}
