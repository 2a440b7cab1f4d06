package pad

import (
	"math"
	"math/bits"
)

// Geometry tells a kernel what it needs to know about a call: how much each axis is cropped and extended, and how to step through dst and
// src. All numbers count elements, so one Geometry fits every element type; but see [Geometry.Bytes].
//
// [NewGeometry] makes it and checks the call, so that every address a kernel computes lies inside slices of [Geometry.DstLen] and
// [Geometry.SrcLen] elements. The zero Geometry fits no kernel.
//
// Axes are counted from the innermost one: axis 0 is the last of the shape. Axes from the tensor's rank up to [MaxRank] have one element
// and no pads, so a kernel of any higher rank works, too.
//
// Callers of kernels need only DstLen and SrcLen. The other methods are for generated code; their axes are 0 to MaxRank-1. A slab is all
// elements at one index of an axis; an image of a slab is another place in the output that holds the same elements. Where several
// goroutines share an output, a block is the part of it that one kernel call makes.
type Geometry struct {
	mode           Mode
	rank           int // axes in use: 1 or more, 0 in the zero Geometry
	dstLen, srcLen int
	total          int // dstLen of the whole call, of which this may be a block
	dstOff, srcOff int // offset of the output in dst, and of the first kept element in src
	lead, trail    int // constant: output elements before the first and after the last element of data
	axes           [MaxRank]axis
}

type axis struct {
	begin, ext, end int
	dst, src        int // steps from one index to the next
	gap             int // constant: fill between the data of one index and that of the next
}

// NewGeometry returns the geometry of one call. It does not merge axes: a kernel of the rank of shape, or of any higher rank, can be
// called with it. The pads are 2 x rank values, all begins first. Where int has 32 bits, data and output may have math.MaxInt/16 elements
// each, because kernels count bytes, or bits for packed types. Errors are of type [*Error]; a rank above [MaxRank] is an [ErrShape].
func NewGeometry(mode Mode, shape []int, pads []int64) (*Geometry, error) {
	p := Params[struct{}]{Shape: shape, Pads: pads, Mode: mode}
	var spans spanList
	if err := p.resolve(&spans); err != nil {
		return nil, err
	}
	if spans.n > MaxRank {
		return nil, errorf(ErrShape, "data", -1, int64(spans.n), "rank %d, kernels go up to %d, a Plan beyond", spans.n, MaxRank)
	}
	in, ok := Count(shape)
	if !ok || bits.UintSize == 32 && in > math.MaxInt/16 {
		return nil, errorf(ErrTooLarge, "data", -1, 0, "the input has too many elements")
	}
	var dims [MaxRank]int
	out, ok := Count(spans.outShape(dims[:]))
	if !ok || bits.UintSize == 32 && out > math.MaxInt/16 {
		return nil, errorf(ErrTooLarge, "pads", -1, 0, "the output has too many elements")
	}
	g := new(Geometry)
	g.init(mode, &spans, in, out)
	return g, nil
}

// DstLen is the number of elements of the output.
func (g *Geometry) DstLen() int { return g.dstLen }

// Total is the number of elements of the whole call's output, of which the geometry may describe a block.
func (g *Geometry) Total() int { return g.total }

// SrcLen is the number of elements of data.
func (g *Geometry) SrcLen() int { return g.srcLen }

// DstOff is the offset of the output in dst, in elements: 0, except for a packed block that starts inside a storage unit.
func (g *Geometry) DstOff() int { return g.dstOff }

// SrcOff is the offset in src of the first element of data that is kept.
func (g *Geometry) SrcOff() int { return g.srcOff }

// Lead is how many elements of the output come before the first element of data (mode constant).
func (g *Geometry) Lead() int { return g.lead }

// Trail is how many elements of the output come after the last element of data (mode constant).
func (g *Geometry) Trail() int { return g.trail }

// Begin is the number of indices of axis i before those that come from data.
func (g *Geometry) Begin(i int) int { return g.axes[i].begin }

// Ext is the number of indices of axis i that come from data.
func (g *Geometry) Ext(i int) int { return g.axes[i].ext }

// End is the number of indices of axis i after those that come from data.
func (g *Geometry) End(i int) int { return g.axes[i].end }

// Dst is the distance in the output between one index of axis i and the next.
func (g *Geometry) Dst(i int) int { return g.axes[i].dst }

// Src is the distance in data between one index of axis i and the next.
func (g *Geometry) Src(i int) int { return g.axes[i].src }

// Span is Begin, Ext and End of axis i.
func (g *Geometry) Span(i int) (begin, ext, end int) {
	a := &g.axes[i]
	return a.begin, a.ext, a.end
}

// Steps is Dst and Src of axis i.
func (g *Geometry) Steps(i int) (dst, src int) { return g.axes[i].dst, g.axes[i].src }

// Gap is how many elements of the output lie between the data of one index of axis i and that of the next (mode
// constant).
func (g *Geometry) Gap(i int) int { return g.axes[i].gap }

// Bytes sets b to the geometry of the same call counted in bytes of n packed elements each, 2 or 4, and reports whether there is one:
// everything that moves must start and end at whole bytes, and in modes reflect and edge, whose pads are made of single elements, the
// innermost axis must have no pads. Packed elements then move as bytes do.
func (g *Geometry) Bytes(b *Geometry, n int) bool {
	in := &g.axes[0]
	if (in.begin|in.ext|in.end|g.axes[1].dst|g.axes[1].src|g.dstOff|g.srcOff|g.lead|g.dstLen|g.srcLen)&(n-1) != 0 ||
		(g.mode == Reflect || g.mode == Edge) && in.begin|in.end != 0 {
		return false
	}
	shift := bits.TrailingZeros(uint(n))
	*b = *g
	for i := range b.axes {
		a := &b.axes[i]
		a.dst, a.src, a.gap = a.dst>>shift, a.src>>shift, a.gap>>shift
	}
	b.axes[0] = axis{begin: in.begin >> shift, ext: in.ext >> shift, end: in.end >> shift, dst: 1, src: 1, gap: b.axes[0].gap}
	b.dstOff, b.srcOff, b.lead, b.trail = g.dstOff>>shift, g.srcOff>>shift, g.lead>>shift, g.trail>>shift
	b.dstLen, b.srcLen, b.total = g.dstLen>>shift, g.srcLen>>shift, g.total>>shift
	return true
}

// Check panics unless the named kernel, of the given mode and rank, may run with slices of dst and src storage units of perUnit elements
// each. Every kernel calls it first: nothing else keeps a wrong call from memory outside the slices. It reports whether the output has
// any elements.
func (g *Geometry) Check(kernel string, mode Mode, rank, perUnit, dst, src int) bool {
	if g == nil || g.rank == 0 || g.rank > rank || g.mode != mode ||
		dst != units(g.dstOff+g.dstLen, perUnit) || src != units(g.srcLen, perUnit) {
		panic(g.misfit(kernel, mode, rank, perUnit, dst, src))
	}
	return g.dstLen != 0
}

// misfit says why a kernel may not run.
func (g *Geometry) misfit(kernel string, mode Mode, rank, perUnit, dst, src int) error {
	if g == nil || g.rank == 0 {
		return errorf(ErrShape, kernel, -1, 0, "the geometry is empty, make one with NewGeometry")
	}
	wantDst, wantSrc := units(g.dstOff+g.dstLen, perUnit), units(g.srcLen, perUnit)
	kind, text, got, want := ErrBuffer, "src has length %d, expected %d for this geometry", src, wantSrc
	switch {
	case g.mode != mode:
		kind, text, got, want = ErrMode, "the geometry has mode %d, expected %d (0 constant, 1 reflect, 2 edge, 3 wrap)", int(g.mode), int(mode)
	case g.rank > rank:
		kind, text, got, want = ErrShape, "the geometry has rank %d, expected at most %d", g.rank, rank
	case dst != wantDst:
		text, got, want = "dst has length %d, expected %d for this geometry", dst, wantDst
	}
	return errorf(kind, kernel, -1, int64(got), text, got, want)
}

// init lays out the spans, for in elements of data and out elements of output. It returns the axes above MaxRank, which kernels do not
// handle.
func (g *Geometry) init(mode Mode, spans *spanList, in, out int) (outer []axis) {
	g.mode, g.srcLen, g.dstLen, g.total = mode, in, out, out
	g.rank = max(1, spans.n)
	if spans.n > MaxRank {
		outer = make([]axis, spans.n-MaxRank)
	}
	if g.dstLen == 0 || g.srcLen == 0 {
		g.blank()
		return nil
	}
	dst, src, inside := 1, 1, 1 // inside: output elements from the first to the last one of data, on the axes so far
	all := spans.all()
	for i := range all {
		s := &all[len(all)-1-i]
		if s.ext == 0 {
			g.blank()
			return nil
		}
		a := axis{begin: s.begin, ext: s.ext, end: s.end, dst: dst, src: src, gap: dst - inside}
		g.srcOff += s.lo * src
		g.lead += s.begin * dst
		inside += (s.ext - 1) * dst
		dst *= s.out
		src *= s.dim
		if i < MaxRank {
			g.axes[i] = a
		} else {
			outer[i-MaxRank] = a
		}
	}
	for i := spans.n; i < MaxRank; i++ {
		a := &g.axes[i] // one index, the whole tensor
		a.ext, a.dst, a.src = 1, dst, src
	}
	g.trail = g.dstLen - g.lead - inside
	return outer
}

// blank makes g the geometry of an output without any data in it: all fill, or no elements at all.
func (g *Geometry) blank() {
	g.srcOff, g.lead, g.trail = 0, g.dstLen, 0
	g.rank = 1
	g.axes = [MaxRank]axis{}
}
