package gen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/spec/spectest"
)

// TestRecordedFlags: a folder records the flags with which it was generated, however they were written.
func TestRecordedFlags(t *testing.T) {
	for _, c := range []struct {
		config gen.Config
		want   string
	}{
		{gen.Config{}, "-package generated"},
		{gen.Config{Package: "p", Types: []string{"UINT8", "tensor(float)"}, Modes: []string{"Edge", "constant"}, Ranks: []int{4, 1, 2, 7, 2}},
			"-types float,uint8 -modes constant,edge -ranks 1,2,4,7 -package p"},
		{gen.Config{Opset: 13, Ranks: []int{3}}, "-opset 13 -ranks 3 -package generated"},
		{gen.Config{Ranks: []int{1, 2, 3, 4, 5, 6, 7, 8}}, "-ranks 1-8 -package generated"},
	} {
		files, err := newPlan(t, c.config).Files()
		if err != nil {
			t.Fatal(err)
		}
		written := content{}
		for _, f := range files {
			written[f.Name] = crlf(string(f.Content))
		}
		got, err := gen.RecordedFlags(written.folder(t))
		if strings.Join(got, " ") != c.want || err != nil {
			t.Errorf("%+v: %q, expected %q (%v)", c.config, got, c.want, err)
		}
	}
	// The transcripts of padgen show folders without recorded flags.
	if got, err := gen.RecordedFlags(t.TempDir()); got != nil || err == nil {
		t.Errorf("an empty folder: %q, %v", got, err)
	}
}

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
