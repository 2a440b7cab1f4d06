package pad

import (
	"runtime"
	"sync"

	"github.com/padgen/padgen/runtime/kernel"
)

const (
	// parallelBytes is the output size from which a second goroutine pays, whatever is padded. Time of two goroutines over time of one,
	// on two cores that share their path to memory: planes of float of 5 and 9 MB 1.0, 15 MB 0.94, 31 MB 0.73.
	parallelBytes = 14 << 20
	// workerBytes is the least share of one goroutine.
	workerBytes = 2 << 20
	// blocksPerWorker is how many blocks for each goroutine make for even shares.
	blocksPerWorker = 8
	// callBytes is the least output, for each kernel call that is made for pads alone, with which several goroutines pay. A row of 16 MB
	// with pads of 1 MB, made one index at a time, took 50 to 90 times as long in two goroutines.
	callBytes = 4 << 10
)

// concurrency is how many goroutines Run uses.
func (p *Plan[T]) concurrency() int {
	if !p.large || p.workers == 1 || p.geometry.Blank() {
		return 1
	}
	n := min(runtime.GOMAXPROCS(0), p.dstLen*p.ks.Size/workerBytes)
	if p.workers > 0 {
		n = min(n, p.workers)
	}
	if n < 2 {
		return 1
	}
	axis, blocks := p.cut(n)
	if one, _ := p.cut(1); p.peel > 0 && one == axis {
		return n // one goroutine would make the same calls
	}
	if p.padCalls(axis, blocks) > p.dstLen*p.ks.Size/callBytes {
		return 1
	}
	return n
}

// cut picks the axis whose indices are shared out among n goroutines: the outermost one that, with the axes outside it, has enough of
// them. Each index of the axis is a block of the output that the kernel can make by itself. cut returns the axis and the number of
// blocks.
func (p *Plan[T]) cut(n int) (axis, blocks int) {
	g := p.geometry
	blocks = 1
	for i := g.Rank() - 1; i >= 0; i-- {
		blocks *= p.axis(i).Out()
		if p.peel > 0 && i >= p.peel {
			continue
		}
		if n == 1 || blocks >= n*blocksPerWorker {
			return i, blocks
		}
	}
	return 0, blocks
}

// padCalls returns how many kernel calls task.blocks makes for pads alone, if axis and the axes outside it have so many blocks: one for
// each index of a pad, in mode wrap one for each turn. It is 0 in mode constant, where one call fills a whole pad.
func (p *Plan[T]) padCalls(axis, blocks int) int {
	a := p.axis(axis)
	calls := a.Begin() + a.End()
	outer := blocks / a.Out()
	switch {
	case p.geometry.Mode() == Constant:
		calls = 0
	case p.geometry.Mode() == Wrap && calls > 0:
		calls = calls/a.Ext() + 2
	}
	return outer * calls
}

// task is one goroutine's part in a Run.
type task[T any] struct {
	plan     *Plan[T]
	dst, src []T
	axis     int
	shares   *shares
	block    kernel.Geometry // of one kernel call
	done     *sync.WaitGroup
	next     *task[T] // the next task of the same Run
	start    func()   // runs the task and reports it done; kept, so that a go statement allocates nothing
	all      shares   // the shares of the Run, in the task that starts the others and waits for them
	wait     sync.WaitGroup
}

func (p *Plan[T]) task() *task[T] {
	if t, ok := p.tasks.Get().(*task[T]); ok {
		return t
	}
	t := &task[T]{plan: p}
	t.start = func() {
		t.run()
		t.done.Done()
	}
	return t
}

// runTasks shares the blocks out among n goroutines, this one included.
func (p *Plan[T]) runTasks(n int, dst, src []T) {
	axis, blocks := p.cut(n)
	own := p.task()
	own.all.begin(blocks, n, p.ks.PerUnit, p.dstLen*p.ks.Size)
	t := own
	for i := range n {
		if i > 0 {
			t.next = p.task()
			t = t.next
		}
		t.dst, t.src, t.axis, t.shares, t.done = dst, src, axis, &own.all, &own.wait
	}
	for t := own.next; t != nil; t = t.next {
		own.wait.Add(1)
		go t.start()
	}
	own.run()
	own.wait.Wait()
	for t := own; t != nil; {
		next := t.next
		t.dst, t.src, t.shares, t.done, t.next = nil, nil, nil, nil, nil
		p.tasks.Put(t)
		t = next
	}
}

// run makes blocks as long as there are any.
func (t *task[T]) run() {
	for {
		first, last := t.shares.take()
		if first == last {
			return
		}
		t.blocks(first, last)
	}
}

// blocks makes the blocks from first up to but excluding last, in the order of the output.
func (t *task[T]) blocks(first, last int) {
	p, mode := t.plan, t.plan.geometry.Mode()
	a := p.axis(t.axis)
	out := a.Out()
	for at := first; at < last; {
		// This index of the outer axes, and the range of the axis itself.
		outer, from := at/out, at%out
		to := min(out, from+last-at)
		at += to - from
		base, inside := p.locate(t.axis, outer)
		if !inside {
			t.fill(at-(to-from), to-from)
			continue
		}
		for o := from; o < to; {
			k, run := o-a.Begin(), 1
			switch {
			case k >= 0 && k < a.Ext():
				run = min(a.Ext()-k, to-o)
			case mode == Constant:
				if run = to - o; k < 0 {
					run = min(-k, run)
				}
				t.fill(outer*out+o, run)
				o += run
				continue
			default:
				if k = mode.Source(k, a.Ext()); mode == Wrap {
					run = min(a.Ext()-k, to-o)
				}
			}
			t.pad(outer*out+o, base+k*a.Src(), run)
			o += run
		}
	}
}

// pad runs the kernel on run blocks, from block at of the output on. Their data starts at element src.
func (t *task[T]) pad(at, src, run int) {
	p, b, a := t.plan, &t.block, t.plan.axis(t.axis)
	dst, dstOff := t.units(t.dst, at*a.Dst(), run*a.Dst())
	data, srcOff := t.units(t.src, src, run*a.Src())
	b.SetBlock(p.geometry, t.axis, run, dstOff, srcOff)
	if p.constant != nil {
		p.constant(dst, data, p.value, b)
	} else {
		p.others(dst, data, b)
	}
}

// fill writes the value to n blocks, from block at of the output on.
func (t *task[T]) fill(at, n int) {
	step := t.plan.axis(t.axis).Dst()
	dst, dstOff := t.units(t.dst, at*step, n*step)
	t.block.SetFill(t.plan.geometry, n*step, dstOff)
	t.plan.constant(dst, nil, t.plan.value, &t.block)
}

// units returns the storage units that hold the n elements from element at on, and the place of that element in the first of them.
func (t *task[T]) units(s []T, at, n int) (held []T, off int) {
	ks := t.plan.ks
	if ks.PerUnit == 1 {
		return s[at : at+n], 0
	}
	return s[at/ks.PerUnit : ks.Units(at+n)], at % ks.PerUnit
}

// locate maps outer, an index of all axes outside the given one taken together, to where its data starts in src, including the crop of
// the axis itself. It reports inside as false where constant fills.
func (p *Plan[T]) locate(axis, outer int) (base int, inside bool) {
	g := p.geometry
	step := p.axis(axis).Src()
	base = g.SrcOff() / step * step
	for i := axis + 1; i < g.Rank(); i++ {
		a := p.axis(i)
		k := outer%a.Out() - a.Begin()
		outer /= a.Out()
		if g.Mode() == Constant && (k < 0 || k >= a.Ext()) {
			return 0, false
		}
		base += g.Mode().Source(k, a.Ext()) * a.Src()
	}
	return base, true
}
