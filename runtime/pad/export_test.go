package pad

// ParallelBytes is the size from which tests expect several goroutines.
const ParallelBytes = parallelBytes

// Concurrency is how many goroutines Run uses.
func (p *Plan[T]) Concurrency() int { return p.concurrency() }

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
