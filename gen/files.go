package gen

import (
	"cmp"
	"errors"
	"fmt"
	"go/format"
	"go/scanner"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/templates"
)

// ManifestName is the file that lists the kernels of a generated package.
const ManifestName = "MANIFEST.txt"

// File is one generated file.
type File struct {
	Name    string
	Content []byte
}

// Files renders the plan: a file for each element type, a file for each width, padgen.go and the manifest. They
// are formatted and sorted by name.
func (p *Plan) Files() ([]File, error) {
	pack := templates.PackageFile(p.Package, p.doc(), p.Flags, p.checksum)
	leaf, err := templates.LeafFiles(p.Package, p.Kernels)
	if err != nil {
		return nil, err
	}
	texts := map[string]func() (string, error){templates.PackageFileName: printed(pack)}
	for name, text := range leaf {
		texts[name] = func() (string, error) { return text, nil }
	}
	for _, e := range p.Types {
		var kernels []templates.Kernel
		for _, k := range p.Kernels {
			if k.Elem.Name == e.Name {
				kernels = append(kernels, k)
			}
		}
		texts[strings.ToLower(e.GoName)+".go"] = printed(templates.ElemFile(p.Package, templates.NewElem(e), kernels))
	}
	files := []File{{ManifestName, []byte(p.Manifest())}}
	var (
		mu   sync.Mutex
		errs []error
		wg   sync.WaitGroup
		slot = make(chan struct{}, runtime.GOMAXPROCS(0))
	)
	for name, text := range texts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			slot <- struct{}{}
			defer func() { <-slot }()
			src, err := render(name, text)
			mu.Lock()
			defer mu.Unlock()
			files, errs = append(files, File{name, src}), append(errs, err)
		}()
	}
	wg.Wait()
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	return files, errors.Join(errs...)
}

// printed prints a tree.
func printed(f *jen.File) func() (string, error) {
	return func() (string, error) {
		var b strings.Builder
		err := f.Render(&b)
		return b.String(), err
	}
}

// render formats the text of a file.
func render(name string, text func() (string, error)) ([]byte, error) {
	raw, err := text()
	if err != nil {
		return nil, fmt.Errorf("gen: %s: %w", name, err)
	}
	raw = groupImports(raw)
	src, err := format.Source([]byte(raw))
	if err != nil {
		return nil, fmt.Errorf("gen: %s: %w\n%s", name, err, around(raw, err))
	}
	return src, nil
}

// groupImports puts the imports of the standard library before the others, as goimports does; jennifer sorts all imports
// by path.
func groupImports(src string) string {
	head, rest, found := strings.Cut(src, "import (\n")
	if !found {
		return src // there is one import at most
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
