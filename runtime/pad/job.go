package pad

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/padgen/padgen/runtime/kernel"
)

// A slab is the output at one index of an axis and of each axis outside it. A batch is neighbouring slabs:
// what a goroutine writes between two checks of the context.

var ( // not constants, so that tests can lower them
	// batchBytes is the approximate size of a batch: a garbage collection or a cancelled context may have to wait for one. Rows of three
	// bytes take up to 20 ns each.
	batchBytes = 1 << 20
	// parallelBytes is the output size from which a second goroutine pays off, whatever is padded. On two cores that share their path to
	// memory, two goroutines take 1.0 times as long as one for planes of float of 5 and 9 MB, 0.94 for 15 MB, and 0.73 for 31 MB.
	parallelBytes = 14 << 20
	// workerBytes is the smallest output that one goroutine gets.
	workerBytes = 2 << 20
)

// batchSize returns batchBytes for a type with perUnit elements in a unit: a short row of packed elements takes up to 40 ns.
func batchSize(perUnit int) int { return batchBytes / (perUnit * perUnit) }

// goroutines returns the number of goroutines that write the output, or its border in place.
func (p *plan) goroutines(inPlace bool) int {
	bytes := p.outputBytes()
	// In place, one goroutine writes packed types: pads of neighbouring rows may share a byte.
	if bytes < parallelBytes || inPlace && p.element.PerUnit > 1 {
		return 1
	}
	n := min(runtime.GOMAXPROCS(0), bytes/workerBytes)
	if p.workers > 0 {
		n = min(n, p.workers)
	}
	return n
}

// job is a Run that writes its output in batches.
type job struct {
	*plan
	done            <-chan struct{} // of the context
	dst, src, value Memory
	inPlace         bool
	slabAxis        int
	slabs, batch    int64
	next            atomic.Int64 // the first slab that no goroutine has taken
	start           func()       // kept, so that a go statement allocates nothing
	wait            sync.WaitGroup
}

// jobs and geometries are kept for later Runs. Each goroutine uses one geometry.
var (
	jobs = sync.Pool{New: func() any {
		j := new(job)
		j.start = func() {
			defer j.wait.Done()
			j.work()
		}
		return j
	}}
	geometries = sync.Pool{New: func() any { return new(kernel.Geometry) }}
)

// errDone is returned by a run that ended early because the context was done. Runs without a context do not link package context, which
// takes 75 KB with its imports.
var errDone = errors.New("pad: the context is done")

// runBatches writes the output in batches, in several goroutines including this one. It returns when all of them have ended.
// With inPlace, it writes the pads inside the slabs of the outermost axis that hold the input.
func (p *plan) runBatches(done <-chan struct{}, dst, src, value Memory, inPlace bool) error {
	j := jobs.Get().(*job)
	j.plan, j.done, j.dst, j.src, j.value, j.inPlace = p, done, dst, src, value, inPlace
	j.deal()
	others := p.goroutines(inPlace) - 1
	j.wait.Add(others)
	for range others {
		go j.start()
	}
	j.work()
	j.wait.Wait()
	finished := j.next.Load() >= j.slabs
	j.plan, j.done, j.dst, j.src, j.value = nil, nil, Memory{}, Memory{}, Memory{}
	jobs.Put(j)
	if !finished {
		return errDone
	}
	return nil
}

// deal divides the output into batches. A batch consists of slabs of the outermost axis that the kernel handles and that has at least one
// slab for each batch.
func (j *job) deal() {
	unit := j.element.PerUnit
	batches, slabs := j.outputBytes()/batchSize(unit)+1, 1
	for j.slabAxis = j.geometry.Rank() - 1; ; j.slabAxis-- {
		slabs *= j.axis(j.slabAxis).Out()
		if j.inPlace || j.slabAxis == 0 || slabs >= batches && j.slabAxis < j.peel {
			break
		}
	}
	if j.inPlace { // little of a slab is written
		slabs, batches = j.axis(j.slabAxis).Ext(), batches/16+1
	}
	j.slabs, j.batch = int64(slabs), int64(max(unit, slabs/batches/unit*unit))
	j.next.Store(0)
}

// work writes batches until none is left or the context is done.
func (j *job) work() {
	g := geometries.Get().(*kernel.Geometry)
	defer geometries.Put(g)
	for !isDone(j.done) {
		// Each goroutine takes the next batch when it is ready, so that all end together, even if one starts late or runs on a slower core.
		last := j.next.Add(j.batch)
		first := last - j.batch
		if first >= j.slabs {
			return
		}
		if n := min(last, j.slabs); j.inPlace {
			b, a := j.borderOf(j.dst, j.value), j.axis(j.slabAxis)
			first := a.Begin() + int(first)
			b.extendWithin(j.slabAxis, int(n)+a.Begin()-first, first*b.stepOf(j.slabAxis), first*a.Dst())
		} else {
			j.make(g, int(first), int(n))
		}
	}
}

// make writes the slabs from first up to but excluding last, in the order of the output.
func (j *job) make(g *kernel.Geometry, first, last int) {
	a, e := j.axis(j.slabAxis), &j.element
	out, step, per := a.Out(), a.Dst(), e.PerUnit
	spread := j.spread && j.slabAxis == j.peel-1
	for at := first; at < last; {
		outer, o := at/out, at%out // the index of the outer axes, and that of the axis itself
		to, dense := j.gaps.place(at*step, j.shape)
		n := min(out-o, last-at, dense/step)
		if spread {
			n = min(out-o, last-at)
		}
		x := at * step
		b := border{plan: j.plan, value: j.value, dense: j.geometry.Rank(), several: !j.oneValue(x, x+n*step-1)}
		// Slabs of one value at a time: otherwise the pads inside would be written row by row.
		if b.several && j.inner >= step && b.extendsWithin(j.slabAxis) {
			n, b.several = (j.inner-x%j.inner)/step, false
		}
		src, inside := j.locate(j.slabAxis, outer)
		var from, begin, ext, end int
		switch k := o - a.Begin(); {
		case !inside:
		case b.extends(j.slabAxis):
			from, ext, n = nextInside(a.Mode(), k, n, a.Ext())
		default:
			from, begin, ext, end, n = nextCall(a.Mode(), k, n, a.Ext())
		}
		if spread && ext == 0 {
			n = 1
		}
		at += n
		off, length := to%per, n*step
		if src += from * a.Src(); ext > 0 {
			if g.SetBlock(j.geometry, j.slabAxis, begin, ext, end, off, src%per); b.extendsWithin(j.slabAxis + 1) {
				g.ReadAgain()
			}
			if spread && begin+ext+end > 1 {
				g.Spread(j.gaps.strides[0])
			}
		} else {
			src = 0
			g.SetFill(j.geometry, length, off)
		}
		b.dst = j.dst.Part(to/per, to/per+e.Units(off+length))
		if ext == 0 && (b.several || j.geometry.Mode() != Constant) {
			b.clearRest(off + length)
			b.fill(off, x, length)
			continue
		}
		value := j.value
		if j.inner > 0 {
			value = value.Part(j.valueOf(x), j.valueOf(x)+1)
		}
		dst, src := j.dst.Part(to/per, to/per+e.Units(g.DstOff()+g.DstLen())), src/per
		j.kernels.Call(g.Mode(), j.kernelRank, dst, j.src.Part(src, src+e.Units(g.SrcLen())), value, g)
		if ext > 0 {
			b.extendWithin(j.slabAxis, n, off, x)
		}
	}
}

// nextInside is nextCall for an axis whose mode differs from that of the kernel. The call copies ext indices of the input in order; if ext
// is 0, the made indices are the value.
func nextInside(mode Mode, k, n, size int) (from, ext, made int) {
	switch {
	case mode == Constant && k < 0:
		return 0, 0, min(n, -k)
	case mode == Constant && k >= size:
		return 0, 0, n
	}
	from, step, count := mode.Run(k, size)
	if step != 1 {
		count = 1
	}
	return from, min(n, count), min(n, count)
}

// nextCall plans one kernel call for up to n indices of an axis, starting at index k. The call copies ext indices of the input, from index
// from on, and derives begin indices before and end indices after them. Index 0 is the first of the size indices that come from the input.
// The first made indices are final; later calls write the rest again. If ext is 0, all of them are the value.
func nextCall(mode Mode, k, n, size int) (from, begin, ext, end, made int) {
	s := sourcesOf(mode, k, n, size)
	switch first := s.intervals[0]; {
	case s.mirrored:
	case s.intervals[1].len() == 0:
		return first.begin, s.begin, s.ext, s.end, n
	default:
		return first.begin, 0, first.len(), 0, first.len()
	}
	from = mode.Source(k, size)
	ext = min(n, size-from)
	if mode.Source(k+1, size) < from {
		// The input is written where half of the pads go, and mirrored into the other half. The next call replaces it.
		head := mode.Pads(size).Head
		begin = (n - head) / 2
		ext = max(1, begin+head)
		from -= ext - 1
	}
	return from, begin, ext, 0, ext
}

// locate maps outer, an index of all axes outside the given one taken together, to where its input starts in src, including the crop of
// the axis itself. inside is false where mode constant writes the value.
func (p *plan) locate(axis, outer int) (base int, inside bool) {
	g := p.geometry
	step := p.axis(axis).Src()
	_, start := g.Start()
	base = start / step * step
	for i := axis + 1; i < g.Rank(); i++ {
		a := p.axis(i)
		k := outer%a.Out() - a.Begin()
		outer /= a.Out()
		if outside := k < 0 || k >= a.Ext(); outside && a.Mode() == Constant {
			return 0, false
		} else if outside {
			k = a.Mode().Source(k, a.Ext())
		}
		base += k * a.Src()
	}
	return base, true
}
