package gen

import (
	"bytes"
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

// Files renders the plan: a file for each element type, schemas.go and the manifest, sorted by name and formatted.
func (p *Plan) Files() ([]File, error) {
	pack, err := templates.PackageFile(p.Package, p.doc(), p.checksum, p.table, p.schemas)
	if err != nil {
		return nil, err
	}
	trees := map[string]func() *jen.File{"schemas.go": func() *jen.File { return pack }}
	for _, e := range p.Types {
		if size := templates.NewElem(e).WordSize(); size > 0 {
			trees[fmt.Sprintf("words%d.go", size)] = func() *jen.File { return templates.WordsFile(p.Package, size, p.Modes) }
		}
	}
	for _, e := range p.Types {
		var kernels []templates.Kernel
		for _, k := range p.Kernels {
			if k.Elem.Name == e.Name {
				kernels = append(kernels, k)
			}
		}
		trees[strings.ToLower(e.GoName)+".go"] = func() *jen.File {
			return templates.ElemFile(p.Package, templates.NewElem(e), kernels)
		}
	}
	files := []File{{ManifestName, []byte(p.Manifest())}}
	var (
		mu   sync.Mutex
		errs []error
		wg   sync.WaitGroup
		slot = make(chan struct{}, runtime.GOMAXPROCS(0))
	)
	for name, tree := range trees {
		wg.Go(func() {
			slot <- struct{}{}
			defer func() { <-slot }()
			src, err := render(name, tree())
			mu.Lock()
			defer mu.Unlock()
			files, errs = append(files, File{name, src}), append(errs, err)
		})
	}
	wg.Wait()
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	return files, errors.Join(errs...)
}

// render prints a tree and formats it once.
func render(name string, f *jen.File) ([]byte, error) {
	var b bytes.Buffer
	if err := f.Render(&b); err != nil {
		return nil, fmt.Errorf("gen: %s: %w", name, err)
	}
	src, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("gen: %s: %w\n%s", name, err, around(b.String(), err))
	}
	return src, nil
}

// around shows the lines about the first place that a formatter could not read.
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
