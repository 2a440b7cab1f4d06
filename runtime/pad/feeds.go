package pad

import (
	"iter"

	"github.com/padgen/padgen/runtime/kernel"
)

// Feeds reports which chunks of the input each chunk of the output is computed from. The chunks form two regular grids: on each axis all
// have the same dimension, except that the last one may be smaller. A chunk is named by its index in its grid. Feeds stores no list of
// chunks, so an array may have any number of them.
type Feeds struct {
	spans   []kernel.Span
	in, out grid
}

// Feeds returns which chunks of the input feed which chunks of the output. Chunks of the input have the shape in, and chunks of the
// output the shape out.
func (p Params[T]) Feeds(in, out []int) (*Feeds, error) {
	spans, err := p.untyped().resolve(new(spanBuffer))
	if err != nil {
		return nil, err
	}
	if rank := len(spans); len(in) != rank || len(out) != rank {
		return nil, errorf(ErrShape, "chunks", -1, 0, "of rank %d and %d, expected %d", len(in), len(out), rank)
	}
	f := &Feeds{spans: spans}
	for i, s := range spans {
		if least := min(in[i], out[i]); least < 1 {
			return nil, errorf(ErrShape, "chunks", i, least, "has chunks of %d, expected 1 or more", least)
		}
		f.in, f.out = append(f.in, chunking{s.Dim, in[i]}), append(f.out, chunking{s.Out(), out[i]})
	}
	return f, nil
}

// Grid returns the number of chunks of the output on each axis.
func (f *Feeds) Grid() []int { return f.out.counts() }

// Box returns the box of a chunk of the output. Like Inputs and Outputs, it returns an [ErrShape] for a chunk outside the grid.
func (f *Feeds) Box(chunk []int) (Box, error) {
	b := Box{make([]int, len(chunk)), make([]int, len(chunk))}
	err := f.out.check(chunk)
	for i := 0; i < len(chunk) && err == nil; i++ {
		r := f.out[i].indices(only(chunk[i]))
		b.Begin[i], b.End[i] = r.begin, r.end
	}
	return b, err
}

// Inputs yields the chunks of the input that feed the given chunk of the output, each with the box of the input that it provides. In mode
// wrap, there may be two boxes for each axis. The slices that Inputs yields are valid until the next iteration.
func (f *Feeds) Inputs(out []int) (iter.Seq2[[]int, Box], error) {
	if err := f.out.check(out); err != nil {
		return nil, err
	}
	return pieces(f.in.counts(), func(i int, from interval) [2]interval { return f.share(i, from, only(out[i])) }), nil
}

// Outputs yields the chunks of the output that the given chunk of the input feeds, each with the box of the input that it needs from that
// chunk. It is the inverse of Inputs, and its slices are also valid until the next iteration.
func (f *Feeds) Outputs(in []int) (iter.Seq2[[]int, Box], error) {
	if err := f.in.check(in); err != nil {
		return nil, err
	}
	return pieces(f.out.counts(), func(i int, to interval) [2]interval { return f.share(i, only(in[i]), to) }), nil
}

// share returns what chunks of the output need from chunks of the input, along axis i.
func (f *Feeds) share(i int, from, to interval) [2]interval {
	return sourcesIn(&f.spans[i], f.out[i].indices(to)).needs(f.in[i].indices(from))
}

// grid is the grid of a tensor's chunks, by axis.
type grid []chunking

// chunking is one axis of a grid: n indices in chunks of a size.
type chunking struct{ n, size int }

func (c chunking) count() int { return c.n/c.size + min(1, c.n%c.size) }

// indices returns the indices of a range of chunks.
func (c chunking) indices(chunks interval) interval {
	if chunks.len() == 0 {
		return interval{}
	}
	last := chunks.end - 1
	return interval{chunks.begin * c.size, last*c.size + min(c.size, c.n-last*c.size)}
}

// only returns the range of one chunk.
func only(chunk int) interval { return interval{chunk, chunk + 1} }

func (g grid) counts() []int {
	counts := make([]int, len(g))
	for i, c := range g {
		counts[i] = c.count()
	}
	return counts
}

// check returns an error if a chunk is not in the grid.
func (g grid) check(chunk []int) error {
	if len(chunk) != len(g) {
		return errorf(ErrShape, "chunk", -1, len(chunk), "has %d indices, expected %d", len(chunk), len(g))
	}
	for i, k := range chunk {
		if count := g[i].count(); k < 0 || k >= count {
			return errorf(ErrShape, "chunk", i, k, "has %d chunks, chunk %d is not one of them", count, k)
		}
	}
	return nil
}

// pieces yields each chunk of a grid that holds part of the wanted data, with that part. share(i, chunks) returns what a range of chunks
// holds along axis i. It must return something if one of the chunks holds something: such a range is halved.
func pieces(grid []int, share func(i int, chunks interval) [2]interval) iter.Seq2[[]int, Box] {
	return func(yield func([]int, Box) bool) {
		rank := len(grid)
		// An axis that holds nothing would be searched for each chunk of the axes outside it.
		for i, n := range grid {
			if parts := share(i, interval{0, n}); parts[0].len()+parts[1].len() == 0 {
				return
			}
		}
		chunk, box := make([]int, rank), Box{make([]int, rank), make([]int, rank)}
		var halve func(i int, chunks interval) bool
		next := func(i int) bool {
			if i == rank {
				return yield(chunk, box)
			}
			return halve(i, interval{0, grid[i]})
		}
		halve = func(i int, chunks interval) bool {
			middle := chunks.begin + chunks.len()/2
			for _, r := range share(i, chunks) {
				if r.len() > 0 && chunks.len() > 1 {
					return halve(i, interval{chunks.begin, middle}) && halve(i, interval{middle, chunks.end})
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
