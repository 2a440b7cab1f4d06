package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/spectest"
)

// TestDiffWithoutStorage: an input whose type has no storage does not prevent a comparison.
func TestDiffWithoutStorage(t *testing.T) {
	table := spectest.Default(t)
	s := table.Schema("ai.onnx/Pad-25")
	axes, _ := s.Input("axes")
	s.Inputs[3].Type = "tensor(int128)"
	s.TypeConstraints = slices.DeleteFunc(s.TypeConstraints, func(c spec.TypeConstraint) bool { return c.Name == axes.Type })
	dir := t.TempDir()
	spectest.Write(t, table, dir)
	for _, revisions := range []string{"Pad-25 " + filepath.Join(dir, s.File()), dir + "@Pad-25 25", "embedded " + dir} {
		if code, stdout, stderr := padgen(strings.Fields("diff " + revisions)...); code != findings || !strings.Contains(stdout, "0 added, 0 removed") {
			t.Errorf("%s: exit code %d, printed\n%s%s", revisions, code, stdout, stderr)
		}
	}
}

// TestDiffGit compares tables of a git repository.
func TestDiffGit(t *testing.T) {
	plainGit(t)
	repository, outside := t.TempDir(), t.TempDir()
	t.Chdir(repository)
	git(t, "init", "-q", "-b", "main")
	// Filters, text conversion and hooks must not run.
	trap := filepath.Join(outside, "trap")
	for _, key := range []string{"filter.t.smudge", "filter.t.process", "diff.t.textconv", "core.pager", "core.fsmonitor"} {
		git(t, "config", key, "touch "+trap)
	}
	commit := func(until int, dir string) {
		t.Helper()
		table := spectest.Published(t)
		spectest.Until(table, until)
		spectest.Write(t, table, dir)
		spectest.WriteFile(t, ".gitattributes", "*.json diff=t\n")
		git(t, "add", ".")
		git(t, "commit", "-q", "-m", dir)
	}
	commit(24, "spec")
	git(t, "tag", "v1")
	commit(25, "spec")
	commit(25, "other/table")
	spectest.WriteFile(t, ".gitattributes", "*.json diff=t filter=t\n")
	os.Remove(trap) // it may exist because of what git did for the test itself

	const added = "Pad-25.json,line=4,title=PAD_VERSION_ADDED::ai.onnx/Pad-25: "
	for _, tt := range []struct {
		folder, args string
		code         int
		want         string
	}{
		{".", "git:v1 git:HEAD", 0, added},
		{".", "git:v1 git:main:other/table", 0, added},
		{".", "git:main~2 git:main@{0}", 0, added},
		{"other", "git:v1 git:main:./other/table/", 0, added}, // as from any folder of the repository
		{"other/table", "git:v1 git:main:./other/table/", 0, added},
		{".", "git:v1 .", 0, added}, // the top folder, which contains a folder spec
		{".", "git:v1 git:main:.", 0, added},
		{".", "git:v1@Pad-24 git:HEAD@Pad-25", 0, "PAD_TYPE_ADDED::ai.onnx/Pad-25: "},
		{".", "24 git:v1:other/table", 2, "no folder git:v1:other/table: fatal: "},
		{".", "24 git:v1:other", 2, "no folder git:v1:other: fatal: "},
		{".", "24 git:main:other", 2, "table.json: missing file"},
		{".", "24 git:v2", 2, "no folder git:v2:spec: fatal: "},
		{".", "24 git:nosuchbranch", 2, "no folder git:nosuchbranch:spec: fatal: "},
		{".", "24 git:HEAD:../x", 2, "no folder git:HEAD:../x: fatal: "},
		{".", "24 git:HEAD:/etc", 2, "no folder git:HEAD:/etc: fatal: "},
		{".", "24 git:v1@Pad-25", 2, `unknown version "ai.onnx/Pad-25"`},
		{outside, "24 git:HEAD", 2, "not a git repository"},
	} {
		t.Chdir(tt.folder)
		if code, printed := runLine("diff -format github " + tt.args); code != tt.code || !strings.Contains(printed, tt.want) {
			t.Errorf("in %s: %s: exit %d, expected %d and %q in\n%s", tt.folder, tt.args, code, tt.code, tt.want, printed)
		}
		t.Chdir(repository)
	}
	git(t, "clone", "-q", "--depth=1", "file://"+repository, filepath.Join(outside, "shallow"))
	t.Chdir(filepath.Join(outside, "shallow"))
	if code, printed := runLine("diff git:HEAD~1 git:HEAD"); code != failure || !strings.Contains(printed, "; the clone is shallow: git fetch --unshallow") {
		t.Errorf("in a shallow clone: exit %d and %s", code, printed)
	}
	if _, err := os.Stat(trap); err == nil {
		t.Error("a program of the repository's configuration was run")
	}
}
