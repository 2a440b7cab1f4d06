package padtest

import (
	"fmt"
	"testing"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Kernels runs every kernel of ks on the cases that grid returns for its mode and rank, from [Grid], [Rows] and [Slabs] for example, at
// several places in memory, and reports the first difference of each kernel. Cases of another mode or of a higher rank are skipped. It
// returns how many kernels ran a case.
func Kernels[T kernel.Unit](t testing.TB, ks *kernel.Set[T], grid func(mode pad.Mode, rank int) []Case) int {
	t.Helper()
	ran := 0
	for mode := pad.Mode(0); mode < kernel.NumModes; mode++ {
		for rank := 1; rank <= kernel.MaxRank; rank++ {
			run := ks.Kernel(mode, rank)
			if run == nil {
				continue
			}
			n := 0
			for _, c := range grid(mode, rank) {
				if c.Mode != mode || len(c.Shape) > rank {
					continue
				}
				diff := check(ks, run, c, n%4)
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

// check runs one kernel on one case and returns what is wrong, or "".
func check[T kernel.Unit](ks *kernel.Set[T], run kernel.ConstantFunc[T], c Case, shift int) (diff string) {
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
	run(dst.s, src.s, value.s[0], g)
	if !equal(ks, src.whole, data) {
		return "src was written"
	}
	if !dst.guarded(before) {
		return "memory outside dst was written"
	}
	return compare(ks, dst.s, src.s, value.s, c.Want)
}
