package main

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/cmd/scripttest"
	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/spectest"
)

var update = flag.Bool("update", false, "write what the commands do into the goldens")

// asPublished makes the commands use the table up to Pad-25, as if there were no newer version.
func asPublished(t *testing.T) {
	builtIn = func() (*spec.Table, error) { return spectest.Published(t), nil }
	t.Cleanup(func() { builtIn = spec.Default })
}

// TestGoldens plays the transcripts in testdata. Run it with -update to accept a change, which a reviewer then sees in their
// diff. Packages that are emitted into the folder of a transcript are vetted, and thus type-checked, as parts of a separate
// module.
func TestGoldens(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the goldens have / in names of files")
	}
	m := newUserModule(t)
	asPublished(t)
	documents, err := filepath.Abs(documents)
	if err != nil {
		t.Fatal(err)
	}
	player := scripttest.Player{Update: *update, Run: func(t *testing.T, command string) (code int, stdout, stderr string) {
		return play(t, documents, command)
	}}
	player.All(t, func(t *testing.T, name string) string {
		if name == "git" || name == "update" {
			plainGit(t)
		}
		t.Setenv("TMPDIR", m.Dir) // hides its go.mod
		dir := filepath.Join(m.Dir, name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		return dir
	})
	if strings.Contains(flag.Lookup("test.run").Value.String(), "/") {
		return // only some of them were played
	}
	packages := 0
	entries, err := os.ReadDir(m.Dir)
	for _, e := range entries {
		if src, _ := filepath.Glob(filepath.Join(m.Dir, e.Name(), "*.go")); len(src) > 0 {
			packages++
		} else if e.IsDir() {
			os.RemoveAll(filepath.Join(m.Dir, e.Name()))
		}
	}
	if packages < 4 || err != nil {
		t.Errorf("%d goldens leave a package, expected one for each kind of storage and one more (%v)", packages, err)
	}
	m.Go("vet", "./...")
}

// play runs a command of a transcript: padgen; git, cat, rm, ln, cd; absent FILE; cp, which copies one of the small documents; table FOLDER,
// which writes the table, or that of opset 24; document FILE VERSION..., which writes a document of versions.
func play(t *testing.T, documents, command string) (code int, stdout, stderr string) {
	var data []byte
	var err error
	switch args := strings.Fields(command); args[0] {
	case "padgen":
		return padgen(args[1:]...)
	case "cat":
		data, err = os.ReadFile(args[1])
	case "git":
		dir, _ := os.Getwd()
		data = []byte(git(t, strings.Fields(strings.ReplaceAll(command, "$PWD", dir))[1:]...))
	case "absent":
		if _, errStat := os.Stat(args[1]); errStat == nil {
			err = fs.ErrExist
		}
	case "rm":
		err = os.Remove(args[1])
	case "cd":
		err = os.Chdir(args[1]) // until t.Chdir is undone
	case "ln":
		err = os.Symlink(args[1], args[2])
	case "cp":
		if data, err = os.ReadFile(filepath.Join(documents, args[1])); err == nil {
			spectest.WriteFile(t, args[1], string(data))
			data = nil
		}
	case "table":
		table := spectest.Published(t)
		if len(args) > 2 {
			spectest.Until(table, 24)
			table.ElemTypes = table.ElemTypes[:25] // int2 has no storage
		}
		spectest.Write(t, table, args[1])
	case "document":
		var versions []*spec.OpSchema
		for _, id := range args[2:] {
			versions = append(versions, spectest.Published(t).Schema(id))
		}
		spectest.WriteFile(t, args[1], changelogOf(versions...))
	default:
		err = errors.New("no such command")
	}
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	return 0, string(data), ""
}
