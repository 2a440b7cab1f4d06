//go:build unix && !aix && !solaris

package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOpen: whatever a folder contains, Open and Read return at once, and open only regular files.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := errors.Join(
		os.WriteFile(at("file"), []byte("12345"), 0o666),
		os.Symlink("file", at("link")),
		os.Symlink("/dev/zero", at("zero")),
		syscall.Mkfifo(at("pipe"), 0o666),
	); err != nil {
		t.Skip(err)
	}
	// If another file takes the name after the check, it is neither followed nor waited for.
	if f, err := os.OpenFile(at("link"), os.O_RDONLY|noLink, 0); err == nil {
		t.Fatalf("%s was opened", f.Name())
	}
	if f, err := os.OpenFile(at("pipe"), os.O_RDONLY|noLink, 0); err != nil || f.Close() != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		name, want string // want: the content, or part of the error
		irregular  bool
	}{
		{at("file"), "12345", false},
		{at("link"), `link" is a symbolic link`, true},
		{at("zero"), `zero" is a symbolic link`, true},
		{"/dev/zero", `"/dev/zero" is a device or a socket`, true},
		{at("pipe"), `pipe" is a named pipe`, true},
		{dir, ` is a folder`, true},
		{at("none"), "no such file", false},
	} {
		f, err := Open(c.name)
		text := make([]byte, 6)
		if err == nil {
			var n int
			n, _ = f.Read(text)
			text = text[:n]
			f.Close()
		}
		if errors.Is(err, ErrNotRegular) != c.irregular || err == nil && string(text) != c.want || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q, %v, expected %s", c.name, text, err, c.want)
		}
		if b, err := Read(c.name, 3); errors.Is(err, ErrNotRegular) != c.irregular || err == nil && len(b) != 3 {
			t.Errorf("Read %s: %q, %v", c.name, b, err)
		}
	}
}
