package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/spec/spectest"
)

// TestCheckDiff: with -diff, check prints a patch that makes the folder what it should be.
func TestCheckDiff(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	t.Chdir(t.TempDir())
	for _, flags := range []string{"-types float -o k", "-types int8 -package k -o other"} {
		if code, printed := runLine("generate -modes edge -ranks 1 " + flags); code != done {
			t.Fatal(printed)
		}
	}
	want := tree(t, "k")
	spectest.WriteFile(t, "k/padgen.go", want["padgen.go"]+"// mine\n")
	spectest.WriteFile(t, "k/int8.go", tree(t, "other")["int8.go"]) // an orphan
	os.Remove("k/float32.go")
	code, printed := runLine("check -diff k")
	apply := exec.Command("git", "apply", "-p0", "-")
	apply.Stdin = strings.NewReader(printed)
	if out, err := apply.CombinedOutput(); err != nil || code != findings {
		t.Fatalf("exit code %d; git apply: %v\n%s", code, err, out)
	}
	if diff := cmp.Diff(want, tree(t, "k")); diff != "" {
		t.Errorf("after the patch, -want +got:\n%s", diff)
	}
}
