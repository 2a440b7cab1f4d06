package padtest

import (
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Slabs returns calls of rank 5 and above whose outer axes have pads, with slabs of some kilobytes and more: slabs that kernels copy to
// all their places as soon as they are finished, on one axis or on two, and slabs with too many places for that.
func Slabs(mode pad.Mode) []Case {
	var cases []Case
	add := func(outer, begins, ends []int, rank, slab int) {
		c := Case{Mode: mode, Shape: make([]int, rank), Pads: make([]int64, 2*rank)}
		for a := range rank {
			c.Shape[a] = 1
		}
		for a, n := range outer {
			c.Shape[a], c.Pads[a], c.Pads[rank+a] = n, int64(begins[a]), int64(ends[a])
		}
		c.Shape[rank-2], c.Shape[rank-1] = slab/8, 6
		c.Pads[rank-1], c.Pads[2*rank-1] = 1, 1
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
