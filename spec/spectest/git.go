package spectest

import (
	"os"
	"strings"
	"testing"
)

// PlainGit makes git do the same for everybody until the test ends: with an author, in English, without the configuration of who runs
// the tests. Nor does git know of a repository: in a hook, variables name that which the hook is for, and a test would commit there.
func PlainGit(t testing.TB) {
	t.Helper()
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
