package pad

import (
	"context"

	"github.com/padgen/padgen/runtime/kernel"
)

// FillBorder writes what Pad adds around data that is already at its place in dst, the begin pads after the start: ghost cells of a stencil,
// the halo of a tile. dst has the length that [Plan.Run] needs. Its other elements become those of Run on a copy of the input; the elements
// of the input are not written. FillBorder does not allocate.
//
// A plan with crops is refused with an [ErrPads], one with Strides with an [ErrStrides]: its input is not in dst as it is. So is a packed
// type where a byte holds elements of the input and of the border (ErrPads).
func (p *Plan[T]) FillBorder(dst []T) error { return p.FillBorderContext(nil, dst) }

// FillBorderContext is [Plan.FillBorder] until ctx is done, as [Plan.RunContext] is Run.
func (p *Plan[T]) FillBorderContext(ctx context.Context, dst []T) error {
	return p.fillBorder(ctx, kernel.MemoryOf(dst), kernel.MemoryOf(p.value[:]))
}

// FillBorder is [Plan.FillBorderContext] for memory of the element type. The value is that of [AnyPlan.Run].
func (p *AnyPlan) FillBorder(ctx context.Context, dst, value kernel.Memory) error {
	if err := p.checkBuffer("value", value, 1, false); err != nil {
		return err
	}
	return p.fillBorder(ctx, dst, p.apart(value, dst))
}

func (p *plan) fillBorder(ctx context.Context, dst, value kernel.Memory) error {
	if err := p.checkBuffer("dst", dst, p.dstLen, p.longDst); err != nil {
		return err
	}
	switch g := p.geometry; {
	case p.longSrc:
		return errorf(ErrStrides, "strides", -1, 0, "FillBorder takes the input from dst, expected none")
	case p.crop >= 0:
		return errorf(ErrPads, "pads", p.crop, 0, "axis %d is cropped, FillBorder takes the whole input from dst", p.crop)
	case p.sharesBytes():
		return errorf(ErrPads, "pads", -1, 0, "a byte of %s holds elements of the input and of the border, use Run", p.element.Name)
	case g.DstLen() == 0:
		return nil
	case g.SrcLen() == 0:
		return p.runContext(ctx, dst, kernel.Memory{}, value)
	}
	return untilDone(ctx, func(done <-chan struct{}) error {
		top := p.geometry.Rank() - 1
		if p.padsWithin(top) {
			if err := p.runBlocks(done, dst, kernel.Memory{}, value, true); err != nil {
				return err
			}
		}
		b := border{plan: p, dst: dst, value: value, dense: p.dense()}
		b.extend(top, top, 1, 0)
		return nil
	})
}

// extendSlabs writes all pads inside the slabs of the outermost axis from first up to but excluding last. They count from the first of data.
func (j *job) extendSlabs(first, last int) {
	b := border{plan: j.plan, dst: j.dst, value: j.value, dense: j.dense()}
	at := (b.axis(j.slabAxis).Begin() + first) * b.stepOf(j.slabAxis)
	for i := range j.slabAxis {
		if a := b.axis(i); a.Begin()|a.End() != 0 {
			b.extend(i, j.slabAxis, last-first, at)
		}
	}
}

// dense is the number of inner axes that have no gaps in dst.
func (p *plan) dense() int { return p.geometry.Rank() - len(p.gaps.strides) }

// padsWithin reports whether an axis inside this one has pads.
func (p *plan) padsWithin(axis int) bool {
	for i := range axis {
		if a := p.axis(i); a.Begin()|a.End() != 0 {
			return true
		}
	}
	return false
}

// sharesBytes reports whether a byte of a packed type holds elements of the input and of the border.
func (p *plan) sharesBytes() bool {
	per, rank, inner := p.element.PerUnit, p.geometry.Rank(), 0
	if per == 1 || !p.padsWithin(rank) {
		return false
	}
	for !p.padsWithin(inner + 1) {
		inner++
	}
	// Axis inner is the innermost one with pads: its elements of the input are a run, which may end inside a byte only where dst ends.
	begin := p.geometry.Lead()
	end := begin + p.axis(inner).Ext()*p.axis(inner).Dst()
	if end == p.geometry.DstLen() {
		end = 0
	}
	for i := inner + 1; i < rank; i++ {
		if p.axis(i).Ext() > 1 {
			begin |= p.axis(i).Dst()
		}
	}
	return (begin|end)%per != 0
}

// border extends axes in place. It goes from the innermost axis outwards, each time inside what is complete: the pads of an axis are copies
// of its own slabs, or the value.
type border struct {
	*plan
	dst, value kernel.Memory
	dense      int // the axes from this one on have gaps in dst
	of         int // the axis whose pads are written
	unit, step int // elements without a gap at one index of it, and from one index to the next
}

// stepOf is the number of elements from one index of an axis to the next in dst.
func (b *border) stepOf(axis int) int {
	if axis < b.dense {
		return b.axis(axis).Dst()
	}
	return b.gaps.strides[axis-b.dense]
}

// extend writes the pads of an axis at n indices of axis top, which contains it. The first of these is at element at of dst.
func (b *border) extend(axis, top, n, at int) {
	b.of, b.step = axis, b.stepOf(axis)
	at += b.axis(axis).Begin() * b.step
	switch b.unit = b.step; {
	case axis >= b.dense:
		b.unit = b.gaps.run
		b.walk(top, n, at)
	case axis == top:
		b.lines(1, 0, at)
	default:
		b.walk(top, n, at)
	}
}

// walk goes through n indices of axis i and, of each axis inside it, through those that are complete: of the axes around the one that is
// extended, those of the input.
func (b *border) walk(i, n, at int) {
	step := b.stepOf(i)
	if i == b.of {
		n = 1
	}
	if i == min(b.of+1, b.dense) {
		b.lines(n, step, at)
		return
	}
	inner := b.axis(i - 1)
	count := inner.Out()
	if i-1 > b.of {
		at += inner.Begin() * b.stepOf(i-1)
		count = inner.Ext()
	}
	for range n {
		b.walk(i-1, count, at)
		at += step
	}
}

// fewPads is the most pads of a line that are written one by one.
const fewPads = 16

// lines writes the pads of n lines along the axis, step elements apart. The first index of the input of the first one is at element at.
func (b *border) lines(n, step, at int) {
	a, mode := b.axis(b.of), b.geometry.Mode()
	begin, ext, end := a.Begin(), a.Ext(), a.End()
	if b.step > 1 || b.element.PerUnit > 1 || begin+end > fewPads {
		for range n {
			b.pads(-begin, begin, ext, at)
			b.pads(ext, end, ext, at)
			at += step
		}
		return
	}
	var moves [fewPads]oneMove
	from, next := b.dst, step
	if mode == Constant {
		from, next = b.value, 0
	}
	for k := range begin + end {
		i := k - begin
		if i >= 0 {
			i += ext
		}
		if moves[k].to = at + i; mode != Constant {
			moves[k].from = at + mode.Source(i, ext)
		}
	}
	oneByOne(&b.element, b.dst, from, moves[:begin+end], step, next, n)
}

// pads writes n pads of a line from index i on. Indices count from the first one of the input, which is at element at.
func (b *border) pads(i, n, ext, at int) {
	for mode, e := b.geometry.Mode(), &b.element; n > 0; {
		to, from, step, count := at+i*b.step, 0, 0, n
		if mode != Constant {
			from, step, count = mode.Run(i, ext)
			from = at + from*b.step
		}
		if count = min(count, n); b.unit < b.step {
			count = 1
		}
		switch {
		case mode == Constant:
			move(e, b.dst, to, b.value, 0, 1)
			b.repeat(to, 1, count*b.unit)
		case step > 0:
			move(e, b.dst, to, b.dst, from, count*b.unit)
		case step == 0:
			move(e, b.dst, to, b.dst, from, b.unit)
			b.repeat(to, b.unit, count*b.unit)
		default:
			for k := range count {
				move(e, b.dst, to+k*b.unit, b.dst, from-k*b.unit, b.unit)
			}
		}
		i, n = i+count, n-count
	}
}

// repeat writes the n elements at element at again and again, until all are total.
func (b *border) repeat(at, n, total int) {
	for n < total {
		count := min(n, total-n)
		move(&b.element, b.dst, at+n, b.dst, at, count)
		n += count
	}
}

// oneMove copies element from to element to.
type oneMove struct{ to, from int }

// oneByOne does all of the moves from s to d, n times: each time, elements are step and sstep further on.
func oneByOne(e *kernel.Element, d, s kernel.Memory, moves []oneMove, step, sstep, n int) {
	switch {
	case e.Strings:
		movesOf[string](d, s, moves, step, sstep, n)
	case e.Size == 1:
		movesOf[uint8](d, s, moves, step, sstep, n)
	case e.Size == 2:
		movesOf[uint16](d, s, moves, step, sstep, n)
	case e.Size == 4:
		movesOf[uint32](d, s, moves, step, sstep, n)
	case e.Size == 8 && e.Align == 8:
		movesOf[uint64](d, s, moves, step, sstep, n)
	case e.Size == 8:
		movesOf[complex64](d, s, moves, step, sstep, n)
	default:
		movesOf[[2]uint64](d, s, moves, step, sstep, n)
	}
}

// movesOf makes two moves at a time, in registers, in a few lines after one another, whose memory stays in the caches until all are made.
func movesOf[T kernel.Unit](d, s kernel.Memory, moves []oneMove, step, sstep, n int) {
	const lines = 16
	dst, src := kernel.SliceOf[T](d), kernel.SliceOf[T](s)
	for at, from := 0, 0; n > 0; n -= lines {
		for k := 0; k < len(moves); k += 2 {
			a, b := moves[k], moves[min(k+1, len(moves)-1)]
			i, j := at, from
			for range min(n, lines) {
				dst[a.to+i] = src[a.from+j]
				dst[b.to+i] = src[b.from+j]
				i, j = i+step, j+sstep
			}
		}
		at, from = at+lines*step, from+lines*sstep
	}
}
