package gen

import (
	"bytes"
	"errors"
	"os"
	"path"
	"path/filepath"

	"github.com/padgen/padgen/templates"
)

// Folder is a folder of generated files.
type Folder struct {
	Dir   string
	Files []File
}

// Folders renders the plan for dir. In padgen's own module, the packages of the runtime that list all element types
// follow.
func (p *Plan) Folders(dir string) ([]Folder, error) {
	files, err := p.Files()
	folders := []Folder{{dir, files}}
	root := filepath.Join(dir, "..")
	mod, _ := os.ReadFile(filepath.Join(root, "go.mod"))
	if !bytes.HasPrefix(mod, []byte("module github.com/padgen/padgen\n")) {
		return folders, err
	}
	errs := []error{err}
	for _, below := range []string{"runtime/dtype", "runtime/onnx", "runtime/bench", "runtime/pad/padtest/every"} {
		tree := templates.ElementsFile(path.Base(below), p.table.ElemTypes)
		if below == "runtime/dtype" {
			tree = templates.TypesFile(p.table.ElemTypes)
		}
		src, err := render(templates.RegistryFileName, printed(tree))
		errs = append(errs, err)
		folders = append(folders, Folder{filepath.Join(root, below), []File{{templates.RegistryFileName, src}}})
	}
	return folders, errors.Join(errs...)
}
