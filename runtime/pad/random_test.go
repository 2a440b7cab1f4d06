package pad_test

import (
	"math/rand/v2"
	"testing"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// rounds is how many random calls a test draws for each mode and rank.
func rounds() int {
	if testing.Short() {
		return 40
	}
	return 250
}

// TestRandomCalls compares whole calls of ranks 0 to 10 with the reference: merged axes, peeled ones, every storage.
func TestRandomCalls(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for m := range pad.Mode(kernel.NumModes) {
		for rank := 0; rank <= 10; rank++ {
			for i := range rounds() {
				c, r := draw(rng, m, rank), runners[i%len(runners)]
				if diff := r.run(c, options{}); diff != "" {
					t.Errorf("%s: %v of %v by %v: %s", r.name, m, c.Shape, c.Pads, diff)
				}
			}
		}
	}
}

// TestHighRanks pads every axis of ranks above MaxRank, so that none merge.
func TestHighRanks(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for m := range pad.Mode(kernel.NumModes) {
		for rank := kernel.MaxRank + 1; rank <= 12; rank++ {
			for i, r := range runners {
				c := draw(rng, m, rank)
				for a := range rank {
					c.Shape[a], c.Pads[a], c.Pads[rank+a] = 1+(a+i)%2, 1, 0
					if a < rank-4 {
						c.Shape[a], c.Pads[a], c.Pads[rank+a] = 2, a%2, -(a % 2)
					}
				}
				c.Want = source(c)
				if diff := r.run(c, options{}); diff != "" {
					t.Errorf("%s: %v of %v by %v: %s", r.name, m, c.Shape, c.Pads, diff)
				}
			}
		}
	}
}

// TestKernelSubsets: whatever ranks were generated, the result is the same: the next higher rank serves, or the axes
// above the highest one are peeled.
func TestKernelSubsets(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, ranks := range [][]int{{1}, {2}, {8}, {4}, {1, 8}, {2, 4}, {3, 5, 7}, {1, 2, 3, 4}} {
		for m := range pad.Mode(kernel.NumModes) {
			for rank := 0; rank <= 10; rank++ {
				for i := range max(8, rounds()/10) {
					c, r := draw(rng, m, rank), runners[i%len(runners)]
					if i == 0 && m == pad.Constant && rank > 1 {
						// No data in the output at all.
						c.Shape[0], c.Pads[0], c.Pads[rank] = 2, -2, 3
						c.Want = source(c)
					}
					if diff := r.run(c, options{ranks: ranks}); diff != "" {
						t.Errorf("kernels of ranks %v, %s: %v of %v by %v: %s", ranks, r.name, m, c.Shape, c.Pads, diff)
					}
				}
			}
		}
	}
}
