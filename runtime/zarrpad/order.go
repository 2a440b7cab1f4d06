package zarrpad

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"

	"github.com/padgen/padgen/runtime/pad"
)

// tileBytes bounds the decoded chunks of the input for which tiles are chosen: 18 chunks of 8 MiB decode each chunk 2.25
// times, 24 twice. It is not an option, because all processes must divide the output in the same way.
const tileBytes = 192 << 20

// maxGrid bounds the chunks of an axis, of the input and of the output: an order is chosen by visiting each of them.
const maxGrid = 1 << 22

// order is the order in which the chunks of the output are padded, so that chunks of the input are used again while they are
// in memory: along one axis, in tiles of the other axes. A unit is a tile along a segment of the axis. Units are assigned to
// shares in turn.
//
//	+---+---+---+---+
//	| 1   2 | 7   8 |    two tiles of 2 chunks along axis 0: the chunks of the input inside a tile
//	| 3   4 | 9  10 |    are decoded once, those between two tiles twice
//	| 5   6 | 11 12 |
//	+---+---+---+---+
type order struct {
	axes  []axis  // from the smallest to the largest, which is the one along
	need  int     // chunks of the input that a layer of a tile needs
	reads float64 // decoded chunks of the input, counted each time
}

// axis is an axis of the grid of the output. It is divided into parts: tiles or, on the axis along, segments.
type axis struct {
	number int
	grid   int        // chunks of the output
	first  int        // the chunk that is visited first, followed by the next ones
	dim    int        // of the input
	size   int        // of the input's chunks
	feeds  *pad.Feeds // of this axis, as if it were the only one and its input one chunk
	along  bool
	parts  int
	sum    int // chunks of the input that the parts need, counted for each of them
	most   int // chunks of the input that are in memory at once
}

// newAxis returns an axis that is not divided yet, for a call for it only. In mode wrap the last chunk is visited first,
// because it needs the same chunks of the input as the first one.
func newAxis(number int, p pad.Params[struct{}], in, out int) (a axis, err error) {
	a = axis{number: number, dim: p.Shape[0], size: in}
	if a.feeds, err = p.Feeds([]int{max(1, a.dim)}, []int{out}); err != nil {
		return a, err
	}
	for _, side := range [][2]int{{a.dim, in}, {a.dim + p.Pads[0] + p.Pads[1], out}} {
		if (side[0]-1)/side[1] >= maxGrid {
			const most = "axis %d has %d elements in chunks of %d, expected at most %d chunks"
			return a, errorf(ErrUnsupported, most, number, side[0], side[1], maxGrid)
		}
	}
	if a.grid = a.feeds.Grid()[0]; p.Mode == pad.Wrap {
		a.first = max(0, a.grid-1)
	}
	return a, nil
}

// visits returns the range of visits of a part. The parts have nearly the same size.
func (a axis) visits(part int) (from, to int) {
	begin := func(part int) int { return part*(a.grid/a.parts) + min(part, a.grid%a.parts) }
	return begin(part), begin(part + 1)
}

// chunk returns the chunk of the output of a visit.
func (a axis) chunk(visit int) int { return (visit + a.first) % a.grid }

// divided returns the axis in a number of parts. A tile keeps all chunks of the input in memory; on the axis along, a visit
// keeps only those of the visit before. It ends early if the context is cancelled.
func (a axis) divided(ctx context.Context, parts int) axis {
	a.parts, a.sum, a.most = parts, 0, 0
	needed, now := make([]int, a.dim/a.size+1), 0 // when each chunk of the input was needed last
	for part := range parts {
		held := 0
		now += 2 // the chunks of other parts are not in memory
		for visit, end := a.visits(part); visit < end && ctx.Err() == nil; visit++ {
			if a.along {
				held, now = 0, now+1
			}
			boxes, _ := a.feeds.Inputs([]int{a.chunk(visit)}) // the chunk is in the grid
			for _, box := range boxes {
				for c := box.Begin[0] / a.size; c <= (box.End[0]-1)/a.size; c++ {
					if needed[c] < now-1 {
						a.sum++
					}
					if needed[c] < now {
						needed[c], held = now, held+1
					}
				}
			}
			a.most = max(a.most, held)
		}
	}
	return a
}

// newOrder chooses an order for a number of shares: the largest tiles that need at most budget chunks of the input.
func newOrder(ctx context.Context, axes []axis, budget, shares int) *order {
	o := &order{axes: axes}
	slices.SortStableFunc(axes, func(a, b axis) int { return cmp.Compare(a.grid, b.grid) })
	along := len(axes) - 1
	for i, a := range axes {
		if a.along = i == along; a.along {
			axes[i] = a.divided(ctx, 1)
		} else {
			axes[i] = a.divided(ctx, a.grid)
		}
	}
	for grown := true; grown && ctx.Err() == nil; { // widen the tiles on the axis on which that saves most
		best, gain := -1, 1.0
		var widest axis
		for i, a := range axes {
			if i == along || a.parts < 2 {
				continue
			}
			size := (a.grid-1)/(a.parts-1) + 1
			wider := a.divided(ctx, (a.grid-1)/size+1)
			fits := o.product(held)/held(a)*held(wider) <= float64(budget)
			if saved := float64(a.sum) / float64(max(1, wider.sum)); fits && saved > gain {
				best, gain, widest = i, saved, wider
			}
		}
		if grown = best >= 0; grown {
			axes[best] = widest
		}
	}
	if along >= 0 {
		if n := o.segments(shares); n != axes[along].parts {
			axes[along] = axes[along].divided(ctx, n)
		}
	}
	o.need = int(min(o.product(held), math.MaxInt32))
	o.reads = o.product(func(a axis) float64 { return float64(a.sum) })
	return o
}

func held(a axis) float64 { return float64(max(1, a.most)) }

func (o *order) product(of func(axis) float64) float64 {
	p := 1.0
	for _, a := range o.axes {
		p *= of(a)
	}
	return p
}

// segments returns into how many segments to divide the axis along, which is one part yet: as few as possible such that no
// share has many more chunks than the others.
func (o *order) segments(shares int) int {
	along := &o.axes[len(o.axes)-1]
	best, least, grid := 1, math.Inf(1), along.grid
	tiles := o.product(func(a axis) float64 { return float64(a.parts) })
	for n := 1; n <= min(grid, 4*shares); n++ {
		length := float64((grid-1)/n + 1)
		if most := math.Ceil(tiles*float64(n)/float64(shares)) * length; most < 0.95*least {
			best, least = n, most
		}
	}
	return best
}

// share yields the chunks of a share. A yielded slice is valid until the next iteration.
func (o *order) share(index, shares int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		units := int(o.product(func(a axis) float64 { return float64(a.parts) }))
		chunk, begin, size := make([]int, len(o.axes)), make([]int, len(o.axes)), make([]int, len(o.axes))
		for unit := index; unit < units; unit += shares {
			chunks, rest := 1, unit
			for i, a := range o.axes {
				from, to := a.visits(rest % a.parts)
				begin[i], size[i], rest = from, to-from, rest/a.parts
				chunks *= size[i]
			}
			for n := range chunks {
				rest := n
				for i, a := range o.axes {
					chunk[a.number], rest = a.chunk(begin[i]+rest%size[i]), rest/size[i]
				}
				if !yield(chunk) {
					return
				}
			}
		}
	}
}
