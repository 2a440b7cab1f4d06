package zarrpad

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"maps"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Options select a process's part of the work, and how to do it. The zero Options do everything.
type Options struct {
	// Shard is the share of the chunks to pad, out of Shards: 0 to Shards-1. All shares take about equally long. Shards of 0
	// means 1.
	Shard, Shards int
	// Workers is the number of chunks padded at once, GOMAXPROCS if it is 0.
	Workers int
	// CacheBytes bounds the decoded chunks of the input that are kept in memory. 0 means what the order of chunks needs,
	// 192 MiB and a chunk for each worker; or what one chunk of the output needs, if that is more.
	CacheBytes int64
	// Progress, if not nil, is called after each chunk, from one goroutine at a time.
	Progress func(Stats)
}

// Stats count what a run has done.
type Stats struct {
	Chunks  int   // of the output, in this share
	Done    int   // padded, or found right by Check
	Skipped int   // they existed
	Wrong   int   // found by Check
	Decoded int   // chunks of the input; one that is decoded twice counts twice
	Read    int64 // bytes, as stored
	Written int64
}

func (s *Stats) chunks() int { return s.Done + s.Skipped + s.Wrong }

// Pad pads the array in a store, and writes the missing chunks of its share of the output to another store. A share that was
// interrupted, by an error or by the end of its process, continues when it is started again.
//
// The call is written to the output first, in the attribute padgen. An output of another call, or one that padgen did not
// write, is an error of kind [ErrOtherCall].
func Pad(ctx context.Context, out, in Store, call Call, o Options) (Stats, error) {
	r, err := Create(ctx, out, in, call, o)
	if err != nil {
		return Stats{}, err
	}
	if err = r.all(ctx, r.PadChunk); err == nil {
		_, err = r.missing(ctx) // another process may have written its call at the same time
	}
	removeParts(out)
	return r.stats, err
}

// Output pads the chunks of a share one by one, for programs that schedule them themselves. It is safe for concurrent use.
type Output struct {
	in, out *Array
	call    Call       // resolved
	docs    []document // of out
	set     kernel.AnySet
	// The fields up to feeds use the stored order of axes.
	params pad.Params[struct{}]
	value  kernel.Memory
	chunks struct{ in, out []int }
	feeds  *pad.Feeds
	axes   []int // the stored axis of each axis of the array
	order  *order
	cache  cache[pad.AnyBlock]
	filled func() kernel.Memory
	o      Options
	mu     sync.Mutex // for stats
	stats  Stats
}

// Create checks a call and writes the metadata of its output, or compares it if it exists. Errors are those of [Pad]. It
// removes the files that killed processes left in a [Folder].
func Create(ctx context.Context, out, in Store, call Call, o Options) (*Output, error) {
	r, err := newOutput(ctx, out, in, call, o)
	if err != nil {
		return nil, err
	}
	docs, err := r.missing(ctx)
	if err != nil {
		return nil, err
	}
	for _, doc := range docs {
		if err := out.Put(ctx, doc.key, doc.data); err != nil {
			return nil, about(out, doc.key, err)
		}
	}
	removeParts(out)
	return r, nil
}

// newOutput checks a call. It writes nothing.
func newOutput(ctx context.Context, out, in Store, call Call, o Options) (*Output, error) {
	a, err := Open(ctx, in)
	if err != nil {
		return nil, err
	}
	o.Shards = max(o.Shards, 1)
	if o.Workers < 1 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Shard < 0 || o.Shard >= o.Shards {
		err := errorf(ErrCall, "share %d of %d, expected 0 to %d", o.Shard, o.Shards, o.Shards-1)
		return nil, about(nil, "", err)
	}
	p, values, err := call.resolve(a)
	if err != nil {
		return nil, about(nil, "", errorf(ErrCall, "%w", err))
	}
	r := &Output{in: a, set: sets[a.element.size], o: o, call: call}
	shape, _ := p.OutputShape() // resolve has checked it
	if err = r.init(ctx, p); err == nil {
		err = r.describe(shape)
	}
	if err != nil {
		return nil, about(nil, "", err)
	}
	r.out.store, r.value = out, r.memory(values)
	r.cache.limit = r.order.need + o.Workers // some for chunks that other workers already need
	if o.CacheBytes > 0 {
		r.cache.limit = int(min(o.CacheBytes/int64(a.chunkBytes), math.MaxInt32))
	}
	r.filled = sync.OnceValue(func() kernel.Memory {
		return r.memory(bytes.Repeat(a.fill, a.chunkBytes/a.element.size))
	})
	return r, nil
}

// init sets the order of the chunks, and what feeds them, for a call for all axes.
func (r *Output) init(ctx context.Context, p pad.Params[struct{}]) (err error) {
	chunks := r.call.Chunks
	var axes []axis
	for i, n := range p.Shape {
		one := pad.Params[struct{}]{Shape: []int{n}, Pads: []int{p.Pads[i], p.Pads[len(p.Shape)+i]}, Mode: p.Modes[i]}
		a, err := newAxis(i, one, r.in.Chunks[i], chunks[i])
		if err != nil {
			return err
		}
		axes = append(axes, a)
	}
	r.order = newOrder(ctx, axes, tileBytes/r.in.chunkBytes, r.o.Shards)
	if ctx.Err() != nil {
		return ctx.Err() // the order is not complete
	}

	r.axes = make([]int, len(p.Shape))
	for i, axis := range r.in.perm {
		r.axes[axis] = i
	}
	if p.Axes = r.axes; p.Values != nil {
		p.ValuesAxis = r.axes[p.ValuesAxis]
	}
	p.Shape = permute(p.Shape, r.in.perm)
	r.params, r.chunks.in, r.chunks.out = p, permute(r.in.Chunks, r.in.perm), permute(chunks, r.in.perm)
	r.feeds, err = p.Feeds(r.chunks.in, r.chunks.out)
	return err
}

// memory returns the memory of stored elements. It copies them if they are not aligned as kernels need them.
func (r *Output) memory(data []byte) kernel.Memory {
	e := r.set.Element()
	m, aligned := e.Raw(data)
	if !aligned {
		m, _ = r.set.Memory(r.set.Make(len(data) / e.Size))
		copy(m.Bytes(), data)
	}
	return m
}

// Chunks yields the indexes of the share's chunks in the grid of the output, in the order in which they should be padded. A
// yielded slice is valid until the next iteration.
func (r *Output) Chunks() iter.Seq[[]int] { return r.order.share(r.o.Shard, r.o.Shards) }

// all calls do for each chunk of the share, for several at once. It ends at the first error.
func (r *Output) all(ctx context.Context, do func(context.Context, []int) error) error {
	for range r.Chunks() {
		if r.stats.Chunks++; ctx.Err() != nil {
			return ctx.Err()
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var running sync.WaitGroup
	workers := make(chan struct{}, r.o.Workers)
	for chunk := range r.Chunks() {
		workers <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		chunk = slices.Clone(chunk)
		running.Add(1)
		go func() {
			defer running.Done()
			if err := do(ctx, chunk); err != nil {
				cancel(err)
			}
			<-workers
		}()
	}
	running.Wait()
	return context.Cause(ctx)
}

// count updates the numbers of the run, and reports them after a chunk.
func (r *Output) count(add func(*Stats)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.stats.chunks()
	if add(&r.stats); r.o.Progress != nil && r.stats.chunks() > before {
		r.o.Progress(r.stats)
	}
}

// PadChunk pads a chunk of the output, given by its index in the grid, unless it exists.
func (r *Output) PadChunk(ctx context.Context, index []int) error {
	if len(index) != len(r.axes) {
		return about(nil, "", errorf(ErrCall, "chunk %v of an array of %d dimensions", index, len(r.axes)))
	}
	whole, err := r.out.whole(ctx, index)
	if whole {
		r.count(func(s *Stats) { s.Skipped++ })
	}
	if whole || err != nil {
		return err
	}
	dst, _ := r.set.Memory(r.set.Make(r.out.chunkBytes / r.out.element.size))
	if err := r.pad(ctx, index, dst); err != nil {
		return err
	}
	stored, err := r.out.write(ctx, index, dst.Bytes())
	if err == nil {
		r.count(func(s *Stats) { s.Done, s.Written = s.Done+1, s.Written+int64(stored) })
	}
	return err
}

// pad writes the elements of a chunk that are in the array. Those beyond its edge are unchanged.
func (r *Output) pad(ctx context.Context, index []int, dst kernel.Memory) error {
	chunk := permute(index, r.in.perm)
	chunks, err := r.feeds.Inputs(chunk)
	if err != nil {
		return about(nil, "", errorf(ErrCall, "%w", err))
	}
	box, _ := r.feeds.Box(chunk)
	params := r.params
	params.DstStrides = stridesIn(r.chunks.out, box)
	region, err := pad.NewAnyRegion(r.set, params, box)
	if err != nil {
		return about(r.out.store, r.out.key(index), err)
	}
	blocks := map[string]pad.AnyBlock{} // in mode wrap, two boxes may come from one chunk
	for c := range chunks {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		key := fmt.Sprint(c)
		if _, loaded := blocks[key]; !loaded {
			blocks[key], err = r.cache.get(key, func() (pad.AnyBlock, error) { return r.load(ctx, c) })
		}
		if err != nil {
			return err
		}
	}
	return about(r.out.store, r.out.key(index), region.RunContext(ctx, dst, r.value, slices.Collect(maps.Values(blocks))...))
}

// stridesIn returns the strides of a box in a chunk, which extends beyond the array at its edge. They are nil if the box is
// the whole chunk.
func stridesIn(chunk []int, box pad.Box) []int {
	if slices.Equal(box.Shape(), chunk) {
		return nil
	}
	s := make([]int, len(chunk))
	for i, n := len(chunk)-1, 1; i >= 0; i-- {
		s[i], n = n, n*chunk[i]
	}
	return s
}

// load decodes a chunk of the input. An absent chunk is all fill_value, and takes no memory of its own.
func (r *Output) load(ctx context.Context, chunk []int) (b pad.AnyBlock, err error) {
	data, stored, err := r.in.read(ctx, permute(chunk, r.axes))
	if err != nil {
		return b, err
	}
	b.Begin, b.End = make([]int, len(chunk)), make([]int, len(chunk))
	for i, k := range chunk {
		b.Begin[i], b.End[i] = k*r.chunks.in[i], min((k+1)*r.chunks.in[i], r.params.Shape[i])
	}
	b.Strides = stridesIn(r.chunks.in, b.Box)
	if data == nil {
		b.Data = r.filled()
		return b, nil
	}
	b.Data = r.memory(data)
	r.count(func(s *Stats) { s.Decoded, s.Read = s.Decoded+1, s.Read+int64(stored) })
	return b, nil
}
