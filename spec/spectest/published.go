// Package spectest has a table for tests, one that stays as it is when an opset comes out.
package spectest

import (
	"slices"
	"testing"

	"github.com/padgen/padgen/spec"
)

// The newest version, opset and element type of [Published].
const (
	Version = 25
	Opset   = 28
	Types   = 26
)

// Published returns the table up to Pad-25, opset 28 and the type int2. Its versions never change: a test that counts
// or names what a table has takes this one, and fails for no opset to come.
func Published(t testing.TB) *spec.Table {
	t.Helper()
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	later := func(s *spec.OpSchema) bool { return s.Domain == spec.DefaultDomain && s.SinceVersion > Version }
	table.Schemas = slices.DeleteFunc(table.Schemas, later)
	onnx := &table.Domains[slices.IndexFunc(table.Domains, func(d spec.Domain) bool { return d.Name == spec.DefaultDomain })]
	versions := &onnx.Operators[0].SinceVersions
	*versions = slices.DeleteFunc(*versions, func(v int) bool { return v > Version })
	onnx.NewestOpset = 27
	table.Checked = []spec.CheckedOpset{{Domain: spec.DefaultDomain, Opset: Opset}}
	table.ElemTypes = table.ElemTypes[:Types]
	return table
}
