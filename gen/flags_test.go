package gen_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/gen"
)

// TestRecordedFlags: a folder says with which flags it was generated, however they were written.
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
		for _, ends := range []string{"\n", "\r\n"} {
			dir := t.TempDir()
			for _, f := range files {
				write(t, dir, map[string]string{f.Name: strings.ReplaceAll(string(f.Content), "\n", ends)})
			}
			got, err := gen.RecordedFlags(dir)
			if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" || err != nil {
				t.Errorf("%+v: %v (-want +got):\n%s", c.config, err, diff)
			}
		}
		if i := slices.Index(strings.Fields(c.want), "-ranks"); i >= 0 {
			ranks, err := gen.ParseRanks(strings.Fields(c.want)[i+1])
			want := slices.Compact(slices.Sorted(slices.Values(c.config.Ranks)))
			if diff := cmp.Diff(want, ranks); diff != "" || err != nil {
				t.Errorf("%s: %v (-want +got):\n%s", c.want, err, diff)
			}
		}
	}
}

// TestNoRecordedFlags: there are none in a folder that padgen did not write, or an older one.
func TestNoRecordedFlags(t *testing.T) {
	for name, content := range map[string]string{
		"older":     ours,
		"by hand":   "package p\n\n//padgen:flags -types float\n",
		"elsewhere": ours + "// see //padgen:flags -types float\n",
	} {
		dir := t.TempDir()
		write(t, dir, map[string]string{"padgen.go": content})
		if got, err := gen.RecordedFlags(dir); got != nil || !errors.Is(err, gen.ErrUnknownFlags) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	dir := t.TempDir()
	if got, err := gen.RecordedFlags(dir); got != nil || !errors.Is(err, gen.ErrUnknownFlags) {
		t.Errorf("empty: %q, %v", got, err)
	}
	if got, err := gen.RecordedFlags(filepath.Join(dir, "k")); got != nil || err == nil || !strings.HasPrefix(err.Error(), "gen: no such folder: ") {
		t.Errorf("no folder: %q, %v", got, err)
	}
	if err := os.Mkdir(filepath.Join(dir, "padgen.go"), 0o777); err != nil {
		t.Fatal(err)
	}
	if got, err := gen.RecordedFlags(dir); err == nil || errors.Is(err, gen.ErrUnknownFlags) {
		t.Errorf("a folder: %q, %v", got, err)
	}
}

// TestImportPath: the path of a package is that of the nearest go.mod and the folders below it. As for the go command, that of the folder
// for temporary files is none.
func TestImportPath(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	if os.TempDir() == temp {
		write(t, temp, map[string]string{"go.mod": "module stray\n"})
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
		write(t, dir, map[string]string{"go.mod": mod})
		if got := gen.ImportPath(filepath.Join(dir, "a", "b")); got != want {
			t.Errorf("%q: %q, expected %q", mod, got, want)
		}
		if got := gen.ImportPath(dir); got != strings.TrimSuffix(want, "/a/b") {
			t.Errorf("%q: the module itself: %q", mod, got)
		}
	}
}
