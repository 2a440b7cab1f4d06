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

func TestUnresolved(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		spectest.WriteFile(t, filepath.Join(dir, name), text)
		return filepath.Join(dir, name)
	}
	for _, tt := range []struct{ arg, want string }{
		{"", "is not a version"},
		{"nowhere", "is not a version, opset, folder"},
		{"Pad-3", "no ai.onnx/Pad-3: ai.onnx/Pad-2 is in force at opset 3, which is written opset:ai.onnx:3"},
		{"Pad-999", `unknown version "ai.onnx/Pad-999", expected one of ai.onnx/Pad-1, `},
		{"Pad-99999999999999999999", "is not a version, opset, folder"},
		{"0", "below the operator's first version"},
		{"999", "above the newest checked, "},
		{"opset:org.example:1", "unknown domain"},
		{"embedded@Pad-3", "is written opset:ai.onnx:3"},
		{dir, "table.json: missing file"},
		{file("x.md", "# Pad"), "documents cannot be read here"},
		{file("x.json", "{}"), "x.json"},
		{file("big.json", strings.Repeat(" ", 2<<20)), "more than the limit"},
		{filepath.Dir(file("cut/table.json", `{"domains":[`)), "elemtypes.json: missing file"},
		{file("cut.json", `{"domain":"ai.onnx",`), "unexpected EOF"},
		{"/dev/null", "neither a file nor a folder"},
		{"git:", "is not a git revision"},
		{"git:--output=x", "is not a git revision"},
		{"git:HEAD;id", "is not a git revision"},
		{"git:$(id)", "is not a git revision"},
	} {
		_, err := specdiff.Resolve(tt.arg, nil)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.arg, err, tt.want)
		}
	}
	for _, arg := range []string{"doc.go@17", "doc.go@25", "doc.go@opset:com.microsoft:18"} {
		const want = ": name one of ai.onnx/Pad-18, ai.onnx/Pad-21, com.microsoft/Pad-7"
		_, err := specdiff.Resolve(arg, readThree(t))
		if err == nil || !strings.HasSuffix(err.Error(), want) || !strings.Contains(err.Error(), "does not say which version is in force at opset") {
			t.Errorf("%s: %v", arg, err)
		}
	}
	if _, err := specdiff.Resolve("nowhere", nil); !errors.Is(err, specdiff.ErrArgument) {
		t.Errorf("%v is no ErrArgument", err)
	}
	one, many := resolve(t, "com.microsoft/Pad-1"), resolve(t, "embedded")
	for _, sides := range [][2]*specdiff.Revision{{one, many}, {many, one}} {
		_, err := specdiff.Compare(sides[0], sides[1], nil)
		if !errors.Is(err, specdiff.ErrMixed) || !strings.HasSuffix(err.Error(), ": add an opset to it, as in embedded@18, or a version, as in embedded@Pad-18") {
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
