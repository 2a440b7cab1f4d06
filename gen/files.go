package gen

import (
	"cmp"
	"errors"
	"fmt"
	"go/format"
	"go/scanner"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/templates"
)

// File is one generated file.
type File struct {
	Name    string
	Content []byte
}

// Folder is a folder of generated files.
type Folder struct {
	Dir   string
	Files []File
}

// Files renders the plan as a file for each element type, a file for each width, padgen.go and the manifest. The files are
// formatted, begin with a header, and are sorted by name.
func (p *Plan) Files() ([]File, error) {
	leaf, err := templates.LeafFiles(p.Package, p.Kernels)
	files, errs := []File{{"MANIFEST.txt", withHeader([]byte(p.Manifest()))}}, []error{err}
	add := func(f File, err error) { files, errs = append(files, f), append(errs, err) }
	add(render(templates.PackageFileName, templates.PackageFile(p.Package, p.doc(), p.Flags)))
	for name, text := range leaf {
		add(formatted(name, text))
	}
	for _, e := range p.Types {
		others := func(k templates.Kernel) bool { return k.Elem.Name != e.Name }
		tree := templates.ElemFile(p.Package, templates.NewElem(e), slices.DeleteFunc(slices.Clone(p.Kernels), others))
		add(render(strings.ToLower(e.GoName)+".go", tree))
	}
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	return files, errors.Join(errs...)
}

// render renders a syntax tree to a file.
func render(name string, tree *jen.File) (File, error) {
	var b strings.Builder
	if err := tree.Render(&b); err != nil {
		return File{}, fmt.Errorf("gen: %s: %w", name, err)
	}
	return formatted(name, b.String())
}

// formatted formats the text of a Go file and adds the header.
func formatted(name, text string) (File, error) {
	text = groupImports(text)
	src, err := format.Source([]byte(text))
	if err != nil {
		err = fmt.Errorf("gen: %s: %w\n%s", name, err, around(text, err))
	}
	return File{name, withHeader(src)}, err
}

// groupImports moves the imports of the standard library to the front, as goimports does. Jennifer sorts all imports by path.
func groupImports(src string) string {
	head, rest, found := strings.Cut(src, "import (\n")
	if !found {
		return src // there is at most one import
	}
	list, tail, _ := strings.Cut(rest, ")")
	var std, others string
	for spec := range strings.Lines(list) {
		if strings.Contains(spec, ".") {
			others += spec
		} else {
			std += spec
		}
	}
	return head + "import (\n" + std + "\n" + others + ")" + tail
}

// around returns the lines around the first place that the formatter could not parse.
func around(src string, err error) string {
	var list scanner.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		return ""
	}
	lines := strings.Split(src, "\n")
	at := list[0].Pos.Line
	var b strings.Builder
	for i := max(1, at-3); i <= min(len(lines), at+3); i++ {
		fmt.Fprintf(&b, "%5d\t%s\n", i, lines[i-1])
	}
	return b.String()
}
