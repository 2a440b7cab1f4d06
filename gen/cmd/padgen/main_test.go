package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// padgen runs a command and returns its exit code and what it printed.
func padgen(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(args, &out, &errs)
	return code, out.String(), errs.String()
}

// runLine runs a command in the working directory, and returns its exit code and all its output.
func runLine(args string) (code int, printed string) {
	code, stdout, stderr := padgen(strings.Fields(args)...)
	return code, stdout + stderr
}

// full is a full disk.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestFullOutput: output that cannot be written is an error.
func TestFullOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range []string{"generate -types float -modes edge -ranks 1 -o k", "list -types float", "version"} {
		var stderr bytes.Buffer
		if code := run(strings.Fields(args), full{}, &stderr); code != failure || stderr.String() != "padgen: no space left\n" {
			t.Errorf("%s: exit code %d, printed %q", args, code, stderr.String())
		}
	}
}

// plainGit makes git behave the same for everybody until the test ends: with an author, in English, without the user's
// configuration. It also hides the repository that variables name in a hook, where a test would otherwise commit.
func plainGit(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "GIT_") {
			t.Setenv(name, "") // restores it after the test
			os.Unsetenv(name)
		}
	}
	for _, name := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+name+"_NAME", "test")
		t.Setenv("GIT_"+name+"_EMAIL", "test@example.org")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	t.Setenv("GIT_CEILING_DIRECTORIES", os.TempDir()) // the folder may be in a repository
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
