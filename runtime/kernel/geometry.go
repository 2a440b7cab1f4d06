package kernel

import (
	"errors"
	"fmt"
	"math/bits"
)

// Geometry tells a kernel what it needs to know about a call: how much each axis is cropped and extended, and how to step through dst and
// src. All numbers count elements, so one Geometry fits every element type; but see [Geometry.Bytes].
//
// [Geometry.Init] makes it and checks the spans, so that every address a kernel computes lies inside slices of [Geometry.DstLen] and
// [Geometry.SrcLen] elements. The zero Geometry fits no kernel.
type Geometry struct {
	mode           Mode
	rank           int // of the call: 1 or more, 0 in the zero Geometry
	dstLen, srcLen int
	total          int // dstLen of the whole call, of which this may be a block
	dstOff, srcOff int // offset of the output in dst, and of the first kept element in src
	lead           int // constant: output elements before the first element of data
	axes           [MaxRank]Axis
}

// Axis is one axis of a Geometry, as a kernel goes through it. Axes from the rank of the call up to MaxRank have one index, from data.
type Axis struct {
	begin, ext, end int // not exported, because a Geometry hands out pointers: a copy takes ten times as long
	dst, src        int
}

// Begin is the number of indices of the output before those from data.
func (a *Axis) Begin() int { return a.begin }

// Ext is the number of indices from data.
func (a *Axis) Ext() int { return a.ext }

// End is the number of indices of the output behind those from data.
func (a *Axis) End() int { return a.end }

// Out is the number of all indices of the output.
func (a *Axis) Out() int { return a.begin + a.ext + a.end }

// Dst is the number of elements from one index to the next in the output.
func (a *Axis) Dst() int { return a.dst }

// Src is the number of elements from one index to the next in data.
func (a *Axis) Src() int { return a.src }

// Bytes is an outer axis counted in bytes of n packed elements each, see [Geometry.Bytes].
func (a *Axis) Bytes(n int) *Axis { return &Axis{a.begin, a.ext, a.end, a.dst / n, a.src / n} }

// Span says what happens to one axis of data: of its Dim indices, Ext are kept, from Lo on; then Begin and End indices are added. If Ext
// is 0, all that the mode can add is the value, and Begin is all of it. Src is the number of elements from one index to the next in data:
// 0, or at least as many as the axes inside reach over; 0 means exactly as many.
type Span struct {
	Dim, Lo, Ext, Begin, End, Src int
}

// Out is the number of indices of the output.
func (s *Span) Out() int { return s.Begin + s.Ext + s.End }

// Init makes g the geometry of a call with these spans, outermost first. It returns the axes beyond MaxRank, which kernels do not handle:
// the caller goes through them, see [Geometry.SetBlock]. An error means that a span is impossible, or that data or output have more
// elements than an int counts.
func (g *Geometry) Init(mode Mode, spans []Span) (outer []Axis, err error) {
	*g = Geometry{mode: mode, rank: max(1, len(spans))}
	if mode >= NumModes {
		return nil, fmt.Errorf("kernel: %d is no mode", mode)
	}
	empty, none := false, false
	inner, out := count{n: 1}, count{n: 1} // inner: elements of data from the first one to the last one of a slab
	for i := len(spans) - 1; i >= 0; i-- {
		s := &spans[i]
		if min(s.Dim, s.Lo, s.Ext, s.Begin, s.End, s.Src) < 0 || s.Ext > s.Dim-s.Lo || s.Begin > maxInt-s.Ext || s.End > maxInt-s.Ext-s.Begin ||
			s.Ext == 0 && s.Out() > 0 && mode != Constant {
			return nil, fmt.Errorf("kernel: axis %d has dimension %d: from %d on %d indices, and %d and %d more, are impossible in mode %v",
				i, s.Dim, s.Lo, s.Ext, s.Begin, s.End, mode)
		}
		if s.Src != 0 && s.Dim > 1 && s.Src < inner.n {
			return nil, fmt.Errorf("kernel: axis %d has %d elements from one index to the next, the axes inside it reach over %d", i, s.Src, inner.n)
		}
		empty, none = empty || s.Ext == 0, none || s.Dim == 0
		inner.reach(s.Dim, s.Src)
		out.multiply(s.Out())
	}
	if none {
		inner = count{}
	}
	g.srcLen, g.dstLen = inner.n, out.n
	if inner.overflows || out.overflows {
		return nil, errors.New("kernel: data or the output has more elements than an int counts")
	}
	g.total = g.dstLen
	if empty {
		g.lead, g.rank = g.dstLen, 1
		g.axes[0] = Axis{begin: g.dstLen, dst: 1, src: 1}
		return nil, nil
	}
	if len(spans) > MaxRank {
		outer = make([]Axis, len(spans)-MaxRank)
	}
	dst, src := 1, count{n: 1}
	for i := range spans {
		s := &spans[len(spans)-1-i]
		a := Axis{s.Begin, s.Ext, s.End, dst, max(s.Src, src.n)}
		g.srcOff += s.Lo * a.src
		g.lead += s.Begin * dst
		dst *= s.Out()
		src.reach(s.Dim, s.Src)
		if i < MaxRank {
			g.axes[i] = a
		} else {
			outer[i-MaxRank] = a
		}
	}
	for i := len(spans); i < MaxRank; i++ {
		g.axes[i] = Axis{ext: 1, dst: dst, src: src.n}
	}
	return outer, nil
}

const maxInt = int(^uint(0) >> 1)

// count is a product of dimensions. One that is 0 makes it 0, however large the others are.
type count struct {
	n         int
	overflows bool
}

func (c *count) multiply(f int) {
	hi, lo := bits.Mul(uint(c.n), uint(f))
	switch {
	case f == 0 || c.n == 0:
		c.n, c.overflows = 0, false
	case hi != 0 || lo > uint(maxInt):
		c.overflows = true // n stays another number than 0
	default:
		c.n = int(lo)
	}
}

// reach makes c, the elements that one index reaches over, those of dim indices with step from one to the next.
func (c *count) reach(dim, step int) {
	if dim <= 1 {
		return
	}
	one := *c
	c.n = max(c.n, step)
	c.multiply(dim - 1)
	if c.n > maxInt-one.n {
		c.overflows = true
		return
	}
	c.n += one.n
}

// Mode is the mode of the call.
func (g *Geometry) Mode() Mode { return g.mode }

// Rank is the number of axes, 1 or more, those beyond MaxRank included; in the zero Geometry it is 0.
func (g *Geometry) Rank() int { return g.rank }

// DstLen is the number of elements of the output.
func (g *Geometry) DstLen() int { return g.dstLen }

// SrcLen is the number of elements that src must have: those of data, and where it has steps of its own those between them.
func (g *Geometry) SrcLen() int { return g.srcLen }

// Total is the number of elements of the whole call's output, of which g may describe a block.
func (g *Geometry) Total() int { return g.total }

// DstOff is the offset of the output in dst, in elements: 0, except for a packed block that starts inside a storage unit.
func (g *Geometry) DstOff() int { return g.dstOff }

// SrcOff is the offset in src of the first element of data that is kept.
func (g *Geometry) SrcOff() int { return g.srcOff }

// Lead is how many elements of the output come before the first element of data.
func (g *Geometry) Lead() int { return g.lead }

// Blank reports whether the output has no element of data.
func (g *Geometry) Blank() bool { return g.axes[0].ext == 0 }

// Axis returns axis i, 0 to MaxRank-1.
func (g *Geometry) Axis(i int) *Axis { return &g.axes[i] }

// Gap is how many elements of the output lie between the last element of data at one index of axis i and the first one at the next.
func (g *Geometry) Gap(i int) int {
	inside := 1 // elements from the first one of data to the last one
	for _, a := range g.axes[:i] {
		inside += (a.ext - 1) * a.dst
	}
	return g.axes[i].dst - inside
}
