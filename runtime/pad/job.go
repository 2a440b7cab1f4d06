package pad

import (
	"errors"
	"sync"

	"github.com/padgen/padgen/runtime/kernel"
)

// job is a Run that makes its output in blocks. Plans keep their jobs for later Runs.
type job struct {
	plan            *plan
	done            <-chan struct{} // of the context
	dst, src, value kernel.Memory
	axis            int // of the slabs
	queue           queue
	wait            sync.WaitGroup
	workers         []*worker
}

// worker is what one goroutine of a job has for itself.
type worker struct {
	*job
	geometry kernel.Geometry // of one kernel call
	start    func()          // kept, so that a go statement allocates nothing
}

// errDone is what a run returns that ended before its output was made, because the context was done. The runs without a context do not
// link package context, which has 75 KB with what it needs.
var errDone = errors.New("pad: the context is done")

// runBlocks makes the output in blocks, by several goroutines, this one included. It returns when all of them have ended.
func (p *plan) runBlocks(done <-chan struct{}, dst, src, value kernel.Memory) error {
	j, ok := p.jobs.Get().(*job)
	if !ok {
		j = &job{plan: p}
	}
	axis, slabs := p.slabAxis()
	j.done, j.dst, j.src, j.value, j.axis = done, dst, src, value, axis
	j.queue.fill(slabs, p.element.PerUnit, p.outputBytes())
	workers := j.team(p.goroutines())
	j.wait.Add(len(workers) - 1)
	for _, w := range workers[1:] {
		go w.start()
	}
	workers[0].work()
	j.wait.Wait()
	finished := j.queue.empty()
	j.done, j.dst, j.src, j.value = nil, kernel.Memory{}, kernel.Memory{}, kernel.Memory{}
	p.jobs.Put(j)
	if !finished {
		return errDone
	}
	return nil
}

// team returns n workers of the job.
func (j *job) team(n int) []*worker {
	for len(j.workers) < n {
		w := &worker{job: j}
		w.start = func() {
			w.work()
			j.wait.Done()
		}
		j.workers = append(j.workers, w)
	}
	return j.workers[:n]
}

// work makes blocks as long as there are any and the context is not done.
func (w *worker) work() {
	for {
		select {
		case <-w.done:
			return
		default:
		}
		first, last := w.queue.take()
		if first == last {
			return
		}
		w.block(first, last)
	}
}

// block makes the slabs from first up to but excluding last, in the order of the output.
func (w *worker) block(first, last int) {
	p, mode := w.plan, w.plan.geometry.Mode()
	a := p.axis(w.axis)
	out := a.Out()
	for at := first; at < last; {
		outer, o := at/out, at%out // the index of the outer axes, and that of the axis itself
		n := min(out-o, last-at)
		base, inside := p.locate(w.axis, outer)
		var from, begin, ext, end int
		if inside {
			from, begin, ext, end, n = nextCall(mode, o-a.Begin(), n, a.Ext())
		}
		if ext > 0 {
			w.pad(at, base+from*a.Src(), begin, ext, end)
		} else {
			w.fill(at, n)
		}
		at += n
	}
}

// nextCall plans one kernel call for up to n indices of an axis, starting at index k. The call copies ext indices of data, from index from
// on, and derives begin indices before and end behind them. Indices count from the first of size that come from data. The first made of all
// these are done; what is behind them is not, the next calls make it. If ext is 0, they are the value.
func nextCall(mode Mode, k, n, size int) (from, begin, ext, end, made int) {
	s := sourcesOf(mode, k, n, size)
	if !s.mirrored && s.runs[1].len() == 0 {
		return s.runs[0].begin, s.begin, s.ext, s.end, n
	}
	from = mode.Source(k, size)
	if next := mode.Source(k+1, size); s.mirrored && next < from {
		// The data that they mirror takes the place of half of them for now.
		head := mode.Pads(size).Head
		begin = (n - head) / 2
		ext = max(1, begin+head)
		return from + 1 - ext, begin, ext, 0, ext
	}
	ext = min(n, size-from)
	return from, 0, ext, 0, ext
}

// pad runs the kernel on begin+ext+end slabs, from slab at of the output on. The data of the ext starts at element src.
func (w *worker) pad(at, src, begin, ext, end int) {
	p, per := w.plan, w.plan.element.PerUnit
	to := p.gaps.place(at*p.axis(w.axis).Dst(), p.shape)
	w.geometry.SetBlock(p.geometry, w.axis, begin, ext, end, to%per, src%per)
	w.call(to/per, src/per)
}

// fill writes the value to n slabs, from slab at of the output on.
func (w *worker) fill(at, n int) {
	p, per := w.plan, w.plan.element.PerUnit
	step := p.axis(w.axis).Dst()
	for at, end := at*step, (at+n)*step; at < end; at += n {
		n = end - at
		if p.gaps.strides != nil {
			n = min(n, p.gaps.run-at%p.gaps.run)
		}
		to := p.gaps.place(at, p.shape)
		w.geometry.SetFill(p.geometry, n, to%per)
		w.call(to/per, 0)
	}
}

// call runs the kernel. What it makes starts in unit dst of the output, its data in unit src.
func (w *worker) call(dst, src int) {
	g, e := &w.geometry, &w.plan.element
	w.plan.kernels.Call(g.Mode(), w.plan.kernelRank,
		w.dst.Part(dst, dst+e.Units(g.DstOff()+g.DstLen())), w.src.Part(src, src+e.Units(g.SrcLen())), w.value, g)
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
