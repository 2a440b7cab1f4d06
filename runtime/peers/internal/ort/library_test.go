package ort

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

func TestLibraryMissing(t *testing.T) {
	t.Setenv(LibraryVariable, filepath.Join(t.TempDir(), "absent.so"))
	if _, err := Library(t.TempDir()); !errors.Is(err, ErrLibrary) || !strings.Contains(err.Error(), "absent.so") {
		t.Errorf("got %v", err)
	}
	t.Setenv(LibraryVariable, "")
	t.Setenv("PATH", "")
	if _, err := Library(t.TempDir()); !errors.Is(err, ErrLibrary) {
		t.Errorf("got %v", err)
	}
}
