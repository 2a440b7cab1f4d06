package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec/spectest"
)

// TestUserWorkflow runs the script that NEWOPSET.md has for other repositories, in a module with kernels and a gh that only writes down how it
// is called: first where generating adds a file, then where it changes nothing.
func TestUserWorkflow(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds padgen in a module")
	}
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash")
	}
	page, err := os.ReadFile(filepath.Join(moduleRoot(t), "spec/specdiff/NEWOPSET.md"))
	script := regexp.MustCompile("(?s)      - run: \\|\n(.*?)```").FindSubmatch(page)
	if err != nil || script == nil {
		t.Fatalf("NEWOPSET.md has no script: %v", err)
	}
	m := newUserModule(t)
	plainGit(t)
	log := filepath.Join(t.TempDir(), "log")
	tools := t.TempDir()
	gh := filepath.Join(tools, "gh")
	spectest.WriteFile(t, gh, "#!/bin/sh\necho \"$@\" >>"+log+"\n")
	if err := os.Chmod(gh, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", tools+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, variable := range append(m.env, "GOWORK=off", "GOTOOLCHAIN=local") {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv(name, value)
	}
	m.write("doc.go", "package user\n\n//go:generate go tool padgen generate -types uint8 -modes edge -ranks 1 -o kernels\n")
	m.write("script", strings.NewReplacer("@latest", "", "/tmp/opset.md", tools+"/text").Replace(string(script[1])))
	m.Go("get", "-tool", modulePath+"/gen/cmd/padgen")
	t.Chdir(m.Dir)
	git(t, "init", "-q", "-b", "main", ".")
	git(t, "init", "-q", "--bare", "../origin"+filepath.Base(m.Dir))
	git(t, "remote", "add", "origin", "../origin"+filepath.Base(m.Dir))
	git(t, "add", ".")
	git(t, "commit", "-q", "-m", "before")
	for _, want := range []string{"pr create -H opset", ""} {
		os.Remove(log)
		if out, err := exec.Command("bash", "-e", "-o", "pipefail", "script").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		called, _ := os.ReadFile(log)
		if got := string(called); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("gh was called with %q, expected %q", got, want)
		}
	}
	text, err := os.ReadFile(filepath.Join(tools, "text"))
	if committed := git(t, "show", "--stat", "opset"); err != nil || !strings.Contains(committed, "kernels/uint8.go") || !strings.Contains(string(text), "### Pad: ") {
		t.Errorf("%v; the branch has\n%s\nthe text is\n%s", err, committed, text)
	}
}
