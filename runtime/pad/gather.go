package pad

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/packed"
	"github.com/padgen/padgen/runtime/kernel/stream"
)

// checkBlocks checks that blocks hold what the region needs, each element once. It returns the block that can replace the gathered box, if
// there is one.
func (r *region) checkBlocks(done <-chan struct{}, dst kernel.Memory, from []AnyBlock) (whole *AnyBlock, err error) {
	held, need := 0, 1
	for i := range r.axes {
		runs := r.axes[i].needs(run{0, r.shape[i]})
		need *= runs[0].len() + runs[1].len()
	}
	var order []int // the blocks that have elements
	for i := range from {
		if isDone(done) {
			return nil, errDone
		}
		n, holds, err := r.checkBlock(dst, &from[i])
		if err != nil {
			e := err.(*Error)
			e.msg = fmt.Sprintf("block %d: %s", i, e.msg)
			return nil, e
		}
		if n > 0 {
			order = append(order, i)
		}
		if held += holds; holds == need && r.direct && need > 0 {
			whole = &from[i]
		}
	}
	if err := disjoint(done, from, order, 0, 0); err != nil {
		return nil, err
	}
	if held != need {
		return nil, errorf(ErrBuffer, "from", -1, int64(held),
			"the blocks hold %d of the %d elements that Needs lists", held, need)
	}
	return whole, nil
}

// disjoint returns an error if two blocks have an element in common. Along one axis after another, it splits the blocks listed in order
// into groups that do not overlap. Blocks that no axis splits are compared in pairs; uncut counts the axes that did not.
func disjoint(done <-chan struct{}, from []AnyBlock, order []int, axis, uncut int) error {
	if isDone(done) {
		return errDone
	}
	if len(order) < 2 {
		return nil
	}
	rank := len(from[order[0]].Begin)
	if uncut == rank {
		return disjointPairs(done, from, order)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(from[a].Begin[axis], from[b].Begin[axis]) })
	first, end := 0, 0 // the first block of a group, and where the group ends
	for i, b := range order {
		if i > first && from[b].Begin[axis] >= end {
			if err := disjoint(done, from, order[first:i], (axis+1)%rank, 1); err != nil {
				return err
			}
			first, uncut = i, 0
		}
		end = max(end, from[b].End[axis])
	}
	return disjoint(done, from, order[first:], (axis+1)%rank, uncut+1)
}

func disjointPairs(done <-chan struct{}, from []AnyBlock, order []int) error {
	for i, a := range order {
		for _, b := range order[:i] {
			if from[a].overlaps(&from[b].Box) {
				return errorf(ErrBuffer, "from", -1, int64(max(a, b)), "block %d overlaps with block %d", max(a, b), min(a, b))
			}
		}
		if isDone(done) {
			return errDone
		}
	}
	return nil
}

func isDone(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// checkBlock checks one block. It returns how many elements the block has, and how many of these the region needs.
func (r *region) checkBlock(dst kernel.Memory, b *AnyBlock) (n, holds int, err error) {
	if err := b.check(ErrBuffer, "from", r.shape); err != nil {
		return 0, 0, err
	}
	holds = 1
	for a, s := range r.axes {
		held := s.needs(run{b.Begin[a], b.End[a]})
		holds *= held[0].len() + held[1].len()
	}
	n, ok := Count(b.Shape())
	if !ok {
		n = math.MaxInt
	}
	reach := n
	if b.Strides != nil {
		reach, err = nested("from", b.Strides, b.Shape(), func(int, int, int) {})
	}
	if err = cmp.Or(err, r.gathered.checkBuffer("from", b.Data, r.gathered.element.Units(reach), b.Strides != nil)); err != nil {
		return 0, 0, err
	}
	if dst.Overlaps(b.Data) {
		return 0, 0, errorf(ErrBuffer, "from", -1, 0, "shares memory with dst")
	}
	return n, holds, nil
}

func (b *Box) overlaps(o *Box) bool {
	for i := range b.Begin {
		if max(b.Begin[i], o.Begin[i]) >= min(b.End[i], o.End[i]) {
			return false
		}
	}
	return true
}

// scratch keeps the memory of gathered boxes for later ones: touching fresh memory takes longer than gathering. Words are aligned for
// every type.
var scratch = sync.Pool{New: func() any { return new([]uint64) }}

// reader returns n units of a block from the given one on, valid until the next call. If to is not empty, it has the size of these units,
// and the reader may read them into it and return it.
type reader func(b *AnyBlock, unit, n int64, to []byte) (kernel.Memory, error)

// held is the reader for blocks in memory.
func held(b *AnyBlock, unit, n int64, _ []byte) (kernel.Memory, error) {
	return b.Data.Part(int(unit), int(unit+n)), nil
}

// runGathered copies the sources to the gathered box and computes the region from that.
func (r *region) runGathered(done <-chan struct{}, dst, value kernel.Memory, from []AnyBlock, read reader) error {
	p := &r.gathered
	e := &p.element
	bytes := int64(e.Size) * (int64(p.dstLen) + int64(p.srcLen))
	if most := r.params.maxBytes(); bytes > most {
		return tooLarge("pads", "the box and a copy of its input have", bytes, most, "; MaxBytes raises it")
	}
	g := gatherer{region: r, done: done, read: read}
	if e.Strings {
		g.to = kernel.MemoryOf(make([]string, p.srcLen))
	} else {
		words := scratch.Get().(*[]uint64)
		defer scratch.Put(words)
		n := (p.srcLen*e.Size + 7) / 8
		*words = slices.Grow((*words)[:0], n)[:n]
		g.to, _ = e.Raw(kernel.Bytes(*words)[:p.srcLen*e.Size])
	}
	for i := 0; i < len(from) && p.srcLen > 0; i++ {
		if isDone(done) {
			return errDone
		}
		g.from, g.inner, g.row = &from[i], len(r.axes), 1
		g.setStrides()
		for ; g.inner > 0; g.inner-- {
			s, a := &r.axes[g.inner-1], g.inner-1
			if s.mirrored || s.runs[1].len() > 0 || s.runs[0] != (run{g.from.Begin[a], g.from.End[a]}) || g.strides[a] != int64(g.row) {
				break
			}
			g.row *= s.ext
		}
		if err := g.axis(0, 0, 0); err != nil {
			return err
		}
	}
	return p.run(done, dst, g.to, value)
}

// gatherer copies from a block to the gathered box. The axes from inner on are whole in both; their row elements move together.
type gatherer struct {
	*region
	done       <-chan struct{}
	read       reader
	to         kernel.Memory
	from       *AnyBlock
	strides    []int64 // of the block; int64, because the block of a stream may be larger than memory
	inner, row int
}

// setStrides sets the strides of the block. An axis of one index, whose stride does not matter, gets the one that joins it to others.
func (g *gatherer) setStrides() {
	shape := g.from.Shape()
	g.strides = slices.Grow(g.strides[:0], len(shape))[:len(shape)]
	reach := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		g.strides[i] = reach
		if g.from.Strides != nil && shape[i] > 1 {
			g.strides[i] = int64(g.from.Strides[i])
		}
		reach = g.strides[i] * int64(shape[i])
	}
}

// axis copies the elements of axis a and of the axes inside it, at index d of the outer axes in the box, from element s of the block on.
func (g *gatherer) axis(a, d int, s int64) error {
	if a == g.inner {
		return g.rows(d, s, 1, 1)
	}
	axis, block, stride := &g.axes[a], run{g.from.Begin[a], g.from.End[a]}, g.strides[a]
	d *= axis.ext
	for i, r := range axis.within(block) {
		source := axis.runs[i]
		to, from, step := d+r.begin-source.begin, s+int64(r.begin-block.begin)*stride, 1
		if axis.mirrored {
			to, step = d+source.end-1-r.begin, -1
		}
		d += source.len()
		if a == g.inner-1 && r.len() > 0 && stride == int64(g.row) {
			if err := g.rows(to, from, r.len(), step); err != nil {
				return err
			}
			continue
		}
		for i := range r.len() {
			if isDone(g.done) {
				return errDone
			}
			if err := g.axis(a+1, to+i*step, from+int64(i)*stride); err != nil {
				return err
			}
		}
	}
	return nil
}

// rows copies n rows, which have no gaps between them, from element s of the block on. The first becomes row d of the box, the others go on
// from there by a step of 1 or -1.
func (g *gatherer) rows(d int, s int64, n, step int) error {
	e, row, per := &g.gathered.element, g.row, int64(g.gathered.element.PerUnit)
	end := s + int64(n)*int64(row)
	var place []byte
	if per == 1 && !e.Strings && step > 0 {
		place = g.to.Bytes()[d*row*e.Size:][:n*row*e.Size]
	}
	from, err := g.read(g.from, s/per, (end+per-1)/per-s/per, place)
	if err != nil {
		return err
	}
	skip, lowest := int(s%per), d+1-n
	switch {
	case from.Overlaps(g.to): // it is in its place
	case step > 0 || n == 1:
		move(e, g.to, d*row, from, skip, n*row)
	case per > 1 && row == 1:
		packed.Move(g.to.Bytes(), lowest, from.Bytes(), skip, n, 8/e.PerUnit, true)
	case per > 1 || e.Strings:
		for i := range n {
			move(e, g.to, (d-i)*row, from, skip+i*row, row)
		}
	default:
		to := g.to.Bytes()[lowest*row*e.Size:]
		stream.Reverse(unsafe.Pointer(&to[0]), unsafe.Pointer(&from.Bytes()[0]), n*row*e.Size, row*e.Size, false)
	}
	return nil
}

// move copies n elements from element s of from to element d of to, and writes only the units that hold these.
func move(e *kernel.Element, to kernel.Memory, d int, from kernel.Memory, s, n int) {
	switch {
	case e.Strings:
		copy(kernel.SliceOf[string](to)[d:], kernel.SliceOf[string](from)[s:][:n])
	case e.PerUnit > 1:
		packed.Move(to.Bytes()[d/e.PerUnit:e.Units(d+n)], d%e.PerUnit, from.Bytes(), s, n, 8/e.PerUnit, false)
	default:
		copy(to.Bytes()[d*e.Size:], from.Bytes()[s*e.Size:][:n*e.Size])
	}
}
