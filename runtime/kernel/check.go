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
	text := "kernel: " + m.Kernel + ": "
	switch m.What {
	case "geometry":
		return text + "the geometry is empty, make one with pad.NewGeometry"
	case "mode":
		return text + fmt.Sprintf("the geometry has mode %v, expected %v", Mode(m.Got), Mode(m.Want))
	case "rank":
		return text + fmt.Sprintf("the geometry has rank %d, expected at most %d", m.Got, m.Want)
	}
	return text + fmt.Sprintf("%s has length %d, expected %d for this geometry", m.What, m.Got, m.Want)
}

// misfit says why a kernel may not run. It is not inlined: hundreds of kernels call it.
//
//go:noinline
func (g *Geometry) misfit(kernel string, mode Mode, rank, perUnit, dst, src int) error {
	if g == nil || g.rank == 0 {
		return &Misfit{kernel, "geometry", 0, 0}
	}
	wantDst, wantSrc := units(g.dstOff+g.dstLen, perUnit), units(g.srcLen, perUnit)
	switch {
	case g.mode != mode:
		return &Misfit{kernel, "mode", int(g.mode), int(mode)}
	case g.rank > rank:
		return &Misfit{kernel, "rank", g.rank, rank}
	case dst != wantDst:
		return &Misfit{kernel, "dst", dst, wantDst}
	case src != wantSrc:
		return &Misfit{kernel, "src", src, wantSrc}
	case dst > maxInt/8:
		return &Misfit{kernel, "dst", dst, maxInt / 8}
	}
	return &Misfit{kernel, "src", src, maxInt / 8}
}
