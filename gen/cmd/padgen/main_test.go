package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
)

// TestRun holds where a command prints to and the code it exits with. What it prints in full is in the goldens.
func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		args           string
		code           int
		stdout, stderr string // parts; empty: nothing is printed there
	}{
		{"-h", done, "usage: padgen COMMAND", ""},
		{"--help", done, "usage: padgen COMMAND", ""},
		{"help", done, "usage: padgen COMMAND", ""},
		{"list -h", done, "-types LIST", ""},
		{"help list", done, "-types LIST", ""},
		{"help diff", done, "-fail-on", ""},
		{"help nothing", failure, "", `unknown command "nothing"`},
		{"list -types uint2 -modes wrap -ranks 7", done, "WrapUint2Rank7 uint2 wrap 7 ai.onnx/Pad-25\n", ""},
		{"check -types float -modes edge -ranks 1 -o nothing", findings, "missing: float32.go\n", ""},
		{"check -types float -modes edge -ranks 1 -o nothing", findings, "padgen generate", ""},
		{"generate -types float -modes edge -ranks 1 -o out", done, "padgen: 1 types x 1 modes x 1 ranks: 1 kernels in ", ""},
		{"-types float -modes edge -ranks 1 -o out", done, " 0 changed, ", ""},
		{"check -types float -modes edge -ranks 1 -o out", done, "", ""},
		{"check -types Float32 -modes Edge -ranks 1 -o out -v", done, "up to date: float32.go\n", ""},
		{"check -types float -modes edge -ranks 2 -o out", findings, "stale: float32.go\n", ""},
		{"generate -types int8 -modes edge -ranks 1 -o out", done, "padgen: removed float32.go, which other flags had written\n", ""},
		{"", failure, "", "usage: padgen COMMAND"},
		{"nothing", failure, "", `unknown command "nothing"`},
		{"-unknown", failure, "", "flag provided but not defined: -unknown"},
		{"list -opset x", failure, "", "invalid value"},
		{"list -types x", failure, "", `padgen: gen: wrong configuration: unknown element type "x"`},
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

// TestListWritesNothing: list prints and no more.
func TestListWritesNothing(t *testing.T) {
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
