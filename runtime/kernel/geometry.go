package kernel

import (
	"errors"
	"fmt"
	"math/bits"
)

// Geometry describes a call to a kernel: how much each axis is cropped and extended, and how to step through dst and src. All numbers count
// elements, so one Geometry fits every element type; but see [Geometry.Bytes].
//
// [Geometry.Init] sets it and checks the spans, so that every address a kernel computes lies inside slices of [Geometry.DstLen] and
// [Geometry.SrcLen] elements. The zero Geometry fits no kernel.
type Geometry struct {
	call
	opened
}

// call is a Geometry without what a kernel keeps in it.
type call struct {
	mode           Mode
	rank           int // of the call: 1 or more, 0 in the zero Geometry
	dstLen, srcLen int
	total          int // dstLen of the whole call, of which this may be a block
	dstOff, srcOff int // offset of the output in dst, and of the first element in src that is not cropped
	lead           int // constant: output elements before the first element of the input
	apart          int // elements of the output at one index of the outermost axis, if its indices have gaps between them; else 0
	axes           [MaxRank]Axis
}

// Axis is one axis of a Geometry. Axes from the rank of the call up to MaxRank have one index, which comes from the input.
type Axis struct {
	begin, ext, end int
	dst, src        int
	mode            Mode
}

// Begin is the number of indices of the output before those that come from the input.
func (a *Axis) Begin() int { return a.begin }

// Ext is the number of indices that come from the input.
func (a *Axis) Ext() int { return a.ext }

// End is the number of indices of the output after those that come from the input.
func (a *Axis) End() int { return a.end }

// Out is the number of all indices of the output.
func (a *Axis) Out() int { return a.begin + a.ext + a.end }

// Dst is the number of elements from one index to the next in the output.
func (a *Axis) Dst() int { return a.dst }

// Src is the number of elements from one index to the next in the input.
func (a *Axis) Src() int { return a.src }

// Mode is the mode of the axis. A kernel extends all axes in the mode of its geometry; its caller then overwrites the pads of axes with
// other modes.
func (a *Axis) Mode() Mode { return a.mode }

// Span describes what happens to one axis of the input: of its Dim indices, Ext are kept, starting at Lo; then Begin indices are added
// before them and End after them. If Ext is 0, the axis holds only the value: Begin counts it, End is 0. Src is the number of elements
// from one index to the next in the input: 0, or at least as many as the axes inside span; 0 means exactly as many. Mode is for the
// callers of kernels, see [Axis.Mode].
type Span struct {
	Dim, Lo, Ext, Begin, End, Src int
	Mode                          Mode
}

// Out is the number of indices of the output.
func (s *Span) Out() int { return s.Begin + s.Ext + s.End }

// Init sets g to the geometry of a call with these spans, outermost first. It returns the axes beyond MaxRank, which kernels do not handle:
// the caller loops over them, see [Geometry.SetBlock]. An error means that a span is impossible, or that the input or the output has more
// elements than an int counts.
func (g *Geometry) Init(mode Mode, spans []Span) (outer []Axis, err error) {
	g.rank, g.leaf = 0, 0 // until everything is checked
	g.srcOff, g.dstOff, g.lead, g.apart = 0, 0, 0, 0
	if mode >= NumModes {
		return nil, fmt.Errorf("kernel: %d is no mode", mode)
	}
	if len(spans) > MaxRank {
		outer = make([]Axis, len(spans)-MaxRank)
	}
	empty := false
	dst, src := 1, 1 // elements of one index: in the output, and from the first to the last one in the input
	for i := range spans {
		s := &spans[len(spans)-1-i]
		if min(s.Dim, s.Lo, s.Ext, s.Begin, s.End, s.Src) < 0 || s.Ext > s.Dim-s.Lo ||
			s.Begin > maxInt-s.Ext || s.End > maxInt-s.Ext-s.Begin || s.Ext == 0 && s.Out() > 0 && mode != Constant ||
			s.Src != 0 && s.Dim > 1 && s.Src < src {
			return nil, fmt.Errorf("kernel: axis %d is impossible in mode %v: %+v, around axes that reach over %d elements of data",
				len(spans)-1-i, mode, *s, src)
		}
		empty = empty || s.Ext == 0
		a := Axis{s.Begin, s.Ext, s.End, dst, max(s.Src, src), s.Mode}
		g.srcOff += s.Lo * a.src
		g.lead += s.Begin * dst
		dst, src = Product(dst, s.Out()), reach(src, s.Dim, s.Src)
		if i < MaxRank {
			g.axes[i] = a
		} else {
			outer[i-MaxRank] = a
		}
	}
	if dst < 0 || src < 0 {
		return nil, errors.New("kernel: data or the output has more elements than an int counts")
	}
	if empty {
		g.call = call{mode: mode, rank: 1, dstLen: dst, total: dst, srcLen: src, lead: dst}
		g.axes[0], g.axes[1].dst = Axis{begin: dst, dst: 1, src: 1}, dst
		return nil, nil
	}
	g.mode, g.rank, g.dstLen, g.total, g.srcLen = mode, max(1, len(spans)), dst, dst, src
	for i := len(spans); i < MaxRank; i++ {
		g.axes[i] = Axis{ext: 1, dst: dst, src: src}
	}
	return outer, nil
}

// set sets g to the geometry of c, in which no kernel has kept a state.
func (g *Geometry) set(c call) { g.call, g.leaf = c, 0 }

const maxInt = int(^uint(0) >> 1)

// Product multiplies two counts, of elements or bytes. A count that overflows an int is -1, and so is its product with any count except 0.
func Product(a, b int) int {
	if a == 0 || b == 0 {
		return 0
	}
	hi, lo := bits.Mul(uint(a), uint(b))
	if a < 0 || b < 0 || hi != 0 || lo > uint(maxInt) {
		return -1
	}
	return int(lo)
}

// reach counts the elements from the first to the last one of dim indices, each of which spans n and starts step after the one before; a
// step less than n means n. If there are no elements, it is 0, whatever the steps.
func reach(n, dim, step int) int {
	if dim <= 1 || n <= 0 {
		return Product(n, dim)
	}
	steps := Product(max(n, step), dim-1)
	if steps < 0 || steps > maxInt-n {
		return -1
	}
	return steps + n
}

// Mode is the mode of the call.
func (g *Geometry) Mode() Mode { return g.mode }

// Rank is the number of axes, including those beyond MaxRank: 1 or more, or 0 in the zero Geometry.
func (g *Geometry) Rank() int { return g.rank }

// DstLen is the number of elements of the output.
func (g *Geometry) DstLen() int { return g.dstLen }

// SrcLen is the number of elements that src must have: those of the input and, if it has strides, the elements between them.
func (g *Geometry) SrcLen() int { return g.srcLen }

// Total is the number of elements of the whole call's output, of which g may describe a block.
func (g *Geometry) Total() int { return g.total }

// DstOff is the offset of the output in dst, in elements: 0, except for a packed block that starts inside a storage unit.
func (g *Geometry) DstOff() int { return g.dstOff }

// Start returns the offset in dst of the output's first element that comes from the input, as if the output began at 0, and the offset of
// that element in src.
func (g *Geometry) Start() (dst, src int) { return g.lead, g.srcOff }

// Apart is 0 or, after [Geometry.Spread], the number of elements of the output at one index of the outermost axis.
func (g *Geometry) Apart() int { return g.apart }

// Axis returns axis i, 0 to MaxRank-1.
func (g *Geometry) Axis(i int) *Axis { return &g.axes[i] }
