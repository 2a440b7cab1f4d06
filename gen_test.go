// Package padgen_test tests what the whole project promises: that the generated code is that of the table, that the
// emitter's output is what a person reviewed, that every kernel does what Pad means, and what it costs to link.
package padgen_test

import (
	"testing"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
	"github.com/padgen/padgen/spec"
)

const (
	generatedDir = "generated"
	allKernels   = 26 * 4 * 8
)

func plan(t *testing.T, c gen.Config) *gen.Plan {
	t.Helper()
	table, err := spec.Default()
	if err != nil {
		t.Fatal(err)
	}
	p, err := gen.NewPlan(table, c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestEveryKernel runs each of the 832 kernels on a grid of shapes and pads and compares with the reference.
func TestEveryKernel(t *testing.T) {
	size := 1500
	if testing.Short() {
		size = 200
	}
	var grids [pad.NumModes][pad.MaxRank][]padtest.Case
	for m := range grids {
		for r := range grids[m] {
			grids[m][r] = padtest.Grid(pad.Mode(m), r+1, size/(r+1))
		}
	}
	grid := func(m pad.Mode, rank int) []padtest.Case { return grids[m][rank-1] }
	ran := 0
	for _, run := range []func(*testing.T, func(pad.Mode, int) []padtest.Case) int{
		set(&generated.Float32), set(&generated.Uint8), set(&generated.Int8), set(&generated.Uint16),
		set(&generated.Int16), set(&generated.Int32), set(&generated.Int64), set(&generated.String),
		set(&generated.Bool), set(&generated.Float16), set(&generated.Float64), set(&generated.Uint32),
		set(&generated.Uint64), set(&generated.Complex64), set(&generated.Complex128), set(&generated.BFloat16),
		set(&generated.Float8E4M3FN), set(&generated.Float8E4M3FNUZ), set(&generated.Float8E5M2),
		set(&generated.Float8E5M2FNUZ), set(&generated.Uint4), set(&generated.Int4), set(&generated.Float4E2M1),
		set(&generated.Float8E8M0), set(&generated.Uint2), set(&generated.Int2),
	} {
		ran += run(t, grid)
	}
	if ran != allKernels {
		t.Errorf("ran %d kernels, expected %d", ran, allKernels)
	}
}

func set[T any](ks *pad.KernelSet[T]) func(*testing.T, func(pad.Mode, int) []padtest.Case) int {
	return func(t *testing.T, grid func(pad.Mode, int) []padtest.Case) int {
		return padtest.Kernels(t, ks, grid)
	}
}
