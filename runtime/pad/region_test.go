package pad_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// cuts returns places between 0 and n, including both.
func cuts(rng *rand.Rand, n int) []int {
	at := []int{0, n}
	for range rng.IntN(4) {
		at = append(at, rng.IntN(n+1))
	}
	slices.Sort(at)
	return at
}

// rowMajor returns the strides of a tensor without gaps.
func rowMajor(shape []int) []int {
	strides := make([]int, len(shape))
	for a := range strides {
		strides[a] = size(shape[a+1:])
	}
	return strides
}

// tiles returns the boxes, some of them empty, of a grid with random cuts. At a high rank, only a few axes are cut.
func tiles(rng *rand.Rand, shape []int) []pad.Box {
	all := []pad.Box{{Begin: []int{}, End: []int{}}}
	for a, n := range shape {
		var next []pad.Box
		at := []int{0, n}
		if len(shape) < 5 || (a+len(all))%3 == 0 && len(all) < 30 {
			at = cuts(rng, n)
		}
		for _, b := range all {
			for i := range len(at) - 1 {
				next = append(next, pad.Box{Begin: append(slices.Clip(b.Begin), at[i]), End: append(slices.Clip(b.End), at[i+1])})
			}
		}
		all = next
	}
	return all
}

// eachOf calls f with the place of every element of a box in the whole tensor and in the box.
func eachOf(shape []int, b pad.Box, f func(whole, part int)) {
	var walk func(a, w, p int)
	walk = func(a, w, p int) {
		if a == len(shape) {
			f(w, p)
			return
		}
		for i := b.Begin[a]; i < b.End[a]; i++ {
			walk(a+1, w*shape[a]+i, p*(b.End[a]-b.Begin[a])+i-b.Begin[a])
		}
	}
	walk(0, 0, 0)
}

// copyElement sets element d of dst to element s of src.
func copyElement[T kernel.Unit](ks *kernel.Set[T], dst []T, d int, src []T, s int) {
	if ks.PerUnit == 1 {
		dst[d] = src[s]
		return
	}
	to, from, bits := kernel.Bytes(dst), kernel.Bytes(src), 8/ks.PerUnit
	mask := byte(1<<bits - 1)
	v := from[s/ks.PerUnit] >> (s % ks.PerUnit * bits) & mask
	p := &to[d/ks.PerUnit]
	*p = *p&^(mask<<(d%ks.PerUnit*bits)) | v<<(d%ks.PerUnit*bits)
}

func size(shape []int) int { n, _ := pad.Count(shape); return n }

func overlap(a, b pad.Box) bool {
	for i := range a.Begin {
		if max(a.Begin[i], b.Begin[i]) >= min(a.End[i], b.End[i]) {
			return false
		}
	}
	return true
}

// blocksOf returns blocks of the input from which a region can be computed: all of it, what the region lists, or more of a grid, in any order.
func blocksOf[T kernel.Unit](ks *kernel.Set[T], sources []pad.Box, src []T, shape []int, rng *rand.Rand, units func(n int) []T) (from []pad.Block[T]) {
	add := func(b pad.Box) {
		strides, reach := gapped(rng, b.Shape(), 1), 0
		places := make([]int, size(b.Shape()))
		eachPlace(b.Shape(), strides, func(i, at int) { places[i], reach = at, at+1 })
		part := units(reach)
		eachOf(shape, b, func(w, p int) { copyElement(ks, part, places[p], src, w) })
		if slices.Equal(strides, rowMajor(b.Shape())) {
			strides = nil
		}
		from = append(from, pad.Block[T]{Box: b, Data: part, Strides: strides})
	}
	switch rng.IntN(3) {
	case 0:
		add(pad.Box{Begin: make([]int, len(shape)), End: shape})
	case 1:
		for _, s := range sources {
			add(s)
		}
	default:
		for _, g := range tiles(rng, shape) {
			if slices.ContainsFunc(sources, func(s pad.Box) bool { return overlap(g, s) }) {
				add(g)
			}
		}
		rng.Shuffle(len(from), func(i, j int) { from[i], from[j] = from[j], from[i] })
	}
	return from
}

// same compares bytes, or strings: a NaN equals itself.
func same[T kernel.Unit](a, b []T) bool {
	if s, ok := any(a).([]string); ok {
		return slices.Equal(s, any(b).([]string))
	}
	return bytes.Equal(kernel.Bytes(a), kernel.Bytes(b))
}

// TestRegionAgain: a region that keeps the plan for a block gives the same result for blocks of other layouts, on several goroutines.
func TestRegionAgain(t *testing.T) {
	params := pad.Params[uint8]{Shape: []int{4, 5}, Pads: []int{1, 2, 1, 2}, Mode: pad.Reflect}
	r, err := pad.NewRegion(generated.Uint8, params, pad.Box{Begin: []int{0, 1}, End: []int{3, 6}})
	if err != nil {
		t.Fatal(err)
	}
	data := make([]uint8, 4*9)
	noise(data)
	dense := make([]uint8, 0, 4*5)
	for i := range 4 {
		dense = append(dense, data[9*i:][:5]...)
	}
	all := pad.Box{Begin: []int{0, 0}, End: []int{4, 5}}
	blocks := []pad.Block[uint8]{
		{Box: all, Data: dense}, {Box: all, Data: data, Strides: []int{9, 1}},
		{Box: pad.Box{Begin: []int{0, 0}, End: []int{3, 5}}, Data: dense[:15]},
		{Box: pad.Box{Begin: []int{0, 0}, End: []int{3, 5}}, Data: data, Strides: []int{9, 1}},
	}
	want := []uint8{dense[6], dense[5], dense[6], dense[7], dense[8], dense[1], dense[0], dense[1], dense[2], dense[3],
		dense[6], dense[5], dense[6], dense[7], dense[8]}
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			got := make([]uint8, len(want))
			for k := range 200 {
				clear(got)
				if err := r.Run(got, blocks[(i+k/(1+i%2))%4]); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%v, %v, expected %v", err, got, want)
					return
				}
			}
		}()
	}
	wait.Wait()
}

// TestRegionRefusals tests boxes outside the output, and blocks that do not hold all sources exactly once. Nothing is written then.
func TestRegionRefusals(t *testing.T) {
	shape := []int{4, 6}
	params := pad.Params[uint8]{Shape: shape, Pads: []int{2, 1, 2, 1}, Mode: pad.Reflect}
	for _, c := range []struct {
		begin, end []int
		change     func(p *pad.Params[uint8])
		want       refusal
	}{
		{[]int{0}, []int{1, 1}, nil, refusal{pad.ErrShape, "box", -1, 0}},
		{[]int{0, -1}, []int{1, 1}, nil, refusal{pad.ErrShape, "box", 1, -1}},
		{[]int{0, 0}, []int{1, 9}, nil, refusal{pad.ErrShape, "box", 1, 9}},
		{[]int{5, 0}, []int{4, 1}, nil, refusal{pad.ErrShape, "box", 0, 4}},
		{[]int{0, 0}, []int{8, 8}, func(p *pad.Params[uint8]) { p.MaxBytes = 63 }, refusal{pad.ErrTooLarge, "pads", -1, 64}},
		{[]int{0, 0}, []int{8, 8}, func(p *pad.Params[uint8]) { p.Strides = []int{6, 1} }, refusal{pad.ErrStrides, "strides", -1, 0}},
		{[]int{0, 0}, []int{8, 8}, func(p *pad.Params[uint8]) { p.Strict, p.Pads = true, []int{4, 0, 0, 0} }, refusal{pad.ErrOverrun, "pads", 0, 4}},
	} {
		p := params
		if c.change != nil {
			c.change(&p)
		}
		_, err := pad.NewRegion(generated.Uint8, p, pad.Box{Begin: c.begin, End: c.end})
		c.want.check(t, fmt.Sprint(c.begin, c.end), err)
	}
	r, err := pad.NewRegion(generated.Uint8, params, pad.Box{Begin: []int{1, 0}, End: []int{5, 4}}) // rows 1 to 2, mirrored in part, columns 0 to 2
	if err != nil {
		t.Fatal(err)
	}
	if want := []pad.Box{{Begin: []int{0, 0}, End: []int{3, 3}}}; !cmp.Equal(want, r.Needs()) {
		t.Fatalf("sources %v, expected %v", r.Needs(), want)
	}
	block := func(y0, x0, y1, x1, n int) pad.Block[uint8] {
		return pad.Block[uint8]{Box: pad.Box{Begin: []int{y0, x0}, End: []int{y1, x1}}, Data: make([]uint8, n)}
	}
	strided := func(n int, strides ...int) pad.Block[uint8] {
		return pad.Block[uint8]{Box: pad.Box{Begin: []int{0, 0}, End: []int{3, 3}}, Data: make([]uint8, n), Strides: strides}
	}
	dst := make([]uint8, 16)
	for _, c := range []struct {
		dst  []uint8
		from []pad.Block[uint8]
		want refusal
	}{
		{dst, nil, refusal{pad.ErrBuffer, "from", -1, 0}},
		{dst, []pad.Block[uint8]{block(0, 0, 3, 2, 6)}, refusal{pad.ErrBuffer, "from", -1, 0}},
		{dst, []pad.Block[uint8]{block(0, 0, 3, 3, 8)}, refusal{pad.ErrBuffer, "from", -1, 8}},
		{dst, []pad.Block[uint8]{block(0, 0, 5, 3, 15)}, refusal{pad.ErrBuffer, "from", 0, 5}},
		{dst, []pad.Block[uint8]{block(0, -1, 3, 3, 12)}, refusal{pad.ErrBuffer, "from", 1, -1}},
		{dst, []pad.Block[uint8]{{Box: pad.Box{Begin: []int{0}, End: []int{4}}}}, refusal{pad.ErrBuffer, "from", -1, 0}},
		// They have as many elements as needed: an overlap hides a hole.
		{dst, []pad.Block[uint8]{block(0, 0, 3, 1, 3), block(0, 1, 3, 2, 3), block(0, 0, 3, 1, 3)}, refusal{pad.ErrBuffer, "from", -1, 2}},
		{dst, []pad.Block[uint8]{strided(11, 4)}, refusal{pad.ErrStrides, "from", -1, 1}},
		{dst, []pad.Block[uint8]{strided(11, 2, 1)}, refusal{pad.ErrStrides, "from", 0, 2}},
		{dst, []pad.Block[uint8]{strided(10, 4, 1)}, refusal{pad.ErrBuffer, "from", -1, 10}},
		{dst, []pad.Block[uint8]{{Box: pad.Box{Begin: []int{0, 0}, End: []int{4, 3}}, Data: dst[:12]}}, refusal{pad.ErrBuffer, "from", -1, 0}},
		{dst[:15], []pad.Block[uint8]{block(0, 0, 4, 6, 24)}, refusal{pad.ErrBuffer, "dst", -1, 15}},
	} {
		c.want.check(t, fmt.Sprint(c.from), r.Run(c.dst, c.from...))
	}
	if !slices.Equal(dst, make([]uint8, 16)) {
		t.Errorf("dst was written: %v", dst)
	}
	// A copy of the sources also counts.
	params.MaxBytes = 24
	r, err = pad.NewRegion(generated.Uint8, params, pad.Box{Begin: []int{1, 0}, End: []int{5, 4}})
	if err == nil {
		err = r.Run(dst, block(0, 0, 4, 6, 24))
	}
	if err == nil {
		err = r.Run(dst, block(0, 0, 2, 6, 12), block(2, 0, 4, 6, 12))
	}
	refusal{pad.ErrTooLarge, "pads", -1, 25}.check(t, "two blocks", err)
}

// TestRegionOfHugeOutput: only the region must fit an int, not the whole output.
func TestRegionOfHugeOutput(t *testing.T) {
	const most = math.MaxInt
	for mode := range pad.Mode(kernel.NumModes) {
		p := pad.Params[uint8]{Shape: []int{3, 3, 3}, Pads: []int{most - 3, most/2 - 1, 0, 0, most/2 - 1, most - 3}, Mode: mode, Value: 7}
		r, err := pad.NewRegion(generated.Uint8, p, pad.Box{Begin: []int{most - 4, 0, 0}, End: []int{most, 1, 3}})
		if err != nil {
			t.Fatal(err)
		}
		src, dst := []uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26}, make([]uint8, 12)
		if err := r.Run(dst, pad.Block[uint8]{Box: pad.Box{Begin: []int{0, 0, 0}, End: []int{3, 3, 3}}, Data: src}); err != nil {
			t.Fatal(err)
		}
		for i, got := range dst {
			want := uint8(7)
			if mode != pad.Constant {
				want = uint8(9*mode.Source(i/3-1, 3) + 3*mode.Source(-(most/2-1), 3) + i%3)
			}
			if got != want {
				t.Errorf("%v: element %d is %d, expected %d", mode, i, got, want)
			}
		}
	}
}

// TestRegionStops: a context that is done ends a run, also while the input is gathered.
func TestRegionStops(t *testing.T) {
	p := pad.Params[struct{}]{Shape: []int{4, 6}, Pads: []int{5, 0, 0, 0}, Mode: pad.Wrap}
	r, err := pad.NewAnyRegion(generated.Uint8, p, pad.Box{Begin: []int{3, 0}, End: []int{6, 6}})
	if err != nil {
		t.Fatal(err)
	}
	why := errors.New("why")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(why)
	dst, src, value := make([]uint8, 18), make([]uint8, 24), []uint8{1}
	from := pad.AnyBlock{Box: pad.Box{Begin: []int{0, 0}, End: []int{4, 6}}, Data: kernel.MemoryOf(src)}
	if err := r.RunContext(ctx, kernel.MemoryOf(dst), kernel.MemoryOf(value), from); err != why {
		t.Errorf("%v, expected %v", err, why)
	}
	refusal{pad.ErrBuffer, "value", -1, 2}.check(t, "two values", r.Run(kernel.MemoryOf(dst), kernel.MemoryOf(src[:2]), from))
	var none context.Context // treated as one that is never done
	if err := r.RunContext(none, kernel.MemoryOf(dst), kernel.MemoryOf(value), from); err != nil {
		t.Error(err)
	}
	refusal{pad.ErrBuffer, "dst", -1, 0}.check(t, "another type", r.RunContext(none, kernel.MemoryOf(make([]uint16, 18)), kernel.MemoryOf(value), from))
}

// TestManyBlocks: 20,000 blocks in any order are checked quickly, and an overlap or a hole among them is found.
func TestManyBlocks(t *testing.T) {
	for _, grid := range [][2]int{{20000, 1}, {1, 20000}, {140, 143}} {
		shape := []int{grid[0], 2 * grid[1]}
		r, err := pad.NewRegion(generated.Uint8, pad.Params[uint8]{Shape: shape, Pads: make([]int, 4)}, pad.Box{Begin: []int{0, 0}, End: shape})
		if err != nil {
			t.Fatal(err)
		}
		var from []pad.Block[uint8]
		for i := range grid[0] * grid[1] {
			y, x := i/grid[1], i%grid[1]*2
			from = append(from, pad.Block[uint8]{Box: pad.Box{Begin: []int{y, x}, End: []int{y + 1, x + 2}}, Data: []uint8{byte(i), byte(i >> 8)}})
		}
		rand.New(rand.NewPCG(1, 1)).Shuffle(len(from), func(i, j int) { from[i], from[j] = from[j], from[i] })
		dst := make([]uint8, r.OutputLen())
		if err := r.Run(dst, from...); err != nil {
			t.Fatal(err)
		}
		for i := range len(dst) / 2 {
			if dst[2*i] != byte(i) || dst[2*i+1] != byte(i>>8) {
				t.Fatalf("%v: %v at %d", grid, dst[2*i:2*i+2], i)
			}
		}
		refusal{pad.ErrBuffer, "from", -1, int64(len(from))}.check(t, "one twice", r.Run(dst, append(from, from[777])...))
		refusal{pad.ErrBuffer, "from", -1, 0}.check(t, "one less", r.Run(dst, from[1:]...))
	}
	// No axis has a place where no block is cut: each is a row or a column of a cross.
	const n = 40
	shape := []int{n, n}
	r, err := pad.NewRegion(generated.Uint8, pad.Params[uint8]{Shape: shape, Pads: make([]int, 4)}, pad.Box{Begin: []int{0, 0}, End: shape})
	if err != nil {
		t.Fatal(err)
	}
	var from []pad.Block[uint8]
	add := func(y0, x0, y1, x1 int) {
		box := pad.Box{Begin: []int{y0, x0}, End: []int{y1, x1}}
		from = append(from, pad.Block[uint8]{Box: box, Data: make([]uint8, size(box.Shape()))})
	}
	for i := range n {
		add(i, i, i+1, n)
		add(i+1, i, n, i+1)
	}
	if err := r.Run(make([]uint8, n*n), from...); err != nil {
		t.Error(err)
	}
	add(n-1, n-1, n, n)
	refusal{pad.ErrBuffer, "from", -1, 2 * n}.check(t, "one twice", r.Run(make([]uint8, n*n), from...))
	done := make(chan struct{})
	close(done)
	one := []pad.AnyBlock{{Box: from[0].Box}}
	if err, stopped := pad.HeldOnce(nil, one[0].Box, one), pad.HeldOnce(done, one[0].Box, one); err != nil || stopped == nil {
		t.Errorf("%v, and %v of a context that is done", err, stopped)
	}
}

// TestEmptyRegion: a Region that was not created by NewRegion refuses every call.
func TestEmptyRegion(t *testing.T) {
	refusal{pad.ErrNoKernel, "region", -1, 0}.check(t, "no region", new(pad.Region[uint8]).Run(nil, pad.Block[uint8]{}))
	refusal{pad.ErrNoKernel, "region", -1, 0}.check(t, "no region", new(pad.AnyRegion).Run(kernel.Memory{}, kernel.Memory{}))
	if boxes := new(pad.AnyRegion).Needs(); boxes != nil {
		t.Errorf("no region needs %v", boxes)
	}
}

// TestBlankRegion: a region that needs nothing of the input accepts blocks, wherever they lie.
func TestBlankRegion(t *testing.T) {
	for _, c := range []struct {
		mode       pad.Mode
		begin, end []int
		units      int
	}{
		{pad.Constant, []int{0, 0}, []int{2, 4}, 8},
		{pad.Reflect, []int{2, 0}, []int{2, 5}, 0},
		{pad.Wrap, []int{0, 3}, []int{3, 3}, 0},
	} {
		p := pad.Params[uint8]{Shape: []int{3, 3}, Pads: []int{4, 4, 4, 4}, Mode: c.mode, Value: 9}
		r, err := pad.NewRegion(generated.Uint8, p, pad.Box{Begin: c.begin, End: c.end})
		if err != nil {
			t.Fatal(err)
		}
		dst := make([]uint8, c.units)
		block := pad.Block[uint8]{Box: pad.Box{Begin: []int{1, 1}, End: []int{2, 2}}, Data: []uint8{5}}
		if err := r.Run(dst, block); err != nil || bytes.Count(dst, []byte{9}) != c.units {
			t.Errorf("%v: %v, %v", c.mode, dst, err)
		}
	}
}
