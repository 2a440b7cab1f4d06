package pad

import (
	"context"

	"github.com/padgen/padgen/runtime/kernel"
)

// FillBorder writes only what Pad adds: ghost cells of a stencil, the halo of a tile. The input is already at its place in dst, and is not
// written. dst has the length that [Plan.Run] needs; all other elements become what Run makes of a copy of the input. FillBorder does not
// allocate.
//
// A plan with crops is refused with an [ErrPads] and one with Strides with an [ErrStrides], because dst cannot hold its input unchanged. A
// packed type is refused with an ErrPads if a byte holds elements of both the input and the border.
func (p *Plan[T]) FillBorder(dst []T) error {
	return p.fillBorder(nil, kernel.MemoryOf(dst), p.valueMemory())
}

// FillBorderContext is [Plan.FillBorder] until ctx is done, as [Plan.RunContext] is Run.
func (p *Plan[T]) FillBorderContext(ctx context.Context, dst []T) error {
	return untilDone(ctx, func(done <-chan struct{}) error { return p.fillBorder(done, kernel.MemoryOf(dst), p.valueMemory()) })
}

// FillBorder is [Plan.FillBorderContext] for memory of the element type. The value is that of [AnyPlan.Run].
func (p *AnyPlan) FillBorder(ctx context.Context, dst, value kernel.Memory) error {
	if err := p.checkBuffer("value", value, p.units, false); err != nil {
		return err
	}
	value = p.apart(value, dst)
	return untilDone(ctx, func(done <-chan struct{}) error { return p.fillBorder(done, dst, value) })
}

func (p *plan) fillBorder(done <-chan struct{}, dst, value kernel.Memory) error {
	if err := p.checkBuffer("dst", dst, p.dstLen, p.longDst); err != nil {
		return err
	}
	switch g := p.geometry; {
	case p.longSrc:
		return errorf(ErrStrides, "strides", -1, 0, "FillBorder takes the input from dst, expected none")
	case p.crop >= 0:
		return errorf(ErrPads, "pads", p.crop, 0, "axis %d is cropped, FillBorder takes the whole input from dst", p.crop)
	case g.DstLen() == 0:
		return nil
	case g.SrcLen() == 0:
		return p.run(done, dst, kernel.Memory{}, value)
	case p.sharesBytes():
		return errorf(ErrPads, "pads", -1, 0, "a byte of %s holds elements of the input and of the border, use Run", p.element.Name)
	}
	b, top := p.borderOf(dst, value), p.geometry.Rank()-1
	switch a := b.axis(top); {
	case !b.extendsWithin(top):
	case done == nil && p.goroutines(true) == 1:
		b.extendWithin(top, a.Ext(), a.Begin()*b.stepOf(top), a.Begin()*a.Dst())
	default:
		if err := p.runBlocks(done, dst, kernel.Memory{}, value, true); err != nil {
			return err
		}
	}
	if b.extends(top) {
		b.extend(top, top, 1, 0, 0)
	}
	return nil
}

// sharesBytes reports whether a byte of a packed type holds elements of the input and of the border.
func (p *plan) sharesBytes() bool {
	b, per, rank, inner := p.borderOf(kernel.Memory{}, kernel.Memory{}), p.element.PerUnit, p.geometry.Rank(), 0
	if per == 1 || !b.extendsWithin(rank) {
		return false
	}
	for !b.extends(inner) {
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
// of its own slabs, or the value. Elements have a place in dst, at, and one in an output without gaps, x, from which the index of a value
// follows.
type border struct {
	*plan
	dst, value kernel.Memory
	dense      int  // the axes from this one on have gaps in dst
	inPlace    bool // all axes with pads are extended, not only those that the kernel has not
	several    bool // what is made has several values
	of         int  // the axis whose pads are written
	unit, step int  // elements without a gap at one index of it, and from one index to the next
}

// borderOf is the whole border of the input in dst.
func (p *plan) borderOf(dst, value kernel.Memory) border {
	return border{plan: p, dst: dst, value: value, dense: p.geometry.Rank() - len(p.gaps.strides), inPlace: true}
}

// extends reports whether the pads of an axis are written here.
func (b *border) extends(axis int) bool {
	a := b.axis(axis)
	return a.Begin()|a.End() != 0 && (b.inPlace || a.Mode() != b.geometry.Mode() || b.several && a.Mode() == Constant)
}

// extendsWithin reports whether those of an axis inside this one are.
func (b *border) extendsWithin(axis int) bool {
	for i := range axis {
		if b.extends(i) {
			return true
		}
	}
	return false
}

// extendWithin writes the pads inside n indices of an axis, the first of which is at at and x.
func (b *border) extendWithin(axis, n, at, x int) {
	for i := range axis {
		if b.extends(i) {
			b.extend(i, axis, n, at, x)
		}
	}
}

// stepOf is the number of elements from one index of an axis to the next in dst.
func (b *border) stepOf(axis int) int {
	if axis < b.dense {
		return b.axis(axis).Dst()
	}
	return b.gaps.strides[axis-b.dense]
}

// extend writes the pads of an axis at n indices of axis top, which contains it. The first of these is at at and x.
func (b *border) extend(axis, top, n, at, x int) {
	a := b.axis(axis)
	b.of, b.step = axis, b.stepOf(axis)
	if b.unit = b.step; axis >= b.dense {
		b.unit = b.gaps.run
	}
	var room [fewPads]oneMove
	few := room[:0]
	if pads := a.Begin() + a.End(); b.step == 1 && b.element.PerUnit == 1 && pads <= fewPads {
		few = room[:pads]
		for k := range few {
			i := k - a.Begin()
			if i >= 0 {
				i += a.Ext()
			}
			if few[k].to = i; a.Mode() != Constant {
				few[k].from = a.Mode().Source(i, a.Ext())
			}
		}
	}
	b.walk(few, top, n, at+a.Begin()*b.step, x+a.Begin()*a.Dst())
}

// walk goes through n indices of axis i and, of each axis inside it, through those that are complete: of the axes around the one that is
// extended, those of the input.
func (b *border) walk(few []oneMove, i, n, at, x int) {
	step, dense := b.stepOf(i), b.axis(i).Dst()
	if i == b.of {
		n = 1
	}
	if i <= min(b.of+1, b.dense) {
		b.lines(few, n, step, dense, at, x)
		return
	}
	inner := b.axis(i - 1)
	count := inner.Out()
	if i-1 > b.of && b.extends(i-1) {
		at, x = at+inner.Begin()*b.stepOf(i-1), x+inner.Begin()*inner.Dst()
		count = inner.Ext()
	}
	for range n {
		b.walk(few, i-1, count, at, x)
		at, x = at+step, x+dense
	}
}

// fewPads is the most pads of a line that are written one by one.
const fewPads = 16

// lines writes the pads of n lines along the axis, the next of which is step and dense elements after the one before it. The first index of
// the input of the first one is at at and x.
func (b *border) lines(few []oneMove, n, step, dense, at, x int) {
	a := b.axis(b.of)
	begin, ext, end := a.Begin(), a.Ext(), a.End()
	alike := b.oneValue(x, x+(n-1)*dense) || dense%b.period == 0 // the values of all lines
	if len(few) > 0 && alike {
		b.oneByOne(few, n, step, at, x)
		return
	}
	e, unit, first := &b.element, b.unit, at
	for i := range n {
		if i > 0 && alike && a.Mode() == Constant && unit == b.step {
			move(e, b.dst, at-begin*unit, b.dst, first-begin*unit, begin*unit)
			move(e, b.dst, at+ext*unit, b.dst, first+ext*unit, end*unit)
		} else {
			b.pads(-begin, begin, at, x)
			b.pads(ext, end, at, x)
		}
		at, x = at+step, x+dense
	}
}

// pads writes n pads of a line from index i on. Indices count from the first one of the input, which is at at and x.
func (b *border) pads(i, n, at, x int) {
	a, e := b.axis(b.of), &b.element
	for mode := a.Mode(); n > 0; {
		to, from, step, count := at+i*b.step, 0, 0, n
		if mode != Constant {
			from, step, count = mode.Run(i, a.Ext())
			from = at + from*b.step
		}
		if count = min(count, n); b.unit < b.step {
			count = 1
		}
		switch {
		case mode == Constant:
			b.fill(to, x+i*a.Dst(), count*b.unit)
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

// valueOf is the index of the value of an element of an output without gaps.
func (p *plan) valueOf(x int) int {
	if p.inner == 0 {
		return 0
	}
	return x % p.period / p.inner
}

// oneValue reports whether all elements from x to y have the same value.
func (p *plan) oneValue(x, y int) bool { return p.inner == 0 || x/p.inner == y/p.inner }

// fill writes the value to n elements, the first of which is at at and x.
func (b *border) fill(at, x, n int) {
	for done := 0; done < n; {
		run := n
		if b.inner > 0 {
			run = min(n-done, b.period-done, b.inner-(x+done)%b.inner)
		}
		move(&b.element, b.dst, at+done, b.value, b.valueOf(x+done)*b.element.PerUnit, 1)
		b.repeat(at+done, 1, run)
		if done += run; done == b.period {
			b.repeat(at, done, n)
			return
		}
	}
}

// clearRest clears the bits of a packed type after n elements in the last unit of dst.
func (b *border) clearRest(n int) {
	if per := b.element.PerUnit; n%per != 0 {
		b.dst.Bytes()[n/per] &= 1<<(n%per*8/per) - 1
	}
}

// repeat writes the n elements at element at again and again, until all are total.
func (b *border) repeat(at, n, total int) {
	const most = 32 << 10 // bytes, which stay in the first cache, copied at a time
	for chunk := n; n < total; {
		count := min(chunk, total-n)
		move(&b.element, b.dst, at+n, b.dst, at, count)
		if n += count; chunk*b.element.Size < most {
			chunk = n
		}
	}
}

// oneMove copies an element.
type oneMove struct{ to, from int }

// oneByOne writes the few pads of n lines, step elements apart, element by element.
func (b *border) oneByOne(few []oneMove, n, step, at, x int) {
	e, from, source, next := &b.element, b.dst, at, step
	if b.axis(b.of).Mode() == Constant {
		from, source, next = b.value, 0, 0
		for k := range few {
			few[k].from = b.valueOf(x + few[k].to)
		}
	}
	switch {
	case e.Strings:
		movesOf[string](b.dst, from, few, n, at, source, step, next)
	case e.Size == 1:
		movesOf[uint8](b.dst, from, few, n, at, source, step, next)
	case e.Size == 2:
		movesOf[uint16](b.dst, from, few, n, at, source, step, next)
	case e.Size == 4:
		movesOf[uint32](b.dst, from, few, n, at, source, step, next)
	case e.Size == 8 && e.Align == 8:
		movesOf[uint64](b.dst, from, few, n, at, source, step, next)
	case e.Size == 8:
		movesOf[complex64](b.dst, from, few, n, at, source, step, next)
	default:
		movesOf[[2]uint64](b.dst, from, few, n, at, source, step, next)
	}
}

// movesOf makes two moves at a time, in registers, in a few lines after one another, whose memory stays in the caches until all are made.
// The moves count from element at of dst and from of src in the first line, those of the next one from step and next elements further on.
func movesOf[T kernel.Unit](dst, src kernel.Memory, moves []oneMove, n, at, from, step, next int) {
	const lines = 32
	d, s := kernel.SliceOf[T](dst), kernel.SliceOf[T](src)
	for ; n > 0; n -= lines {
		for k := 0; k < len(moves); k += 2 {
			a, b := moves[k], moves[min(k+1, len(moves)-1)]
			to, end, i, j := at+a.to, at+b.to, from+a.from, from+b.from
			for range min(n, lines) {
				d[to], d[end] = s[i], s[j]
				to, end, i, j = to+step, end+step, i+next, j+next
			}
		}
		at, from = at+lines*step, from+lines*next
	}
}
