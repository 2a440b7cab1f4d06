package main

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// release is a module proxy in a folder, which has the work tree as it would be published: the module under test, and those nested in it.
type release struct {
	version string   // of all modules: the one that nested modules require
	nested  []string // the paths of the nested modules
	env     []string
}

// requires is what each nested go.mod says of the module under test.
var requires = regexp.MustCompile(`(?m)^\s*(?:require )?` + modulePath + ` (v\S+)$`)

// released returns the release, which is the same for all tests. The modules that padgen requires come from the network, and those of nested
// modules, which others write, take minutes to vet: make test-release asks for that.
func released(t *testing.T) *release {
	t.Helper()
	if os.Getenv("PADGEN_RELEASE") == "" {
		t.Skip("PADGEN_RELEASE is not set: no release is made")
	}
	touch(t)
	if theRelease == nil {
		theRelease = newRelease(t)
	}
	return theRelease
}

var (
	theRelease  *release
	releaseDirs []string
)

func TestMain(m *testing.M) {
	code := m.Run()
	for _, dir := range releaseDirs {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// releaseDir makes a folder that stays until all tests have run.
func releaseDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "padgen-release")
	if err != nil {
		t.Fatal(err)
	}
	releaseDirs = append(releaseDirs, dir)
	return dir
}

// replaces are what the go.mod of a nested module has to be tested in a clone. What is tagged has none, see CONTRIBUTING.md.
var replaces = regexp.MustCompile(`(?ms)^replace (?:\(\n.*?^\)|[^\n]*)\n`)

// newRelease publishes the work tree, without files that git ignores.
func newRelease(t testing.TB) *release {
	t.Helper()
	root := moduleRoot(t)
	index := filepath.Join(t.TempDir(), "index") // so that the one of the clone stays as it is
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", root}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_INDEX_FILE="+index)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("this is not a clone: git %s: %v", args[0], err)
		}
		return string(out)
	}
	git("add", "--all")
	r := &release{}
	mods := map[string]string{".": git("show", ":go.mod")}
	for name := range strings.Lines(git("ls-files", "*/go.mod")) {
		dir := path.Dir(strings.TrimSpace(name))
		mods[dir] = replaces.ReplaceAllString(git("show", ":"+dir+"/go.mod"), "")
		file := filepath.Join(t.TempDir(), "go.mod")
		if err := os.WriteFile(file, []byte(mods[dir]), 0o666); err != nil {
			t.Fatal(err)
		}
		git("update-index", "--cacheinfo", "100644,"+strings.TrimSpace(git("hash-object", "-w", file))+","+dir+"/go.mod")
		need := requires.FindStringSubmatch(mods[dir])
		if need == nil || r.version != "" && r.version != need[1] {
			t.Fatalf("%s/go.mod requires %q, another one %s; all must require the next release of %s", dir, need, r.version, modulePath)
		}
		r.version = need[1]
		r.nested = append(r.nested, modulePath+"/"+dir)
	}
	tree := strings.TrimSpace(git("write-tree"))
	proxy := &userModule{Dir: releaseDir(t), t: t}
	for dir, mod := range mods {
		name := path.Join(modulePath, dir)
		within := strings.TrimPrefix(dir+"/", "./")
		archive := []string{"archive", "--format=zip", "--prefix=" + name + "@" + r.version + "/", tree + ":" + within, "."}
		for nested := range mods { // a module has no files of the modules in its folder
			if below, ok := strings.CutPrefix(nested, within); ok && below != "." && below != "" {
				archive = append(archive, ":(exclude)"+below)
			}
		}
		for file, content := range map[string]string{
			"list": r.version + "\n", r.version + ".info": `{"Version":"` + r.version + `"}`, r.version + ".mod": mod, r.version + ".zip": git(archive...),
		} {
			proxy.write(path.Join(name, "@v", file), content)
		}
	}
	// The module cache is a new one, so that the release gets into no other; the usual one serves what it has. No database of checksums
	// knows the release, and one that does not answer is no reason to fail.
	out, err := exec.Command("go", "env", "GOMODCACHE", "GOPROXY").Output()
	if err != nil {
		t.Fatal(err)
	}
	cache, others, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	url := func(dir string) string { return "file:///" + strings.TrimPrefix(filepath.ToSlash(dir), "/") }
	r.env = []string{"GOFLAGS=-mod=mod -buildvcs=false -modcacherw", "GOSUMDB=off", "GOMODCACHE=" + releaseDir(t),
		"GOPROXY=" + url(proxy.Dir) + "," + url(cache) + "/cache/download," + others}
	return r
}

// newModule makes a module that gets the release, and others, as anybody does: m.Go("get", modulePath+"@"+r.version). Its go.mod has
// only its path and what is given, as in "go 1.24\n".
func (r *release) newModule(t testing.TB, mod string) *userModule {
	t.Helper()
	m := &userModule{Dir: t.TempDir(), env: r.env, network: true, t: t}
	m.write("go.mod", "module example.com/user\n\n"+mod)
	return m
}
