//go:build linux

package padtest

import (
	"fmt"
	"runtime/debug"
	"sync"
	"testing"

	pages "github.com/padgen/padgen/runtime/internal/guard"
	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/stream"
	"github.com/padgen/padgen/runtime/pad"
)

// TestBounds runs every kernel in memory that faults right before its start, and right after its end. Strings are moved by copy, which
// checks its bounds.
func TestBounds(t *testing.T) { everyBound(t) }

// TestBoundsPastTheCaches does the same as if no output fitted into the caches.
func TestBoundsPastTheCaches(t *testing.T) {
	defer stream.ForTest(-1)()
	if !stream.Pays(0) {
		t.Skip("this processor or build has no registers of 32 bytes: nothing goes past the caches")
	}
	everyBound(t)
}

func everyBound(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	ends := []end{newEnd(t, false), newEnd(t, true)}
	cases := boundCases()
	for e, first := range byStorage {
		if e.element().Strings {
			continue
		}
		e.(interface {
			bounds(*testing.T, []end, caseList, bool)
		}).bounds(t, ends, cases, first)
	}
}

// end is memory for the output and for the input with a guard at one end.
type end struct {
	dst, src []byte
	behind   bool // the memory is after the guard
}

func (e end) String() string {
	if e.behind {
		return "slices start at a guard"
	}
	return "slices end at a guard"
}

const mostBytes = 1 << 17

func newEnd(t *testing.T, behind bool) end {
	e := end{pages.Memory(t, mostBytes, behind), pages.Memory(t, mostBytes, behind), behind}
	seed := uint32(1)
	for i := range e.src {
		seed = seed*1664525 + 1013904223
		e.src[i] = byte(seed >> 24)
	}
	return e
}

// cut returns n bytes at the guard.
func (e end) cut(m []byte, n int) []byte {
	if e.behind {
		return m[:n:n]
	}
	return m[len(m)-n:]
}

type caseList [kernel.NumModes][kernel.MaxRank + 1][]kerneltest.Case

// boundCases returns some of all calls. Rows has 20 kinds of call for most lengths: every third one reaches all of them.
var boundCases = sync.OnceValue(func() (list caseList) {
	size, one := 60, 3
	if testing.Short() {
		size, one = 20, 19
	}
	for m := range list {
		mode := pad.Mode(m)
		for rank := 1; rank <= kernel.MaxRank; rank++ {
			list[m][rank] = kerneltest.Grid(mode, rank, size)
		}
		for i, c := range append(kerneltest.Rows(mode), kerneltest.Slabs(mode)...) {
			if rank := len(c.Shape); i%one == 0 && len(c.Want) < 8000 {
				list[m][rank] = append(list[m][rank], c)
			}
		}
		list[m][2] = append(list[m][2], wholeRows(mode)...)
	}
	return list
})

// wholeRows returns calls with pads of all of a row, or of one index less, of units of 1 to 16 elements: the code for these loads from both
// ends of the input.
func wholeRows(mode pad.Mode) (cases []kerneltest.Case) {
	for unit := 1; unit <= 16; unit++ {
		for _, n := range []int{2, 3, 8, 17, 33, 100} {
			pads := [][2]int{{n, n}, {n, 0}, {0, n - 1}}
			if testing.Short() {
				pads = pads[:1]
			}
			for _, p := range pads {
				c := kerneltest.Case{Mode: mode, Shape: []int{n, unit}, Pads: []int{p[0], 0, p[1], 0}}
				c.Want = kerneltest.Source(mode, c.Shape, c.Pads)
				cases = append(cases, c)
			}
		}
	}
	return cases
}

// bounds runs each kernel of a set on all cases, or on some. Some cases of each must fit into the memory.
func (e typed[T]) bounds(t *testing.T, ends []end, list caseList, all bool) {
	for mode := range pad.Mode(kernel.NumModes) {
		for rank := 1; rank <= kernel.MaxRank; rank++ {
			if !kerneltest.Has(e.ks, mode, rank) {
				continue
			}
			cases := list[mode][rank]
			if !all {
				cases = some(cases)
			}
			for _, end := range ends {
				ran := 0
				for _, c := range cases {
					fits, diff := bound(e.ks, end, mode, rank, c)
					if fits {
						ran++
					}
					if diff != "" {
						t.Errorf("%v %s rank %d: shape %v pads %v, %s: %s", mode, e.ks.Name, rank, c.Shape, c.Pads, end, diff)
						break
					}
				}
				if ran == 0 {
					t.Errorf("%v %s rank %d: %s: no case ran", mode, e.ks.Name, rank, end)
				}
			}
		}
	}
}

// bound runs one kernel at a guard, if the case fits into the memory, and returns what is wrong, or "".
func bound[T kernel.Unit](ks *kernel.Set[T], e end, mode pad.Mode, rank int, c kerneltest.Case) (fits bool, diff string) {
	defer func() {
		if v := recover(); v != nil {
			diff = fmt.Sprint("panic: ", v)
		}
	}()
	g, err := pad.NewGeometry(mode, c.Shape, c.Pads)
	if err != nil {
		return false, err.Error()
	}
	out, in := ks.Units(g.DstLen())*ks.Element().Size, ks.Units(g.SrcLen())*ks.Element().Size
	if max(out, in) > mostBytes {
		return false, ""
	}
	to := e.cut(e.dst, out)
	for i := range to {
		to[i] = 0xAA
	}
	dst, _ := kernel.FromBytes[T](to)
	src, _ := kernel.FromBytes[T](e.cut(e.src, in))
	one := make([]T, 1)
	copy(kernel.Bytes(one), "an element, maybe")
	value := one[0]
	kerneltest.Call(ks, mode, rank, dst, src, value, g)
	if diff := kerneltest.Compare(ks, dst, src, value, c.Want); diff != "" || g.Rank() < 2 || g.Rank() > 3 || out == 0 || ks.PerUnit > 1 {
		return true, diff
	}
	run, gap := g.Axis(g.Rank()-1).Dst(), len(c.Want)%23
	g.Spread(run + gap)
	if out = g.DstLen() * ks.Element().Size; out > mostBytes {
		return true, ""
	}
	to = e.cut(e.dst, out)
	for i := range to {
		to[i] = 0xAA
	}
	dst, _ = kernel.FromBytes[T](to)
	kerneltest.Call(ks, mode, rank, dst, src, value, g)
	var runs []T
	for len(dst) > run {
		for i, b := range kernel.Bytes(dst[run : run+gap]) {
			if b != 0xAA {
				return true, fmt.Sprintf("byte %d between runs of %d elements, %d apart, was written", i, run, run+gap)
			}
		}
		runs, dst = append(runs, dst[:run]...), dst[run+gap:]
	}
	if diff = kerneltest.Compare(ks, append(runs, dst...), src, value, c.Want); diff != "" {
		diff = fmt.Sprintf("runs of %d elements, %d apart: %s", run, run+gap, diff)
	}
	return true, diff
}
