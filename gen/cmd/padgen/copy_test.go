package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/spectest"
)

// copyModule copies the module.
func copyModule(t *testing.T, root, dir string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == ".bin"):
			return fs.SkipDir
		case d.Name() == ".git": // in a work tree, .git is a file
			return nil
		case d.IsDir():
			return os.MkdirAll(filepath.Join(dir, name), 0o755)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, name), data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// endTable removes the versions of ai.onnx above a number from the table, and generates. Our own domain stays, with all
// element types.
func endTable(t *testing.T, table *spec.Table, end int) {
	t.Helper()
	spectest.Until(table, end)
	if err := os.RemoveAll("spec/" + spec.DefaultDomain); err != nil {
		t.Fatal(err)
	}
	spectest.Write(t, table, "spec")
	o := options{dir: "generated", table: table}
	if err := o.generate(new(bytes.Buffer)); err != nil {
		t.Fatal(err)
	}
}
