package pad

import "runtime"

const (
	// parallelBytes is the output size from which a second goroutine pays, whatever is padded. Time of two goroutines over time of one,
	// on two cores that share their path to memory: planes of float of 5 and 9 MB 1.0, 15 MB 0.94, 31 MB 0.73.
	parallelBytes = 14 << 20
	// workerBytes is the least share of one goroutine.
	workerBytes = 2 << 20
	// blocksPerWorker is how many blocks for each goroutine make for even shares.
	blocksPerWorker = 8
	// callBytes is the least output, for each kernel call that is made for pads alone, with which parts pay. A row of 16 MB
	// with pads of 1 MB, made one index at a time, took 50 to 90 times as long.
	callBytes = 4 << 10
)

// parts says how an output is made: by so many goroutines, which share the blocks of an axis. With 0 goroutines one call of the kernel
// makes all.
type parts struct{ goroutines, axis, blocks int }

// split decides how the output is made.
func (p *plan) split() parts {
	if bytes := p.dstLen * p.element.Size; bytes > mostBytes {
		n := 1
		if bytes >= parallelBytes && p.workers != 1 {
			n = min(runtime.GOMAXPROCS(0), bytes/workerBytes)
			if p.workers > 0 {
				n = min(n, p.workers)
			}
		}
		axis, blocks := p.cut(max(n*blocksPerWorker, bytes/mostBytes+1))
		least, _ := p.cut(1)
		if p.padCalls(axis, blocks) <= bytes/callBytes || p.peel > 0 && axis == least { // one goroutine would make the same calls
			return parts{n, axis, blocks}
		}
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

// padCalls returns how many kernel calls task.blocks makes for pads alone, if axis and the axes outside it have so many blocks: one for
// each index of mode reflect, where its pads are too long to be made together with their data.
func (p *plan) padCalls(axis, blocks int) int {
	a := p.axis(axis)
	share := blocks / (p.dstLen*p.element.Size/shareBytes + 1)
	if p.geometry.Mode() != Reflect || max(a.Begin(), a.End()) < (share+1)/2 {
		return 0
	}
	return blocks / a.Out() * (a.Begin() + a.End())
}
