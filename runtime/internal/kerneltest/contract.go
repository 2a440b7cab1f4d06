package kerneltest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Contract checks what a kernel set promises besides correct elements: a kernel that is called with slices or a geometry that do not fit
// panics before it writes, with its name and what it expected.
func Contract[T kernel.Unit](t testing.TB, ks *kernel.Set[T]) {
	t.Helper()
	for mode := pad.Mode(0); mode < kernel.NumModes; mode++ {
		for rank := 1; rank <= kernel.MaxRank; rank++ {
			if Has(ks, mode, rank) {
				refuses(t, ks, mode, rank)
			}
		}
	}
}

func refuses[T kernel.Unit](t testing.TB, ks *kernel.Set[T], mode pad.Mode, rank int) {
	t.Helper()
	geometry := func(mode pad.Mode, rank int) *kernel.Geometry {
		c := newCase(mode, rank)
		for a := range rank {
			if c.set(a, 4, 4, 4); a >= rank/2 && a < rank-1 {
				c.set(a, 1, 0, 0)
			}
		}
		g, err := pad.NewGeometry(mode, c.Shape, c.Pads)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	fit := geometry(mode, rank)
	dst, src := ks.Units(fit.DstLen()), ks.Units(fit.SrcLen())
	type misfit struct {
		what     string
		got      int // Got of the Misfit
		dst, src int
		g        *kernel.Geometry
	}
	other := (mode + 1) % kernel.NumModes
	calls := []misfit{
		{"mode", int(other), dst, src, geometry(other, rank)},
		{"geometry", 0, dst, src, new(kernel.Geometry)}, {"geometry", 0, dst, src, nil},
		{"dst", dst - 1, dst - 1, src, fit}, {"dst", dst + 1, dst + 1, src, fit}, {"dst", 0, 0, src, fit},
		{"src", src - 1, dst, src - 1, fit}, {"src", src + 1, dst, src + 1, fit}, {"src", 0, dst, 0, fit},
	}
	if rank < kernel.MaxRank {
		higher := geometry(mode, rank+1)
		calls = append(calls, misfit{"rank", rank + 1, ks.Units(higher.DstLen()), ks.Units(higher.SrcLen()), higher})
	}
	for _, c := range calls {
		to, from := newBuffer(ks, c.dst*ks.PerUnit, 0, 7), newBuffer(ks, c.src*ks.PerUnit, 0, 1)
		panicked := func() (v any) {
			defer func() { v = recover() }()
			Call(ks, mode, rank, to.s, from.s, *new(T), c.g)
			return nil
		}()
		name := fmt.Sprintf("%s%s%sRank%d", strings.ToUpper(mode.String()[:1]), mode.String()[1:], ks.GoName, rank)
		e, ok := panicked.(*kernel.Misfit)
		if !ok || e.Kernel != name || e.What != c.what || e.Got != c.got || !strings.HasPrefix(e.Error(), "kernel: "+name+": ") {
			t.Errorf("%v %s rank %d, wrong %s: panic with %v, expected a Misfit of %s in %s that got %d",
				mode, ks.Name, rank, c.what, panicked, name, c.what, c.got)
		}
		if to.written(false) {
			t.Errorf("%v %s rank %d, wrong %s: dst was written", mode, ks.Name, rank, c.what)
		}
	}
}
