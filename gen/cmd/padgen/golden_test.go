package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/spectest"
)

var update = flag.Bool("update", false, "write what the commands do into the goldens")

// A golden is a txtar archive with a description, files that exist before (in/NAME), lines of commands (script), and what
// they print (log) and write (out/NAME). Lines of a script are
//
//	padgen ARGUMENT...
//	cat FILE             it becomes out/FILE
//	rm FILE
//	ln FILE LINK
//	cd FOLDER
//	cp DOCUMENT          one of the small documents of package changelog
//	table FOLDER         the table is written there
//	# COMMENT
type golden struct {
	name    string
	archive *txtar.Archive
}

func goldens(t *testing.T) []golden {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	var list []golden
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, golden{strings.TrimSuffix(filepath.Base(path), ".txtar"), a})
	}
	return list
}

// file returns a section of the archive.
func (g golden) file(name string) string {
	for _, f := range g.archive.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

// asPublished makes the commands use the table up to Pad-25, as if there were no newer version.
func asPublished(t *testing.T) {
	builtIn = func() (*spec.Table, error) { return spectest.Published(t), nil }
	t.Cleanup(func() { builtIn = spec.Default })
}

// play runs the script inside dir and returns the expected archive.
func (g golden) play(t *testing.T, dir string) *txtar.Archive {
	t.Helper()
	result := &txtar.Archive{Comment: g.archive.Comment}
	for _, f := range g.archive.Files {
		if name, ok := strings.CutPrefix(f.Name, "in/"); ok {
			result.Files = append(result.Files, f)
			spectest.WriteFile(t, filepath.Join(dir, filepath.FromSlash(name)), string(f.Data))
		}
	}
	script := g.file("script")
	var log bytes.Buffer
	var shown []txtar.File
	asPublished(t)
	t.Setenv("TMPDIR", filepath.Dir(dir)) // hides a module that may contain the folder
	documents, err := filepath.Abs(documents)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for line := range strings.Lines(script) {
		var err error
		switch args := strings.Fields(line); args[0] {
		case "#":
		case "padgen":
			code, printed := runLine(strings.TrimPrefix(line, "padgen"))
			fmt.Fprintf(&log, "$ %s%sexit %d\n", line, printed, code)
		case "cat":
			b, errRead := os.ReadFile(args[1])
			shown, err = append(shown, txtar.File{Name: "out/" + args[1], Data: b}), errRead
		case "rm":
			err = os.Remove(args[1])
		case "cd":
			err = os.Chdir(args[1]) // until t.Chdir is undone
		case "ln":
			err = os.Symlink(args[1], args[2])
		case "cp":
			b, errRead := os.ReadFile(filepath.Join(documents, args[1]))
			spectest.WriteFile(t, args[1], string(b))
			err = errRead
		case "table":
			spectest.Write(t, spectest.Published(t), args[1])
		default:
			err = errors.New("no such command")
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	result.Files = append(result.Files, txtar.File{Name: "script", Data: []byte(script)}, txtar.File{Name: "log", Data: log.Bytes()})
	result.Files = append(result.Files, shown...)
	return result
}

// TestGoldens plays every golden and compares what it printed and wrote. Run it with -update to accept a change, which a
// reviewer then sees in the diff of the goldens. The emitted packages are vetted, and thus type-checked, each as part of a
// separate module.
func TestGoldens(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the goldens have / in names of files")
	}
	m := newUserModule(t)
	packages := 0
	for _, g := range goldens(t) {
		dir := filepath.Join(m.Dir, g.name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		t.Run(g.name, func(t *testing.T) {
			path, err := filepath.Abs(filepath.Join("testdata", g.name+".txtar"))
			if err != nil {
				t.Fatal(err)
			}
			got := txtar.Format(g.play(t, dir))
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Equal(got, want) {
				return
			}
			if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("(-want +got, accept with go test -update)\n%s", cmp.Diff(lines(want), lines(got)))
		})
		if src, err := filepath.Glob(filepath.Join(dir, "*.go")); err != nil || len(src) == 0 {
			os.RemoveAll(dir)
			continue
		}
		packages++
	}
	if packages < 4 {
		t.Errorf("%d goldens leave a package, expected one for each kind of storage and one more", packages)
	}
	m.Go("vet", "./...")
}

func lines(b []byte) []string { return strings.Split(string(b), "\n") }
