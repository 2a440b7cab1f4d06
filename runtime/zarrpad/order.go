package zarrpad

import (
	"iter"
	"math"
	"slices"
)

// tileBytes bounds the decoded chunks of the input for which tiles are chosen: 18 chunks of 8 MiB decode each chunk 2.25
// times, 24 twice. It is not an option, because all processes must divide the output in the same way.
const tileBytes = 192 << 20

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
	grid  []int // chunks of the output on each axis
	first []int // the chunk that is visited first, followed by the next ones: in wrap the last and the first chunk have the same neighbours
	tile  []int // chunks on each axis; on the axis along, those of a segment
	along int
	need  int     // chunks of the input that a layer of a tile needs
	reads float64 // decoded chunks of the input, counted each time
}

// touched returns the chunks of the input that a chunk of the output needs on one axis. Chunks are numbered in the order of
// visits.
type touched func(axis, visit int) []int

// over returns the number of chunks of the input that the tiles of an axis need: their sum and their maximum.
func (t touched) over(axis, grid, tile int) (sum, most int) {
	for from := 0; from < grid; from += tile {
		seen := map[int]bool{}
		for k := from; k < min(from+tile, grid); k++ {
			for _, c := range t(axis, k) {
				seen[c] = true
			}
		}
		sum, most = sum+len(seen), max(most, len(seen))
	}
	return sum, most
}

// newOrder chooses an order for a number of shares: the largest tiles that need at most budget chunks of the input.
func newOrder(grid, first []int, t touched, budget, shares int) *order {
	rank := len(grid)
	o := &order{grid: grid, first: first, tile: slices.Repeat([]int{1}, rank), need: 1, reads: 1}
	sums, mosts := make([]int, rank), make([]int, rank)
	for i, n := range grid {
		if n > grid[o.along] {
			o.along = i
		}
		sums[i], mosts[i] = t.over(i, n, 1)
	}
	need := func() float64 {
		n := 1.0
		for _, m := range mosts {
			n *= float64(max(m, 1))
		}
		return n
	}
	for grown := true; grown; { // find the axis on which a wider tile saves most
		grown = false
		best, tile, sum, most := 0, 0, 0, 0
		gain := 1.0
		for i, n := range grid {
			tiles := (n + o.tile[i] - 1) / o.tile[i]
			if i == o.along || tiles < 2 {
				continue
			}
			wider := (n-1)/(tiles-1) + 1
			s, m := t.over(i, n, wider)
			fits := need()/float64(max(mosts[i], 1))*float64(m) <= float64(budget)
			if g := float64(sums[i]) / float64(max(s, 1)); fits && g > gain {
				best, tile, sum, most, gain, grown = i, wider, s, m, g, true
			}
		}
		if grown {
			o.tile[best], sums[best], mosts[best] = tile, sum, most
		}
	}
	if rank > 0 {
		o.divide(shares)
		sums[o.along] = 0
		var before []int
		for k := range grid[o.along] {
			now := t(o.along, k)
			if k%o.tile[o.along] == 0 {
				before = nil
			}
			sums[o.along] += len(slices.DeleteFunc(slices.Clone(now), func(c int) bool { return slices.Contains(before, c) }))
			before = now
		}
	}
	for _, s := range sums {
		o.reads *= float64(s)
	}
	o.need = int(min(need(), math.MaxInt32))
	return o
}

// divide chooses the segments: as few as possible such that the shares have nearly the same number of chunks.
func (o *order) divide(shares int) {
	n, best, least := o.grid[o.along], 0, math.Inf(1)
	for segments := 1; segments <= min(n, 4*shares); segments++ {
		o.tile[o.along] = (n-1)/segments + 1
		loads := make([]float64, shares)
		for u := range min(o.units(), 1<<12) {
			load := 1.0
			for _, r := range o.unit(u) {
				load *= float64(r[1] - r[0])
			}
			loads[u%shares] += load
		}
		if most := slices.Max(loads); most < 0.95*least {
			best, least = o.tile[o.along], most
		}
	}
	o.tile[o.along] = max(1, best)
}

// units returns the number of units.
func (o *order) units() int {
	n := 1
	for i, g := range o.grid {
		n *= (g + o.tile[i] - 1) / o.tile[i]
	}
	return n
}

// unit returns the range of visits of a unit on each axis.
func (o *order) unit(u int) [][2]int {
	ranges := make([][2]int, len(o.grid))
	for i, g := range slices.Backward(o.grid) {
		tiles := (g + o.tile[i] - 1) / o.tile[i]
		from := u % tiles * o.tile[i]
		ranges[i], u = [2]int{from, min(from+o.tile[i], g)}, u/tiles
	}
	return ranges
}

// share yields the chunks of a share. A yielded slice is valid until the next iteration.
func (o *order) share(index, shares int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		axes := sequence(len(o.grid)) // the outermost loop is along axis o.along
		slices.SortStableFunc(axes, func(a, b int) int {
			return map[bool]int{true: 1}[b == o.along] - map[bool]int{true: 1}[a == o.along]
		})
		chunk := make([]int, len(o.grid))
		for u := index; u < o.units(); u += shares {
			ranges := o.unit(u)
			var loop func(depth int) bool
			loop = func(depth int) bool {
				if depth == len(axes) {
					return yield(chunk)
				}
				axis := axes[depth]
				for k := ranges[axis][0]; k < ranges[axis][1]; k++ {
					if chunk[axis] = (k + o.first[axis]) % o.grid[axis]; !loop(depth + 1) {
						return false
					}
				}
				return true
			}
			if !loop(0) {
				return
			}
		}
	}
}
