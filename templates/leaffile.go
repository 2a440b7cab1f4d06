package templates

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

//go:embed leaf
var leafFS embed.FS

// LeafFiles returns, by name, the files of instances that kernels need. They are not formatted yet.
func LeafFiles(pkg string, kernels []Kernel) (map[string]string, error) {
	return leafFiles(leafFS, pkg, kernels)
}

// leafFiles builds the files from the source in a file system.
func leafFiles(fsys fs.FS, pkg string, kernels []Kernel) (map[string]string, error) {
	s, err := parseLeaf(fsys)
	if err != nil {
		return nil, err
	}
	b := &builder{source: s, made: map[string]*instance{}}
	for _, k := range kernels {
		if k.Elem.leaf.word == "" {
			b.need(k.state() + k.Elem.leaf.suffix)
		} else {
			b.need(k.with("keep"), k.Elem.leaf.word)
			b.need(k.with("kept"), k.Elem.leaf.word)
		}
	}
	list := slices.SortedFunc(maps.Values(b.made), func(x, y *instance) int {
		return cmp.Or(cmp.Compare(x.pos, y.pos), cmp.Compare(x.name, y.name))
	})
	files, imports := map[string]string{}, map[string][]string{}
	for _, in := range list {
		files[in.file] += in.text
		imports[in.file] = append(imports[in.file], in.imports...)
	}
	for name, body := range files {
		head := fmt.Sprintf("// %s\n\npackage %s\n\n", license, pkg)
		if paths := imports[name]; len(paths) > 0 {
			slices.Sort(paths)
			head += "import (\n\"" + strings.Join(slices.Compact(paths), "\"\n\"") + "\"\n)\n"
		}
		files[name] = head + body
	}
	return files, b.err
}
