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
	mode    Mode
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
		f.axes[i] = feedAxis{s, p.Mode, in[i], out[i]}
	}
	return f, nil
}

// From yields the chunks of the output that a chunk of data feeds, each with the box of data that it needs of this one: in mode wrap up to
// two boxes for each axis. What is yielded is valid until the next iteration.
func (f *Feeds) From(chunk []int) iter.Seq2[[]int, Box] {
	along := func(i int) int { return (f.axes[i].Out()-1)/f.axes[i].out + 1 }
	return pieces(len(f.axes), len(chunk), along, func(i int, to run) [2]run {
		a := &f.axes[i]
		return a.sources(to).within(chunksOf(run{chunk[i], chunk[i] + 1}, a.in, a.Dim))
	})
}

// Into yields the chunks of data that feed a chunk of the output, each with the box of data that is needed of it. It is the inverse of From.
func (f *Feeds) Into(chunk []int) iter.Seq2[[]int, Box] {
	along := func(i int) int { return (f.axes[i].Dim-1)/f.axes[i].in + 1 }
	return pieces(len(f.axes), len(chunk), along, func(i int, from run) [2]run {
		a := &f.axes[i]
		return a.sources(run{chunk[i], chunk[i] + 1}).within(chunksOf(from, a.in, a.Dim))
	})
}

// pieces yields the chunks of a grid that have a share of something of rank of, which must be that of the grid, each with what it has. On
// axis i, share says what neighbouring chunks have together: if that is something, it is looked for in their halves.
func pieces(rank, of int, along func(i int) int, share func(i int, chunks run) [2]run) iter.Seq2[[]int, Box] {
	return func(yield func([]int, Box) bool) {
		chunk, box := make([]int, rank), Box{make([]int, rank), make([]int, rank)}
		var halve func(i int, chunks run) bool
		next := func(i int) bool {
			if i == rank {
				return yield(chunk, box)
			}
			return halve(i, run{0, along(i)})
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
		if of == rank {
			next(0)
		}
	}
}

// chunksOf is what chunks have of an axis of n indices: nothing if the grid does not have these.
func chunksOf(chunks run, size, n int) run {
	last := chunks.end - 1
	if chunks.begin < 0 || last > (n-1)/size {
		return run{}
	}
	return run{chunks.begin * size, last*size + min(size, n-last*size)}
}

// sources are those of chunks of the output.
func (a *feedAxis) sources(chunks run) sources {
	r := chunksOf(chunks, a.out, a.Out())
	return sourcesOf(a.mode, r.begin-a.Begin, r.len(), a.Ext).shift(a.Lo)
}
