package pad_test

import (
	"math/rand/v2"
	"slices"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
)

// options are what a test changes of a call whose result must not change.
type options struct {
	workers int
	ranks   []int // of the kernels that are there, nil: all
}

// runner is an element type as a test sees it: what is wrong with a call, or "".
type runner struct {
	name    string
	perUnit int
	size    int
	run     func(c padtest.Case, o options) string
}

func newRunner[T kernel.Unit](ks *kernel.Set[T]) runner {
	return runner{ks.Name, ks.PerUnit, ks.Element().Size, func(c padtest.Case, o options) string {
		set := ks
		if o.ranks != nil {
			set = subset(ks, o.ranks)
		}
		return padtest.Check(set, c, 1, func(dst, src []T, value T) error {
			plan, err := pad.NewPlan(set, pad.Params[T]{Shape: c.Shape, Pads: c.Pads, Mode: c.Mode, Value: value, Workers: o.workers})
			if err != nil {
				return err
			}
			return plan.Run(dst, src)
		})
	}}
}

// runners are one type of each size and kind of storage.
var runners = []runner{
	newRunner(&generated.Uint8), newRunner(&generated.Float16), newRunner(&generated.Float32), newRunner(&generated.Int64),
	newRunner(&generated.Complex128), newRunner(&generated.Uint4), newRunner(&generated.Int2), newRunner(&generated.String),
	newRunner(&generated.Bool), newRunner(&generated.Float4E2M1), newRunner(&generated.Complex64),
}

// subset is the set with the kernels of some ranks only.
func subset[T kernel.Unit](ks *kernel.Set[T], ranks []int) *kernel.Set[T] {
	s := *ks
	for i := range kernel.MaxRank {
		if !slices.Contains(ranks, i+1) {
			s.Constant[i] = nil
			for m := range s.Repeat {
				s.Repeat[m][i] = nil
			}
		}
	}
	return &s
}

// draw is a random call of the given rank. Many axes have no pads, many have one element, so that axes merge.
func draw(rng *rand.Rand, mode pad.Mode, rank int) padtest.Case {
	c := padtest.Case{Mode: mode, Shape: make([]int, rank), Pads: make([]int, 2*rank)}
	total := 1
	for a := range rank {
		n, b, e := rng.IntN(5), 0, 0
		switch rng.IntN(6) {
		case 0, 1:
			n = 1
		case 2:
			n = 1 + rng.IntN(12)
		}
		if n == 0 && rng.IntN(4) > 0 {
			n = 2
		}
		if total > 2000 {
			n = min(n, 1)
		}
		if rng.IntN(2) == 0 && total < 4000 {
			b, e = rng.IntN(9)-3, rng.IntN(9)-3
		}
		ext := n - max(0, -b) - max(0, -e)
		if out := n + b + e; out < 0 || mode != pad.Constant && ext <= 0 && out > 0 || out == 0 && rng.IntN(4) > 0 {
			b, e = 0, 0
		}
		c.Shape[a], c.Pads[a], c.Pads[rank+a] = n, b, e
		total *= n + b + e
	}
	c.Want = padtest.Source(mode, c.Shape, c.Pads)
	return c
}

func caseOf(mode pad.Mode, shape []int, pads []int) padtest.Case {
	c := padtest.Case{Mode: mode, Shape: shape, Pads: pads}
	c.Want = source(c)
	return c
}

func source(c padtest.Case) []int { return padtest.Source(c.Mode, c.Shape, c.Pads) }
