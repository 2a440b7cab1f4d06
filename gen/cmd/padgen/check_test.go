package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec"
)

// runLine runs a command in the working directory, and returns its exit code and all that it prints.
func runLine(args string) (code int, printed string) {
	var out bytes.Buffer
	code = run(strings.Fields(args), &out, &out)
	return code, out.String()
}

// generateOne makes the folder k in a new working directory, with one kernel.
func generateOne(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	if code, printed := runLine("generate -types float -modes edge -ranks 1 -o k"); code != done {
		t.Fatalf("exit code %d: %s", code, printed)
	}
}

// edit replaces text in a file.
func edit(t *testing.T, file, from, to string) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil || !bytes.Contains(src, []byte(from)) {
		t.Fatalf("%s has no %q (%v)", file, from, err)
	}
	if err := os.WriteFile(file, bytes.Replace(src, []byte(from), []byte(to), 1), 0o644); err != nil {
		t.Fatal(err)
	}
}

const recordedFlags = "//padgen:flags -types float -modes edge -ranks 1 -package k\n"

// TestCheckRecordedFlags: flags in padgen.go that this padgen does not take are reported as such, in one form.
func TestCheckRecordedFlags(t *testing.T) {
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	newest, _ := table.NewestOpset("")
	for flags, want := range map[string]string{
		"-newflag x":          "unknown flag \"-newflag\", expected one of -modes, -o, -opset, -package, -ranks, -types",
		"-h":                  "flag: help requested",
		"-- k":                `generate takes flags alone, got ["k"]: -o names the folder`,
		"-types= -modes edge": "-types is empty: give it a value, or leave it out",
		"-opset 1000":         fmt.Sprintf("ai.onnx opset 1000: opset is above the newest checked, %d", newest),
		"-modes fold -ranks 9": `rank "9", expected a number or a range within 1-8; ` +
			`unknown mode "fold", expected one of constant, reflect, edge, wrap`,
	} {
		t.Run(flags, func(t *testing.T) {
			generateOne(t)
			edit(t, "k/padgen.go", recordedFlags, "//padgen:flags "+flags+"\n")
			code, printed := runLine("check k")
			want := "padgen: k was generated with flags that this padgen does not take: " + want + "; update padgen, or generate again\n"
			if code != failure || printed != want {
				t.Errorf("exit code %d, printed %q, expected %q", code, printed, want)
			}
		})
	}
}

// TestCheckUnknownFlags: a folder that does not say its flags is not compared with all kernels, which nobody asked for.
func TestCheckUnknownFlags(t *testing.T) {
	const want = "padgen: k: no file of padgen there says with which flags a package was generated: generate one with -o k\n"
	for name, damage := range map[string]func(t *testing.T){
		"no padgen.go": func(*testing.T) { os.Remove("k/padgen.go") },
		"no line":      func(t *testing.T) { edit(t, "k/padgen.go", recordedFlags, "") },
	} {
		t.Run(name, func(t *testing.T) {
			generateOne(t)
			damage(t)
			if code, printed := runLine("check k"); code != failure || printed != want {
				t.Errorf("exit code %d, printed %q, expected %q", code, printed, want)
			}
		})
	}
}

// TestCheckFolders: several folders are checked by one call, each with its own flags; its exit code is the worst.
func TestCheckFolders(t *testing.T) {
	generateOne(t)
	left := []string{"vendor/v", "testdata/t", "_x/k", ".y/k", "sub/module/k3"} // by ./..., though each lacks a file
	for _, dir := range left {
		if code, printed := runLine("generate -types float -modes edge -ranks 1 -o " + dir); code != done {
			t.Fatal(printed)
		}
		os.Remove(dir + "/float32.go")
	}
	if code, printed := runLine("generate -types int8 -modes wrap -ranks 2 -o sub/k2"); code != done {
		t.Fatal(printed)
	}
	write := func(name, content string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("sub/module/go.mod", "module other\n")
	expect := func(args string, code int, want string) {
		t.Helper()
		if got, printed := runLine("check " + args); got != code || printed != want {
			t.Errorf("check %s: exit code %d, printed %q, expected %d, %q", args, got, printed, code, want)
		}
	}
	expect("k sub/k2", done, "")
	expect("./...", done, "")
	expect("", done, "")

	const (
		missing  = "k/float32.go: missing\npadgen: not as generated: 1, run go run github.com/padgen/padgen/gen/cmd/padgen@latest generate -types float -modes edge -ranks 1 -package k -o k\n"
		missing2 = "sub/k2/int8.go: missing\npadgen: not as generated: 1, run go run github.com/padgen/padgen/gen/cmd/padgen@latest generate -types int8 -modes wrap -ranks 2 -package k2 -o sub/k2\n"
	)
	os.Remove("k/float32.go")
	os.Remove("sub/k2/int8.go")
	expect("k sub/k2", findings, missing+missing2)
	expect("./...", findings, missing+missing2)
	expect("", findings, missing+missing2)
	expect("sub/...", findings, missing2)
	expect("k/... k", findings, missing+missing)

	write("k/float32.go", "package k // by hand\n")
	foreign := "padgen: not a file of padgen: k/float32.go, move it or name another folder with -o\n"
	expect("k sub/k2", failure, missing2+foreign)
	vendored := "vendor/v/float32.go: missing\npadgen: not as generated: 1, run go run github.com/padgen/padgen/gen/cmd/padgen@latest generate -types float -modes edge -ranks 1 -package v -o vendor/v\n"
	expect("vendor/... nowhere/...", failure, vendored+"padgen: check nowhere/...: no such folder\n")
	const unknown = "padgen: sub/k2: no file of padgen there says with which flags a package was generated: generate one with -o sub/k2\n"
	os.Remove("sub/k2/padgen.go")
	expect("sub/...", failure, unknown)
	if err := os.Symlink("sub", "link"); err == nil {
		expect("link/...", failure, strings.ReplaceAll(unknown, "sub/", "link/"))
	}
	os.RemoveAll("sub/k2")
	expect("sub/...", failure, "padgen: check sub/...: no folder there has a file of padgen: generate a package first, or name its folder\n")
	expect("./sub/...", failure, "padgen: check ./sub/...: no folder there has a file of padgen: generate a package first, or name its folder\n")
	t.Chdir("sub")
	expect("./...", failure, "padgen: check ./...: no folder there has a file of padgen: generate a package first, or name its folder\n")
	if code, printed := runCheck(""); code != failure || printed != "padgen: no such folder: \"\"\n" {
		t.Errorf("an empty name: exit code %d, printed %q", code, printed)
	}
}

func runCheck(folder string) (code int, printed string) {
	var out bytes.Buffer
	code = run([]string{"check", folder}, &out, &out)
	return code, out.String()
}

// TestCheckAdvice: check names a command that makes the package again where it is called.
func TestCheckAdvice(t *testing.T) {
	generateOne(t)
	write := func(name, content string) { t.Helper(); writeIn(t, name, []byte(content)) }
	const flags = " generate -types float -modes edge -ranks 1 -package k -o "
	stale := func(args, want string) {
		t.Helper()
		code, printed := runLine("check " + args)
		if code != findings || !strings.HasSuffix(printed, "run "+want+"\n") {
			t.Errorf("check %s: exit code %d, printed %q, expected %q at the end", args, code, printed, want)
		}
	}
	os.Remove("k/float32.go")
	stale("k", "go run github.com/padgen/padgen/gen/cmd/padgen@latest"+flags+"k")
	write("go.mod", "module example.com/user\n\ntool github.com/padgen/padgen/gen/cmd/padgen\n")
	stale("k", "go tool padgen"+flags+"k")
	write("a/b/doc.go", "package b\n\n//go:"+"generate go tool padgen generate -types float -o ../../k\n")
	stale("k", "go generate ./a/b")
	write("other/go.mod", "module example.com/other\n")
	t.Chdir("other")
	stale("../k", "go run github.com/padgen/padgen/gen/cmd/padgen@latest"+flags+"../k")
	t.Chdir("../k")
	stale(".", "go generate ./../a/b")
}

// TestCheckDiff: with -diff, check prints a patch that makes the folder what it should be.
func TestCheckDiff(t *testing.T) {
	generateOne(t)
	want := tree(t, ".")
	os.Remove("k/float32.go")
	edit(t, "k/padgen.go", "package k\n", "package k // mine\n")
	if code, printed := runLine("generate -types int8 -modes edge -ranks 1 -package k -o other"); code != done {
		t.Fatal(printed)
	}
	if err := os.Rename("other/int8.go", "k/int8.go"); err != nil {
		t.Fatal(err)
	}
	os.RemoveAll("other")
	code, printed := runLine("check -diff k")
	for _, part := range []string{"--- /dev/null\n+++ k/float32.go\n@@ -0,0 +1,", "--- k/int8.go\n+++ /dev/null\n@@ -1,", "\n-package k // mine\n+package k\n"} {
		if code != findings || !strings.Contains(printed, part) {
			t.Errorf("exit code %d, printed %.2000q, expected %q", code, printed, part)
		}
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	apply := exec.Command("git", "apply", "-p0", "-")
	apply.Stdin = strings.NewReader(printed)
	if out, err := apply.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s", err, out)
	}
	if diff := cmp.Diff(want, tree(t, ".")); diff != "" {
		t.Errorf("after the patch, -want +got:\n%s", diff)
	}
}

// TestQuoted: the command that check prints runs in a shell.
func TestQuoted(t *testing.T) {
	for name, want := range map[string]string{"k/b-2_c.d": "k/b-2_c.d", "d q": "'d q'", "it's": `'it'\''s'`, "$HOME": "'$HOME'"} {
		if got := quoted(name); got != want {
			t.Errorf("%s: %s, expected %s", name, got, want)
		}
	}
}
