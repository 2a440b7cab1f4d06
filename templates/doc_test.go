package templates

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocNamesFiles: the package comment states the purpose of each file.
func TestDocNamesFiles(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f, "_test.go") && f != "doc.go" && !strings.Contains(string(doc), f) {
			t.Errorf("doc.go does not name %s", f)
		}
	}
}
