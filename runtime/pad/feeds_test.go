package pad_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// chunksOf returns the indices of the chunks of a grid, and their boxes.
func chunksOf(shape, chunk []int) (indices [][]int, boxes []pad.Box) {
	indices, boxes = [][]int{{}}, []pad.Box{{Begin: []int{}, End: []int{}}}
	for a, n := range shape {
		var longer [][]int
		var larger []pad.Box
		for i, index := range indices {
			for k := 0; k*chunk[a] < n; k++ {
				longer = append(longer, append(slices.Clip(index), k))
				larger = append(larger, pad.Box{
					Begin: append(slices.Clip(boxes[i].Begin), k*chunk[a]), End: append(slices.Clip(boxes[i].End), min(n, (k+1)*chunk[a])),
				})
			}
		}
		indices, boxes = longer, larger
	}
	return indices, boxes
}

// TestFeedsOfLongAxes: where an int cannot hold twice the length of an axis, each chunk still gets what its first index, its last one and
// one between them repeat.
func TestFeedsOfLongAxes(t *testing.T) {
	const n, before = math.MaxInt / 4 * 3, 7
	for mode := pad.Constant + 1; mode < kernel.NumModes; mode++ {
		p := pad.Params[struct{}]{Shape: []int{n}, Pads: []int{before, math.MaxInt - n - before}, Mode: mode}
		feeds, err := p.Feeds([]int{n}, []int{math.MaxInt / 9})
		if err != nil {
			t.Fatal(err)
		}
		for c := range feeds.Grid()[0] {
			box, _ := feeds.Box([]int{c})
			for _, i := range []int{box.Begin[0], box.Begin[0]/2 + box.End[0]/2, box.End[0] - 1} {
				want, fed := mode.Source(i-before, n), false
				chunks, err := feeds.Inputs([]int{c})
				if err != nil {
					t.Fatal(err)
				}
				for _, from := range chunks {
					fed = fed || from.Begin[0] <= want && want < from.End[0]
				}
				if !fed {
					t.Errorf("%v: index %d of the output is not fed %d", mode, i, want)
				}
			}
		}
	}
}

// TestFeedsOfHugeArrays: chunks are counted without a table of them, and a loop may end early.
func TestFeedsOfHugeArrays(t *testing.T) {
	const n = 1 << 29
	for mode := range pad.Mode(kernel.NumModes) {
		p := pad.Params[struct{}]{Shape: []int{n, n, n}, Pads: []int{64, 1, n, 0, 1, 2}, Mode: mode}
		feeds, err := p.Feeds([]int{64, 64, 64}, []int{64, 64, 64})
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		chunks, err := feeds.Outputs([]int{n / 128, 3, 5})
		if err != nil {
			t.Fatal(err)
		}
		for range chunks {
			count++
		}
		if chunks, err = feeds.Outputs([]int{0, 0, 0}); err != nil {
			t.Fatal(err)
		}
		for range chunks {
			break
		}
		// Axis 0 is moved by whole chunks, axis 1 by one element, axis 2 again by whole chunks. Pads as long as the input repeat
		// the chunk in every mode as pads as long as a small axis do, which are searched completely.
		const small = 16 * 64
		want := 1
		for a, pads := range [][2]int{{64, 0}, {1, 1}, {small, 2}} {
			fed := map[int]bool{}
			for i, k := range kerneltest.Source(mode, []int{small}, []int{pads[0], pads[1]}) {
				if k >= 0 && k/64 == []int{8, 3, 5}[a] {
					fed[i/64] = true
				}
			}
			want *= len(fed)
		}
		if count != want || count < 2 {
			t.Errorf("%v: a chunk feeds %d, expected %d", mode, count, want)
		}
	}
	p := pad.Params[struct{}]{Shape: []int{4, 6}, Pads: []int{0, 1, 0, 1}}
	for _, c := range []struct {
		in, out []int
		want    refusal
	}{
		{[]int{1}, []int{1, 1}, refusal{pad.ErrShape, "chunks", -1, 0}},
		{[]int{1, 1}, []int{1, 0}, refusal{pad.ErrShape, "chunks", 1, 0}},
	} {
		_, err := p.Feeds(c.in, c.out)
		c.want.check(t, fmt.Sprint(c.in, c.out), err)
	}
	feeds, err := p.Feeds([]int{2, 2}, []int{3, 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		chunk []int
		want  refusal
	}{ // not in the grids, which are of 2x3 and 2x3
		{[]int{0}, refusal{pad.ErrShape, "chunk", -1, 1}},
		{[]int{2, 0}, refusal{pad.ErrShape, "chunk", 0, 2}},
		{[]int{0, 3}, refusal{pad.ErrShape, "chunk", 1, 3}},
		{[]int{-1, 0}, refusal{pad.ErrShape, "chunk", 0, -1}},
	} {
		_, from := feeds.Outputs(c.chunk)
		_, into := feeds.Inputs(c.chunk)
		_, box := feeds.Box(c.chunk)
		for _, err := range []error{from, into, box} {
			c.want.check(t, fmt.Sprint(c.chunk), err)
		}
	}
	// An axis that yields nothing is not searched again for each chunk of the axes outside it.
	p = pad.Params[struct{}]{Shape: []int{1 << 40 % math.MaxInt, 1}, Pads: []int{0, 5, 0, 0}}
	if feeds, err = p.Feeds([]int{1, 1}, []int{math.MaxInt, 1}); err != nil {
		t.Fatal(err)
	}
	chunks, err := feeds.Inputs([]int{0, 0})
	if err != nil {
		t.Fatal(err)
	}
	for from := range chunks {
		t.Errorf("a chunk of the value is fed by %v", from)
	}
}
