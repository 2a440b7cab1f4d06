package pad

import (
	"fmt"
	"math"
	"sync"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/packed"
	"github.com/padgen/padgen/runtime/kernel/stream"
)

// checkBlocks checks that blocks hold the sources, each element once. It returns the block that is the gathered box as it is, if any.
func (r *region) checkBlocks(dst kernel.Memory, from []AnyBlock) (whole *AnyBlock, err error) {
	need, held := 1, 0 // elements of the gathered box
	for i := range r.axes {
		need *= r.axes[i].ext
	}
	for i := range from {
		b := &from[i]
		holds, err := r.checkBlock(b)
		for j := 0; j < i && err == nil; j++ {
			if b.overlaps(&from[j].Box) {
				err = errorf(ErrBuffer, "from", -1, int64(j), "overlaps with from[%d]", j)
			}
		}
		if err == nil && dst.Overlaps(b.Data) {
			err = errorf(ErrBuffer, "from", -1, 0, "shares memory with dst")
		}
		if err != nil {
			e := err.(*Error)
			e.Input = fmt.Sprintf("from[%d]", i)
			return nil, e
		}
		if held += holds; holds == need && r.direct && !r.blank {
			whole = b
		}
	}
	if held != need {
		return nil, errorf(ErrBuffer, "from", -1, int64(held),
			"the blocks hold %d of the %d elements that Sources lists", held, need)
	}
	return whole, nil
}

// checkBlock checks a block by itself and returns how many elements of the sources it holds.
func (r *region) checkBlock(b *AnyBlock) (holds int, err error) {
	if err := b.check(ErrBuffer, "from", r.shape); err != nil {
		return 0, err
	}
	n, ok := Count(b.Shape())
	if !ok {
		n = math.MaxInt
	}
	holds = 1
	for a, s := range r.axes {
		held := run{b.Begin[a], b.End[a]}
		holds *= s.runs[0].within(held).len() + s.runs[1].within(held).len()
	}
	return holds, r.gathered.checkBuffer("from", b.Data, r.gathered.element.Units(n), false)
}

func (b *Box) overlaps(o *Box) bool {
	for i := range b.Begin {
		if max(b.Begin[i], o.Begin[i]) >= min(b.End[i], o.End[i]) {
			return false
		}
	}
	return true
}

// scratch keeps the memory of gathered boxes for later ones: to touch fresh memory takes longer than to gather. Words are aligned for
// every type.
var scratch = sync.Pool{New: func() any { return new([]uint64) }}

// gather copies the sources to one box. Its memory is valid until free is called. Data is that of the blocks or, if read is not nil, what
// it returns: the bytes of n units of a block from one on.
func (r *region) gather(
	done <-chan struct{}, from []AnyBlock, read func(unit, n int64) ([]byte, error),
) (box kernel.Memory, free func(), err error) {
	p := &r.gathered
	e := &p.element
	bytes := int64(e.Size) * (int64(p.dstLen) + int64(p.srcLen))
	if most := r.params.maxBytes(); bytes > most {
		return box, nil, errorf(ErrTooLarge, "pads", -1, bytes,
			"the box and a copy of its sources have %d bytes, the limit is %d; MaxBytes raises it", bytes, most)
	}
	if free = func() {}; e.Strings {
		box = kernel.MemoryOf(make([]string, p.srcLen))
	} else {
		words := scratch.Get().(*[]uint64)
		free = func() { scratch.Put(words) }
		if n := (p.srcLen*e.Size + 7) / 8; len(*words) < n {
			*words = make([]uint64, n)
		}
		box, _ = e.Raw(kernel.Bytes(*words)[:p.srcLen*e.Size])
	}
	for i := range from {
		g := gatherer{region: r, done: done, to: box, from: &from[i], read: read, inner: len(r.axes), row: 1}
		for ; g.inner > 0; g.inner-- {
			s, a := &r.axes[g.inner-1], g.inner-1
			if s.mirrored || s.runs[1].len() > 0 || s.runs[0] != (run{g.from.Begin[a], g.from.End[a]}) {
				break
			}
			g.row *= s.ext
		}
		if err := g.axis(0, 0, 0); err != nil {
			free()
			return box, nil, err
		}
	}
	return box, free, nil
}

// gatherer copies what a block has of the sources to the gathered box. The axes from inner on are the same in both: a row of elements that
// lie one after the other.
type gatherer struct {
	*region
	done       <-chan struct{}
	to         kernel.Memory
	from       *AnyBlock
	read       func(unit, n int64) ([]byte, error)
	inner, row int
}

// axis copies what lies inside axis a, at index d of the axes outside it in the box and at s in the block.
func (g *gatherer) axis(a, d int, s int64) error {
	if a == g.inner {
		return g.rows(d, s, 1, false)
	}
	axis, block, before := &g.axes[a], run{g.from.Begin[a], g.from.End[a]}, 0
	d, s = d*axis.ext, s*int64(block.len())
	for _, source := range axis.runs {
		r := source.within(block)
		n, to, step := r.len(), d+before+r.begin-source.begin, 1
		if axis.mirrored {
			to, step = d+source.end-r.end, -1
		}
		before += source.len()
		from := s + int64(r.begin-block.begin)
		if n > 0 && a == g.inner-1 {
			if err := g.rows(to, from, n, axis.mirrored); err != nil {
				return err
			}
			continue
		}
		if axis.mirrored {
			to += n - 1
		}
		for i := range n {
			select {
			case <-g.done:
				return errDone
			default:
			}
			if err := g.axis(a+1, to+i*step, from+int64(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// rows copies n rows from row s of the block to row d of the box, in reverse order if mirrored is true.
func (g *gatherer) rows(d int, s int64, n int, mirrored bool) error {
	e, row, per := &g.gathered.element, g.row, int64(g.gathered.element.PerUnit)
	first, end := s*int64(row), (s+int64(n))*int64(row) // elements of the block
	if e.Strings {
		to, from := kernel.SliceOf[string](g.to)[d*row:], kernel.SliceOf[string](g.from.Data)[first:end]
		if !mirrored {
			copy(to, from)
			return nil
		}
		for i := range n {
			copy(to[(n-1-i)*row:], from[i*row:][:row])
		}
		return nil
	}
	unit, units := first/per, (end+per-1)/per-first/per
	var from []byte
	if g.read == nil {
		from = g.from.Data.Part(int(unit), int(unit+units)).Bytes()
	} else if b, err := g.read(unit, units); err != nil {
		return err
	} else {
		from = b
	}
	to, skip := g.to.Bytes(), int(first%per)
	switch {
	case per > 1 && mirrored && row > 1:
		for i := range n {
			packed.Move(to, (d+n-1-i)*row, from, skip+i*row, row, 8/e.PerUnit, false)
		}
	case per > 1:
		packed.Move(to, d*row, from, skip, n*row, 8/e.PerUnit, mirrored)
	case mirrored:
		stream.Reverse(unsafe.Pointer(&to[d*row*e.Size]), unsafe.Pointer(&from[0]), n*row*e.Size, row*e.Size, false)
	default:
		copy(to[d*row*e.Size:], from)
	}
	return nil
}
