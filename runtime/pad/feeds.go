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
	return f.all(chunk, func(a *feedAxis, chunk int, yield feedYield) bool {
		held := chunksOf(run{chunk, chunk + 1}, a.in, a.Dim)
		return halve(run{0, (a.Out()-1)/a.out + 1}, func(to run) [2]run { return a.sources(to).within(held) }, yield)
	})
}

// Into yields the chunks of data that feed a chunk of the output, each with the box of data that is needed of it. It is the inverse of From.
func (f *Feeds) Into(chunk []int) iter.Seq2[[]int, Box] {
	return f.all(chunk, func(a *feedAxis, chunk int, yield feedYield) bool {
		s := a.sources(run{chunk, chunk + 1})
		return halve(run{0, (a.Dim-1)/a.in + 1}, func(from run) [2]run { return s.within(chunksOf(from, a.in, a.Dim)) }, yield)
	})
}

// feedYield goes on with a chunk of one axis and what is needed of it. It reports false if nobody wants more.
type feedYield = func(other int, r run) bool

func (f *Feeds) all(chunk []int, axis func(a *feedAxis, chunk int, yield feedYield) bool) iter.Seq2[[]int, Box] {
	return func(yield func([]int, Box) bool) {
		n := len(f.axes)
		other, box := make([]int, n), Box{make([]int, n), make([]int, n)}
		var walk func(i int) bool
		walk = func(i int) bool {
			if i == n {
				return yield(other, box)
			}
			return axis(&f.axes[i], chunk[i], func(to int, r run) bool {
				other[i], box.Begin[i], box.End[i] = to, r.begin, r.end
				return walk(i + 1)
			})
		}
		if len(chunk) == n {
			walk(0)
		}
	}
}

// halve yields what each of some chunks shares with another one. It looks into the halves of chunks that share something together.
func halve(chunks run, shared func(chunks run) [2]run, yield feedYield) bool {
	middle := chunks.begin + chunks.len()/2
	for _, r := range shared(chunks) {
		switch {
		case r.len() == 0:
		case chunks.len() > 1:
			return halve(run{chunks.begin, middle}, shared, yield) && halve(run{middle, chunks.end}, shared, yield)
		case !yield(chunks.begin, r):
			return false
		}
	}
	return true
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
