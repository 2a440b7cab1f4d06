package main

import (
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
