package pad

import "github.com/padgen/padgen/runtime/kernel"

// LowerThresholds divides the sizes from which an output is made in parts and by several goroutines.
func LowerThresholds(by int) {
	parallelBytes, workerBytes, shareBytes = parallelBytes/by, workerBytes/by, shareBytes/by
}

// ParallelBytes is the size from which tests expect several goroutines.
func ParallelBytes() int { return parallelBytes }

// ShareBytes is about the size of a part.
func ShareBytes() int { return shareBytes }

// Concurrency is how many goroutines Run uses.
func (p *Plan[T]) Concurrency() int {
	return max(1, p.split().goroutines)
}

// RunParts makes the output by blocks of an axis of the merged call, cut at these of them: other parts than Run takes.
func (p *Plan[T]) RunParts(axis int, cuts []int, dst, src []T) {
	t := p.task()
	t.dst, t.src, t.value, t.axis = kernel.MemoryOf(dst), kernel.MemoryOf(src), kernel.MemoryOf(p.value[:]), axis
	for i := range len(cuts) - 1 {
		t.blocks(cuts[i], cuts[i+1])
	}
}

// Blocks is the number of blocks of an axis of the merged call, or 0 where no kernel makes such blocks.
func (p *Plan[T]) Blocks(axis int) int {
	if axis >= min(p.geometry.Rank(), kernel.MaxRank) || p.peel > 0 && axis >= p.peel {
		return 0
	}
	blocks := 1
	for i := axis; i < p.geometry.Rank(); i++ {
		blocks *= p.axis(i).Out()
	}
	return blocks
}

// Merged is what NewPlan makes of the axes of a call: dim, lo, ext, begin, end and out of each, outermost first.
func Merged(mode Mode, shape []int, pads []int64) ([][6]int, error) {
	p := Params[struct{}]{Shape: shape, Pads: pads, Mode: mode}
	var spans spanList
	if err := p.resolve(&spans); err != nil {
		return nil, err
	}
	spans.merge(mode)
	merged := make([][6]int, 0, spans.n)
	for _, s := range spans.all() {
		merged = append(merged, [6]int{s.Dim, s.Lo, s.Ext, s.Begin, s.End, s.Out()})
	}
	return merged, nil
}
