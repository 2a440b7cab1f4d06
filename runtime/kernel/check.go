package kernel

import "fmt"

// Check panics with a [*Misfit] unless the named kernel, of the given mode and rank, may run with slices of dst and src elements. Every
// kernel calls it first: nothing else keeps a wrong call from memory outside the slices. It reports whether the output has any elements.
func (g *Geometry) Check(kernel string, mode Mode, rank, dst, src int) bool {
	return g.CheckPacked(kernel, mode, rank, 1, dst, src)
}

// CheckPacked is Check for slices of storage units of perUnit elements each.
func (g *Geometry) CheckPacked(kernel string, mode Mode, rank, perUnit, dst, src int) bool {
	if g == nil || g.rank == 0 || g.rank > rank || g.mode != mode ||
		dst != units(g.dstOff+g.dstLen, perUnit) || src != units(g.srcLen, perUnit) || perUnit > 1 && max(dst, src) > maxInt/8 {
		panic(g.misfit(kernel, mode, rank, perUnit, dst, src))
	}
	return g.dstLen != 0
}

// Misfit is what a kernel panics with if it cannot run with its arguments. The kernel has written nothing then.
type Misfit struct {
	Kernel    string // "ReflectFloat32Rank4"
	What      string // "geometry", "mode", "rank", "dst" or "src"
	Got, Want int    // modes, ranks or lengths; of a length that no kernel can count, Want is the most
}

// Error returns one line that starts with "kernel: ".
func (m *Misfit) Error() string {
	text, got, want := m.What+" has length %v, expected %v for this geometry", any(m.Got), any(m.Want)
	switch m.What {
	case "geometry":
		return "kernel: " + m.Kernel + ": the geometry is empty, make one with pad.NewGeometry"
	case "mode":
		text, got, want = "the geometry has mode %v, expected %v", Mode(m.Got), Mode(m.Want)
	case "rank":
		text = "the geometry has rank %v, expected at most %v"
	}
	return fmt.Sprintf("kernel: "+m.Kernel+": "+text, got, want)
}

// misfit says why a kernel may not run. It is not inlined: hundreds of kernels call it.
//
//go:noinline
func (g *Geometry) misfit(kernel string, mode Mode, rank, perUnit, dst, src int) error {
	m := &Misfit{Kernel: kernel, What: "geometry"}
	if g == nil || g.rank == 0 {
		return m
	}
	wantDst, wantSrc := units(g.dstOff+g.dstLen, perUnit), units(g.srcLen, perUnit)
	switch {
	case g.mode != mode:
		m.What, m.Got, m.Want = "mode", int(g.mode), int(mode)
	case g.rank > rank:
		m.What, m.Got, m.Want = "rank", g.rank, rank
	case dst != wantDst || src == wantSrc && dst > maxInt/8:
		m.What, m.Got, m.Want = "dst", dst, min(wantDst, maxInt/8)
	default:
		m.What, m.Got, m.Want = "src", src, min(wantSrc, maxInt/8)
	}
	return m
}
