package leaf

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/stream"
	"github.com/padgen/padgen/runtime/pad/padtest"
)

// repeatState is what the nest of a generated kernel calls, in all modes except constant.
type repeatState interface {
	planes(do, so, n int)
	block(do, so int, a *kernel.Axis)
	over(a *kernel.Axis) (from, to int)
	slab(do, so, i int, a *kernel.Axis) (d, s int)
	border(do int, a *kernel.Axis)
	close()
}

// constantState is the same in mode constant.
type constantState interface {
	planes(g *kernel.Geometry, do, so, n int)
	close(n int)
}

// runRepeat is the generated kernel of a rank, its loops as a recursion.
// The state is open already.
func runRepeat(p repeatState, g *kernel.Geometry, rank int) {
	_, s := g.Start()
	if rank < 3 {
		p.planes(0, s, 1)
	} else {
		repeatAxis(p, g, rank-1, 0, s)
	}
	p.close()
}

func repeatAxis(p repeatState, g *kernel.Geometry, axis, do, so int) {
	a := g.Axis(axis)
	if axis == 2 {
		p.block(do, so, a)
		return
	}
	from, to := p.over(a)
	for i := from; i < to; i++ {
		d, s := p.slab(do, so, i, a)
		repeatAxis(p, g, axis-1, d, s)
	}
	p.border(do, a)
}

// runConstant is the same in mode constant. The state is open already.
func runConstant(c constantState, g *kernel.Geometry, rank, n int) {
	d, s := g.Start()
	constantAxis(c, g, max(rank, 3)-1, d, s)
	c.close(n)
}

func constantAxis(c constantState, g *kernel.Geometry, axis, do, so int) {
	a := g.Axis(axis)
	if axis == 2 {
		c.planes(g, do, so, a.Ext())
		return
	}
	for i := range a.Ext() {
		constantAxis(c, g, axis-1, do+i*a.Dst(), so+i*a.Src())
	}
}

// newSet is a kernel set of a leaf: its kernels of all modes and ranks.
func newSet[T kernel.Unit](name string, perUnit int, constant func(dst, src []T, value T, g *kernel.Geometry) (constantState, *kernel.Geometry),
	repeat func(dst, src []T, g *kernel.Geometry) (repeatState, *kernel.Geometry)) *kernel.Set[T] {
	s := &kernel.Set[T]{Name: name, GoName: strings.ToUpper(name[:1]) + name[1:], PerUnit: perUnit}
	for rank := 1; rank <= kernel.MaxRank; rank++ {
		s.Constant[rank-1] = func(dst, src []T, value T, g *kernel.Geometry) {
			name := fmt.Sprintf("Constant%sRank%d", s.GoName, rank)
			if g.Check(name, kernel.Constant, rank, perUnit, len(dst), len(src)) {
				c, g := constant(dst, src, value, g)
				runConstant(c, g, rank, len(dst))
			}
		}
		for mode := kernel.Constant + 1; mode < kernel.NumModes; mode++ {
			s.Repeat[mode][rank-1] = func(dst, src []T, g *kernel.Geometry) {
				name := fmt.Sprintf("%s%s%sRank%d", strings.ToUpper(mode.String()[:1]), mode.String()[1:], s.GoName, rank)
				if g.Check(name, mode, rank, perUnit, len(dst), len(src)) {
					p, g := repeat(dst, src, g)
					runRepeat(p, g, rank)
				}
			}
		}
	}
	return s
}

func wordSet[W word](name string) *kernel.Set[W] {
	return newSet(name, 1,
		func(dst, src []W, value W, g *kernel.Geometry) (constantState, *kernel.Geometry) {
			c := *keptConstant[W](g)
			c.open(g, unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src)), value)
			return &c, g
		},
		func(dst, src []W, g *kernel.Geometry) (repeatState, *kernel.Geometry) {
			p := *keptRepeat[W](g)
			p.open(g, unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src)))
			return &p, g
		})
}

func packedSet(name string, perUnit int) *kernel.Set[uint8] {
	return newSet(name, perUnit,
		func(dst, src []uint8, value uint8, g *kernel.Geometry) (constantState, *kernel.Geometry) {
			c := new(constantPacked)
			return c, c.open(g, dst, src, value, perUnit)
		},
		func(dst, src []uint8, g *kernel.Geometry) (repeatState, *kernel.Geometry) {
			p := new(repeatPacked)
			return p, p.open(g, dst, src, perUnit)
		})
}

func stringSet() *kernel.Set[string] {
	return newSet("string", 1,
		func(dst, src []string, value string, g *kernel.Geometry) (constantState, *kernel.Geometry) {
			c := new(constantStrings)
			c.open(g, dst, src, value)
			return c, g
		},
		func(dst, src []string, g *kernel.Geometry) (repeatState, *kernel.Geometry) {
			p := new(repeatStrings)
			p.open(g, dst, src)
			return p, g
		})
}

func leaf[T kernel.Unit](t *testing.T, set *kernel.Set[T]) {
	t.Run(set.Name, func(t *testing.T) { padtest.Set(t, set) })
}

// TestLeaf runs the leaf of every width, of words and of bits. Outputs past the caches are also tested on the emitted code only.
func TestLeaf(t *testing.T) {
	leaf(t, wordSet[uint8]("uint8"))
	leaf(t, wordSet[uint16]("uint16"))
	leaf(t, wordSet[uint32]("uint32"))
	leaf(t, wordSet[uint64]("uint64"))
	leaf(t, wordSet[[2]uint64]("complex128"))
	leaf(t, packedSet("uint4", 2))
	leaf(t, packedSet("uint2", 4))
	leaf(t, stringSet())
}

// TestChunks: rows are moved by the chunk of their length, and nothing else is written. There are no chunks for rows of less than two
// elements nor, with assembly, for rows of 16 bytes or more: other forms write these.
func TestChunks(t *testing.T) {
	var src [100]uint16
	for i := range src {
		src[i] = uint16(i + 1)
	}
	for n := 1; n < len(src); n++ {
		var dst [len(src) + 3]uint16
		p := &repeat[uint16]{form: oneEach, src: unsafe.Pointer(&src), row: 2 * n, step: 2*n + 4, runs: [2]runOfRow{{}, {from: 2*n - 2}}}
		var g kernel.Geometry
		if _, err := g.Init(kernel.Edge, []kernel.Span{{Dim: n, Ext: n, Begin: 1, End: 1}}); err != nil {
			t.Fatal(err)
		}
		p.rows.Open(&g, 2, false)
		p.rows.Start(0, 1)
		made := func() (made bool) {
			defer func() { made = recover() == nil }()
			p.write(unsafe.Pointer(&dst))
			return true
		}()
		var want [len(dst)]uint16
		if n >= 2 && (n < 8 || !stream.Assembly) {
			copy(want[:], slices.Concat(src[:1], src[:n], src[n-1:n]))
		}
		if dst != want || made != (want[0] > 0) {
			t.Errorf("%d elements: %v, %v, expected %v", n, made, dst, want)
		}
	}
}
