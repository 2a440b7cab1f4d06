//go:build unix && !aix && !solaris

package gen_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/padgen/padgen/gen"
)

func pipe(path string) error { return syscall.Mkfifo(path, 0o666) }

// TestUmask: new files have the permissions that the user's umask allows.
func TestUmask(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o002))
	dir := filepath.Join(t.TempDir(), "k")
	if _, err := gen.Write(files.in(dir)); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{"": 0o775, "a.go": 0o664} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%q: %v, expected %v (%v)", name, info.Mode().Perm(), want, err)
		}
	}
}
