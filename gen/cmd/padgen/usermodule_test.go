package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec/spectest"
)

// modulePath is the path of the module under test.
const modulePath = "github.com/padgen/padgen"

// moduleRoot returns the folder of the module under test, for a test that runs in the folder of one of its packages. It is
// not a link, because WalkDir would not enter one.
func moduleRoot(t testing.TB) string {
	t.Helper()
	file, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.EvalSymlinks(filepath.Dir(strings.TrimSpace(string(file))))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// touch looks at all files of the module under test, for a test that runs a go command on them. The test cache records the
// files that the test itself reads, but not those that such a command reads: without touch, the test would pass from the
// cache whatever has changed.
func touch(t testing.TB) {
	t.Helper()
	root := moduleRoot(t)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if err == nil && !d.IsDir() {
			_, err = os.Stat(path)
		}
		if errors.Is(err, fs.ErrNotExist) { // of an editor or another test, and already removed
			return nil
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// userModule is a separate module, example.com/user.
type userModule struct {
	Dir     string
	env     []string
	network bool // whether a module that cannot be reached is a failure
	t       testing.TB
}

// newUserModule creates a module that requires the one under test as it is in the work tree, without the network. With
// -trimpath, the next run, which is in another folder, finds its packages in the build cache.
func newUserModule(t testing.TB) *userModule {
	t.Helper()
	m := &userModule{Dir: t.TempDir(), env: []string{"GOFLAGS=-mod=mod -buildvcs=false -trimpath", "GOPROXY=off"}, t: t}
	root := moduleRoot(t)
	touch(t)
	m.write("go.mod", fmt.Sprintf("module example.com/user\n\ngo 1.24\n\nrequire %s v0.0.0\n\nreplace %[1]s => %q\n", modulePath, root))
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	m.write("go.sum", string(sum))
	return m
}

// write writes a file and creates its folders.
func (m *userModule) write(name, content string) {
	m.t.Helper()
	spectest.WriteFile(m.t, filepath.Join(m.Dir, filepath.FromSlash(name)), content)
}

// unreachable matches the output of the go command if it may not use the network or cannot reach it, or if a server is busy.
var unreachable = regexp.MustCompile(`module lookup disabled by GOPROXY=off|(?:Get|read) "https?://|reading https?://\S+: (?:429|5\d\d) |unable to access 'https?://`)

// Go runs the go command inside the module and returns its output. It fails the test if the command fails, and skips it if a
// module that the command needs is not available.
func (m *userModule) Go(args ...string) string {
	m.t.Helper()
	out, err := m.Try(args...)
	if err != nil {
		m.t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// Try is Go for a command that may fail.
func (m *userModule) Try(args ...string) (string, error) {
	m.t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = m.Dir
	cmd.Env = append(append(os.Environ(), "GOWORK=off", "GOTOOLCHAIN=local"), m.env...)
	out, err := cmd.CombinedOutput()
	if err != nil && !m.network && unreachable.Match(out) {
		m.t.Skipf("go %s needs a module that cannot be reached:\n%s", strings.Join(args, " "), out)
	}
	return string(out), err
}
