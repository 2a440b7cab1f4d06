package spec_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/spectest"
)

var update = flag.Bool("update", false, "write testdata anew")

// files returns the files of the table as published.
func files(t *testing.T) fstest.MapFS {
	t.Helper()
	files, err := table(t).Files()
	if err != nil {
		t.Fatal(err)
	}
	fs := fstest.MapFS{}
	for name, data := range files {
		fs[name] = &fstest.MapFile{Data: data}
	}
	return fs
}

// load loads a table and validates it.
func load(fs fstest.MapFS) (*spec.Table, error) {
	table, err := spec.Load(fs)
	if err != nil {
		return nil, err
	}
	return table, table.Validate()
}

// TestEdits edits a file of the table in every wrong way. The result is the error or, if the table is valid, what padgen does
// not implement of it and the files to change, which exist.
func TestEdits(t *testing.T) {
	sources := regexp.MustCompile(`: change (.*)$`)
	read := func(file string) string {
		if f := files(t)[file]; f != nil {
			return string(f.Data)
		}
		return ""
	}
	spectest.Edits(t, "testdata/edits.txt", *update, read, func(file, text string) string {
		fs := files(t)
		fs[file] = &fstest.MapFile{Data: []byte(text)}
		table, err := load(fs)
		if err != nil {
			return err.Error()
		}
		out := ""
		for _, s := range table.Schemas {
			for _, u := range table.Unsupported(s) {
				out += fmt.Sprintf("%s %s: %s\n", s.ID(), u.Fact, u)
				for file := range strings.SplitSeq(sources.FindStringSubmatch(u.String())[1], ", ") {
					if _, err := os.Stat(filepath.Join("..", file)); err != nil {
						t.Error(err)
					}
				}
			}
		}
		return out
	})
}

// TestFiles: a table must have all files that it lists, and they must not be too large to read.
func TestFiles(t *testing.T) {
	const p13 = "ai.onnx/Pad-13.json"
	for want, change := range map[string]func(fstest.MapFS){
		"spec: ai.onnx/Pad-13.json: 2097152 bytes, more than the limit of 1048576": func(fs fstest.MapFS) { fs[p13].Data = make([]byte, 2<<20) },
		"spec: elemtypes.json: missing file: file does not exist":                  func(fs fstest.MapFS) { delete(fs, "elemtypes.json") },
	} {
		fs := files(t)
		change(fs)
		if _, err := load(fs); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %s", err, want)
		}
	}
	fs := files(t)
	delete(fs, "wordings.json")
	if _, err := load(fs); err != nil {
		t.Errorf("without wordings: %v", err)
	}
	if err := (&spec.Table{}).Validate(); err == nil {
		t.Error("an empty table is valid")
	}
}
