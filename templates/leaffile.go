package templates

import (
	"cmp"
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed leaf
var leafFS embed.FS

// embedded is package leaf. Its instances are kept, because a process may generate many packages.
var embedded = sync.OnceValues(func() (*source, error) { return parseLeaf(leafFS) })

// LeafFiles returns, by name, the files of the instances that kernels need. They are not formatted.
func LeafFiles(pkg string, kernels []Kernel) (map[string]string, error) {
	s, err := embedded()
	if err != nil {
		return nil, err
	}
	return s.files(pkg, kernels)
}

// files builds the files of the instances that kernels need.
func (s *source) files(pkg string, kernels []Kernel) (map[string]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var roots instance
	for _, k := range kernels {
		if k.Elem.leaf.word == "" {
			s.need(&roots, k.state()+k.Elem.leaf.suffix)
		} else {
			s.need(&roots, k.kept(), k.Elem.leaf.word)
		}
	}
	all := map[*instance]bool{}
	roots.reach(all)
	delete(all, &roots)
	list := slices.SortedFunc(maps.Keys(all), func(x, y *instance) int {
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
	return files, s.err
}

// reach adds the instance, and everything that it needs, to a set.
func (in *instance) reach(all map[*instance]bool) {
	if !all[in] {
		all[in] = true
		for _, other := range in.needs {
			other.reach(all)
		}
	}
}
