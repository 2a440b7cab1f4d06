package main

import (
	"testing"

	"github.com/padgen/padgen/gen/gentest"
)

// TestModuleDirVendored: -measure finds the runtime in a module that has a vendor folder, too.
func TestModuleDirVendored(t *testing.T) {
	want := gentest.Root(t)
	m := gentest.NewModule(t)
	m.Write("a.go", "package user\n\nimport _ \"github.com/padgen/padgen/runtime/pad\"\n")
	m.Go("mod", "vendor")
	t.Chdir(m.Dir)
	if dir, err := moduleDir(); dir != want || err != nil {
		t.Errorf("%q, %v, expected %q", dir, err, want)
	}
}
