package specdiff_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
	"github.com/padgen/padgen/spec/spectest"
)

// readThree reads any file as a document with two versions of ai.onnx, up to opset 24, and one of com.microsoft.
func readThree(t *testing.T) func(string) (*specdiff.Revision, error) {
	return func(string) (*specdiff.Revision, error) {
		microsoft := clone(t, table(t).Schema("com.microsoft/Pad-1"))
		microsoft.SinceVersion = 7
		return document(24, clone(t, table(t).Schema("ai.onnx/Pad-18")), clone(t, table(t).Schema("ai.onnx/Pad-21")), microsoft), nil
	}
}

func TestResolve(t *testing.T) {
	for _, tt := range []struct{ arg, version string }{
		{"doc.go@Pad-18", "ai.onnx/Pad-18"},
		{"doc.go@18", "ai.onnx/Pad-18"},
		{"doc.go@opset:com.microsoft:7", "com.microsoft/Pad-7"}, // whose newest opset the document does not say
		{"doc.go@20", "ai.onnx/Pad-18"},
		{"doc.go@24", "ai.onnx/Pad-21"},
		{"../..", ""},
		{"../..@22", "ai.onnx/Pad-21"},
		{"ai.onnx/Pad-24", "ai.onnx/Pad-24"},
		{"Pad-24", "ai.onnx/Pad-24"},
		{"com.microsoft/Pad-1", "com.microsoft/Pad-1"},
		{"opset:22", "ai.onnx/Pad-21"},
		{"22", "ai.onnx/Pad-21"},
		{"28", "ai.onnx/Pad-25"},
		{"opset:ai.onnx:12", "ai.onnx/Pad-11"},
		{"opset:com.microsoft:1", "com.microsoft/Pad-1"},
		{"embedded", ""},
		{"embedded@18", "ai.onnx/Pad-18"},
		{"..", ""},
		{"..@com.microsoft/Pad-1", "com.microsoft/Pad-1"},
		{"../ai.onnx/Pad-2.json", "ai.onnx/Pad-2"},
	} {
		s, err := (&specdiff.Resolver{ReadDocument: readThree(t)}).Resolve(tt.arg)
		if err != nil {
			t.Errorf("%s: %v", tt.arg, err)
			continue
		}
		got := ""
		if s.Version != nil {
			got = s.Version.ID()
		}
		if got != tt.version || s.Label != tt.arg {
			t.Errorf("%s: version %q, label %q", tt.arg, got, s.Label)
		}
	}
}

func TestUnresolved(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		spectest.WriteFile(t, filepath.Join(dir, name), text)
		return filepath.Join(dir, name)
	}
	for _, tt := range []struct{ arg, want string }{
		{"", "is not a version"},
		{"nowhere", "is not a version, opset, folder"},
		{"Pad-3", `unknown version "ai.onnx/Pad-3", expected one of ai.onnx/Pad-1, `},
		{"Pad-99999999999999999999", "is not a version, opset, folder"},
		{"0", "below the operator's first version"},
		{"999", "above the newest checked, "},
		{"opset:org.example:1", "unknown domain"},
		{"embedded@Pad-3", "unknown version \"ai.onnx/Pad-3\""},
		{dir, "table.json: missing file"},
		{file("x.md", "# Pad"), "documents cannot be read here"},
		{file("x.json", "{}"), "x.json"},
		{file("big.json", strings.Repeat(" ", 2<<20)), "more than the limit"},
		{filepath.Dir(file("cut/table.json", `{"domains":[`)), "elemtypes.json: missing file"},
		{file("cut.json", `{"domain":"ai.onnx",`), "unexpected EOF"},
		{"/dev/null", "neither a file nor a folder"},
		{"git:", "is not a git revision"},
		{"git:--output=x", "is not a git revision"},
		{"git:HEAD;id", "is not a git revision"},
		{"git:$(id)", "is not a git revision"},
	} {
		_, err := (&specdiff.Resolver{}).Resolve(tt.arg)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.arg, err, tt.want)
		}
	}
	for _, arg := range []string{"doc.go@17", "doc.go@25", "doc.go@opset:com.microsoft:18"} {
		const want = ": name one of ai.onnx/Pad-18, ai.onnx/Pad-21, com.microsoft/Pad-7"
		_, err := (&specdiff.Resolver{ReadDocument: readThree(t)}).Resolve(arg)
		if err == nil || !strings.HasSuffix(err.Error(), want) || !strings.Contains(err.Error(), "does not say which version is in force at opset") {
			t.Errorf("%s: %v", arg, err)
		}
	}
	if _, err := (&specdiff.Resolver{}).Resolve("nowhere"); !errors.Is(err, specdiff.ErrArgument) {
		t.Errorf("%v is no ErrArgument", err)
	}
	one, many := resolve(t, "com.microsoft/Pad-1"), resolve(t, "embedded")
	for _, sides := range [][2]*specdiff.Revision{{one, many}, {many, one}} {
		_, err := specdiff.Compare(sides[0], sides[1], nil)
		if !errors.Is(err, specdiff.ErrMixed) || !strings.HasSuffix(err.Error(), ": add an opset to it, as in embedded@18, or a version, as in embedded@Pad-18") {
			t.Errorf("a version and a table: %v", err)
		}
	}
}

// TestInvalidTables are errors, never findings, but for what a new version may
// bring with it.
func TestInvalidTables(t *testing.T) {
	tab := table(t)
	tab.Schema("ai.onnx/Pad-25").MinInputs = 9
	if _, err := (&specdiff.Resolver{}).Resolve(folder(t, tab)); err == nil || !strings.Contains(err.Error(), "min_inputs") {
		t.Errorf("a table with 9 inputs at least: %v", err)
	}
	if _, err := (&specdiff.Resolver{}).Resolve(table99(t)); err != nil {
		t.Errorf("a type without storage and a new mode: %v", err)
	}
}

func TestGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	spectest.PlainGit(t)
	repo := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = repo
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	commit := func(tab *spec.Table, dir string) {
		t.Helper()
		spectest.Write(t, tab, filepath.Join(repo, dir))
		git("add", ".")
		git("commit", "-q", "-m", dir)
	}
	git("init", "-q", "-b", "main")
	// Filters, text conversion and hooks must not run.
	trap := filepath.Join(t.TempDir(), "trap")
	for _, key := range []string{"filter.t.smudge", "filter.t.process", "diff.t.textconv", "core.pager", "core.fsmonitor"} {
		git("config", key, "touch "+trap)
	}
	commit(table(t), "spec")
	git("tag", "v1")
	spectest.WriteFile(t, filepath.Join(repo, ".gitattributes"), "*.json diff=t\n")
	tab := table(t)
	add(tab, schema99(t))
	commit(tab, "spec")
	commit(tab, "other/table")
	spectest.WriteFile(t, filepath.Join(repo, ".gitattributes"), "*.json diff=t filter=t\n")
	os.Remove(trap) // whatever git did for the test itself

	resolver := &specdiff.Resolver{Dir: repo}
	resolve := func(arg string) *specdiff.Revision {
		t.Helper()
		s, err := resolver.Resolve(arg)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, args := range [][2]string{{"git:v1", "git:HEAD"}, {"git:v1", "git:main:other/table"}, {"git:main~2", "git:main@{0}"}} {
		r := compareRevisions(t, resolve(args[0]), resolve(args[1]))
		if got := rulesOf(r); !strings.HasPrefix(got, "PAD_OPSET_RAISED PAD_VERSION_ADDED PAD_TYPE_ADDED") {
			t.Errorf("%v: %s", args, got)
		}
		for _, c := range r.Changes {
			if c.Rule == "PAD_TYPE_ADDED" && (filepath.Base(c.File) != "Pad-99.json" || c.Line < 30) {
				t.Errorf("%v: %s is at %s:%d", args, c.Rule, c.File, c.Line)
			}
		}
	}
	for _, dir := range []string{"other", filepath.Join("other", "table")} { // as from any folder of the repository
		resolver.Dir = filepath.Join(repo, dir)
		if r := compareRevisions(t, resolve("git:v1"), resolve("git:main:./other/table/")); r.Empty() {
			t.Errorf("in %s: no change", dir)
		}
	}
	resolver.Dir = repo
	if r := compareRevisions(t, resolve("git:v1"), resolve(repo)); rulesOf(r) != rulesOf(compareRevisions(t, resolve("git:v1"), resolve("git:main:."))) || r.Empty() {
		t.Errorf("the top folder, which has a folder spec: %s", rulesOf(r))
	}
	if s := resolve("git:HEAD@Pad-99"); s.Version == nil || s.Version.SinceVersion != 99 {
		t.Error("git:HEAD@Pad-99 is not that version")
	}
	for arg, want := range map[string]string{
		"git:v1:other/table": "no folder git:v1:other/table: fatal: ",
		"git:v1:other":       "no folder git:v1:other: fatal: ",
		"git:main:other":     "table.json: missing file",
		"git:v2":             "no folder git:v2:spec: fatal: ",
		"git:nosuchbranch":   "no folder git:nosuchbranch:spec: fatal: ",
		"git:HEAD:../x":      "no folder git:HEAD:../x: fatal: ",
		"git:HEAD:/etc":      "no folder git:HEAD:/etc: fatal: ",
		"git:v1@Pad-99":      "unknown version \"ai.onnx/Pad-99\"",
	} {
		if _, err := resolver.Resolve(arg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", arg, err, want)
		}
	}
	if _, err := os.Stat(trap); err == nil {
		t.Error("a program of the repository's configuration was run")
	}
	if _, err := (&specdiff.Resolver{Dir: t.TempDir()}).Resolve("git:HEAD"); err == nil {
		t.Error("outside of a repository there is no error")
	}
}
