package pad

import (
	"errors"
	"sync"

	"github.com/padgen/padgen/runtime/kernel"
)

// task is one goroutine's part in a Run.
type task struct {
	plan            *plan
	done            <-chan struct{} // of the context
	dst, src, value kernel.Memory
	axis            int
	shares          *shares
	block           kernel.Geometry // of one kernel call
	wait            *sync.WaitGroup
	next            *task  // the next task of the same Run
	start           func() // runs the task and reports it done; kept, so that a go statement allocates nothing
	all             shares // the shares of the Run, in the task that starts the others and waits for them
	others          sync.WaitGroup
}

func (p *plan) task() *task {
	if t, ok := p.tasks.Get().(*task); ok {
		return t
	}
	t := &task{plan: p}
	t.start = func() {
		t.run()
		t.wait.Done()
	}
	return t
}

// errDone is what a run returns that ended before its output was made, because the context was done. The runs without a context do not
// link package context, which has 75 KB with what it needs.
var errDone = errors.New("pad: the context is done")

// runParts makes the output in parts, which goroutines share, this one included. It returns when all of them have ended.
func (p *plan) runParts(done <-chan struct{}, s parts, dst, src, value kernel.Memory) error {
	own := p.task()
	own.all.begin(s.blocks, p.element.PerUnit, p.dstLen*p.element.Size)
	t := own
	for i := range s.goroutines {
		if i > 0 {
			t.next = p.task()
			t = t.next
		}
		t.done, t.dst, t.src, t.value, t.axis, t.shares, t.wait = done, dst, src, value, s.axis, &own.all, &own.others
	}
	for t := own.next; t != nil; t = t.next {
		own.others.Add(1)
		go t.start()
	}
	own.run()
	own.others.Wait()
	finished := own.all.taken()
	for t := own; t != nil; {
		next := t.next
		t.done, t.dst, t.src, t.value, t.shares, t.wait, t.next = nil, kernel.Memory{}, kernel.Memory{}, kernel.Memory{}, nil, nil, nil
		p.tasks.Put(t)
		t = next
	}
	if !finished {
		return errDone
	}
	return nil
}

// run makes blocks as long as there are any and the context is not done.
func (t *task) run() {
	for {
		select {
		case <-t.done:
			return
		default:
		}
		first, last := t.shares.take()
		if first == last {
			return
		}
		t.blocks(first, last)
	}
}

// blocks makes the blocks from first up to but excluding last, in the order of the output.
func (t *task) blocks(first, last int) {
	p, mode := t.plan, t.plan.geometry.Mode()
	a := p.axis(t.axis)
	out := a.Out()
	for at := first; at < last; {
		outer, o := at/out, at%out // the index of the outer axes, and that of the axis itself
		n := min(out-o, last-at)
		base, inside := p.locate(t.axis, outer)
		k := o - a.Begin()
		switch {
		case inside && mode != Constant:
			var from, begin, ext, end int
			from, begin, ext, end, n = segment(mode, k, n, a.Ext())
			t.pad(at, base+from*a.Src(), begin, ext, end)
		case inside && k >= 0 && k < a.Ext():
			n = min(n, a.Ext()-k)
			t.pad(at, base+k*a.Src(), 0, n, 0)
		default:
			if inside && k < 0 {
				n = min(n, -k)
			}
			t.fill(at, n)
		}
		at += n
	}
}

// segment says how the indices of an axis from k on, at most n, can be made by one call, in modes reflect, edge and wrap: begin of them,
// ext and end, the ext from index from of the data on, the others from these alone. Indices count from the first of size that come
// from data. The first made of all these are done. What is behind them is not: the next calls make it.
func segment(mode Mode, k, n, size int) (from, begin, ext, end, made int) {
	from = mode.Source(k, size)
	switch {
	case mode == Edge && k < 0 && n > -k:
		begin = -k
	case mode == Edge && k < 0:
		return from, n - 1, 1, 0, n
	case mode == Reflect && size > 1 && mode.Source(k+1, size) < from: // mirrored: a call makes the data that they mirror behind them
		if n-from <= from && n-from < size { // no room for it: half of them, and it takes the place of the others for now
			begin = (n - 1) / 2
			return from - begin, begin, begin + 1, 0, max(1, begin)
		}
		from, begin = 0, from
	}
	ext = min(size-from, n-begin)
	end = n - begin - ext
	switch whole := ext == size; {
	case mode == Wrap && !whole:
		end = 0
	case mode == Reflect && !whole:
		end = min(end, ext-1)
	}
	return from, begin, ext, end, begin + ext + end
}

// pad runs the kernel on begin+ext+end blocks, from block at of the output on. The data of the ext starts at element src.
func (t *task) pad(at, src, begin, ext, end int) {
	p, b, e := t.plan, &t.block, &t.plan.element
	to := at * p.axis(t.axis).Dst()
	b.SetBlock(p.geometry, t.axis, begin, ext, end, to%e.PerUnit, src%e.PerUnit)
	t.call(to, src/e.PerUnit)
}

// fill writes the value to n blocks, from block at of the output on.
func (t *task) fill(at, n int) {
	step := t.plan.axis(t.axis).Dst()
	t.block.SetFill(t.plan.geometry, n*step, at*step%t.plan.element.PerUnit)
	t.call(at*step, 0)
}

// call runs the kernel on the block, which starts at element dst of the output. Its data starts at unit src.
func (t *task) call(dst, src int) {
	p, b, e := t.plan, &t.block, &t.plan.element
	to, from := dst/e.PerUnit, src
	p.kernels.Call(b.Mode(), p.kernelRank,
		t.dst.Part(to, to+e.Units(b.DstOff()+b.DstLen())), t.src.Part(from, from+e.Units(b.SrcLen())), t.value, b)
}

// locate maps outer, an index of all axes outside the given one taken together, to where its data starts in src, including the crop of
// the axis itself. It reports inside as false where constant fills.
func (p *plan) locate(axis, outer int) (base int, inside bool) {
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
