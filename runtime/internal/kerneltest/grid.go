package kerneltest

import (
	"math/rand/v2"
	"slices"

	"github.com/padgen/padgen/runtime/pad"
)

// Case is one call of a kernel.
type Case struct {
	Mode  pad.Mode
	Shape []int
	Pads  []int
	Want  []int // see Source
}

// newCase returns a call whose axes have one element and no pads.
func newCase(mode pad.Mode, rank int) Case {
	return Case{Mode: mode, Shape: slices.Repeat([]int{1}, rank), Pads: make([]int, 2*rank)}
}

// set gives axis a n elements and pads b and e.
func (c *Case) set(a, n, b, e int) {
	c.Shape[a], c.Pads[a], c.Pads[len(c.Shape)+a] = n, b, e
}

// axisCase is an axis of 0 to 4 elements with pads from -3 to 7, which bounce and turn several times.
type axisCase struct{ n, b, e int }

func axisCases(mode pad.Mode) []axisCase {
	var l []axisCase
	for n := 0; n <= 4; n++ {
		for b := -3; b <= 7; b++ {
			for e := -3; e <= 7; e++ {
				left := n - max(0, -b) - max(0, -e)
				if out := n + b + e; out == 0 || out > 0 && (left > 0 || mode == pad.Constant) {
					l = append(l, axisCase{n, b, e})
				}
			}
		}
	}
	return l
}

// Grid returns calls of one mode and rank. An axis has 0 to 4 elements and pads from -3 to 7. For rank 1, Grid returns all such axes;
// for a higher rank, it returns up to size combinations of them, in which each occurs at least once if size allows. Outputs have at
// most a few thousand elements.
func Grid(mode pad.Mode, rank, size int) []Case {
	axes := axisCases(mode)
	if rank == 1 {
		size = len(axes)
	}
	rng := rand.New(rand.NewPCG(uint64(mode), uint64(rank)))
	var cases []Case
	for i := range size {
		c, total := newCase(mode, rank), 1
		for a := range rank {
			x := axes[rng.IntN(len(axes))]
			out := x.n + x.b + x.e
			switch few := rng.IntN(8) > 0; { // few outputs are empty, and few are long
			case a == i%rank:
				x = axes[i%len(axes)]
			case total > 4000:
				x = axisCase{1, 0, 0}
			case out == 0 && few, total > 400 && few, total*out > 4000:
				x = axisCase{1 + rng.IntN(3), 0, 0}
			}
			c.set(a, x.n, x.b, x.e)
			total *= x.n + x.b + x.e
		}
		if total <= 1<<14 {
			cases = append(cases, c)
		}
	}
	// Rows of whole bytes, also for packed types.
	for _, end := range []int{0, 8} {
		c := newCase(mode, rank)
		for a := range rank - 1 {
			c.set(a, 1+a%2, a%2, a/2%2)
		}
		c.set(rank-1, 16, end/2, end)
		cases = append(cases, c)
	}
	for i := range cases {
		cases[i].Want = Source(mode, cases[i].Shape, cases[i].Pads)
	}
	return cases
}

// Rows returns calls of rank 2 and 3 with rows of many lengths, most of them up to several thousand elements. Their pads have no
// element, one or a few, or are longer than a row. Together the calls reach every form in which kernels move rows of any element type,
// fill the pads between rows and repeat slabs.
func Rows(mode pad.Mode) []Case {
	var widths []int
	for w := 1; w <= 70; w++ {
		widths = append(widths, w)
	}
	widths = append(widths, 96, 127, 128, 129, 255, 256, 257, 511, 513, 1023, 1025, 2049, 4097)
	var cases []Case
	add := func(shape []int, pads ...int) {
		cases = append(cases, Case{mode, shape, pads, Source(mode, shape, pads)})
	}
	for _, w := range widths {
		rows := 2 + w%3
		add([]int{rows, w}, 0, 1, 0, 1)
		add([]int{rows + 1, w}, 0, 1, 0, 1)
		add([]int{rows, w}, 1, 0, 0, 2)
		add([]int{rows, w}, 0, 3, 1, 0)
		if w > 2 {
			add([]int{rows, w}, 0, -1, 0, 2)
		}
		if w < 300 {
			add([]int{rows, w}, 0, w+1, 1, 2*w+3)
			add([]int{rows, w}, 0, w, 0, w)
			add([]int{rows, w}, 0, 0, 0, 200)
			add([]int{rows, w}, 0, 150+w, 0, 170)
		}
		if w < 1100 {
			add([]int{rows, w}, 0, 5, 0, 6)
			add([]int{rows, w}, 1, 4, 0, 8)
			add([]int{rows, w}, 0, 10, 0, 20)
			add([]int{2, rows, w}, 1, 1, 0, 1, 2, 0)
			add([]int{2, rows, w}, 1, 1, 1, 1, 1, 1)
			add([]int{2, rows, w}, 0, 0, 2, 1, 1, 0)
			add([]int{2, rows, w}, 0, -1, 1, 0, 0, 1)
			add([]int{2, w, 3}, 0, 1, 0, 1, 1, 0)
			few := func(i int) int { return 2 + i%3 }
			add([]int{rows, w}, 0, few(w), 0, few(w/3))
			add([]int{rows, w}, 1, few(w/3)-1, 0, few(w)/2)
			add([]int{3, rows, w}, 0, 1, few(w/3), 1, 1, few(w))
			add([]int{3, rows, w}, 1, 0, few(w/3)-1, 0, 2, few(w)/2)
		}
	}
	// Pads a few bytes longer than those allowed between rows that are written past the caches, for elements of 1 to 8 bytes.
	for _, p := range []int{258, 130, 66, 33} {
		add([]int{4, 513}, 0, p, 0, p-1)
	}
	// Many rows of up to 16 bytes, and planes of them.
	for _, w := range []int{1, 2, 4, 8, 16} {
		add([]int{300, w + 1}, 0, 0, 0, -1)
		add([]int{300, w + 1}, 2, 0, 3, -1)
		add([]int{40, 5, w + 1}, 1, 1, -1, 0, 2, 0)
	}
	add([]int{300, 1}, 0, 0, 0, 1)
	add([]int{600, 2, 1}, 0, 1, 0, 0, 0, 1)
	// Enough short rows for those of packed types to be written in registers.
	for w := 4; w <= 28; w += 1 + w/8 {
		add([]int{515, w}, 0, 1, 0, 1)
		add([]int{131, 3, w}, w%2, 1, w%3, 0, 0, 2)
	}
	// Long fills and long rows.
	add([]int{2, 3}, 2, 0, 1, 20000)
	add([]int{1, 1<<20 + 5}, 0, 1, 0, 0)
	add([]int{1, 1<<17 + 5}, 0, 1, 0, 0)
	return cases
}
