package gen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/spec/spectest"
)

// TestImportPath: the path of a package consists of that of the nearest go.mod and the folders below it. As for the go
// command, a go.mod in the folder for temporary files does not count.
func TestImportPath(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	if os.TempDir() == temp {
		spectest.WriteFile(t, filepath.Join(temp, "go.mod"), "module stray\n")
	}
	for mod, want := range map[string]string{
		"module example.com/user\n":                               "example.com/user/a/b",
		"// module old\r\n\r\nmodule example.com/user // new\r\n": "example.com/user/a/b",
		"go 1.24\nmodule \"quoted\"\n":                            "quoted/a/b",
		"module `quoted`":                                         "quoted/a/b",
		"module (\n\tblock\n)\n":                                  "block/a/b",
		"":                                                        "", "go 1.24\n": "", "modules x\n": "",
	} {
		dir, err := os.MkdirTemp(temp, "")
		if err != nil {
			t.Fatal(err)
		}
		spectest.WriteFile(t, filepath.Join(dir, "go.mod"), mod)
		if got := gen.ImportPath(filepath.Join(dir, "a", "b")); got != want {
			t.Errorf("%q: %q, expected %q", mod, got, want)
		}
		if got := gen.ImportPath(dir); got != strings.TrimSuffix(want, "/a/b") {
			t.Errorf("%q: the module itself: %q", mod, got)
		}
	}
}
