package specdiff_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec/specdiff"
	"github.com/padgen/padgen/spec/spectest"
)

// readThree reads any file as a document with two versions of ai.onnx, up to opset 24, and one of com.microsoft.
func readThree(t *testing.T) func(string) (*specdiff.Revision, error) {
	return func(string) (*specdiff.Revision, error) {
		microsoft := clone(t, table(t).Schema("com.microsoft/Pad-1"))
		microsoft.SinceVersion = 7
		return document(24, clone(t, table(t).Schema("ai.onnx/Pad-18")), clone(t, table(t).Schema("ai.onnx/Pad-21")), microsoft), nil
	}
}

func TestResolve(t *testing.T) {
	for _, tt := range []struct{ arg, version string }{
		{"doc.go@Pad-18", "ai.onnx/Pad-18"},
		{"doc.go@18", "ai.onnx/Pad-18"},
		{"doc.go@opset:com.microsoft:7", "com.microsoft/Pad-7"}, // the document does not state the newest opset of this domain
		{"doc.go@20", "ai.onnx/Pad-18"},
		{"doc.go@24", "ai.onnx/Pad-21"},
		{"../..", ""},
		{"../..@22", "ai.onnx/Pad-21"},
		{"ai.onnx/Pad-24", "ai.onnx/Pad-24"},
		{"Pad-24", "ai.onnx/Pad-24"},
		{"com.microsoft/Pad-1", "com.microsoft/Pad-1"},
		{"opset:22", "ai.onnx/Pad-21"},
		{"22", "ai.onnx/Pad-21"},
		{"28", "ai.onnx/Pad-25"},
		{"opset:ai.onnx:12", "ai.onnx/Pad-11"},
		{"opset:com.microsoft:1", "com.microsoft/Pad-1"},
		{"embedded", ""},
		{"embedded@18", "ai.onnx/Pad-18"},
		{"..", ""},
		{"..@com.microsoft/Pad-1", "com.microsoft/Pad-1"},
		{"../ai.onnx/Pad-2.json", "ai.onnx/Pad-2"},
	} {
		s, err := specdiff.Resolve(tt.arg, readThree(t))
		if err != nil {
			t.Errorf("%s: %v", tt.arg, err)
			continue
		}
		got := ""
		if s.Version != nil {
			got = s.Version.ID()
		}
		if got != tt.version || s.Label != tt.arg {
			t.Errorf("%s: version %q, label %q", tt.arg, got, s.Label)
		}
	}
}

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
	for _, arg := range []string{"doc.go@17", "doc.go@25", "doc.go@opset:com.microsoft:18"} {
		const want = ": name one of ai.onnx/Pad-18, ai.onnx/Pad-21, com.microsoft/Pad-7"
		_, err := specdiff.Resolve(arg, readThree(t))
		if err == nil || !strings.HasSuffix(err.Error(), want) || !strings.Contains(err.Error(), "does not say which version is in force at opset") {
			t.Errorf("%s: %v", arg, err)
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
