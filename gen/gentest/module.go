// Package gentest makes temporary modules that use padgen, so that tests can build, vet and run what it generates, as
// people outside this module do.
package gentest

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Path is the path of the module under test.
const Path = "github.com/padgen/padgen"

// Root returns the folder of the module under test, for a test that runs in the folder of one of its packages.
func Root(t testing.TB) string {
	t.Helper()
	file, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(strings.TrimSpace(string(file)))
}

// Touch looks at all files of the module under test, for a test that runs a go command on them. The test cache knows which files the
// test itself reads, but not which such a command reads: without Touch, the test would pass from the cache whatever has changed.
func Touch(t testing.TB) {
	t.Helper()
	root := Root(t)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if err == nil && !d.IsDir() {
			_, err = os.Stat(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Module is a module of its own, example.com/user, that requires the one under test as it is in the work tree.
type Module struct {
	Dir string
	t   testing.TB
}

// NewModule makes a module with a go.mod that says only that.
func NewModule(t testing.TB) *Module {
	t.Helper()
	m := &Module{t.TempDir(), t}
	root := Root(t)
	Touch(t)
	m.Write("go.mod", fmt.Sprintf("module example.com/user\n\ngo 1.24.0\n\nrequire %s v0.0.0\n\nreplace %[1]s => %q\n", Path, root))
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	m.Write("go.sum", string(sum))
	return m
}

// Write writes a file and makes its folders.
func (m *Module) Write(name, content string) {
	m.t.Helper()
	path := filepath.Join(m.Dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		m.t.Fatal(err)
	}
}

// Go runs the go command inside the module, without the network, and returns what it prints. It fails the test where
// the command fails, and skips it where the module cache lacks something.
func (m *Module) Go(args ...string) string {
	m.t.Helper()
	out, err := m.Try(args...)
	if err != nil {
		m.t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// Try is Go for a command that may fail.
func (m *Module) Try(args ...string) (string, error) {
	m.t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = m.Dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod -buildvcs=false", "GOPROXY=off", "GOWORK=off", "GOTOOLCHAIN=local")
	out, err := cmd.CombinedOutput()
	if err != nil && strings.Contains(string(out), "module lookup disabled by GOPROXY=off") {
		m.t.Skipf("the module cache lacks what go %s needs:\n%s", strings.Join(args, " "), out)
	}
	return string(out), err
}
