package zarrpad

import (
	"bytes"
	"container/list"
	"context"
	"fmt"
	"iter"
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
	Made    int   // or compared, by Check
	Skipped int   // existed already
	Decoded int   // chunks of the input; one that is decoded twice counts twice
	Read    int64 // bytes, as stored
	Written int64
}

// Pad pads the array in a store, and writes the missing chunks of its share of the output to another store. A share that was
// interrupted, by an error or by the end of its process, continues when it is started again.
//
// The call is written to the output first, in the attribute padgen. An output of another call, or one that padgen did not
// write, is an [ErrOtherCall].
func Pad(ctx context.Context, out, in Store, call Call, o Options) (Stats, error) {
	j, err := NewJob(ctx, in, call)
	if err != nil {
		return Stats{}, err
	}
	output, err := j.Create(ctx, out, o)
	if err != nil {
		return Stats{}, err
	}
	return output.Run(ctx)
}

// Output is the output of a job. It is safe for concurrent use.
type Output struct {
	*Job
	array *Array
	docs  []document
	order *order
	cache cache
	o     Options
	mu    sync.Mutex // for all fields below
	stats Stats
}

// Create writes the metadata of the output, or checks it if it exists. It removes partial files of earlier processes from a
// [Folder].
func (j *Job) Create(ctx context.Context, store Store, o Options) (*Output, error) {
	out, err := j.newOutput(store, o)
	if err != nil {
		return nil, err
	}
	if err := create(ctx, store, out.docs); err != nil {
		return nil, err
	}
	removeParts(store)
	return out, nil
}

// newOutput checks the options and returns the output.
func (j *Job) newOutput(store Store, o Options) (out *Output, err error) {
	o.Shards = max(o.Shards, 1)
	if o.Workers < 1 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Shard < 0 || o.Shard >= o.Shards {
		return nil, errorf(ErrCall, "", "share %d of %d, expected 0 to %d", o.Shard, o.Shards, o.Shards-1)
	}
	out = &Output{Job: j, o: o, order: j.newOrder(o.Shards), cache: cache{limit: o.CacheBytes, chunks: map[int]*list.Element{}}}
	if o.CacheBytes <= 0 { // plus some for chunks that other workers already need
		out.cache.limit = int64(out.order.need+o.Workers) * int64(j.in.chunkBytes)
	}
	out.array, out.docs, err = j.in.output(store, j.inOrder(j.shape), j.inOrder(j.chunks.out), j.call)
	return out, err
}

// Chunks yields the indexes of the share's chunks in the grid of the output, in the order in which they should be padded. A
// yielded slice is valid until the next iteration.
func (r *Output) Chunks() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		for chunk := range r.order.share(r.o.Shard, r.o.Shards) {
			if !yield(r.inOrder(chunk)) {
				return
			}
		}
	}
}

// Run pads the share.
func (r *Output) Run(ctx context.Context) (Stats, error) {
	err := r.all(ctx, func(ctx context.Context, chunk []int) error {
		_, err := r.Make(ctx, chunk)
		return err
	})
	removeParts(r.array.store)
	for _, doc := range r.docs { // another process may have written its call at the same time
		if err == nil {
			_, err = same(ctx, r.array.store, doc)
		}
	}
	return r.stats, err
}

// all calls do for each chunk of the share, for several at once. It ends at the first error.
func (r *Output) all(ctx context.Context, do func(context.Context, []int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	for range r.Chunks() {
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
	for chunk := range r.Chunks() {
		if ctx.Err() != nil {
			break
		}
		next <- chunk
	}
	close(next)
	workers.Wait()
	return context.Cause(ctx)
}

// count updates the numbers of the run, and reports them.
func (r *Output) count(add func(*Stats)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.stats
	if add(&r.stats); r.o.Progress != nil && r.stats.Made+r.stats.Skipped > before.Made+before.Skipped {
		r.o.Progress(r.stats)
	}
}

// Make pads a chunk of the output, given by its index in the grid, and reports false if it existed.
func (r *Output) Make(ctx context.Context, index []int) (made bool, err error) {
	if len(index) != len(r.shape) {
		return false, errorf(ErrCall, "", "chunk %v of an array of %d dimensions", index, len(r.shape))
	}
	whole, err := r.array.whole(ctx, index)
	if whole {
		r.count(func(s *Stats) { s.Skipped++ })
	}
	if whole || err != nil {
		return false, err
	}
	dst, _ := r.set.Memory(r.set.Make(r.array.chunkBytes / r.array.element.size))
	if err := r.pad(ctx, index, dst); err != nil {
		return false, err
	}
	stored, err := r.array.write(ctx, index, dst.Bytes())
	if err == nil {
		r.count(func(s *Stats) { s.Made, s.Written = s.Made+1, s.Written+int64(stored) })
	}
	return err == nil, err
}

// pad writes the elements of a chunk that are in the array. Those beyond its edge are unchanged.
func (r *Output) pad(ctx context.Context, index []int, dst kernel.Memory) error {
	chunk := permute(index, r.in.perm)
	chunks, err := r.feeds.Into(chunk)
	if err != nil {
		return fmt.Errorf("zarrpad: %w: %w", ErrCall, err)
	}
	box, _ := r.feeds.Box(chunk)
	params := r.params
	if !slices.Equal(box.Shape(), r.chunks.out) {
		params.DstStrides = strides(r.chunks.out)
	}
	region, err := pad.NewAnyRegion(r.set, params, box)
	if err != nil {
		return fmt.Errorf("zarrpad: %s: %w", r.array.key(index), err)
	}
	var blocks []pad.AnyBlock
	loaded := map[int]bool{}
	for c := range chunks {
		key := 0
		for i, k := range c {
			key = key*((r.params.Shape[i]-1)/r.chunks.in[i]+1) + k
		}
		if loaded[key] { // in mode wrap it may be used for two boxes
			continue
		}
		loaded[key] = true
		block, err := r.cache.get(key, func() (pad.AnyBlock, int64, error) { return r.load(ctx, c) })
		if err != nil {
			return err
		}
		blocks = append(blocks, block)
	}
	if err := region.Run(ctx, dst, r.value, blocks...); err != nil {
		return fmt.Errorf("zarrpad: %s: %w", r.array.key(index), err)
	}
	return nil
}

// strides returns the strides of a tensor without gaps.
func strides(shape []int) []int {
	s := make([]int, len(shape))
	for i, n := len(shape)-1, 1; i >= 0; i-- {
		s[i], n = n, n*shape[i]
	}
	return s
}

// load decodes a chunk of the input. An absent chunk is all fill_value, and takes no memory of its own.
func (r *Output) load(ctx context.Context, chunk []int) (b pad.AnyBlock, bytes int64, err error) {
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
	b.Begin, b.End = make([]int, len(chunk)), make([]int, len(chunk))
	for i, k := range chunk {
		b.Begin[i], b.End[i] = k*r.chunks.in[i], min((k+1)*r.chunks.in[i], r.params.Shape[i])
	}
	if !slices.Equal(b.Shape(), r.chunks.in) { // at the edge a chunk extends beyond the array
		b.Strides = strides(r.chunks.in)
	}
	if data == nil {
		b.Data = r.filled()
	} else {
		b.Data = r.memory(data)
	}
	return b, int64(len(data)), nil
}

// filled returns a chunk of fill_value, or of 0 if it is null.
func (r *Output) filled() kernel.Memory {
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
