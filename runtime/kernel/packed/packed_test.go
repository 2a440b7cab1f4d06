package packed_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/packed"
	"github.com/padgen/padgen/runtime/pad"
)

// run does what the generated kernels of a rank do, as a recursion.
func run(g *kernel.Geometry, rank int, dst, src []byte, value byte, bits int) {
	if !g.Check("run", g.Mode(), rank, 8/bits, len(dst), len(src)) {
		return
	}
	var s packed.State
	if b := s.Open(g, dst, src, value, 8/bits); b != nil {
		one := byte(1)<<bits - 1
		inBytes := kernel.MemoryOf([]byte{value & one * (255 / one)})
		generated.Uint8.Call(g.Mode(), rank, kernel.MemoryOf(dst), kernel.MemoryOf(src), inBytes, b)
		return
	}
	switch do, so := g.Start(); {
	case g.Mode() == kernel.Constant:
		outer(g, rank-1, do, so, s.Planes)
	case rank <= 2:
		s.Planes(0, so, 1)
	default:
		repeat(&s, g, rank-1, 0, so)
	}
	s.Close()
}

func outer(g *kernel.Geometry, axis, do, so int, planes func(do, so, n int)) {
	a := g.Axis(max(axis, 2))
	if axis <= 2 {
		planes(do, so, a.Ext())
		return
	}
	for i := range a.Ext() {
		outer(g, axis-1, do+i*a.Dst(), so+i*a.Src(), planes)
	}
}

func repeat(p *packed.State, g *kernel.Geometry, axis, do, so int) {
	a := g.Axis(axis)
	if axis == 2 {
		p.Planes(do+a.Begin()*a.Dst(), so, a.Ext())
		p.Border(do, a)
		return
	}
	for i := range a.Ext() {
		repeat(p, g, axis-1, do+(a.Begin()+i)*a.Dst(), so+i*a.Src())
	}
	p.Border(do, a)
}

// spans returns the spans of a call.
func spans(shape []int, pads []int) []kernel.Span {
	l := make([]kernel.Span, len(shape))
	for i, n := range shape {
		b, e := int(pads[i]), int(pads[len(shape)+i])
		lo, hi := max(0, -b), n-max(0, -e)
		if l[i] = (kernel.Span{Dim: n, Lo: lo, Ext: hi - lo, Begin: max(0, b), End: max(0, e)}); hi <= lo {
			l[i] = kernel.Span{Dim: n, Begin: n + b + e}
		}
	}
	return l
}

func element(s []byte, i, bits int) byte { return s[i*bits/8] >> (i * bits % 8) & (1<<bits - 1) }

func set(s []byte, i, bits int, v byte) {
	s[i*bits/8] = s[i*bits/8]&^((1<<bits-1)<<(i*bits%8)) | v<<(i*bits%8)
}

// noise returns n bytes that do not repeat soon.
func noise(n int, seed uint32) []byte {
	b := make([]byte, n)
	for i := range b {
		seed = seed*1664525 + 1013904223
		b[i] = byte(seed >> 24)
	}
	return b
}

func units(n, bits int) int { return (n*bits + 7) / 8 }

// expected returns what a call leaves in dst: elements from off on, then zero bits.
func expected(c kerneltest.Case, dst, src []byte, off int, value byte, bits int) []byte {
	dst = bytes.Clone(dst)
	for i, from := range c.Want {
		v := value & (1<<bits - 1)
		if from != kerneltest.Value {
			v = element(src, from, bits)
		}
		set(dst, off+i, bits, v)
	}
	for i := off + len(c.Want); i < len(dst)*8/bits; i++ {
		set(dst, i, bits, 0)
	}
	return dst
}

// same returns where two outputs differ, or nothing.
func same(got, want []byte, bits int) error {
	if bytes.Equal(got, want) {
		return nil
	}
	for i := range len(want) * 8 / bits {
		if x, y := element(got, i, bits), element(want, i, bits); x != y {
			return fmt.Errorf("element %d is %#x, expected %#x", i, x, y)
		}
	}
	return nil
}

// check runs a call in slices of exactly the memory it may touch, which buffer returns.
func check(c kerneltest.Case, bits, rank int, buffer func(n int, seed uint32) []byte) error {
	var g kernel.Geometry
	if _, err := g.Init(kernel.Mode(c.Mode), spans(c.Shape, c.Pads)); err != nil {
		return err
	}
	const value = 0x5d
	dst, src := buffer(units(g.DstLen(), bits), 1), buffer(units(g.SrcLen(), bits), 2)
	want, data := bytes.Clone(dst), bytes.Clone(src)
	if len(dst) > 0 {
		want = expected(c, dst, src, 0, value, bits)
	}
	run(&g, rank, dst, src, value, bits)
	if !bytes.Equal(src, data) {
		return fmt.Errorf("src was written")
	}
	if err := same(dst, want, bits); err != nil {
		return err
	}
	if len(c.Shape) > 1 {
		return checkBlocks(c, &g, bits, dst, want, src)
	}
	return nil
}

// checkBlocks writes the same output in blocks of some indices of the outermost axis, in order, most of which start inside a byte.
func checkBlocks(c kerneltest.Case, g *kernel.Geometry, bits int, dst, want, src []byte) error {
	a := g.Axis(len(c.Shape) - 1)
	per := 8 / bits
	copy(dst, noise(len(dst), 3))
	if g.Axis(0).Ext() == 0 {
		half := g.DstLen() / 2
		for _, part := range [][2]int{{0, half}, {half, g.DstLen()}} {
			from, to := part[0], part[1]
			var b kernel.Geometry
			b.SetFill(g, to-from, from%per)
			if to > from {
				run(&b, 1, dst[from/per:units(to, bits)], nil, 0x5d, bits)
			}
		}
		return same(dst, want, bits)
	}
	for o, n := 0, 1; o < a.Out(); o, n = o+n, 1 {
		j := o - a.Begin()
		from, to := o*a.Dst(), (o+1)*a.Dst()
		var b kernel.Geometry
		if g.Mode() == kernel.Constant && uint(j) >= uint(a.Ext()) {
			b.SetFill(g, a.Dst(), from%per)
			run(&b, 2, dst[from/per:units(to, bits)], nil, 0x5d, bits)
			continue
		}
		if j = g.Mode().Source(j, a.Ext()); o >= a.Begin() {
			n = min(1+o%3, max(1, a.Ext()-(o-a.Begin())))
		}
		_, start := g.Start()
		at := (start/a.Src() + j) * a.Src()
		b.SetBlock(g, len(c.Shape)-1, 0, n, 0, from%per, at%per)
		run(&b, len(c.Shape), dst[from/per:units(from+n*a.Dst(), bits)], src[at/per:at/per+units(b.SrcLen(), bits)], 0x5d, bits)
	}
	if err := same(dst, want, bits); err != nil {
		return fmt.Errorf("by blocks: %w", err)
	}
	return nil
}

// checkAll checks calls with both widths, at the rank of the call and one above it.
func checkAll(t *testing.T, cases []kerneltest.Case, buffer func(n int, seed uint32) []byte) {
	t.Helper()
	for i, c := range cases {
		for _, bits := range []int{2, 4} {
			if err := check(c, bits, min(len(c.Shape)+i%2, kernel.MaxRank), buffer); err != nil {
				t.Fatalf("%v, %d bits, shape %v, pads %v: %v", c.Mode, bits, c.Shape, c.Pads, err)
			}
		}
	}
}

// canaries are buffers with bytes around them that must not change, which check verifies.
type canaries struct{ kept, now [][]byte }

func (c *canaries) buffer(n int, seed uint32) []byte {
	whole := noise(n+32, seed)
	c.kept, c.now = append(c.kept, bytes.Clone(whole)), append(c.now, whole)
	return whole[16 : 16+n : 16+n]
}

func (c *canaries) check(t *testing.T) {
	t.Helper()
	for i, whole := range c.now {
		end := len(whole) - 16
		if !bytes.Equal(whole[:16], c.kept[i][:16]) || !bytes.Equal(whole[end:], c.kept[i][end:]) {
			t.Fatal("memory outside a slice was written")
		}
	}
	*c = canaries{}
}

func modes(t *testing.T, f func(t *testing.T, mode pad.Mode)) {
	for m := range pad.Mode(kernel.NumModes) {
		t.Run(m.String(), func(t *testing.T) { f(t, m) })
	}
}

// TestGrid runs all axis cases, of 0 to 4 elements with pads from -3 to 7, by themselves and in combinations.
func TestGrid(t *testing.T) {
	modes(t, func(t *testing.T, mode pad.Mode) {
		for rank := 1; rank <= kernel.MaxRank; rank++ {
			var c canaries
			checkAll(t, kerneltest.Grid(mode, rank, 150), c.buffer)
			c.check(t)
		}
	})
}

// TestRows runs rows of every length up to some thousand elements, and slabs.
func TestRows(t *testing.T) {
	modes(t, func(t *testing.T, mode pad.Mode) {
		var c canaries
		checkAll(t, append(kerneltest.Rows(mode), kerneltest.Slabs(mode)...), c.buffer)
		c.check(t)
	})
}

// random draws calls whose rows are of one word and of many, with pads of nothing, of one element, of a word and of more than the row,
// cropped and not, so that rows start at every bit.
func random(mode pad.Mode, rng *rand.Rand) kerneltest.Case {
	pads := []int{0, 0, 1, 1, 1, 2, 3, 4, 5, 7, 10, 11, 12, 13, 21, 22, 23, 31, 40, 67, 150, -1, -2, -5}
	widths := []int{1, 2, 3, 5, 7, 8, 11, 12, 13, 14, 15, 16, 17, 21, 25, 28, 29, 33, 55, 56, 57, 90, 113, 224, 225, 301, 1100}
	pick := func(l []int) int { return l[rng.IntN(len(l))] }
	for {
		rank := 1 + rng.IntN(4)
		c := kerneltest.Case{Mode: mode, Shape: make([]int, rank), Pads: make([]int, 2*rank)}
		out, in, fits := 1, 1, true
		long := rng.IntN(rank)
		for a := range rank {
			n, b, e := 1+rng.IntN(9), rng.IntN(4)-rng.IntN(2), rng.IntN(4)-rng.IntN(2)
			if a == rank-1 && long == a || a == long {
				n, b, e = pick(widths), pick(pads), pick(pads)
			}
			if rng.IntN(3) == 0 {
				b, e = 0, 0
			}
			c.Shape[a], c.Pads[a], c.Pads[rank+a] = n, b, e
			fits = fits && n+b+e >= 0 && (mode == kernel.Constant || n+min(0, b)+min(0, e) > 0)
			out, in = out*max(0, n+b+e), in*n
		}
		if fits && max(out, in) < 30000 {
			c.Want = kerneltest.Source(mode, c.Shape, c.Pads)
			return c
		}
	}
}

func TestRandom(t *testing.T) {
	count := 800
	if testing.Short() {
		count = 300
	}
	modes(t, func(t *testing.T, mode pad.Mode) {
		rng := rand.New(rand.NewPCG(uint64(mode), 3))
		for range count {
			var c canaries
			checkAll(t, []kerneltest.Case{random(mode, rng)}, c.buffer)
			c.check(t)
		}
	})
}

// TestBadPlaces: places and widths outside the slices panic before any memory is touched, also in the forms that use pointers.
func TestBadPlaces(t *testing.T) {
	modes(t, func(t *testing.T, mode pad.Mode) {
		for _, width := range []int{6, 100} { // in one word, and in several
			var g kernel.Geometry
			if _, err := g.Init(mode, spans([]int{4, 9, width}, []int{1, 1, 1, 1, 1, 1})); err != nil {
				t.Fatal(err)
			}
			for _, bad := range []struct{ do, so, n, perUnit int }{
				{-1, 0, 1, 2}, {-1 << 28, 0, 4, 2}, {0, -1, 1, 2}, {0, -1 << 28, 4, 2}, {g.DstLen(), 0, 1, 2}, {0, g.SrcLen(), 1, 2},
				{math.MaxInt / 8, 0, 1, 2}, {0, math.MinInt / 8, 1, 2}, {0, 0, 1000, 2}, {0, 0, 1, 0}, {0, 0, 1, -2}, {0, 0, 1, 1 << 28},
			} {
				var k canaries
				dst, src := k.buffer(units(g.DstLen(), 4), 1), k.buffer(units(g.SrcLen(), 4), 2)
				func() {
					defer func() {
						if recover() == nil {
							t.Errorf("rows of %d, %+v: no panic", width, bad)
						}
					}()
					var s packed.State
					if s.Open(&g, dst, src, 3, bad.perUnit) == nil {
						s.Planes(bad.do, bad.so, bad.n)
					}
				}()
				k.check(t)
			}
		}
	})
}

// FuzzPacked draws a call of rank 3 from its arguments.
func FuzzPacked(f *testing.F) {
	f.Add(byte(1), uint16(7), uint16(3), uint16(2), int16(1), int16(1), int16(1), int16(1), int16(0), int16(2))
	f.Add(byte(0), uint16(225), uint16(2), uint16(2), int16(0), int16(9), int16(3), int16(1), int16(0), int16(-2))
	f.Add(byte(3), uint16(1), uint16(30), uint16(2), int16(0), int16(0), int16(3), int16(100), int16(7), int16(0))
	f.Fuzz(func(t *testing.T, mode byte, x, y, z uint16, b0, e0, b1, e1, b2, e2 int16) {
		c := kerneltest.Case{Mode: pad.Mode(mode % kernel.NumModes), Shape: []int{int(z % 8), int(y % 64), int(x % 512)},
			Pads: []int{int(b2 % 8), int(b1 % 64), int(b0 % 256), int(e2 % 8), int(e1 % 64), int(e0 % 256)}}
		out := 1
		for a, n := range c.Shape {
			b, e := int(c.Pads[a]), int(c.Pads[a+3])
			if out *= n + b + e; n+b+e < 0 || c.Mode != kernel.Constant && n+min(0, b)+min(0, e) <= 0 {
				return
			}
		}
		if out > 1<<16 {
			return
		}
		c.Want = kerneltest.Source(c.Mode, c.Shape, c.Pads)
		var k canaries
		checkAll(t, []kerneltest.Case{c}, k.buffer)
		k.check(t)
	})
}
