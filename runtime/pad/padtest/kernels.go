package padtest

import (
	"fmt"
	"testing"

	"github.com/padgen/padgen/runtime/pad"
)

// Kernels runs every kernel of ks on the cases that grid returns for its mode and rank, from [Grid], [Rows] and [Slabs] for example, at
// several places in memory, and reports the first difference of each kernel. Cases of another mode or of a higher rank are skipped. It
// returns how many kernels ran a case.
func Kernels[T any](t testing.TB, ks *pad.KernelSet[T], grid func(mode pad.Mode, rank int) []Case) int {
	t.Helper()
	ran := 0
	for mode := pad.Mode(0); mode < pad.NumModes; mode++ {
		for rank := 1; rank <= pad.MaxRank; rank++ {
			kernel := Kernel(ks, mode, rank)
			if kernel == nil {
				continue
			}
			n := 0
			for _, c := range grid(mode, rank) {
				if c.Mode != mode || len(c.Shape) > rank {
					continue
				}
				diff := check(ks, kernel, c, n%4)
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

// Kernel returns the kernel of a mode and rank, always in the form of a ConstantKernel, or nil if there is none.
func Kernel[T any](ks *pad.KernelSet[T], mode pad.Mode, rank int) pad.ConstantKernel[T] {
	if rank < 1 || rank > pad.MaxRank {
		return nil
	}
	var k pad.Kernel[T]
	switch mode {
	case pad.Constant:
		return ks.Constant[rank-1]
	case pad.Reflect:
		k = ks.Reflect[rank-1]
	case pad.Edge:
		k = ks.Edge[rank-1]
	case pad.Wrap:
		k = ks.Wrap[rank-1]
	}
	if k == nil {
		return nil
	}
	return func(dst, src []T, _ T, g *pad.Geometry) { k(dst, src, g) }
}

// check runs one kernel on one case and returns what is wrong, or "".
func check[T any](ks *pad.KernelSet[T], kernel pad.ConstantKernel[T], c Case, shift int) (diff string) {
	g, err := pad.NewGeometry(c.Mode, c.Shape, c.Pads)
	if err != nil {
		return err.Error()
	}
	if len(c.Want) != g.DstLen() {
		return fmt.Sprintf("Want has %d elements, expected %d", len(c.Want), g.DstLen())
	}
	defer func() {
		if v := recover(); v != nil {
			diff = fmt.Sprint("panic: ", v)
		}
	}()
	src, dst := newBuffer(ks, g.SrcLen(), shift), newBuffer(ks, g.DstLen(), 3-shift)
	if shift == 2 {
		src, dst = newBuffer(ks, g.SrcLen(), exact), newBuffer(ks, g.DstLen(), exact)
	}
	value := newBuffer(ks, 1, 0)
	src.fill(1)
	dst.fill(2)
	value.fill(uint32(3 + shift))
	if shift == 3 {
		clear(value.s)
	}
	data, before := src.snapshot(), dst.snapshot()
	kernel(dst.s, src.s, value.s[0], g)
	if !equal(ks, src.whole, data) {
		return "src was written"
	}
	if !dst.guarded(before) {
		return "memory outside dst was written"
	}
	return compare(ks, dst.s, src.s, value.s, c.Want)
}
