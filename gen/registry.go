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
	mod, _ := os.ReadFile(filepath.Join(dir, "..", "go.mod"))
	if !bytes.HasPrefix(mod, []byte("module github.com/padgen/padgen\n")) {
		return folders, err
	}
	for _, below := range []string{"dtype", "onnx", "bench", "pad/padtest/every"} {
		tree := templates.ElementsFile(path.Base(below), p.table.ElemTypes)
		if below == "dtype" {
			tree = templates.TypesFile(p.table.ElemTypes)
		}
		src, errTree := render(templates.RegistryFileName, printed(tree))
		err = errors.Join(err, errTree)
		files := []File{{templates.RegistryFileName, src}}
		folders = append(folders, Folder{filepath.Join(dir, "..", "runtime", below), files})
	}
	return folders, err
}
