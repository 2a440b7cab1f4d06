package ort

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

func TestLibraryMissing(t *testing.T) {
	t.Setenv("PATH", "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, named := range []string{filepath.Join(t.TempDir(), "absent.so"), ""} {
		t.Setenv(libraryVariable, named)
		if _, err := library(); !errors.Is(err, ErrLibrary) || !strings.Contains(err.Error(), named) {
			t.Errorf("%s=%q: got %v, expected %v", libraryVariable, named, err, ErrLibrary)
		}
	}
}
