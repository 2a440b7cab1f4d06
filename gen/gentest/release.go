package gentest

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Release is a module proxy in a folder, which has the work tree as it would be published: the module under test, and those nested in it.
type Release struct {
	Version string   // of all modules: the one that nested modules require
	Nested  []string // the paths of the nested modules
	dir     string
	env     []string
	t       testing.TB
}

// requires is what each nested go.mod says of the module under test.
var requires = regexp.MustCompile(`(?m)^\s*(?:require )?` + Path + ` (v\S+)$`)

// NewRelease publishes what a commit of all files would have. It skips the test in short mode: other modules come from the network.
func NewRelease(t testing.TB) *Release {
	t.Helper()
	if testing.Short() {
		t.Skip("it needs modules from the network")
	}
	root := Root(t)
	Touch(t)
	git := exec.Command("git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
	list, err := git.Output()
	if err != nil {
		t.Skipf("git does not list the files: %v", err)
	}
	files := map[string][]string{} // of each module, by its folder
	names := strings.Split(strings.TrimSuffix(string(list), "\x00"), "\x00")
	for _, name := range names {
		if path.Base(name) == "go.mod" {
			files[path.Dir(name)] = nil
		}
	}
	for _, name := range names {
		dir := path.Dir(name)
		for _, ok := files[dir]; !ok; _, ok = files[dir] {
			dir = path.Dir(dir)
		}
		files[dir] = append(files[dir], name)
	}
	r := &Release{dir: t.TempDir(), t: t}
	for dir := range files {
		if dir == "." {
			continue
		}
		r.Nested = append(r.Nested, Path+"/"+dir)
		mod, err := os.ReadFile(filepath.Join(root, dir, "go.mod"))
		need := requires.FindStringSubmatch(string(mod))
		if err != nil || need == nil || r.Version != "" && r.Version != need[1] {
			t.Fatalf("%s/go.mod requires %q of %s, another one %q; all must require the next release (%v)", dir, need, Path, r.Version, err)
		}
		r.Version = need[1]
	}
	for dir, names := range files {
		r.publish(root, dir, names)
	}
	r.useProxy()
	return r
}

// publish writes what a proxy serves of a module.
func (r *Release) publish(root, dir string, names []string) {
	r.t.Helper()
	served := map[string][]byte{"list": []byte(r.Version + "\n"), r.Version + ".info": []byte(`{"Version":"` + r.Version + `"}`)}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(root, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue // deleted, and git still has it
		}
		name, _ := filepath.Rel(dir, name)
		if name == "go.mod" {
			served[r.Version+".mod"] = data
		}
		w, errZip := z.Create(path.Join(Path, dir) + "@" + r.Version + "/" + filepath.ToSlash(name))
		if errZip == nil {
			_, errZip = w.Write(data)
		}
		if err := errors.Join(err, errZip); err != nil {
			r.t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		r.t.Fatal(err)
	}
	served[r.Version+".zip"] = b.Bytes()
	m := Module{r.dir, nil, r.t}
	for name, data := range served {
		m.Write(path.Join(Path, dir, "@v", name), string(data))
	}
}

// useProxy sets the environment of modules. The module cache is a new one, so that the release is in no other; what the usual one has
// is not loaded again.
func (r *Release) useProxy() {
	r.t.Helper()
	out, err := exec.Command("go", "env", "GOMODCACHE", "GOPROXY").Output()
	if err != nil {
		r.t.Fatal(err)
	}
	cache, proxy, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	url := func(dir string) string { return "file:///" + strings.TrimPrefix(filepath.ToSlash(dir), "/") }
	r.env = []string{"GOFLAGS=-mod=mod -buildvcs=false -modcacherw -trimpath", "GOPROXY=" + url(r.dir) + "," + url(cache) + "/cache/download," + proxy,
		"GONOSUMDB=" + Path, "GOMODCACHE=" + r.t.TempDir()}
}

// NewModule makes a module that gets the release, and others, as anybody does: m.Go("get", gentest.Path+"@"+r.Version). The go.mod is empty
// but for its path and what is given, as in "go 1.24\n".
func (r *Release) NewModule(mod string) *Module {
	r.t.Helper()
	m := &Module{r.t.TempDir(), r.env, r.t}
	m.Write("go.mod", "module example.com/user\n\n"+mod)
	return m
}
