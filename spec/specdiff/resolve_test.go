package specdiff_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec/specdiff"
	"github.com/padgen/padgen/spec/spectest"
)

// TestUnresolved: errors match ErrArgument or ErrMixed. What they say is in the transcripts of padgen.
func TestUnresolved(t *testing.T) {
	big := filepath.Join(t.TempDir(), "big.json")
	spectest.WriteFile(t, big, strings.Repeat(" ", 2<<20))
	for arg, want := range map[string]string{big: "more than the limit", "doc.go": "documents cannot be read here", "nowhere": "is not a version"} {
		_, err := specdiff.Resolve(arg, nil)
		if err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, specdiff.ErrArgument) == (arg == big) {
			t.Errorf("%s: %v, want %q", arg, err, want)
		}
	}
	one, many := resolve(t, "com.microsoft/Pad-1"), resolve(t, "embedded")
	for _, sides := range [][2]*specdiff.Revision{{one, many}, {many, one}} {
		if _, err := specdiff.Compare(sides[0], sides[1], nil); !errors.Is(err, specdiff.ErrMixed) {
			t.Errorf("a version and a table: %v", err)
		}
	}
}

// TestInvalidTables: invalid tables are errors, never findings, except for what a new version may bring.
func TestInvalidTables(t *testing.T) {
	tab := table(t)
	tab.Schema("ai.onnx/Pad-25").MinInputs = 9
	if _, err := specdiff.Resolve(folder(t, tab), nil); err == nil || !strings.Contains(err.Error(), "min_inputs") {
		t.Errorf("a table with 9 inputs at least: %v", err)
	}
	if _, err := specdiff.Resolve(table99(t), nil); err != nil {
		t.Errorf("a type without storage and a new mode: %v", err)
	}
}
