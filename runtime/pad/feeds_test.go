package pad_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
)

// chunksOf are the indices of the chunks of a grid, and their boxes.
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

// TestFeeds: each chunk of the output can be made from what the chunks of data send it, which is what it asks for.
func TestFeeds(t *testing.T) {
	for mode := range pad.Mode(kernel.NumModes) {
		rng := rand.New(rand.NewPCG(uint64(mode), 11))
		for i := range 150 {
			c := draw(rng, mode, i%5)
			p := pad.Params[uint16]{Shape: c.Shape, Pads: c.Pads, Mode: mode, Value: 7}
			if i%5 == 1 && i%2 == 0 { // deeper than chunks and than data
				p.Shape, p.Pads = []int{1 + rng.IntN(9)}, []int{rng.IntN(60), rng.IntN(60)}
			}
			in, out := make([]int, len(c.Shape)), make([]int, len(c.Shape))
			for a := range in {
				in[a], out[a] = 1+rng.IntN(6), 1+rng.IntN(6)
			}
			feed(t, p, in, out)
		}
	}
}

func feed(t *testing.T, p pad.Params[uint16], in, out []int) {
	t.Helper()
	feeds, err := p.Feeds(in, out)
	if err != nil {
		t.Fatal(err)
	}
	plan := mustPlan(t, &generated.Uint16, p)
	src, want, got := make([]uint16, plan.InputLen()), make([]uint16, plan.OutputLen()), make([]uint16, plan.OutputLen())
	noise(kernel.Bytes(src))
	if err := plan.Run(want, src); err != nil {
		t.Fatal(err)
	}
	call := fmt.Sprintf("%v of %v by %v, chunks of %v to %v", p.Mode, p.Shape, p.Pads, in, out)
	sent, asked := map[string][]pad.Block[uint16]{}, map[string]int{}
	indices, boxes := chunksOf(p.Shape, in)
	for i, from := range indices {
		chunks, err := feeds.From(from)
		if err != nil {
			t.Fatal(err)
		}
		for to, box := range chunks {
			for a := range to {
				if box.Begin[a] < boxes[i].Begin[a] || box.End[a] > boxes[i].End[a] {
					t.Fatalf("%s: chunk %v sends %v, it has %v", call, from, box, boxes[i])
				}
			}
			part := make([]uint16, size(box.Shape()))
			eachOf(p.Shape, box, func(w, at int) { part[at] = src[w] })
			block := pad.Block[uint16]{Box: pad.Box{Begin: slices.Clone(box.Begin), End: slices.Clone(box.End)}, Data: part}
			sent[fmt.Sprint(to)] = append(sent[fmt.Sprint(to)], block)
			asked[fmt.Sprint(from, to, box)]++
		}
	}
	indices, boxes = chunksOf(plan.OutputShape(), out)
	grid, count := feeds.Grid(), 1
	for _, n := range grid {
		count *= n
	}
	if count != len(indices) || count > 0 && !slices.Equal(indices[count-1], sub1(grid)) {
		t.Fatalf("%s: grid %v, expected the chunks %v", call, grid, indices)
	}
	for i, to := range indices {
		if box, err := feeds.Box(to); err != nil || !cmp.Equal(box, boxes[i]) {
			t.Fatalf("%s: chunk %v is %v, %v, expected %v", call, to, box, err, boxes[i])
		}
		r, err := pad.NewRegion(&generated.Uint16, p, boxes[i])
		if err != nil {
			t.Fatal(err)
		}
		part := make([]uint16, r.OutputLen())
		if err := r.Run(part, sent[fmt.Sprint(to)]...); err != nil {
			t.Fatalf("%s: chunk %v: %v", call, to, err)
		}
		eachOf(plan.OutputShape(), boxes[i], func(w, at int) { got[w] = part[at] })
		chunks, err := feeds.Into(to)
		if err != nil {
			t.Fatal(err)
		}
		listed, needed := 0, 0
		for from, box := range chunks {
			asked[fmt.Sprint(from, to, box)]--
			listed += size(box.Shape())
		}
		for _, box := range r.Needs() {
			needed += size(box.Shape())
		}
		if listed != needed {
			t.Fatalf("%s: chunk %v is fed by %d elements, the region needs %d", call, to, listed, needed)
		}
	}
	for piece, n := range asked {
		if n != 0 {
			t.Fatalf("%s: From and Into differ by %d for %s", call, n, piece)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", call, diff)
	}
}

// sub1 is the index of the last chunk of a grid.
func sub1(grid []int) []int {
	last := slices.Clone(grid)
	for i := range last {
		last[i]--
	}
	return last
}

// TestFeedsOfHugeArrays: what moves is counted without a table of chunks, and a loop may end early.
func TestFeedsOfHugeArrays(t *testing.T) {
	const n = 1 << 29
	for mode := range pad.Mode(kernel.NumModes) {
		p := pad.Params[struct{}]{Shape: []int{n, n, n}, Pads: []int{64, 1, n, 0, 1, 2}, Mode: mode}
		feeds, err := p.Feeds([]int{64, 64, 64}, []int{64, 64, 64})
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		chunks, err := feeds.From([]int{n / 128, 3, 5})
		if err != nil {
			t.Fatal(err)
		}
		for range chunks {
			count++
		}
		if chunks, err = feeds.From([]int{0, 0, 0}); err != nil {
			t.Fatal(err)
		}
		for range chunks {
			break
		}
		// Axis 0 is moved by whole chunks, axis 1 by one element, axis 2 again by whole chunks. Pads as long as data repeat the
		// chunk in every mode as pads as long as a small axis do, which are looked through.
		const small = 16 * 64
		want := 1
		for a, pads := range [][2]int{{64, 0}, {1, 1}, {small, 2}} {
			fed := map[int]bool{}
			for i, k := range padtest.Source(mode, []int{small}, []int{pads[0], pads[1]}) {
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
		_, from := feeds.From(c.chunk)
		_, into := feeds.Into(c.chunk)
		_, box := feeds.Box(c.chunk)
		for _, err := range []error{from, into, box} {
			c.want.check(t, fmt.Sprint(c.chunk), err)
		}
	}
	// An axis that yields nothing is not found again for each chunk of the axes outside it.
	p = pad.Params[struct{}]{Shape: []int{1 << 40 % math.MaxInt, 1}, Pads: []int{0, 5, 0, 0}}
	if feeds, err = p.Feeds([]int{1, 1}, []int{math.MaxInt, 1}); err != nil {
		t.Fatal(err)
	}
	chunks, err := feeds.Into([]int{0, 0})
	if err != nil {
		t.Fatal(err)
	}
	for from := range chunks {
		t.Errorf("a chunk of the value is fed by %v", from)
	}
}
