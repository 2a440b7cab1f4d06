package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec/spectest"
)

// tools adds a folder with shell scripts to the front of $PATH, or skips the test if bash, which the calling script needs, is
// missing.
func tools(t *testing.T, scripts map[string]string) (dir string) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash")
	}
	dir = t.TempDir()
	for name, script := range scripts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return dir
}

// TestOpsetWorkflow runs the script of the weekly workflow in a small clone whose table ends below Pad-25, with published
// documents, a gh that only records how it is called, and a go that builds this padgen.
func TestOpsetWorkflow(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds padgen")
	}
	root := moduleRoot(t)
	documents := []string{filepath.Join(root, "../shared/spec-docs/onnx-v1.22.0/Changelog.md"), filepath.Join(root, "../shared/spec-docs/ort_ContribOperators.md")}
	for _, file := range documents {
		if _, err := os.Stat(file); err != nil {
			t.Skipf("no published document: %v", err)
		}
	}
	touch(t)
	built := filepath.Join(t.TempDir(), "padgen")
	if out, err := exec.Command("go", "build", "-C", root, "-o", built, "./gen/cmd/padgen").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	script, err := os.ReadFile(filepath.Join(root, ".ci/opset"))
	if err != nil {
		t.Fatal(err)
	}
	newClone(t)
	before := tree(t, "spec")
	table := spectest.Default(t)
	spectest.Until(table, 24)
	spectest.WriteFile(t, ".gitignore", ".bin/\n")
	spectest.WriteFile(t, ".ci/opset", string(script))
	if err := errors.Join(os.RemoveAll("spec/ai.onnx"), os.Chmod(".ci/opset", 0o755)); err != nil {
		t.Fatal(err)
	}
	spectest.Write(t, table, "spec")
	git(t, "add", ".")
	git(t, "commit", "-q", "-m", "below 25")
	git(t, "branch", "-M", "main")
	git(t, "init", "-q", "--bare", "../origin")
	git(t, "remote", "add", "origin", "../origin")

	tools := tools(t, map[string]string{
		"gh": `echo "$@" >>"$GH_LOG"; [ "$2" != "list" ] || cat "$GH_OPEN"`,
		// The clone is neither compiled nor tested, because the rehearsals do that.
		"make": `[ "$*" = test-short ] && echo "--- FAIL: TestSupported (0.00s)" && exit 1`,
		"go":   `[ "$*" = "build ./..." ] || cp "$PADGEN" "$3"`,
	})
	log, open := filepath.Join(tools, "log"), filepath.Join(tools, "open")
	spectest.WriteFile(t, open, "")
	for name, value := range map[string]string{"PADGEN": built, "GH_LOG": log, "GH_OPEN": open} {
		t.Setenv(name, value)
	}
	opset := func(args ...string) string {
		t.Helper()
		out, err := exec.Command(".ci/opset", args...).CombinedOutput()
		if err != nil {
			t.Fatalf("opset %q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	called := func(want ...string) {
		t.Helper()
		got, _ := os.ReadFile(log)
		if diff := cmp.Diff(strings.Join(want, "\n"), strings.TrimSpace(string(got))); diff != "" {
			t.Errorf("gh, -want +got:\n%s", diff)
		}
		os.Remove(log)
	}

	opset(append([]string{"update"}, documents...)...)
	text, err := os.ReadFile(".bin/opset/text")
	for _, want := range []string{"ai.onnx/Pad-25", "## Left to do", "make test-short fails:\n--- FAIL: TestSupported"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the text does not say %q (%v):\n%s", want, err, text)
		}
	}
	if diff := cmp.Diff(before["ai.onnx/Pad-25.json"], tree(t, "spec")["ai.onnx/Pad-25.json"]); diff != "" {
		t.Errorf("Pad-25, -published +update:\n%s", diff)
	}
	opset("publish")
	const list = "pr list --head opset --state open --json number --jq .[0].number"
	called("auth setup-git", list, "pr create --head opset --title spec: ai.onnx/Pad-25 --body-file .bin/opset/text")
	pushed := git(t, "--git-dir=../origin", "rev-parse", "opset")

	// A week later nothing is merged, and the result is the same.
	git(t, "switch", "-q", "main")
	spectest.WriteFile(t, open, "7\n")
	opset(append([]string{"update"}, documents...)...)
	opset("publish")
	called("auth setup-git", list, "api --silent -X PATCH repos/{owner}/{repo}/pulls/7 -f title=spec: ai.onnx/Pad-25 -F body=@.bin/opset/text")
	if again := git(t, "--git-dir=../origin", "rev-parse", "opset"); again != pushed {
		t.Errorf("the same was pushed again: %s, before %s", again, pushed)
	}

	// The table now contains everything.
	if out := opset(append([]string{"update"}, documents...)...); !strings.HasSuffix(out, "opset: nothing changed\n") {
		t.Errorf("it prints\n%s", out)
	}
	opset("publish")
	called("")

	// A document that disagrees, and one that cannot be read, result in an issue.
	content, err := os.ReadFile(documents[1])
	if err != nil {
		t.Fatal(err)
	}
	spectest.WriteFile(t, "../odd.md", strings.Replace(string(content), "Three modes: `constant`(default) - pads", "Two modes: `constant`(default) - pads", 1))
	spectest.WriteFile(t, open, "")
	opset("update", documents[0], "../odd.md")
	opset("publish")
	text, _ = os.ReadFile(".bin/opset/text")
	const title = "opset: a document and the table disagree"
	called(`issue list --search in:title "`+title+`" --state open --json number --jq .[0].number`, "issue create --title "+title+" --body-file .bin/opset/text")
	if !strings.Contains(string(text), "../odd.md:") {
		t.Errorf("the issue does not name the place:\n%s", text)
	}
}

// TestUserWorkflow runs the script that padgen's documentation has for other repositories, in a module with kernels and a gh
// that only records how it is called: first when generating adds a file, then when it changes nothing.
func TestUserWorkflow(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds padgen in a module")
	}
	page, err := os.ReadFile("doc.go")
	script := regexp.MustCompile(`      - run: \|\n((?:          .*\n)+)`).FindSubmatch(bytes.ReplaceAll(page, []byte("//\t"), nil))
	if err != nil || script == nil {
		t.Fatalf("doc.go has no script: %v", err)
	}
	m := newUserModule(t)
	plainGit(t)
	log := filepath.Join(t.TempDir(), "log")
	tools := tools(t, map[string]string{"gh": "echo \"$@\" >>" + log})
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
