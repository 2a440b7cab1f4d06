package pad

import (
	"iter"

	"github.com/padgen/padgen/runtime/kernel"
)

// Feeds says which chunks of data each chunk of the output is made from. Chunks are those of two regular grids: on an axis all have the
// same dimension, only the last one may be smaller. A chunk is named by its index in its grid. Feeds takes no memory for them, so it counts
// what moves between the chunks of any array.
type Feeds struct{ axes []feedAxis }

// feedAxis is one axis of it: in and out are the dimensions of the chunks.
type feedAxis struct {
	kernel.Span
	in, out int
}

// Feeds returns which chunks of data, of shape in, feed which chunks of the output, of shape out.
func (p Params[T]) Feeds(in, out []int) (*Feeds, error) {
	spans, err := p.untyped().resolve(new(spanBuffer))
	if err != nil {
		return nil, err
	}
	if rank := len(spans); len(in) != rank || len(out) != rank {
		return nil, errorf(ErrShape, "chunks", -1, 0, "of rank %d and %d, expected %d", len(in), len(out), rank)
	}
	f := &Feeds{make([]feedAxis, len(spans))}
	for i, s := range spans {
		if least := min(in[i], out[i]); least < 1 {
			return nil, errorf(ErrShape, "chunks", i, int64(least), "axis %d has chunks of %d, expected 1 or more", i, least)
		}
		f.axes[i] = feedAxis{s, in[i], out[i]}
	}
	return f, nil
}

// Grid returns how many chunks the output has on each axis.
func (f *Feeds) Grid() []int {
	grid := make([]int, len(f.axes))
	for i := range f.axes {
		grid[i] = chunksIn(f.axes[i].Out(), f.axes[i].out)
	}
	return grid
}

// Box returns the box of a chunk of the output. A chunk outside the grid is an [ErrShape], here as in Into and From.
func (f *Feeds) Box(chunk []int) (Box, error) {
	b := Box{make([]int, len(chunk)), make([]int, len(chunk))}
	err := f.check(chunk, func(a *feedAxis) (n, size int) { return a.Out(), a.out })
	for i := 0; i < len(chunk) && err == nil; i++ {
		r := chunksOf(run{chunk[i], chunk[i] + 1}, f.axes[i].out, f.axes[i].Out())
		b.Begin[i], b.End[i] = r.begin, r.end
	}
	return b, err
}

// From yields the chunks of the output that a chunk of the input feeds, each with the box of the input that it needs of this one: in mode
// wrap up to two boxes for each axis. What is yielded is valid until the next iteration.
func (f *Feeds) From(chunk []int) (iter.Seq2[[]int, Box], error) {
	if err := f.check(chunk, func(a *feedAxis) (n, size int) { return a.Dim, a.in }); err != nil {
		return nil, err
	}
	return pieces(f.Grid(), func(i int, to run) [2]run {
		a := &f.axes[i]
		return a.sources(to).within(chunksOf(run{chunk[i], chunk[i] + 1}, a.in, a.Dim))
	}), nil
}

// Into yields the chunks of the input that feed a chunk of the output, each with the box of the input that is needed of it. It is the inverse
// of From.
func (f *Feeds) Into(chunk []int) (iter.Seq2[[]int, Box], error) {
	if err := f.check(chunk, func(a *feedAxis) (n, size int) { return a.Out(), a.out }); err != nil {
		return nil, err
	}
	grid := make([]int, len(f.axes))
	for i := range f.axes {
		grid[i] = chunksIn(f.axes[i].Dim, f.axes[i].in)
	}
	return pieces(grid, func(i int, from run) [2]run {
		a := &f.axes[i]
		return a.sources(run{chunk[i], chunk[i] + 1}).within(chunksOf(from, a.in, a.Dim))
	}), nil
}

// check refuses a chunk that is not in a grid, whose axes have n indices in chunks of some size.
func (f *Feeds) check(chunk []int, axis func(a *feedAxis) (n, size int)) error {
	if len(chunk) != len(f.axes) {
		return errorf(ErrShape, "chunk", -1, int64(len(chunk)), "has %d indices, expected %d", len(chunk), len(f.axes))
	}
	for i, k := range chunk {
		if count := chunksIn(axis(&f.axes[i])); k < 0 || k >= count {
			return errorf(ErrShape, "chunk", i, int64(k), "index %d on axis %d, which has %d chunks", k, i, count)
		}
	}
	return nil
}

// pieces yields each chunk of a grid that holds part of something, with that part. share(i, chunks) is what a range of chunks holds along
// axis i, where it holds something if one of its chunks does: such a range is halved.
func pieces(grid []int, share func(i int, chunks run) [2]run) iter.Seq2[[]int, Box] {
	return func(yield func([]int, Box) bool) {
		rank := len(grid)
		for i, n := range grid { // an axis that holds nothing would be found in vain for each chunk of those outside it
			if parts := share(i, run{0, n}); parts[0].len()+parts[1].len() == 0 {
				return
			}
		}
		chunk, box := make([]int, rank), Box{make([]int, rank), make([]int, rank)}
		var halve func(i int, chunks run) bool
		next := func(i int) bool {
			if i == rank {
				return yield(chunk, box)
			}
			return halve(i, run{0, grid[i]})
		}
		halve = func(i int, chunks run) bool {
			middle := chunks.begin + chunks.len()/2
			for _, r := range share(i, chunks) {
				if r.len() > 0 && chunks.len() > 1 {
					return halve(i, run{chunks.begin, middle}) && halve(i, run{middle, chunks.end})
				}
				chunk[i], box.Begin[i], box.End[i] = chunks.begin, r.begin, r.end
				if r.len() > 0 && !next(i+1) {
					return false
				}
			}
			return true
		}
		next(0)
	}
}

// chunksIn is the number of chunks of n indices.
func chunksIn(n, size int) int {
	if n == 0 {
		return 0
	}
	return (n-1)/size + 1
}

// chunksOf is what chunks of the grid have of an axis of n indices.
func chunksOf(chunks run, size, n int) run {
	if chunks.len() == 0 {
		return run{}
	}
	last := chunks.end - 1
	return run{chunks.begin * size, last*size + min(size, n-last*size)}
}

// sources are those of chunks of the output.
func (a *feedAxis) sources(chunks run) sources {
	r := chunksOf(chunks, a.out, a.Out())
	return sourcesOf(a.Mode, r.begin-a.Begin, r.len(), a.Ext).shift(a.Lo)
}
