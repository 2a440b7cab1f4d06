package kernel

import "math/bits"

// SetBlock sets g to the geometry of a block of another one: neighbouring indices of an axis, at one index of each axis outside it. The
// block has begin indices of pads, ext that come from the input, and end indices of pads, which are computed from these ext only. dst
// starts at the storage unit in which the block starts, src at the one in which its first slab of the input starts; dstOff and srcOff
// count the elements before these in the unit. If the axis has fewer indices, or fewer from the input, or if an argument is out of range,
// g becomes the zero Geometry, which fits no kernel.
func (g *Geometry) SetBlock(of *Geometry, axis, begin, ext, end, dstOff, srcOff int) {
	if of == nil || axis < 0 || axis >= min(of.rank, MaxRank) || !of.axes[axis].has(begin, ext, end) || outOfUnit(dstOff|srcOff) {
		g.set(call{})
		return
	}
	g.set(of.call)
	a := &g.axes[axis]
	a.begin, a.ext, a.end = begin, ext, end
	g.rank = axis + 1
	g.dstOff, g.dstLen, g.lead = dstOff, a.Out()*a.dst, of.lead%a.dst+begin*a.dst
	g.srcOff = srcOff + of.srcOff%a.src
	g.srcLen = g.srcOff + 1
	for i := range axis + 1 {
		g.srcLen += (g.axes[i].ext - 1) * g.axes[i].src
	}
	for i := axis + 1; i < MaxRank; i++ {
		g.axes[i] = Axis{ext: 1, dst: g.dstLen, src: g.srcLen}
	}
}

// SetFill sets g to the geometry of n elements of the output of another geometry, of mode constant, that all hold the value. They start
// dstOff elements, less than a storage unit, after the start of dst; src is empty. If the output has fewer elements, or if an argument is
// out of range, g becomes the zero Geometry.
func (g *Geometry) SetFill(of *Geometry, n, dstOff int) {
	if of == nil || of.rank == 0 || of.mode != Constant || n < 0 || n > of.dstLen || outOfUnit(dstOff) {
		g.set(call{})
		return
	}
	g.set(call{mode: Constant, rank: 1, total: of.total, dstOff: dstOff, dstLen: n, lead: n})
}

// Spread puts the indices of the outermost axis, which is axis 1 or 2, step elements apart in the output. A kernel does not write what lies
// between them. If there is no such axis, or if one index spans more than step elements, g becomes the zero Geometry. Kernels of packed types
// and strings do not support such a geometry.
func (g *Geometry) Spread(step int) {
	top := &g.axes[max(0, min(g.rank, MaxRank)-1)]
	steps := Product(step, top.Out()-1)
	if g.rank < 2 || g.rank > 3 || g.apart != 0 || step < top.dst || steps < 0 || steps > maxInt-top.dst {
		g.set(call{})
		return
	}
	if step == top.dst { // nothing lies between them
		return
	}
	g.lead += top.begin * (step - top.dst)
	g.apart, g.dstLen, top.dst, g.leaf = top.dst, steps+top.dst, step, 0
	for i := g.rank; i < MaxRank; i++ {
		g.axes[i].dst = g.dstLen
	}
}

// ReadAgain marks the output as one that the caller reads and writes again, so that a kernel keeps it in the caches.
func (g *Geometry) ReadAgain() { g.total, g.leaf = g.dstLen, 0 }

// has reports whether the axis has begin+ext+end indices, ext of which, 1 or more, come from the input.
func (a *Axis) has(begin, ext, end int) bool {
	return begin >= 0 && end >= 0 && 1 <= ext && ext <= a.ext && begin <= a.Out()-ext && end <= a.Out()-ext-begin
}

// outOfUnit reports whether any of the offsets, combined by |, is negative or as large as a storage unit of maxPerUnit elements.
func outOfUnit(offsets int) bool { return uint(offsets) >= maxPerUnit }

// Bytes sets b to the geometry of the same call counted in bytes of n packed elements each, 2 or 4, and reports whether there is one:
// everything that moves must start and end at whole bytes, and pads of the innermost axis must be the value or in the order of the input.
func (g *Geometry) Bytes(b *Geometry, n int) bool {
	in := &g.axes[0]
	moved := in.begin | in.ext | in.end | g.axes[1].dst | g.dstOff | g.srcOff | g.lead | g.dstLen | g.srcLen
	for i := 1; i < MaxRank; i++ {
		moved |= g.axes[i].src
	}
	if moved&(n-1) != 0 ||
		in.begin|in.end != 0 && g.mode != Constant && !g.mode.InOrder() {
		return false
	}
	shift := bits.TrailingZeros(uint(n))
	b.set(g.call)
	for i := range b.axes {
		b.axes[i].dst >>= shift
		b.axes[i].src >>= shift
	}
	b.axes[0] = Axis{in.begin >> shift, in.ext >> shift, in.end >> shift, 1, 1, in.mode}
	b.dstOff, b.srcOff, b.lead = g.dstOff>>shift, g.srcOff>>shift, g.lead>>shift
	b.dstLen, b.srcLen, b.total = g.dstLen>>shift, g.srcLen>>shift, g.total>>shift
	return true
}
