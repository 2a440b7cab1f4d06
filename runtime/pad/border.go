package pad

import (
	"context"
	"slices"

	"github.com/padgen/padgen/runtime/kernel"
)

// FillBorder writes only the elements that Pad adds, such as the ghost cells of a stencil or the halo of a tile. The input must already be
// at its place in dst, where it stays unchanged. dst has the length that [Plan.Run] needs, and all its other elements become what Run would
// write. FillBorder does not allocate.
//
// FillBorder returns an [ErrPads] if an axis that is not empty is cropped, and an [ErrStrides] if the plan has Strides, because dst cannot
// hold such an input unchanged. For packed types, it also returns an ErrPads if a byte holds elements of both the input and the border.
func (p *Plan[T]) FillBorder(dst []T) error {
	return p.fillBorder(nil, kernel.MemoryOf(dst), p.valueMemory())
}

// FillBorderContext is [Plan.FillBorder] with a context, as in [Plan.RunContext].
func (p *Plan[T]) FillBorderContext(ctx context.Context, dst []T) error {
	return untilDone(ctx, func(done <-chan struct{}) error { return p.fillBorder(done, kernel.MemoryOf(dst), p.valueMemory()) })
}

// FillBorder is [Plan.FillBorder] with its slices passed as [Memory]. value is as in [AnyPlan.Run].
func (p *AnyPlan) FillBorder(dst, value Memory) error {
	return p.FillBorderContext(context.Background(), dst, value)
}

// FillBorderContext is [AnyPlan.FillBorder] with a context, as in [Plan.RunContext].
func (p *AnyPlan) FillBorderContext(ctx context.Context, dst, value Memory) error {
	value, err := p.checkValue(value, p.units, dst)
	if err != nil {
		return err
	}
	return untilDone(ctx, func(done <-chan struct{}) error { return p.fillBorder(done, dst, value) })
}

func (p *plan) fillBorder(done <-chan struct{}, dst, value Memory) error {
	if err := p.checkBuffer("dst", dst, p.dstLen, p.longDst); err != nil {
		return err
	}
	switch g := p.geometry; {
	case p.longSrc:
		return errorf(ErrStrides, "strides", -1, 0, "FillBorder takes the input from dst, expected none")
	case p.crop >= 0:
		return errorf(ErrPads, "pads", p.crop, 0, "is cropped, FillBorder takes the whole input from dst")
	case g.DstLen() == 0:
		return nil
	case g.SrcLen() == 0:
		return p.run(done, dst, Memory{}, value)
	case p.sharesBytes():
		return errorf(ErrPads, "pads", -1, 0, "a byte holds elements of the input and the border, use Run")
	}
	b, top := p.borderOf(dst, value), p.geometry.Rank()-1
	if !b.extendsWithin(top) || done == nil && p.goroutines(true) == 1 {
		b.write()
		return nil
	}
	if err := p.runBatches(done, dst, Memory{}, value, true); err != nil {
		return err
	}
	if b.extends(top) {
		b.extend(top, top, 1, 0, 0)
	}
	return nil
}

// write writes the pads of all axes that b extends.
func (b *border) write() {
	top := b.geometry.Rank() - 1
	a := b.axis(top)
	if !b.extends(top) {
		b.extendWithin(top, a.Out(), 0, 0)
		return
	}
	b.extendWithin(top, a.Ext(), a.Begin()*b.stepOf(top), a.Begin()*a.Dst())
	b.extend(top, top, 1, 0, 0)
}

// sharesBytes reports whether a byte of a packed type holds elements of the input and of the border.
func (p *plan) sharesBytes() bool {
	b, per, rank, inner := p.borderOf(Memory{}, Memory{}), p.element.PerUnit, p.geometry.Rank(), 0
	if per == 1 || !b.extendsWithin(rank) {
		return false
	}
	for !b.extends(inner) {
		inner++
	}
	// Axis inner is the innermost one with pads: its elements of the input are a run, which may end inside a byte only where dst ends.
	begin, _ := p.geometry.Start()
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

// border extends axes in place, from the innermost one outwards. The pads of an axis are copies of its own slabs, which are complete by
// then, or the value. An element has two positions: at in dst, and x in an output without gaps. The latter determines the index of its
// value.
type border struct {
	*plan
	dst, value Memory
	dense      int  // axes from this one on have gaps in dst
	inPlace    bool // all axes with pads are extended, not only those that the kernel does not extend
	several    bool // the output range has several values
	of         int  // the axis whose pads are written
	unit, step int  // elements without a gap at one index of that axis, and from one index to the next
	// The position and the length of the longest fill.
	filledAt, filled int
}

// borderOf returns the border of the whole input in dst.
func (p *plan) borderOf(dst, value Memory) border {
	return border{plan: p, dst: dst, value: value, dense: p.geometry.Rank() - len(p.gaps.strides), inPlace: true}
}

// extends reports whether b writes the pads of an axis.
func (b *border) extends(axis int) bool {
	a := b.axis(axis)
	return a.Begin()|a.End() != 0 && (b.inPlace || a.Mode() != b.geometry.Mode() || b.several && a.Mode() == Constant)
}

// extendsWithin reports whether b writes the pads of any axis inside the given one.
func (b *border) extendsWithin(axis int) bool {
	for i := range axis {
		if b.extends(i) {
			return true
		}
	}
	return false
}

// extendWithin writes the pads of all axes inside n indices of the given one. The first index is at positions at and x.
func (b *border) extendWithin(axis, n, at, x int) {
	for i := range axis {
		if b.extends(i) {
			b.extend(i, axis, n, at, x)
		}
	}
}

// stepOf returns the number of elements from one index of an axis to the next in dst.
func (b *border) stepOf(axis int) int {
	if axis < b.dense {
		return b.axis(axis).Dst()
	}
	return b.gaps.strides[axis-b.dense]
}

// extend writes the pads of an axis at n indices of axis top, which contains it. The first index is at positions at and x.
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
	for _, pads := range [2]interval{{-a.Begin(), 0}, {a.Ext(), a.Ext() + a.End()}} {
		for i := pads.begin; i < pads.end; {
			m, count := padMove{to: i * b.step, n: b.unit}, pads.end-i
			if a.Mode() != Constant {
				from, step, same := a.Mode().Run(i, a.Ext())
				if m.from, count = from*b.step, min(count, same); step < 0 || step == 0 && count <= mostMoves {
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

// mostMoves is the largest number of moves that are planned for a line before they are executed in all lines.
const mostMoves = 16

// mostLines is how many lines are written at a time, so that they stay in the caches until all moves are executed.
const mostLines = 32

// padMove copies n elements of a line and then repeats them up to total elements. Both positions count from the first element of the input
// in the line; in mode constant only to is a position.
type padMove struct{ to, from, n, total int }

// walk executes the moves at n indices of axis i and at the complete indices of each axis inside it. On an axis that b extends later, only
// the indices of the input are complete.
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

// lines executes the moves in n lines along the axis. Lines are step elements apart in dst, and dense elements apart in an output without
// gaps. The first index of the input in the first line is at positions at and x.
func (b *border) lines(moves []padMove, n, step, dense, at, x int) {
	a, e, first := b.axis(b.of), &b.element, at
	alike := b.oneValue(x, x+(n-1)*dense) || dense%b.period == 0 // all lines have the same values
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
	for ; n > 0; n -= mostLines {
		count := min(n, mostLines)
		for _, m := range moves {
			to, value := at+m.to, x+m.to/b.step*a.Dst()
			switch {
			case a.Mode() != Constant:
				b.moveLines(to, at+m.from, m.n, count, step, step)
				for i := 0; i < count && m.n < m.total; i++ {
					b.repeat(to+i*step, m.n, m.total)
				}
			case !alike:
				for i := range count {
					b.fill(to+i*step, value+i*dense, m.total)
				}
			case at == first:
				b.fill(to, value, m.total)
				b.moveLines(to+step, to, m.total, count-1, step, 0)
			default:
				b.moveLines(to, first+m.to, m.total, count, step, 0)
			}
		}
		at, x = at+mostLines*step, x+mostLines*dense
	}
}

// moveLines copies n elements in each of the given number of lines.
func (b *border) moveLines(to, from, n, lines, toStep, fromStep int) {
	e := &b.element
	if e.Strings || e.PerUnit > 1 {
		for range lines {
			move(e, b.dst, to, b.dst, from, n)
			to, from = to+toStep, from+fromStep
		}
		return
	}
	dst, size := b.dst.Bytes(), e.Size
	to, from, n = to*size, from*size, n*size
	for range lines {
		copy(dst[to:to+n], dst[from:from+n])
		to, from = to+toStep*size, from+fromStep*size
	}
}

// valueOf returns the index of the value of element x of an output without gaps.
func (p *plan) valueOf(x int) int {
	if p.inner == 0 {
		return 0
	}
	return x % p.period / p.inner
}

// oneValue reports whether all elements from x to y have the same value.
func (p *plan) oneValue(x, y int) bool { return p.inner == 0 || x/p.inner == y/p.inner }

// fill writes the value to n elements, the first of which is at positions at and x. If an earlier fill holds all values, it copies them
// from there: that fill was on the same axis or on one inside it, and both begin with the first value.
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
	if n > b.filled {
		b.filledAt, b.filled = at, n
	}
}

// clearRest clears the bits of a packed type after n elements in the last unit of dst.
func (b *border) clearRest(n int) {
	if per := b.element.PerUnit; n%per != 0 {
		b.dst.Bytes()[n/per] &= 1<<(n%per*8/per) - 1
	}
}

// repeat repeats the n elements from element at on until there are total elements.
func (b *border) repeat(at, n, total int) {
	const most = 8 << 10 // bytes copied at a time, which stay in the first cache
	for chunk := n; n < total; {
		count := min(chunk, total-n)
		move(&b.element, b.dst, at+n, b.dst, at, count)
		if n += count; chunk*b.element.Size < most {
			chunk = n
		}
	}
}

// oneByOne executes moves of one element in n lines, step elements apart.
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

// movesOf executes two moves at a time in registers, for a few lines whose memory stays in the caches until all are done. In the first
// line, the positions of a move count from element at of dst and element from of src; in each later line, from step and next elements
// further on.
func movesOf[T Unit](dst, src Memory, moves []padMove, n, at, from, step, next int) {
	d, s := kernel.SliceOf[T](dst), kernel.SliceOf[T](src)
	for ; n > 0; n -= mostLines {
		for k := 0; k < len(moves); k += 2 {
			a, b := moves[k], moves[min(k+1, len(moves)-1)]
			to, end, i, j := at+a.to, at+b.to, from+a.from, from+b.from
			for range min(n, mostLines) {
				d[to], d[end] = s[i], s[j]
				to, end, i, j = to+step, end+step, i+next, j+next
			}
		}
		at, from = at+mostLines*step, from+mostLines*next
	}
}
