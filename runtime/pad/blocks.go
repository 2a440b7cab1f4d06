package pad

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/padgen/padgen/runtime/kernel"
)

// checkBlocks returns an error unless each element that the region needs is in exactly one block. It returns the block that can replace the
// gathered box, if there is one.
func (r *region) checkBlocks(done <-chan struct{}, dst Memory, from []AnyBlock) (whole *AnyBlock, err error) {
	for i := range from {
		if isDone(done) {
			return nil, errDone
		}
		if err := r.checkBlock(dst, &from[i]); err != nil {
			e := err.(*Error)
			e.msg = fmt.Sprintf("block %d: %s", i, e.msg)
			return nil, e
		}
		if r.heldBy(&from[i].Box) {
			whole = &from[i]
		}
	}
	if whole != nil && len(from) == 1 {
		return whole, nil
	}
	return whole, r.needsOnce(done, from)
}

// needsOnce returns an error unless each element that the region needs is in exactly one block.
func (r *region) needsOnce(done <-chan struct{}, from []AnyBlock) error {
	all := make([]int, len(from))
	for i := range all {
		all[i] = i
	}
	for _, box := range r.needs() {
		if err := heldOnce(done, box, from, all); err != nil {
			return err
		}
	}
	return nil
}

// heldBy reports whether a box of the input can replace the gathered box.
func (r *region) heldBy(b *Box) bool {
	for i := range r.axes {
		s, held := &r.axes[i], interval{b.Begin[i], b.End[i]}
		if s.mirrored || s.ext > s.intervals[0].len() || s.intervals[0].within(held) != s.intervals[0] {
			return false
		}
	}
	return true
}

// checkBlock returns an error if b is not a box of the input, does not hold its elements, or shares memory with dst.
func (r *region) checkBlock(dst Memory, b *AnyBlock) error {
	if err := b.check(ErrBuffer, "from", r.shape); err != nil {
		return err
	}
	var few [kernel.MaxRank]int
	shape := b.appendShape(few[:0])
	n, ok := Count(shape)
	if !ok {
		n = math.MaxInt
	}
	var err error
	if b.Strides != nil {
		n, err = nested("from", b.Strides, shape, func(int, int, int) {})
	}
	if err = cmp.Or(err, r.gathered.checkBuffer("from", b.Data, r.gathered.element.Units(n), b.Strides != nil)); err != nil {
		return err
	}
	if dst.Overlaps(b.Data) {
		return errorf(ErrBuffer, "from", -1, 0, "shares memory with dst")
	}
	return nil
}

// heldOnce returns an error unless each element of a box is in exactly one of the listed blocks. It divides the box where a block begins or
// ends, until each part lies in one block.
func heldOnce(done <-chan struct{}, box Box, from []AnyBlock, list []int) error {
	if isDone(done) {
		return errDone
	}
	list = slices.DeleteFunc(slices.Clone(list), func(i int) bool { return !from[i].overlaps(&box) })
	if len(list) == 0 {
		return errorf(ErrBuffer, "from", -1, 0, "no block holds %v up to %v, which is needed", box.Begin, box.End)
	}
	b := &from[list[len(list)/2]] // if the blocks are sorted, half of them are on each side of it
	for a := range box.Begin {
		for _, at := range [2]int{b.Begin[a], b.End[a]} {
			if at <= box.Begin[a] || at >= box.End[a] {
				continue
			}
			before, after := Box{box.Begin, slices.Clone(box.End)}, Box{slices.Clone(box.Begin), box.End}
			before.End[a], after.Begin[a] = at, at
			if err := heldOnce(done, before, from, list); err != nil {
				return err
			}
			return heldOnce(done, after, from, list)
		}
	}
	if len(list) > 1 {
		return errorf(ErrBuffer, "from", -1, list[1], "block %d overlaps with block %d", list[1], list[0])
	}
	return nil
}

// overlaps reports whether two boxes have an element in common.
func (b *Box) overlaps(o *Box) bool {
	for i := range b.Begin {
		if max(b.Begin[i], o.Begin[i]) >= min(b.End[i], o.End[i]) {
			return false
		}
	}
	return true
}

func isDone(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}
