package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/gen/gentest"
	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
)

// pageCommands returns the lines of the page's shell blocks, in order.
func pageCommands(t *testing.T, page string) []string {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	inside := false
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "```"):
			inside = line == "```sh"
		case inside:
			out = append(out, line)
		}
	}
	return out
}

// clonedTable makes a repository with the table as it was before Pad-25, whose types are stored already.
func clonedTable(t *testing.T) {
	t.Helper()
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	table.Schemas = slices.DeleteFunc(table.Schemas, func(s *spec.OpSchema) bool { return s.SinceVersion > 24 })
	d := &table.Domains[0]
	d.NewestOpset = 24
	d.Operators[0].SinceVersions = slices.DeleteFunc(d.Operators[0].SinceVersions, func(n int) bool { return n > 24 })
	files, err := table.Files()
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		writeIn(t, filepath.Join("spec", filepath.FromSlash(name)), content)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"commit", "-q", "-m", "before"}} {
		cmd := exec.Command("git", args...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

func writeIn(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, content, 0o666); err != nil {
		t.Fatal(err)
	}
}

// rebuiltFindings runs diff by a padgen that was built after import, as go tool does: with the table that import wrote.
// Embedded is the folder of the table that is built in otherwise.
func rebuiltFindings(t *testing.T, embedded string) {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	replace := make(map[string]string)
	for _, root := range []string{embedded, filepath.Join(here, "spec")} { // a file that the new table lacks is replaced by none
		files, err := filepath.Glob(filepath.Join(root, "*.*", "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range append(files, filepath.Join(root, "table.json"), filepath.Join(root, "elemtypes.json")) {
			name, err := filepath.Rel(root, file)
			if err != nil {
				t.Fatal(err)
			}
			if root == embedded {
				file = ""
			}
			replace[filepath.Join(embedded, name)] = file
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	writeIn(t, "overlay.json", overlay)
	tool := filepath.Join(here, "padgen")
	build := exec.Command("go", "build", "-overlay", filepath.Join(here, "overlay.json"), "-o", tool, "github.com/padgen/padgen/gen/cmd/padgen")
	build.Dir = embedded
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	out, err := exec.Command(tool, "diff", "git:HEAD", "spec").CombinedOutput()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(string(out), "tensor(posit8): it has no storage") {
		t.Errorf("padgen diff with the new table: %v\n%s", err, out)
	}
	if out, err := exec.Command(tool, "generate", "-o", "new").CombinedOutput(); err == nil || !strings.Contains(string(out), "posit8") {
		t.Errorf("padgen generate with the new table: %v\n%s", err, out)
	}
}

// TestNewOpsetRehearsal follows the page "What to do when an opset comes out" with an invented opset 99: a type with
// storage, a type without, a mode, an optional input, and an attribute of opset 98 under another name.
func TestNewOpsetRehearsal(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs, none with a goroutine")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	const shared = "../../../spec/specdiff"
	steps := pageCommands(t, shared+"/NEWOPSET.md")
	document, err := os.ReadFile(shared + "/testdata/Changelog.md")
	if err != nil {
		t.Fatal(err)
	}
	gentest.Touch(t) // a command is built
	embedded, err := filepath.Abs("../../../spec")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	clonedTable(t)
	writeIn(t, "Changelog.md", document)

	expect := []struct {
		command string
		code    int
		want    []string // in what is printed
		check   func(*testing.T)
	}{
		{"import -check Changelog.md", 1, []string{"ai.onnx/Pad-98", "ai.onnx/Pad-99"}, nil},
		{"import Changelog.md -o spec", 1, []string{"wrote spec/ai.onnx/Pad-98.json", "wrote spec/ai.onnx/Pad-99.json", "wrote spec/table.json",
			"posit8", "mirror"}, nil},
		{"diff git:HEAD spec", 1, []string{"tensor(posit8): it has no storage", "mode mirror: there are no kernels",
			"{Constant,Edge,Reflect,Wrap}Int2Rank{1..8}"}, func(t *testing.T) {
			rehearsedFindings(t)
			rebuiltFindings(t, embedded)
		}},
		{"diff git:HEAD spec -format html -o diff.html", 1, nil, func(t *testing.T) {
			holds(t, "diff.html", "<h1>What changes in Pad", "ai.onnx/Pad-98 and ai.onnx/Pad-99")
		}},
		{"diff git:HEAD spec -format markdown -o diff.md", 1, nil, func(t *testing.T) { holds(t, "diff.md", "### Pad: `git:HEAD` to `spec`", "<details>") }},
		{"diff git:HEAD spec -fail-on unsupported", 1, []string{"tensor(posit8): ", "mode mirror: ", "input mask: ", "attribute look_ahead: "}, addStorage},
		{"generate", 0, []string{"832 kernels"}, nil}, // of the table that this padgen was built with
		{"check", 0, nil, nil},
	}
	for _, step := range steps {
		if step == "go test ./..." {
			continue // this is it
		}
		args, ok := strings.CutPrefix(step, "go tool padgen ")
		if !ok || len(expect) == 0 || expect[0].command != args {
			t.Fatalf("the page says %q, the rehearsal expects %+v", step, expect)
		}
		e := expect[0]
		expect = expect[1:]
		code, stdout, stderr := padgen(strings.Fields(args)...)
		if code != e.code {
			t.Fatalf("%s: exit %d, want %d\n%s\n%s", step, code, e.code, stdout, stderr)
		}
		for _, want := range e.want {
			if !strings.Contains(stdout, want) {
				t.Errorf("%s does not print %q:\n%s", step, want, stdout)
			}
		}
		if e.check != nil {
			e.check(t)
		}
	}
	if len(expect) > 0 {
		t.Errorf("the page leaves out %q", expect[0].command)
	}
}

func holds(t *testing.T, file string, texts ...string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		if !strings.Contains(string(data), text) {
			t.Errorf("%s has no %q", file, text)
		}
	}
}

// rehearsedFindings asserts every finding, and that what can be generated is.
func rehearsedFindings(t *testing.T) {
	t.Helper()
	r, err := compare([]string{"git:HEAD", "spec"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range r.Changes {
		got = append(got, strings.Join([]string{c.Version, c.Rule, c.Subject, string(c.Signature), string(c.Go)}, " | "))
	}
	want := []string{
		" | PAD_OPSET_RAISED | ai.onnx | none | additive",
		"ai.onnx/Pad-98 | PAD_VERSION_ADDED | ai.onnx/Pad-98 | none | additive",
		"ai.onnx/Pad-98 | PAD_ATTRIBUTE_ADDED | attribute reach | widened | additive",
		"ai.onnx/Pad-98 | PAD_UNSUPPORTED | attribute reach | none | unsupported",
		"ai.onnx/Pad-99 | PAD_VERSION_ADDED | ai.onnx/Pad-99 | none | additive",
		"ai.onnx/Pad-99 | PAD_TYPE_ADDED | tensor(int2) | widened | additive",
		"ai.onnx/Pad-99 | PAD_TYPE_ADDED | tensor(posit8) | widened | additive",
		"ai.onnx/Pad-99 | PAD_MODE_ADDED | mode mirror | widened | additive",
		"ai.onnx/Pad-99 | PAD_ATTRIBUTE_RENAMED | attribute look_ahead | changed | none",
		"ai.onnx/Pad-99 | PAD_INPUT_ADDED | input mask | widened | additive",
		"ai.onnx/Pad-99 | PAD_ARITY_CHANGED | number of inputs | widened | additive",
		"ai.onnx/Pad-99 | PAD_UNSUPPORTED | attribute look_ahead | none | unsupported",
		"ai.onnx/Pad-99 | PAD_UNSUPPORTED | input mask | none | unsupported",
		"ai.onnx/Pad-99 | PAD_UNSUPPORTED | mode mirror | none | unsupported",
		"ai.onnx/Pad-99 | PAD_UNSUPPORTED | tensor(posit8) | none | unsupported",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("findings, -want +got:\n%s", d)
	}
	// 24 types before, and int2 now: nothing is generated for posit8 and mirror.
	if k := r.Impact.Kernels; k.Before != 24*4*8 || len(k.Added) != 4*8 || len(k.Removed) != 0 {
		t.Errorf("%d kernels before, %d added, %d removed", k.Before, len(k.Added), len(k.Removed))
	}
	if d := cmp.Diff([]string{"int2 (dtype.Int2x4)"}, r.Impact.Types.Added); d != "" {
		t.Errorf("types added, -want +got:\n%s", d)
	}
	// The table as it is cannot be generated from, and says why.
	table := whole(t)
	if _, err := table.DataTypes(table.Schema("ai.onnx/Pad-99")); !errors.Is(err, spec.ErrNoStorage) {
		t.Errorf("the new version's types: %v", err)
	}
}

func whole(t *testing.T) *spec.Table {
	t.Helper()
	table, err := spec.Load(os.DirFS("spec"))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// addStorage does the first thing that the report asks a person for, after which it asks for it no more.
func addStorage(t *testing.T) {
	t.Helper()
	table := whole(t)
	table.ElemTypes = append(table.ElemTypes, spec.ElemType{Name: "posit8", GoName: "Posit8", Number: 27, Bits: 8, PerUnit: 1,
		Storage: "dtype.Posit8"})
	files, err := table.Files()
	if err != nil {
		t.Fatal(err)
	}
	writeIn(t, "spec/elemtypes.json", files["elemtypes.json"])
	r, err := compare([]string{"git:HEAD", "spec"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Changes {
		if c.Rule == specdiff.UnsupportedPart && c.Subject == "tensor(posit8)" {
			t.Errorf("%s: %s", c.Rule, c.Message)
		}
	}
	// Int2 and Posit8 in four modes.
	if k := r.Impact.Kernels; len(k.Added) != 2*4*8 || !slices.Contains(k.Added, "ConstantPosit8Rank1") {
		t.Errorf("%d kernels added: %q", len(k.Added), k.Added)
	}
}
