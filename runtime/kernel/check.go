package kernel

import "fmt"

// Check panics with a [*Misfit] unless the named kernel, of the given mode and rank, may run with slices of dst and src storage units of
// perUnit elements each. Every kernel calls it first: nothing else prevents access to memory outside the slices. It reports whether there
// is anything to write.
func (g *Geometry) Check(kernel string, mode Mode, rank, perUnit, dst, src int) bool {
	if g == nil || g.rank == 0 || g.apart != 0 && perUnit > 1 {
		panic(&Misfit{Kernel: kernel, What: "geometry"})
	}
	most := maxInt
	if perUnit > 1 { // package packed counts bits
		most /= 8
	}
	what, got, want := "", 0, 0
	switch dstLen, srcLen := units(g.dstOff+g.dstLen, perUnit), units(g.srcLen, perUnit); {
	case g.mode != mode:
		what, got, want = "mode", int(g.mode), int(mode)
	case g.rank > rank:
		what, got, want = "rank", g.rank, rank
	case dst != dstLen || dst > most:
		what, got, want = "dst", dst, min(dstLen, most)
	case src != srcLen || src > most:
		what, got, want = "src", src, min(srcLen, most)
	default:
		return g.dstLen != 0
	}
	if g.opening && (what == "dst" || what == "src") { // Open passes no slices
		return false
	}
	panic(&Misfit{kernel, what, got, want})
}

// Misfit is the value with which a kernel panics if its arguments do not fit. Nothing has been written then.
type Misfit struct {
	Kernel    string // "ReflectFloat32Rank4"
	What      string // "geometry", "mode", "rank", "dst" or "src"
	Got, Want int    // modes, ranks or lengths; for a length that no kernel can count, Want is the largest
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
