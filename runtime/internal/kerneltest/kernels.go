package kerneltest

import (
	"errors"
	"testing"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Kernels runs every kernel of ks on the cases that grid returns for its mode and rank, for example from [Grid], [Rows] and [Slabs]. It
// uses several positions in memory, and geometries that it has opened as well as others. It reports the first difference of each kernel.
// It skips cases of another mode or of a higher rank, and returns the number of kernels that ran a case.
func Kernels[T kernel.Unit](t testing.TB, ks *kernel.Set[T], grid func(mode pad.Mode, rank int) []Case) int {
	t.Helper()
	ran := 0
	for mode := pad.Mode(0); mode < kernel.NumModes; mode++ {
		for rank := 1; rank <= kernel.MaxRank; rank++ {
			if !Has(ks, mode, rank) {
				continue
			}
			n := 0
			for _, c := range grid(mode, rank) {
				if c.Mode != mode || len(c.Shape) > rank {
					continue
				}
				diff := Check(ks, c, n%4, func(dst, src []T, value T) error {
					g, err := pad.NewGeometry(c.Mode, c.Shape, c.Pads)
					if err != nil {
						return err
					}
					if n%2 == 0 {
						ks.Open(mode, rank, g)
					}
					opened := *g
					Call(ks, mode, rank, dst, src, value, g)
					if *g != opened {
						return errors.New("the kernel has changed its geometry")
					}
					return nil
				})
				if n++; diff != "" {
					t.Errorf("%v %s rank %d: shape %v pads %v: %s", mode, ks.Name, rank, c.Shape, c.Pads, diff)
					break
				}
			}
			if n > 0 {
				ran++
			}
		}
	}
	return ran
}

// Has reports whether a set has the kernel of a mode and rank.
func Has[T kernel.Unit](ks *kernel.Set[T], mode pad.Mode, rank int) bool {
	return ks.Ranks(mode)>>(rank-1)&1 != 0
}

// Call calls that kernel.
func Call[T kernel.Unit](ks *kernel.Set[T], mode pad.Mode, rank int, dst, src []T, value T, g *kernel.Geometry) {
	ks.Call(mode, rank, kernel.MemoryOf(dst), kernel.MemoryOf(src), kernel.MemoryOf([]T{value}), g)
}
