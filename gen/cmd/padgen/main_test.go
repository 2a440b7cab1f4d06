package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/padgen/padgen/internal/spectest"
	"github.com/padgen/padgen/spec"
)

// TestRun holds where a command prints to and the code it exits with. What it prints in full is in the goldens.
func TestRun(t *testing.T) {
	asPublished(t)
	spectest.PlainGit(t)
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		args           string
		code           int
		stdout, stderr string // parts; empty: nothing is printed there
	}{
		{"-h", done, "Examples:\n  padgen generate -types float", ""},
		{"--help", done, "usage: padgen COMMAND", ""},
		{"help", done, "usage: padgen COMMAND", ""},
		{"list -h", done, "-types LIST", ""},
		{"help list", done, "-types LIST", ""},
		{"help diff", done, "-fail-on", ""},
		{"help nothing", failure, "", "padgen: unknown command \"nothing\", expected one of generate, check, list, diff, update, version\n"},
		{"list -types uint2 -modes wrap -ranks 7", done, "WrapUint2Rank7 uint2 wrap 7 since ai.onnx Pad-25\n", ""},
		{"generate -types float -modes edge -ranks 1 -o out", done, "padgen: 1 type x 1 mode x 1 rank: 1 kernel; ", ""},
		{"-types float -modes edge -ranks 1 -o out", done, "; files changed: 0\n", ""},
		{"check out", done, "", ""},
		{"generate -types int8 -modes edge -ranks 1 -o out", done, "padgen: removed out/float32.go, which other flags had written\n", ""},
		{"generate -types float -modes edge -ranks 1 -o k2", done, "1 kernel; ", ""},
		{"check k2", done, "", ""},
		{"generate -types float -o k-2", failure, "", `package name "k-2", expected a Go identifier`},
		{"version", done, "\ncom.microsoft opset 1\n", ""},
		{"help version", done, "usage: padgen version", ""},
		{"-v", done, "ai.onnx opset ", ""},
		{"--version", done, "padgen ", ""},
		{"version now", failure, "", `version takes no argument, got ["now"]`},
		{"version -x", failure, "", "padgen: unknown flag \"-x\": there is none\n"},
		{"check k2 -n", failure, "", "padgen: unknown flag \"-n\", expected one of -diff\n"},
		{"generate --help", done, "Examples:\n  padgen generate ", ""},
		{"-types float -h", done, "usage: padgen generate", ""},
		{"list -h", done, "Examples:\n  padgen list\n", ""},
		{"check x -h", done, "Examples:\n  padgen check ", ""},
		{"import -h", failure, "", "padgen: unknown command \"import\", expected one of "},
		{"diff a -h", done, "Examples:\n  padgen diff 24 25 ", ""},
		{"diff -h", done, "  review       unsupported and breaking: what a reviewer must decide\n", ""},
		{"update -h", done, "usage: padgen update [-n] [FILE...]", ""},
		{"update Changelog.md", failure, "", "padgen: update writes the table of a clone of padgen: run it in the clone's top folder"},
		{"update -dry", failure, "", "padgen: unknown flag \"-dry\", expected one of -n\n"},
		{"list -types= -modes=", failure, "", "-modes is empty: give it a value, or leave it out\npadgen: -types is empty"},
		{"list -types floot -modes reflekt -ranks 0", failure, "", "rank \"0\""},
		{"list -types floot -modes reflekt -ranks 0", failure, "", "floot"},
		{"list -types floot -modes reflekt -ranks 0", failure, "", "reflekt"},
		{"diff nowhere alsonowhere", failure, "", "see padgen diff -h\npadgen: \"alsonowhere\" is no version"},
		{"", failure, "", "padgen: expected one of generate, check, list, diff, update, version: padgen -h says more\n"},
		{"chekc", failure, "", "padgen: unknown command \"chekc\": did you mean \"check\"?\n"},
		{"-unknown", failure, "", "padgen: unknown flag \"-unknown\", expected one of -modes, -o, -opset, "},
		{"generate k -tpyes float", failure, "", "padgen: unknown flag \"-tpyes\": did you mean \"-types\"?\n"},
		{"help generate", done, "usage: padgen generate", ""},
		{"help generate extra", done, "usage: padgen generate", ""},
		{"diff 1 2 -format xml -fail-on high", failure, "", "padgen: unknown format \"xml\", expected one of text, markdown, json, html, github\n" +
			"padgen: unknown threshold \"high\", expected one of never, unsupported, breaking, review, changed, any\n"},
		{"list -opset x", failure, "", "invalid value"},
		{"list -o kernels", failure, "", "unknown flag \"-o\", expected one of -modes, -opset, -ranks, -types"},
		{"list kernels", failure, "", "list takes flags alone, got [\"kernels\"]\n"},
		{"list -types flaot -modes reflct", failure, "", "padgen: unknown type \"flaot\": did you mean \"float\"?\npadgen: unknown mode \"reflct\": did you mean \"reflect\"?\n"},
		{"list -types decimal", failure, "", "padgen: unknown type \"decimal\", expected one of float, uint8, "},
	} {
		t.Run(c.args, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if code := run(strings.Fields(c.args), &stdout, &stderr); code != c.code {
				t.Errorf("exit code %d, expected %d", code, c.code)
			}
			for _, p := range []struct{ name, got, want string }{{"stdout", stdout.String(), c.stdout}, {"stderr", stderr.String(), c.stderr}} {
				if !strings.Contains(p.got, p.want) || p.want == "" && p.got != "" {
					t.Errorf("%s is %q, expected %q", p.name, p.got, p.want)
				}
			}
		})
	}
}

// TestGenerateUnsupported: a package is generated from a table with a version that the runtime would get wrong. The
// version is named, and its schema says why it is refused.
func TestGenerateUnsupported(t *testing.T) {
	t.Chdir(t.TempDir())
	var stdout bytes.Buffer
	o, err := parse("generate", generateUsage, []string{"-types", "float", "-modes", "edge", "-ranks", "1", "-o", "out"}, &stdout)
	if err != nil {
		t.Fatal(err)
	}
	o.table.Schema("ai.onnx/Pad-25").Attributes[0].Default = &spec.Value{Type: spec.AttrString, String: spec.Edge}
	if err := o.generate(&stdout); err != nil {
		t.Error(err)
	}
	if want := `ai.onnx/Pad-25: attribute mode: it is optional string, default "edge"; `; !strings.Contains(stdout.String(), want) {
		t.Errorf("printed %q, expected %q", &stdout, want)
	}
}

// full is a disk without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestFullOutput: what cannot be printed is an error.
func TestFullOutput(t *testing.T) {
	generateOne(t)
	for _, args := range []string{
		"generate -types float -modes edge -ranks 1 -o k",
		"list -types float",
		"version",
	} {
		var stderr bytes.Buffer
		if code := run(strings.Fields(args), full{}, &stderr); code != failure || stderr.String() != "padgen: no space left\n" {
			t.Errorf("%s: exit code %d, printed %q", args, code, stderr.String())
		}
	}
}

// TestListWritesNothing: list prints and no more.
func TestListWritesNothing(t *testing.T) {
	asPublished(t)
	t.Chdir(t.TempDir())
	var out bytes.Buffer
	if code := run([]string{"list"}, &out, &out); code != done {
		t.Fatalf("exit code %d", code)
	}
	if n := strings.Count(out.String(), "\n"); n != 832 {
		t.Errorf("%d lines, expected 832", n)
	}
	if _, err := os.Stat("generated"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("generated: %v", err)
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

// git runs git in the folder of the test.
func git(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("git", append([]string{"--git-dir=.git"}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}
