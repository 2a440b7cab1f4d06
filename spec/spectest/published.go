// Package spectest contains tables for tests, and functions that use them.
package spectest

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/padgen/padgen/spec"
)

// Published returns the versions Pad-1 to Pad-25 of ai.onnx and Pad-1 of com.microsoft as in today's published documents,
// opset 28 and the types up to int2. Tests that count or name the contents of a table use it, so that no new opset breaks
// them. It contains neither versions of other domains nor what com.microsoft adds to its only version.
func Published(t testing.TB) *spec.Table {
	t.Helper()
	table := Default(t)
	Until(table, 25)
	other := func(domain string) bool { return domain != spec.DefaultDomain && domain != spec.Microsoft }
	table.Domains = slices.DeleteFunc(table.Domains, func(d spec.Domain) bool { return other(d.Name) })
	table.Schemas = slices.DeleteFunc(table.Schemas, func(s *spec.OpSchema) bool { return other(s.Domain) })
	maps.DeleteFunc(table.Wordings, func(id string, _ []string) bool { return table.Schema(id) == nil })
	table.Domains[0].NewestOpset, table.Domains[0].CheckedOpset = 27, 28
	table.ElemTypes = table.ElemTypes[:26]
	microsoft := table.Schema("com.microsoft/Pad-1")
	microsoft.Modes = []string{spec.Constant, spec.Reflect, spec.Edge}
	microsoft.TypeConstraints[0].Types = []string{"tensor(double)", "tensor(float)", "tensor(float16)"}
	return table
}

// Default returns the table embedded in package spec.
func Default(t testing.TB) *spec.Table {
	t.Helper()
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Until removes the versions of ai.onnx above an opset and makes it the newest one.
func Until(table *spec.Table, opset int) {
	table.Schemas = slices.DeleteFunc(table.Schemas, func(s *spec.OpSchema) bool {
		return s.Domain == spec.DefaultDomain && s.SinceVersion > opset
	})
	i := slices.IndexFunc(table.Domains, func(d spec.Domain) bool { return d.Name == spec.DefaultDomain })
	table.Domains[i] = spec.Domain{Name: spec.DefaultDomain, NewestOpset: opset}
}

// Write writes the files of a table to a folder.
func Write(t testing.TB, table *spec.Table, dir string) {
	t.Helper()
	files, err := table.Files()
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		WriteFile(t, filepath.Join(dir, filepath.FromSlash(name)), string(content))
	}
}

// WriteFile writes a file and creates its folders.
func WriteFile(t testing.TB, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}
