package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// release is a release in a folder: the module under test, and those nested in it.
type release struct {
	version string   // of all modules
	nested  []string // the paths of the nested modules
	env     []string
}

// released returns the release that .ci/release put into the folder PADGEN_RELEASE, in the form of a module proxy. Other
// modules come from the module cache or the network. The tests use a new module cache, so that the release gets into no
// other. No checksum database contains the release, and one that does not answer is no reason to fail.
func released(t *testing.T) *release {
	t.Helper()
	folder := os.Getenv("PADGEN_RELEASE")
	if folder == "" {
		t.Skip("PADGEN_RELEASE is not set: no release is made")
	}
	touch(t)
	r := &release{}
	err := filepath.WalkDir(folder, func(file string, _ fs.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, file)
		if path, version, ok := strings.Cut(filepath.ToSlash(name), "/@v/"); ok && strings.HasSuffix(version, ".zip") && strings.HasPrefix(path, modulePath) {
			if r.version = strings.TrimSuffix(version, ".zip"); path != modulePath {
				r.nested = append(r.nested, path)
			}
		}
		return err
	})
	out, errEnv := exec.Command("go", "env", "GOMODCACHE", "GOPROXY").Output()
	if err := errors.Join(err, errEnv); err != nil || len(r.nested) == 0 {
		t.Fatalf("%s has the modules %v: %v", folder, r.nested, err)
	}
	if modules == "" {
		if modules, err = os.MkdirTemp("", "padgen-release"); err != nil {
			t.Fatal(err)
		}
	}
	cache, others, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	url := func(dir string) string { return "file:///" + strings.TrimPrefix(filepath.ToSlash(dir), "/") }
	r.env = []string{"GOFLAGS=-mod=mod -buildvcs=false -modcacherw", "GOSUMDB=off", "GOMODCACHE=" + modules,
		"GOPROXY=" + url(folder) + "," + url(cache) + "/cache/download," + others}
	return r
}

// modules is the module cache of the tests of a release.
var modules string

func TestMain(m *testing.M) {
	code := m.Run()
	if modules != "" {
		os.RemoveAll(modules)
	}
	os.Exit(code)
}

// newModule creates a module that gets the release, and other modules, as a user does: m.Go("get", modulePath+"@"+r.version).
// Its go.mod contains only its path and the given text, as in "go 1.24\n".
func (r *release) newModule(t testing.TB, mod string) *userModule {
	t.Helper()
	m := &userModule{Dir: t.TempDir(), env: r.env, network: true, t: t}
	m.write("go.mod", "module example.com/user\n\n"+mod)
	return m
}
