package padtest

import (
	"bytes"
	"os"
	"testing"

	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/stream"
	"github.com/padgen/padgen/runtime/pad"
)

// TestEveryKernel runs each kernel on a grid of shapes and pads, and compares the result with the reference.
func TestEveryKernel(t *testing.T) {
	size := 1500
	if testing.Short() {
		size = 200
	}
	everyKernel(t, size)
}

func everyKernel(t *testing.T, size int) {
	t.Helper()
	var grids [kernel.NumModes][kernel.MaxRank][]kerneltest.Case
	for m := range grids {
		for r := range grids[m] {
			grids[m][r] = kerneltest.Grid(pad.Mode(m), r+1, size/(r+1))
		}
	}
	manifest, err := os.ReadFile("../../../generated/MANIFEST.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := bytes.Count(manifest, []byte("Rank")) // one line each
	if ran := everySet(t, func(m pad.Mode, rank int) []kerneltest.Case { return grids[m][rank-1] }); ran != want {
		t.Errorf("ran %d kernels, expected %d", ran, want)
	}
}

// TestEveryForm runs the kernels of ranks 2 and 3 on rows of many lengths, and those above 4 on large slabs. `make cover` shows that it
// reaches every statement of the generated package.
func TestEveryForm(t *testing.T) { everyForm(t) }

// TestEveryFormPastTheCaches does the same as TestEveryForm and TestEveryKernel, as if no output fitted into the caches.
func TestEveryFormPastTheCaches(t *testing.T) {
	defer stream.ForTest(-1)()
	if !stream.Pays(0) {
		t.Skip("this processor or build has no registers of 32 bytes: nothing goes past the caches")
	}
	everyForm(t)
	everyKernel(t, 400)
}

func everyForm(t *testing.T) {
	t.Helper()
	var rows [kernel.NumModes][]kerneltest.Case
	for m := range rows {
		rows[m] = append(kerneltest.Rows(pad.Mode(m)), kerneltest.Slabs(pad.Mode(m))...)
	}
	everySet(t, func(m pad.Mode, rank int) []kerneltest.Case {
		var cases []kerneltest.Case
		for i, c := range rows[m] {
			if len(c.Shape) == rank && (!testing.Short() || i%3 == 0) {
				cases = append(cases, c)
			}
		}
		return cases
	})
}

// TestContract calls every kernel with slices and geometries that do not fit, and checks the views of every set.
func TestContract(t *testing.T) {
	for _, e := range all {
		e.contract(t)
	}
}

// TestAllocations: a Plan of any element type runs without allocating, including packed elements that fill bytes and outputs that go
// past the caches.
func TestAllocations(t *testing.T) {
	for _, e := range all {
		e.allocations(t)
	}
	defer stream.ForTest(-1)()
	for _, e := range all {
		e.allocations(t)
	}
}

type sets = []tests

// tests run on the kernels of one element type.
type tests interface {
	element() kernel.Element
	contract(t *testing.T)
	kernels(t *testing.T, grid func(pad.Mode, int) []kerneltest.Case) int
	allocations(t *testing.T)
}

type typed[T kernel.Unit] struct{ ks *kernel.Set[T] }

func testsOf[T kernel.Unit](ks *kernel.Set[T]) tests { return typed[T]{ks} }

func (e typed[T]) element() kernel.Element { return e.ks.Element() }

func (e typed[T]) contract(t *testing.T) { kerneltest.Contract(t, e.ks) }

// kernels returns the number of kernels.
func (e typed[T]) kernels(t *testing.T, grid func(pad.Mode, int) []kerneltest.Case) int {
	return kerneltest.Kernels(t, e.ks, grid)
}

// allocations runs plans, none of which may allocate.
func (e typed[T]) allocations(t *testing.T) {
	for m := range pad.Mode(kernel.NumModes) {
		if e.ks.Ranks(m) == 0 {
			continue // no version allows the type and the mode
		}
		for _, n := range []int{7, 8, 64, 400} {
			for _, pads := range [][]int{{1, 1, 1, 1, 1, 1}, {1, 4, 0, 1, 4, 0}} {
				p := pad.Params[T]{Shape: []int{3, 4, n}, Pads: pads, Mode: m, Workers: 1}
				plan, err := pad.NewPlan(e.ks, p)
				if err != nil {
					t.Fatal(err)
				}
				dst, src := make([]T, plan.OutputLen()), make([]T, plan.InputLen())
				a := testing.AllocsPerRun(20, func() { err = plan.Run(dst, src) })
				// An average below one counts as none: under the race detector, sync.Pool drops a fourth of what it gets.
				if a != 0 || err != nil {
					t.Errorf("%s, mode %v, rows of %d, pads %v: %v allocations, error %v", e.ks.Name, m, n, pads, a, err)
				}
			}
		}
	}
}

// everySet runs the kernels of all element types on a grid, those of one type of each storage on all of it, and returns how many ran.
func everySet(t *testing.T, grid func(pad.Mode, int) []kerneltest.Case) int {
	ran := 0
	for e, first := range byStorage {
		ran += e.kernels(t, func(m pad.Mode, rank int) []kerneltest.Case {
			if first {
				return grid(m, rank)
			}
			return some(grid(m, rank))
		})
	}
	return ran
}

// byStorage yields the tests of each element type, and whether it is the first of its storage: types of one storage share the code that
// moves their elements. In a long test, each counts as the first.
func byStorage(yield func(e tests, first bool) bool) {
	seen := map[kernel.Element]bool{}
	for _, e := range all {
		s := e.element()
		s.Name, s.GoName = "", ""
		if !yield(e, !seen[s] || long) {
			return
		}
		seen[s] = true
	}
}

// long tests take minutes.
var long = os.Getenv("PADGEN_LONG") != ""

// some returns 40 cases, spread evenly over all, and the last ones.
func some(cases []kerneltest.Case) []kerneltest.Case {
	const few = 40
	if len(cases) <= few {
		return cases
	}
	var list []kerneltest.Case
	for i := range few {
		list = append(list, cases[len(cases)-1-i*len(cases)/few])
	}
	return list
}
