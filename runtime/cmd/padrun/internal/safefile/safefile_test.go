package safefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// holds checks the content of a folder's only file.
func holds(t *testing.T, dir, name, want string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 {
		t.Fatalf("%s has %v, %v, want one file", dir, files, err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(b) != want {
		t.Errorf("%s has %q, %v, want %q", name, b, err, want)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := Write(name, false, nil, text("one")); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, "a", "one")
	if err := Write(name, false, nil, text("two")); err == nil || !strings.Contains(err.Error(), "a exists, -f replaces it") {
		t.Errorf("error %v", err)
	}
	holds(t, dir, "a", "one")
	failure := errors.New("failure")
	for range 2 {
		err := Write(name, true, nil, func(w io.Writer) error { return errors.Join(text("thr")(w), failure) })
		if !errors.Is(err, failure) {
			t.Errorf("error %v", err)
		}
		holds(t, dir, "a", "one")
	}
	if err := Write(name, true, nil, text("four")); err != nil {
		t.Error(err)
	}
	holds(t, dir, "a", "four")

	var stdout strings.Builder
	if err := Write("-", false, &stdout, text("five")); err != nil || stdout.String() != "five" {
		t.Errorf("%v, %q", err, &stdout)
	}
	holds(t, dir, "a", "four")
}

// TestLink: what a link points to is replaced, not the link.
func TestLink(t *testing.T) {
	dir, links := t.TempDir(), t.TempDir()
	name, link := filepath.Join(dir, "a"), filepath.Join(links, "b")
	if err := os.WriteFile(name, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(name, link); err != nil {
		t.Skip(err)
	}
	if err := Write(link, true, nil, text("two")); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, "a", "two")
	holds(t, links, "b", "two")
	if info, err := os.Stat(name); err != nil || runtime.GOOS == "linux" && info.Mode() != 0o600 {
		t.Errorf("the file has mode %v, %v, want that of before, 0600", info.Mode(), err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	for _, force := range []bool{false, true} {
		if err := Write(link, force, nil, text("three")); err == nil || !strings.Contains(err.Error(), "is a link that leads to no file") {
			t.Errorf("error %v", err)
		}
	}
	if at, err := os.Readlink(link); err != nil || at != name {
		t.Errorf("the link leads to %q, %v, want %q", at, err, name)
	}
}

// TestDevice: a device is not replaced.
func TestDevice(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "js" {
		t.Skip("no /dev/null")
	}
	err := Write(os.DevNull, true, nil, text("x"))
	if err == nil || err.Error() != os.DevNull+" is no regular file, - is standard output" {
		t.Errorf("error %v", err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}
