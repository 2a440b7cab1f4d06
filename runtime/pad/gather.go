package pad

import (
	"slices"
	"sync"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/packed"
	"github.com/padgen/padgen/runtime/kernel/stream"
)

// scratch keeps the memory of gathered boxes for later ones, because touching fresh memory takes longer than gathering. Words are aligned
// for every type.
var scratch = sync.Pool{New: func() any { return new([]uint64) }}

// A reader returns n units of a block from the given one on, valid until the next call. If to is not empty, it has the size of these units,
// and the reader may read them into it and return it.
type reader func(b *AnyBlock, unit, n int64, to []byte) (Memory, error)

// held is the reader for blocks in memory.
func held(b *AnyBlock, unit, n int64, _ []byte) (Memory, error) {
	return b.Data.Part(int(unit), int(unit+n)), nil
}

// runGathered copies the sources to the gathered box and computes the region from that.
func (r *region) runGathered(done <-chan struct{}, dst, value Memory, from []AnyBlock, read reader) error {
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
		g.open(&from[i])
		if err := g.axis(0, 0, 0); err != nil {
			return err
		}
	}
	return p.run(done, dst, g.to, value)
}

// gatherer copies from a block to the gathered box. The axes from inner on are complete in both, so their row elements are copied together.
type gatherer struct {
	*region
	done       <-chan struct{}
	read       reader
	to         Memory
	from       *AnyBlock
	strides    []int64 // of the block; int64, because the block of a stream may be larger than memory
	inner, row int
}

// open sets what depends on the block. The stride of an axis of one index does not matter; it is set so that the axis joins others.
func (g *gatherer) open(from *AnyBlock) {
	rank := len(g.axes)
	g.from, g.strides, g.inner, g.row = from, slices.Grow(g.strides[:0], rank)[:rank], rank, 1
	reach := int64(1)
	for i := rank - 1; i >= 0; i-- {
		held, s := interval{from.Begin[i], from.End[i]}, &g.axes[i]
		if g.strides[i] = reach; from.Strides != nil && held.len() > 1 {
			g.strides[i] = int64(from.Strides[i])
		}
		reach = g.strides[i] * int64(held.len())
		if i+1 == g.inner && !s.mirrored && s.intervals[1].len() == 0 && s.intervals[0] == held && g.strides[i] == int64(g.row) {
			g.inner, g.row = i, g.row*s.ext
		}
	}
}

// axis copies the elements of axis a and of the axes inside it, at index d of the outer axes in the box, from element s of the block on.
func (g *gatherer) axis(a, d int, s int64) error {
	if a == g.inner {
		return g.rows(d, s, 1, 1)
	}
	axis, block, stride := &g.axes[a], interval{g.from.Begin[a], g.from.End[a]}, g.strides[a]
	d *= axis.ext
	for i, r := range axis.within(block) {
		source := axis.intervals[i]
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

// rows copies n rows, which have no gaps between them, from element s of the block on. The first becomes row d of the box; the others
// follow in steps of 1 or -1.
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
	case from.Overlaps(g.to): // read to its place
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

// move copies n elements from element s of from to element d of to, and writes only the units that hold them.
func move(e *kernel.Element, to Memory, d int, from Memory, s, n int) {
	switch {
	case e.Strings:
		copy(kernel.SliceOf[string](to)[d:], kernel.SliceOf[string](from)[s:][:n])
	case e.PerUnit > 1:
		packed.Move(to.Bytes()[d/e.PerUnit:e.Units(d+n)], d%e.PerUnit, from.Bytes(), s, n, 8/e.PerUnit, false)
	default:
		copy(to.Bytes()[d*e.Size:], from.Bytes()[s*e.Size:][:n*e.Size])
	}
}
