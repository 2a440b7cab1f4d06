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
var leafFiles embed.FS

var leafSource = sync.OnceValues(func() (*source, error) { return parseLeaf(leafFiles) })

// LeafFiles returns the files of instances that kernels need, by name. They are not formatted yet.
func LeafFiles(pkg string, kernels []Kernel) (map[string]string, error) {
	s, err := leafSource()
	if err != nil {
		return nil, err
	}
	return leafFilesOf(s, pkg, kernels)
}

func leafFilesOf(s *source, pkg string, kernels []Kernel) (map[string]string, error) {
	b := &builder{source: s, made: map[string]bool{}, calls: map[call]bool{}}
	for _, k := range kernels {
		state, args := k.state(), []string{k.Elem.leaf.word}
		if k.Elem.leaf.word == "" {
			state, args = state+k.Elem.leaf.suffix, nil
		}
		for _, method := range k.calls() {
			b.need(state+"."+method, args...)
		}
	}
	b.needMethods()
	byFile := map[string][]*instance{}
	for _, in := range b.list {
		byFile[in.fileName()] = append(byFile[in.fileName()], in)
	}
	files := map[string]string{}
	for name, list := range byFile {
		slices.SortFunc(list, func(x, y *instance) int {
			return cmp.Or(cmp.Compare(x.pos, y.pos), cmp.Compare(x.name, y.name))
		})
		files[name] = leafFile(pkg, list)
	}
	return files, b.err
}

// fileName is the file that an instance goes into: that of its width, or else of its kind.
func (in *instance) fileName() string {
	switch {
	case in.suffix != "":
		return wordsFile(in.suffix)
	case in.file == "strings.go" || in.file == "packed.go":
		return in.file
	}
	return "chunks.go"
}

// wordsFile is the file of a width.
func wordsFile(suffix string) string { return "words" + strings.TrimPrefix(suffix, "By") + ".go" }

func leafFile(pkg string, list []*instance) string {
	var imports []string
	var body strings.Builder
	for _, in := range list {
		imports = append(imports, in.imports...)
		body.WriteString(in.text)
	}
	var head strings.Builder
	fmt.Fprintf(&head, "// %s\n// %s\n\npackage %s\n\n", header, license, pkg)
	if len(imports) > 0 {
		head.WriteString("import (\n")
		slices.Sort(imports)
		for _, path := range slices.Compact(imports) {
			fmt.Fprintf(&head, "%q\n", path)
		}
		head.WriteString(")\n")
	}
	return head.String() + body.String()
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
