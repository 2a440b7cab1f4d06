package spec_test

import (
	"encoding/json"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec"
)

// TestEmbedded asserts that padgen update may write the versions of a new domain without an edit of load.go.
func TestEmbedded(t *testing.T) {
	source, err := os.ReadFile("load.go")
	if err != nil {
		t.Fatal(err)
	}
	_, patterns, _ := strings.Cut(string(source), "//go:embed ")
	patterns, _, _ = strings.Cut(patterns, "\n")
	for name, want := range map[string]bool{"table.json": true, "ai.onnx.preview/Pad-1.json": true, "specdiff/report.schema.json": false} {
		got := slices.ContainsFunc(strings.Fields(patterns), func(p string) bool { ok, _ := path.Match(p, name); return ok })
		if got != want {
			t.Errorf("%s: embedded %v, want %v", name, got, want)
		}
	}
}

func TestValues(t *testing.T) {
	for _, text := range []string{`"a\"b"`, `0.0`, `1e-05`, `-3`, `9223372036854775807`, `["a","b"]`, `[1.5,2.0]`, `[1,2]`} {
		var v spec.Value
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if again, err := spec.ParseValue(v.Type, []byte(v.Text)); v.Text != text || err != nil || again != v {
			t.Errorf("%s of type %s reads back as %v, %v", text, v.Type, again, err)
		}
	}
	for _, text := range []string{`true`, `false`, `{}`, `[[1]]`, `1e999`} {
		var v spec.Value
		if err := json.Unmarshal([]byte(text), &v); err == nil {
			t.Errorf("%s: read as %v", text, v)
		}
	}
}
