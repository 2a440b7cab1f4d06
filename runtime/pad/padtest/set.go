// Package padtest checks kernels against an obviously correct reference. Use it in the tests of a package that padgen has generated:
//
//	func TestKernels(t *testing.T) {
//		padtest.Set(t, kernels.Float32)
//	}
//
// Also run such a test with the build tag purego: on amd64, most rows are written by assembly code that other processors do not have.
package padtest

import (
	"sync"
	"testing"

	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Set checks a whole kernel set. Each kernel must refuse slices and geometries that do not fit, with a panic before it writes, and must
// return what the reference returns for several hundred calls: axes of 0 to 4 elements with all pads from -3 to 7, rows of many lengths,
// and large slabs. If the rank of a call has no kernel, the kernel of the next higher rank runs it. Set takes several seconds; with -short,
// it makes a third of the calls.
func Set[T kernel.Unit](t testing.TB, ks *kernel.Set[T]) {
	t.Helper()
	if ks == nil || ks.Name == "" {
		t.Fatal("padtest: no generated kernel set")
	}
	kerneltest.Contract(t, ks)
	size, part := 300, 1
	if testing.Short() {
		size, part = 100, 3
	}
	var done [kernel.NumModes]int // the rank of the previous kernel
	ran := kerneltest.Kernels(t, ks, func(mode pad.Mode, rank int) []kerneltest.Case {
		cases := kerneltest.Grid(mode, rank, size)
		for i, c := range fixed()[mode] {
			if len(c.Shape) > done[mode] && (i%part == 0 || len(c.Want) > 1<<16) {
				cases = append(cases, c)
			}
		}
		done[mode] = rank
		return cases
	})
	if ran == 0 {
		t.Errorf("%s: the set has no kernel", ks.Name)
	}
}

// fixed returns the calls that are the same for every set. They take longer to compute than to check.
var fixed = sync.OnceValue(func() (cases [kernel.NumModes][]kerneltest.Case) {
	for m := range cases {
		cases[m] = append(kerneltest.Rows(pad.Mode(m)), kerneltest.Slabs(pad.Mode(m))...)
	}
	return cases
})
