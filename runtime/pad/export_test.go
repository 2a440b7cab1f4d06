package pad

import "github.com/padgen/padgen/runtime/kernel"

// LowerThresholds divides the sizes from which an output is written in blocks and by several goroutines.
func LowerThresholds(by int) {
	parallelBytes, workerBytes, blockBytes = parallelBytes/by, workerBytes/by, blockBytes/by
}

// ParallelBytes is the size from which tests expect several goroutines.
func ParallelBytes() int { return parallelBytes }

// BlockBytes is the approximate size of a block.
func BlockBytes() int { return blockBytes }

// Concurrency returns how many goroutines Run uses.
func (p *Plan[T]) Concurrency() int {
	return p.goroutines(false)
}

// RunBlocks writes the output in blocks of slabs of an axis of the merged call, divided at these slabs: other blocks than those of Run.
func (p *Plan[T]) RunBlocks(axis int, cuts []int, dst, src []T) {
	j := &job{plan: &p.plan, dst: kernel.MemoryOf(dst), src: kernel.MemoryOf(src), value: p.valueMemory(), slabAxis: axis}
	for i := range len(cuts) - 1 {
		j.make(new(kernel.Geometry), cuts[i], cuts[i+1])
	}
}

// Slabs returns the number of slabs of an axis of the merged call, or 0 where no kernel writes them.
func (p *Plan[T]) Slabs(axis int) int {
	if axis >= p.peel {
		return 0
	}
	slabs := 1
	for i := axis; i < p.geometry.Rank(); i++ {
		slabs *= p.axis(i).Out()
	}
	return slabs
}

// CompareInPairs looks for blocks with a common element as Run does for those that no axis splits into groups.
func CompareInPairs(done <-chan struct{}, from []AnyBlock) error {
	order := make([]int, len(from))
	for i := range order {
		order[i] = i
	}
	return disjointPairs(done, from, order)
}

// Gathered reports whether the sources of the region are always copied first.
func (r *Region[T]) Gathered() bool { return !r.direct }
