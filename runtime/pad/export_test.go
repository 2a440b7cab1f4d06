package pad

// ParallelBytes is the size from which tests expect several goroutines.
const ParallelBytes = parallelBytes

// Concurrency is how many goroutines Run uses.
func (p *Plan[T]) Concurrency() int { return p.concurrency() }
