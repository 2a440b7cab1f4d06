package pad

import "runtime"

var ( // and not constants, so that tests can lower them
	// parallelBytes is the output size from which a second goroutine pays, whatever is padded. Time of two goroutines over time of one,
	// on two cores that share their path to memory: planes of float of 5 and 9 MB 1.0, 15 MB 0.94, 31 MB 0.73.
	parallelBytes = 14 << 20
	// workerBytes is the least share of one goroutine.
	workerBytes = 2 << 20
)

// parts says how an output is made: by so many goroutines, which share the blocks of an axis. With 0 goroutines one call of the kernel
// makes all.
type parts struct{ goroutines, axis, blocks int }

// large reports whether the output is made in parts, of which each has a cost.
func (p *plan) large() bool { return p.dstLen*p.element.Size > 2*share(p.element.PerUnit) }

// split decides how the output is made.
func (p *plan) split() parts {
	if p.large() {
		n, bytes := 1, p.dstLen*p.element.Size
		if bytes >= parallelBytes && p.workers != 1 {
			n = min(runtime.GOMAXPROCS(0), bytes/workerBytes)
			if p.workers > 0 {
				n = min(n, p.workers)
			}
		}
		axis, blocks := p.cut(bytes/share(p.element.PerUnit) + 1)
		return parts{n, axis, blocks}
	}
	if p.peel == 0 {
		return parts{}
	}
	axis, blocks := p.cut(1)
	return parts{1, axis, blocks}
}

// cut picks the axis whose indices are shared out: the outermost one that, with the axes outside it, has at least so many. Each index of
// the axis is a block of the output that the kernel can make by itself. cut returns the axis and the number of blocks.
func (p *plan) cut(least int) (axis, blocks int) {
	blocks = 1
	for i := p.geometry.Rank() - 1; i >= 0; i-- {
		blocks *= p.axis(i).Out()
		if blocks >= least && (p.peel == 0 || i < p.peel) {
			return i, blocks
		}
	}
	return 0, blocks
}
