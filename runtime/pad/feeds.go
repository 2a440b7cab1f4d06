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
	untyped := p.untyped()
	spans, err := untyped.resolve(new(spanBuffer))
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
func (f *Feeds) From(chunk []int) iter.Seq2[[]int, Box] { return f.all(chunk, (*feedAxis).from) }

// Into yields the chunks of data that feed a chunk of the output, each with the box of data that is needed of it. It is the inverse of From.
func (f *Feeds) Into(chunk []int) iter.Seq2[[]int, Box] { return f.all(chunk, (*feedAxis).into) }

func (f *Feeds) all(
	chunk []int, axis func(a *feedAxis, at int, yield func(other int, r run) bool) bool,
) iter.Seq2[[]int, Box] {
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

// sources are those of a chunk of the output.
func (a *feedAxis) sources(chunk int) sources {
	if chunk < 0 || chunk > (a.Out()-1)/a.out {
		return sources{}
	}
	begin := chunk * a.out
	return sourcesOf(a.mode, begin-a.Begin, min(a.out, a.Out()-begin), a.Ext).shift(a.Lo)
}

func (a *feedAxis) into(chunk int, yield func(from int, r run) bool) bool {
	for _, r := range a.sources(chunk).runs {
		for r.len() > 0 {
			from := r.begin / a.in
			piece := run{r.begin, r.begin + min(r.len(), a.in-r.begin%a.in)}
			if !yield(from, piece) {
				return false
			}
			r.begin = piece.end
		}
	}
	return true
}

// from goes along the axis of the output, from one chunk that repeats an index of the chunk of data to the next.
func (a *feedAxis) from(chunk int, yield func(to int, r run) bool) bool {
	if chunk < 0 || chunk > (a.Dim-1)/a.in || a.Ext == 0 {
		return true
	}
	held := run{chunk * a.in, chunk*a.in + min(a.in, a.Dim-chunk*a.in)}
	k, end := -a.Begin, a.Ext+a.End
	if a.mode == Constant {
		k, end = 0, a.Ext
	}
	for k < end {
		first, step, n := a.mode.Run(k, a.Ext)
		n = min(n, end-k)
		skip := n // so many that are not held
		switch first += a.Lo; {
		case held.begin <= first && first < held.end:
			skip = 0
		case step > 0 && first < held.begin:
			skip = held.begin - first
		case step < 0 && first >= held.end:
			skip = first - held.end + 1
		}
		if skip >= n {
			k += n
			continue
		}
		to := (k + skip + a.Begin) / a.out
		for _, r := range a.sources(to).runs {
			if r = r.within(held); r.len() > 0 && !yield(to, r) {
				return false
			}
		}
		if to == (a.Out()-1)/a.out {
			return true
		}
		k = (to+1)*a.out - a.Begin
	}
	return true
}
