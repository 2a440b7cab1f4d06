package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
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
