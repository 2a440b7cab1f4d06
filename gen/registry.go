package gen

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/templates"
)

// Folders renders the plan for dir. If dir is the folder generated of padgen's own module, it adds the runtime packages that
// list all element types.
func (p *Plan) Folders(dir string) ([]Folder, error) {
	files, err := p.Files()
	folders := []Folder{{dir, files}}
	if ImportPath(dir) != "github.com/padgen/padgen/generated" {
		return folders, err
	}
	add := func(below, name string, tree *jen.File) {
		file, errFile := render(name, tree)
		folders, err = append(folders, Folder{filepath.Join(dir, "..", below), []File{file}}), errors.Join(err, errFile)
	}
	types := p.table.ElemTypes
	add("runtime/dtype", templates.RegistryFileName, templates.TypesFile(types))
	add("runtime/onnx", templates.SchemasFileName, templates.SchemasFile(p.table, p.schemas))
	add("runtime/onnx/all", templates.RegistryFileName, templates.SetsFile("all", "", types))
	add("runtime/bench", templates.RegistryFileName, templates.SetsFile("bench", "open", types))
	add("runtime/pad", templates.RegistryPrefix+"modes.go", templates.ModesFile())
	add("runtime/pad/padtest", templates.RegistryPrefix+"types_test.go", templates.SetsFile("padtest", "testsOf", types))
	return folders, err
}

var modulePath = regexp.MustCompile("(?m)^module[\\s(]+[\"`]?([^\\s\"`)]+)")

// Module returns the folder and the go.mod of the module that contains dir. Both are empty outside a module.
func Module(dir string) (root string, mod []byte) {
	root, err := filepath.Abs(dir)
	temp := filepath.Clean(os.TempDir()) // the go command ignores its go.mod
	for above := ""; err == nil && root != above && root != temp; root, above = filepath.Dir(root), root {
		if mod, _ := read(filepath.Join(root, "go.mod")); modulePath.Match(mod) {
			return root, mod
		}
	}
	return "", nil
}

// ImportPath returns the path by which Go files import the package in dir, or "" outside a module.
func ImportPath(dir string) string {
	root, mod := Module(dir)
	if root == "" {
		return ""
	}
	dir, _ = filepath.Abs(dir)
	return path.Join(string(modulePath.FindSubmatch(mod)[1]), filepath.ToSlash(strings.TrimPrefix(dir, root)))
}
