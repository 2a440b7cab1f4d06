package kerneltest

import (
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Slabs returns calls of rank 5 and above whose outer axes have pads, with slabs of several kilobytes or more. Kernels copy some of
// these slabs to all their places as soon as they are finished, on one axis or on two. Others have too many places for that.
func Slabs(mode pad.Mode) []Case {
	var cases []Case
	add := func(outer, begins, ends []int, rank, slab int) {
		c := newCase(mode, rank)
		for a, n := range outer {
			c.set(a, n, begins[a], ends[a])
		}
		c.set(rank-2, slab/8, 0, 0)
		c.set(rank-1, 6, 1, 1)
		c.Want = Source(mode, c.Shape, c.Pads)
		cases = append(cases, c)
	}
	for rank := 5; rank <= kernel.MaxRank; rank++ {
		for _, slab := range []int{320, 1600, 5000} { // elements, of 1 to 16 bytes
			add([]int{3}, []int{1}, []int{2}, rank, slab)
			add([]int{2, 3}, []int{1, 0}, []int{0, 2}, rank, slab)
		}
		add([]int{1, 2, 2}, []int{2, 0, 1}, []int{1, 1, 1}, rank, 1000)
		add([]int{3}, []int{9}, []int{8}, rank, 1600)
		add([]int{2, 2}, []int{3, 1}, []int{4, 3}, rank, 1600)
	}
	return cases
}
