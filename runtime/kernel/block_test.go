package kernel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/kernel"
)

// randomSpans has input on every axis, and more than one index on few axes beyond rank 4.
func randomSpans(mode kernel.Mode, rank int, rng *rand.Rand) []kernel.Span {
	spans := make([]kernel.Span, rank)
	for i := range spans {
		s := &spans[i]
		s.Dim, s.Ext = 1, 1
		if rank < 5 || rng.IntN(4) == 0 {
			s.Lo, s.Ext, s.Begin, s.End = rng.IntN(2), 1+rng.IntN(4), rng.IntN(4), rng.IntN(4)
			s.Dim = s.Lo + s.Ext + rng.IntN(2)
		}
	}
	return spans
}

// TestBadBlocks: for any block, its kernel writes dst and no other memory, or the geometry is empty and the kernel refuses to run.
func TestBadBlocks(t *testing.T) {
	for mode := range kernel.Mode(kernel.NumModes) {
		t.Run(mode.String(), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(mode), 2))
			badBlocks(t, generated.Uint16, mode, rng)
			badBlocks(t, generated.Uint4, mode, rng)
			badBlocks(t, generated.Int2, mode, rng)
		})
	}
}

func badBlocks[T kernel.Unit](t *testing.T, ks *kernel.Set[T], mode kernel.Mode, rng *rand.Rand) {
	number := func() int { // most are small, some are not possible
		return []int{rng.IntN(5), rng.IntN(5), rng.IntN(5), rng.IntN(5) - 2, rng.IntN(40), math.MaxInt - rng.IntN(9), math.MinInt}[rng.IntN(7)]
	}
	made, refused := 0, 0
	for range 20000 {
		var of, g kernel.Geometry
		if rng.IntN(50) > 0 { // else it is empty
			if _, err := of.Init(mode, randomSpans(mode, 1+rng.IntN(4), rng)); err != nil {
				t.Fatal(err)
			}
		}
		what := ""
		switch rng.IntN(3) {
		case 0:
			n, off := number(), number()
			g.SetFill(&of, n, off)
			what = fmt.Sprintf("fill of %d at %d", n, off)
		default:
			a := [6]int{rng.IntN(6) - 1, number(), number(), number(), rng.IntN(5) - 1, rng.IntN(5) - 1}
			g.SetBlock(&of, a[0], a[1], a[2], a[3], a[4], a[5])
			what = fmt.Sprint("block ", a)
		}
		if g == (kernel.Geometry{}) {
			refused++
			continue
		}
		made++
		const guard = 300
		dst, src := make([]T, guard+ks.Units(g.DstOff()+g.DstLen())+guard), make([]T, ks.Units(g.SrcLen()))
		raw := kernel.Bytes(dst)
		for i := range raw {
			raw[i] = 0xA5
		}
		call(ks, mode, kernel.MaxRank, dst[guard:len(dst)-guard:len(dst)-guard], src, *new(T), &g)
		for _, side := range [][]T{dst[:guard], dst[len(dst)-guard:]} {
			for _, b := range kernel.Bytes(side) {
				if b != 0xA5 {
					t.Fatalf("%s of %+v: memory outside dst was written", what, of)
				}
			}
		}
	}
	if made < 100 || refused < 500 {
		t.Errorf("%s: %d blocks made, %d refused", ks.Name, made, refused)
	}
	var g kernel.Geometry
	if g.SetBlock(nil, 0, 0, 1, 0, 0, 0); g.Rank() != 0 {
		t.Error("a block of nothing")
	}
	if g.SetFill(nil, 1, 0); g.Rank() != 0 {
		t.Error("a fill of nothing")
	}
}

// TestBlockOfWhole: a block keeps the size of the whole output, by which kernels decide whether it fits into the caches.
func TestBlockOfWhole(t *testing.T) {
	g := mustGeometry(t, kernel.Constant, []int{4, 5}, []int{1, 0, 0, 0})
	var b, f kernel.Geometry
	b.SetBlock(g, 0, 0, 3, 0, 0, 0)
	f.SetFill(g, 2, 1)
	if b.Total() != 25 || b.DstLen() != 3 || f.Total() != 25 || f.DstLen() != 2 || f.DstOff() != 1 {
		t.Errorf("a block %+v and a fill %+v of 25 elements", b, f)
	}
}

// TestGeometryBytes: packed elements move as bytes where every row, pad and step is whole bytes.
func TestGeometryBytes(t *testing.T) {
	for _, c := range []struct {
		mode  kernel.Mode
		shape []int
		pads  []int
		n     int
		want  bool
	}{
		{kernel.Constant, []int{3, 8}, []int{1, 4, 0, 8}, 4, true},
		{kernel.Constant, []int{3, 8}, []int{1, 2, 0, 8}, 4, false},
		{kernel.Constant, []int{3, 8}, []int{1, 2, 0, 8}, 2, true},
		{kernel.Constant, []int{2, 3, 8}, []int{1, 1, 2, -1, 0, 8}, 2, true},
		{kernel.Wrap, []int{3, 8}, []int{1, 4, 0, -4}, 4, true},
		{kernel.Wrap, []int{3, 8}, []int{1, -1, 0, 1}, 2, false},
		{kernel.Reflect, []int{3, 8}, []int{1, 0, 1, 0}, 4, true},
		{kernel.Reflect, []int{3, 8}, []int{1, 4, 1, 0}, 4, false}, // pads consist of single elements
		{kernel.Edge, []int{3, 7}, []int{1, 0, 1, 0}, 2, false},
		{kernel.Edge, []int{2, 1, 8}, []int{-1, 3, 0, 1, 0, 0}, 2, true},
	} {
		g := mustGeometry(t, c.mode, c.shape, c.pads)
		var b kernel.Geometry
		if got := g.Bytes(&b, c.n); got != c.want {
			t.Errorf("%v of %v by %v, %d to a byte: %v, expected %v", c.mode, c.shape, c.pads, c.n, got, c.want)
		} else if got {
			asBytes(t, g, &b, c.n, kerneltest.Source(c.mode, c.shape, c.pads))
		}
	}
}

// asBytes runs the kernel of bytes with b, and checks whether that wrote the elements of g.
func asBytes(t *testing.T, g, b *kernel.Geometry, n int, want []int) {
	t.Helper()
	src, dst := make([]byte, g.SrcLen()/n), make([]byte, g.DstLen()/n)
	for i := range src {
		src[i] = byte(i*37 + 11)
	}
	const value = 0xFF
	call(generated.Uint8, b.Mode(), b.Rank(), dst, src, value, b)
	width := 8 / n
	element := func(s []byte, i int) byte { return s[i/n] >> (i % n * width) & (1<<width - 1) }
	for i, from := range want {
		should := byte(value & (1<<width - 1))
		if from != kerneltest.Value {
			should = element(src, from)
		}
		if got := element(dst, i); got != should {
			t.Errorf("%v, %d to a byte: element %d is %d, expected %d", g.Mode(), n, i, got, should)
		}
	}
	if a, by := numbers(g.Axis(1)), numbers(b.Axis(1)); a != [5]int{by[0], by[1], by[2], by[3] * n, by[4] * n} {
		t.Errorf("axis 1 is %v, and in bytes %v", a, by)
	}
}
