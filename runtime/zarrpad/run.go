package zarrpad

import (
	"bytes"
	"container/list"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Options say which part of the work a process does, and how. The zero Options do all of it.
type Options struct {
	// Shard is the share of the chunks that is made, of Shards: 0 to Shards-1. Shares are dealt out so that all take equally long.
	// Shards of 0 means 1.
	Shard, Shards int
	// Workers is the number of chunks made at once, GOMAXPROCS if it is 0.
	Workers int
	// CacheBytes bounds the decoded chunks of the input that are kept in memory. 0 means what the order of chunks needs, about 200 MiB; or
	// what one chunk of the output takes, if that is more.
	CacheBytes int64
	// Progress, if it is not nil, is called after each chunk, from one goroutine at a time.
	Progress func(Stats)
}

// Stats count what a run has done.
type Stats struct {
	Chunks  int   // of the output, in this share
	Made    int   // or compared
	Skipped int   // which were there
	Decoded int   // chunks of the input; one that is decoded twice counts twice
	Read    int64 // bytes, as they are stored
	Written int64
}

// Pad pads the array in a store, and makes its share of the chunks of the output in another one: those that are not there. A share that
// was interrupted, by an error or by the end of its process, goes on when it is started again.
//
// The call is written to the output first, in the attribute padgen. An output of another call, or one that padgen did not make, is an
// [ErrOtherCall].
func Pad(ctx context.Context, out, in Store, call Call, o Options) (Stats, error) {
	j, err := NewJob(ctx, in, call)
	if err != nil {
		return Stats{}, err
	}
	return j.Run(ctx, out, o)
}

// run is a share of a job.
type run struct {
	*Job
	out   *Array
	cache cache
	o     Options
	mu    sync.Mutex // of all below
	stats Stats
}

// Run makes a share of the output. See [Pad].
func (j *Job) Run(ctx context.Context, out Store, o Options) (Stats, error) {
	array, docs, err := j.output(out)
	if err == nil {
		err = create(ctx, out, docs)
	}
	if err != nil {
		return Stats{}, err
	}
	r, err := j.newRun(array, o)
	if err == nil {
		err = r.all(ctx, r.make)
	}
	for _, doc := range docs { // another process may have written its call at the same time
		if err == nil {
			_, err = same(ctx, out, doc)
		}
	}
	return r.stats, err
}

// output returns the array of the output in a store, and its metadata.
func (j *Job) output(store Store) (*Array, []document, error) {
	return j.in.output(store, j.inOrder(j.shape), j.inOrder(j.chunks.out), j.call)
}

// newRun checks the options.
func (j *Job) newRun(out *Array, o Options) (*run, error) {
	o.Shards = max(o.Shards, 1)
	if o.Workers < 1 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	r := &run{Job: j, out: out, o: o, cache: cache{chunks: map[int]*list.Element{}}}
	if o.Shard < 0 || o.Shard >= o.Shards {
		return r, errorf(ErrCall, "", "share %d of %d, expected 0 to %d", o.Shard, o.Shards, o.Shards-1)
	}
	return r, nil
}

// all does something with each chunk of the share, some at once. It ends at the first error.
func (r *run) all(ctx context.Context, do func(context.Context, []int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	order := r.order(r.o.Shards)
	r.cache.limit = r.o.CacheBytes
	if r.cache.limit <= 0 { // and some for what other workers need already
		r.cache.limit = int64(order.need+r.o.Workers) * int64(r.in.chunkBytes)
	}
	for range order.share(r.o.Shard, r.o.Shards) {
		r.stats.Chunks++
	}
	next := make(chan []int)
	var workers sync.WaitGroup
	for range r.o.Workers {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for chunk := range next {
				if err := do(ctx, chunk); err != nil {
					cancel(err)
				}
			}
		}()
	}
	for chunk := range order.share(r.o.Shard, r.o.Shards) {
		if ctx.Err() != nil {
			break
		}
		next <- slices.Clone(chunk)
	}
	close(next)
	workers.Wait()
	return context.Cause(ctx)
}

// count adds to the numbers of the run, and reports them.
func (r *run) count(add func(*Stats)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.stats
	if add(&r.stats); r.o.Progress != nil && r.stats.Made+r.stats.Skipped > before.Made+before.Skipped {
		r.o.Progress(r.stats)
	}
}

// make makes a chunk of the output unless it is there.
func (r *run) make(ctx context.Context, chunk []int) error {
	index := r.inOrder(chunk)
	whole, err := r.out.whole(ctx, index)
	if whole {
		r.count(func(s *Stats) { s.Skipped++ })
	}
	if whole || err != nil {
		return err
	}
	dst := make([]byte, r.out.chunkBytes)
	if err := r.pad(ctx, chunk, dst); err != nil {
		return err
	}
	stored, err := r.out.write(ctx, index, dst)
	if err == nil {
		r.count(func(s *Stats) { s.Made, s.Written = s.Made+1, s.Written+int64(stored) })
	}
	return err
}

// pad makes the elements of a chunk that are in the array. Those beyond its edge stay as they are.
func (r *run) pad(ctx context.Context, chunk []int, dst []byte) error {
	b := box(r.shape, r.chunks.out, chunk)
	params := r.params
	if !slices.Equal(b.Shape(), r.chunks.out) {
		params.DstStrides = strides(r.chunks.out)
	}
	region, err := pad.NewAnyRegion(r.set, params, b)
	if err != nil {
		return fmt.Errorf("zarrpad: chunk %v: %w", chunk, err)
	}
	var blocks []pad.AnyBlock
	loaded := map[int]bool{}
	chunks, err := r.feeds.Into(chunk)
	if err != nil {
		return fmt.Errorf("zarrpad: %w", err)
	}
	for c := range chunks {
		key := 0
		for i, k := range c {
			key = key*((r.params.Shape[i]-1)/r.chunks.in[i]+1) + k
		}
		if loaded[key] { // wrap takes two boxes of it
			continue
		}
		loaded[key] = true
		block, err := r.cache.get(key, func() (pad.AnyBlock, int64, error) { return r.load(ctx, c) })
		if err != nil {
			return err
		}
		blocks = append(blocks, block)
	}
	memory := r.memory(dst)
	if err := region.Run(ctx, memory, r.value, blocks...); err != nil {
		return fmt.Errorf("zarrpad: chunk %v: %w", chunk, err)
	}
	return nil
}

// strides are those of a tensor without gaps.
func strides(shape []int) []int {
	s := make([]int, len(shape))
	for i, n := len(shape)-1, 1; i >= 0; i-- {
		s[i], n = n, n*shape[i]
	}
	return s
}

// load decodes a chunk of the input. One that is absent is all fill_value, and takes no memory of its own.
func (r *run) load(ctx context.Context, chunk []int) (b pad.AnyBlock, bytes int64, err error) {
	data, stored, err := r.in.read(ctx, r.inOrder(chunk))
	if err != nil {
		return b, 0, err
	}
	r.count(func(s *Stats) {
		if data != nil {
			s.Decoded++
		}
		s.Read += int64(stored)
	})
	b.Box = box(r.params.Shape, r.chunks.in, chunk)
	if data == nil {
		b.Data = r.filled()
	} else {
		b.Data = r.memory(data)
	}
	if err := r.crop(&b); err != nil {
		return b, 0, err
	}
	return b, int64(len(data)), nil
}

// filled returns a chunk of fill_value, of 0 if that is null.
func (r *run) filled() kernel.Memory {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fill.Len() == 0 {
		fill := r.in.fill
		if fill == nil {
			fill = make([]byte, r.in.element.size)
		}
		r.fill = r.memory(bytes.Repeat(fill, r.in.chunkBytes/len(fill)))
	}
	return r.fill
}

// crop leaves of a whole chunk what is in the array.
func (r *run) crop(b *pad.AnyBlock) error {
	size := b.Shape()
	if slices.Equal(size, r.chunks.in) {
		return nil
	}
	p := pad.Params[struct{}]{Shape: r.chunks.in, Pads: make([]int, 2*len(size)), Workers: 1}
	for i := range size {
		p.Pads[len(size)+i] = size[i] - r.chunks.in[i]
	}
	plan, err := pad.NewAnyPlan(r.set, p)
	if err != nil {
		return err
	}
	whole := b.Data
	b.Data, _ = r.set.Memory(r.set.Make(plan.OutputLen()))
	return plan.Run(context.Background(), b.Data, whole, r.value)
}
