package pad

import "runtime"

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
