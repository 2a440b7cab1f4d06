package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestRun holds where a command prints to. What it prints is in the goldens, but for versions.
func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	for args, want := range map[string]struct {
		code           int
		stdout, stderr string // parts; empty: nothing is printed there
	}{
		"help":                         {done, "usage: padgen COMMAND", ""},
		"list -types nope":             {failure, "", "padgen: unknown type "},
		"version":                      {done, "\ncom.microsoft opset 1\n", ""},
		"-v":                           {done, "ai.onnx opset ", ""},
		"--version":                    {done, "padgen ", ""},
		"list -types int2 -h":          {done, "usage: padgen list", ""},
		"":                             {done, "usage: padgen COMMAND", ""},
		"-types float -o k":            {failure, "", "padgen: flag -types, expected a command before it, one of generate, "},
		"generate -types float -o":     {failure, "", "padgen: flag needs an argument: -o\n"},
		"diff 24 25 -o .":              {failure, "", "is no regular file"},
		"diff 1 2 -format json":        {done, `"format": "padgen-diff/5"`, ""},
		"diff 1 2 -format=html":        {done, "<!DOCTYPE html>", ""},
		"diff -schema":                 {done, "https://json-schema.org/draft/2020-12/schema", ""},
		"diff 24 git:no":               {failure, "", "git:no:"}, // there may be no git, and no repository
		"diff 24 embedded":             {failure, "", "add an opset to it, as in embedded@18, or a version, "},
		"diff -fail-on any 1 2":        {findings, "PAD_ATTRIBUTE_RENAMED", ""},
		"diff 1 2 -o - -fail-on never": {done, "PAD_ATTRIBUTE_RENAMED", ""},
	} {
		code, stdout, stderr := padgen(strings.Fields(args)...)
		is := func(got, part string) bool { return strings.Contains(got, part) && (part != "" || got == "") }
		if code != want.code || !is(stdout, want.stdout) || !is(stderr, want.stderr) {
			t.Errorf("%s: exit code %d, printed %.300q and %.300q, expected %+v", args, code, stdout, stderr, want)
		}
	}
}

// padgen runs a command and returns its exit code and what it printed.
func padgen(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(args, &out, &errs)
	return code, out.String(), errs.String()
}

// runLine runs a command in the working directory, and returns its exit code and all that it prints.
func runLine(args string) (code int, printed string) {
	code, stdout, stderr := padgen(strings.Fields(args)...)
	return code, stdout + stderr
}

// full is a disk without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestFullOutput: what cannot be printed is an error.
func TestFullOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range []string{"generate -types float -modes edge -ranks 1 -o k", "list -types float", "version"} {
		var stderr bytes.Buffer
		if code := run(strings.Fields(args), full{}, &stderr); code != failure || stderr.String() != "padgen: no space left\n" {
			t.Errorf("%s: exit code %d, printed %q", args, code, stderr.String())
		}
	}
}

// plainGit makes git do the same for everybody until the test ends: with an author, in English, without the configuration of who runs
// the tests. Nor does git know of a repository: in a hook, variables name that which the hook is for, and a test would commit there.
func plainGit(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "GIT_") {
			t.Setenv(name, "") // which brings it back
			os.Unsetenv(name)
		}
	}
	for _, name := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+name+"_NAME", "test")
		t.Setenv("GIT_"+name+"_EMAIL", "test@example.org")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	t.Setenv("GIT_CEILING_DIRECTORIES", os.TempDir()) // which may be in a repository
	t.Setenv("LC_ALL", "C")
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
