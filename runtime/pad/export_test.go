package pad

import "github.com/padgen/padgen/runtime/kernel"

// LowerThresholds divides the sizes from which an output is written in batches and by several goroutines.
func LowerThresholds(by int) {
	parallelBytes, workerBytes, batchBytes = parallelBytes/by, workerBytes/by, batchBytes/by
}

// ParallelBytes is the size from which tests expect several goroutines.
func ParallelBytes() int { return parallelBytes }

// BatchBytes is the approximate size of a batch.
func BatchBytes() int { return batchBytes }

// Concurrency returns how many goroutines Run uses.
func (p *Plan[T]) Concurrency() int {
	return p.goroutines(false)
}

// RunBatches writes the output in batches of slabs of an axis of the merged call, divided at the given slabs instead of where Run would
// divide it.
func (p *Plan[T]) RunBatches(axis int, cuts []int, dst, src []T) {
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

// Gathered reports whether the sources of the region are always copied first.
func (r *Region[T]) Gathered() bool {
	return !r.heldBy(&Box{make([]int, len(r.shape)), r.shape})
}

// HeldOnce checks that the blocks have each element of a box once, as Run does.
func HeldOnce(done <-chan struct{}, box Box, from []AnyBlock) error {
	all := make([]int, len(from))
	for i := range all {
		all[i] = i
	}
	return heldOnce(done, box, from, all)
}
