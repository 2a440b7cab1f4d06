package pad

import (
	"runtime"
	"sync/atomic"
)

// A slab is the output at one index of an axis and of each axis outside it. A block is some neighbouring slabs, which a goroutine makes
// without a look at the context.

var ( // and not constants, so that tests can lower them
	// blockBytes is about the size of a block: a garbage collection or a cancelled context may have to wait until one is done. Rows of
	// three bytes take up to 20 ns each.
	blockBytes = 1 << 20
	// parallelBytes is the output size from which a second goroutine pays, whatever is padded. Time of two goroutines over time of one,
	// on two cores that share their path to memory: planes of float of 5 and 9 MB 1.0, 15 MB 0.94, 31 MB 0.73.
	parallelBytes = 14 << 20
	// workerBytes is the least that one goroutine gets.
	workerBytes = 2 << 20
)

// blockSize is blockBytes of a type with so many elements in a unit: a short row of packed elements takes up to 40 ns.
func blockSize(perUnit int) int { return blockBytes / (perUnit * perUnit) }

// large reports whether the output takes more than two blocks. One call of the kernel makes a smaller one, because each block has a cost.
func (p *plan) large() bool { return p.outputBytes() > 2*blockSize(p.element.PerUnit) }

// goroutines is how many make the output.
func (p *plan) goroutines() int {
	bytes := p.outputBytes()
	if p.oneCall || bytes < parallelBytes {
		return 1
	}
	n := min(runtime.GOMAXPROCS(0), bytes/workerBytes)
	if p.workers > 0 {
		n = min(n, p.workers)
	}
	return n
}

// slabAxis is the axis whose slabs make the blocks: the outermost one that the kernel handles and that has a slab for each block.
func (p *plan) slabAxis() (axis, slabs int) {
	blocks := 1
	if p.large() {
		blocks = p.outputBytes()/blockSize(p.element.PerUnit) + 1
	}
	slabs = 1
	for i := p.geometry.Rank() - 1; i >= 0; i-- {
		slabs *= p.axis(i).Out()
		if slabs >= blocks && (p.peel == 0 || i < p.peel) {
			return i, slabs
		}
	}
	return 0, slabs
}

// queue hands out the slabs of an output: each request gets the next block, so that all goroutines end together, even if one starts late or
// has a slower core.
type queue struct {
	slabs, block int64
	next         atomic.Int64
}

// fill starts handing out the slabs of an output of so many bytes, in multiples of unit.
func (q *queue) fill(slabs, unit, bytes int) {
	q.slabs, q.block = int64(slabs), int64(max(unit, slabs/(bytes/blockSize(unit)+1)/unit*unit))
	q.next.Store(0)
}

// take returns the next block: the slabs from first up to but excluding last. If all are taken, first equals last.
func (q *queue) take() (first, last int) {
	end := q.next.Add(q.block)
	return int(min(end-q.block, q.slabs)), int(min(end, q.slabs))
}

// empty reports whether all slabs are taken.
func (q *queue) empty() bool { return q.next.Load() >= q.slabs }
