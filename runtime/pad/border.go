package pad

import (
	"context"
	"slices"

	"github.com/padgen/padgen/runtime/kernel"
)

// FillBorder writes only what Pad adds: ghost cells of a stencil, the halo of a tile. The input is already at its place in dst, and is not
// written. dst has the length that [Plan.Run] needs; all other elements become what Run would write for a copy of the input. FillBorder
// does not allocate.
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
	// The place of the longest fill with several values, and its elements.
	filledAt, filled int
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
	few := b.step == 1 && a.Begin()+a.End() <= mostMoves // one by one
	at, x = at+a.Begin()*b.step, x+a.Begin()*a.Dst()
	var room [mostMoves]padMove
	moves := room[:0]
	for _, pads := range [2]run{{-a.Begin(), 0}, {a.Ext(), a.Ext() + a.End()}} {
		for i := pads.begin; i < pads.end; {
			m, count := padMove{to: i * b.step, n: b.unit}, pads.end-i
			if a.Mode() != Constant {
				from, step, same := a.Mode().Run(i, a.Ext())
				if m.from, count = from*b.step, min(count, same); step < 0 {
					count = 1
				} else if step > 0 {
					m.n *= count
				}
			}
			if few || b.unit < b.step {
				m.n, count = b.unit, 1
			}
			m.total, i = count*b.unit, i+count
			if moves = append(moves, m); len(moves) == mostMoves {
				b.walk(moves, top, n, at, x)
				moves = moves[:0]
			}
		}
	}
	if len(moves) > 0 {
		b.walk(moves, top, n, at, x)
	}
}

// mostMoves is the most moves of a line that are planned before they are made in all lines.
const mostMoves = 16

// padMove is n elements of a line that come from n others, and become total by repeating these. Both places count from the first element of
// the input in the line; in mode constant only to counts.
type padMove struct{ to, from, n, total int }

// walk goes through n indices of axis i and, of each axis inside it, through those that are complete: of the axes around the one that is
// extended, those of the input.
func (b *border) walk(moves []padMove, i, n, at, x int) {
	step, dense := b.stepOf(i), b.axis(i).Dst()
	if i == b.of {
		n = 1
	}
	if i <= min(b.of+1, b.dense) {
		b.lines(moves, n, step, dense, at, x)
		return
	}
	inner := b.axis(i - 1)
	count := inner.Out()
	if i-1 > b.of && b.extends(i-1) {
		at, x = at+inner.Begin()*b.stepOf(i-1), x+inner.Begin()*inner.Dst()
		count = inner.Ext()
	}
	for range n {
		b.walk(moves, i-1, count, at, x)
		at, x = at+step, x+dense
	}
}

// lines makes moves in n lines along the axis, the next of which is step and dense elements after the one before it. The first index of the
// input of the first one is at at and x.
func (b *border) lines(moves []padMove, n, step, dense, at, x int) {
	a, e, first := b.axis(b.of), &b.element, at
	alike := b.oneValue(x, x+(n-1)*dense) || dense%b.period == 0 // the values of all lines
	if alike && e.PerUnit == 1 && !slices.ContainsFunc(moves, func(m padMove) bool { return m.total > 1 }) {
		b.oneByOne(moves, n, step, at, x)
		return
	}
	if alike && a.Mode() == Constant && n > 1 && step == a.Out()*b.step && e.PerUnit == 1 {
		begin, end := a.Begin()*b.step, a.End()*b.step
		b.fill(at-begin, x-begin, begin)
		b.fill(at+(n-1)*step+step-begin-end, x+(n-1)*step+step-begin-end, end)
		moves, n = []padMove{{to: step - begin - end, total: begin + end}}, n-1 // the pads between two lines
	}
	for i := range n {
		for _, m := range moves {
			switch {
			case a.Mode() != Constant:
				move(e, b.dst, at+m.to, b.dst, at+m.from, m.n)
				b.repeat(at+m.to, m.n, m.total)
			case i > 0 && alike:
				move(e, b.dst, at+m.to, b.dst, first+m.to, m.total)
			default:
				b.fill(at+m.to, x+m.to/b.step*a.Dst(), m.total)
			}
		}
		at, x = at+step, x+dense
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

// fill writes the value to n elements, the first of which is at at and x. If an earlier fill has all values, they are copied from there: that
// one was of the same axis or of one inside it, and both begin with the first value.
func (b *border) fill(at, x, n int) {
	e, run, done := &b.element, n, 0
	if known := b.filled - b.filled%max(1, b.period); known > 0 {
		done = min(known, n)
		move(e, b.dst, at, b.dst, b.filledAt, done)
		b.repeat(at, done, n)
		done = n
	}
	for done < n {
		if b.inner > 0 {
			run = min(n-done, b.period-done, b.inner-(x+done)%b.inner)
		}
		move(e, b.dst, at+done, b.value, b.valueOf(x+done)*e.PerUnit, 1)
		b.repeat(at+done, 1, run)
		if done += run; done == b.period {
			b.repeat(at, done, n)
			break
		}
	}
	if b.inner > 0 && n > b.filled {
		b.filledAt, b.filled = at, n
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

// oneByOne makes moves of one element in n lines, step elements apart.
func (b *border) oneByOne(moves []padMove, n, step, at, x int) {
	e, from, source, next := &b.element, b.dst, at, step
	if b.axis(b.of).Mode() == Constant {
		from, source, next = b.value, 0, 0
		for k := range moves {
			moves[k].from = b.valueOf(x + moves[k].to/b.step*b.axis(b.of).Dst())
		}
	}
	switch {
	case e.Strings:
		movesOf[string](b.dst, from, moves, n, at, source, step, next)
	case e.Size == 1:
		movesOf[uint8](b.dst, from, moves, n, at, source, step, next)
	case e.Size == 2:
		movesOf[uint16](b.dst, from, moves, n, at, source, step, next)
	case e.Size == 4:
		movesOf[uint32](b.dst, from, moves, n, at, source, step, next)
	case e.Size == 8 && e.Align == 8:
		movesOf[uint64](b.dst, from, moves, n, at, source, step, next)
	case e.Size == 8:
		movesOf[complex64](b.dst, from, moves, n, at, source, step, next)
	default:
		movesOf[[2]uint64](b.dst, from, moves, n, at, source, step, next)
	}
}

// movesOf makes two moves at a time, in registers, in a few lines after one another, whose memory stays in the caches until all are made.
// The moves count from element at of dst and from of src in the first line, those of the next one from step and next elements further on.
func movesOf[T kernel.Unit](dst, src kernel.Memory, moves []padMove, n, at, from, step, next int) {
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
