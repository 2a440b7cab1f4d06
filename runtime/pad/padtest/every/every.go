// Package every runs tests on the kernels of every element type. File zz_types.go has the list, from spec/elemtypes.json.
package every

import (
	"testing"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
)

// Type runs tests on the kernels of one element type.
type Type interface {
	// Contract runs [padtest.Contract].
	Contract(t *testing.T)
	// Kernels runs [padtest.Kernels] and returns how many there are.
	Kernels(t *testing.T, grid func(pad.Mode, int) []padtest.Case) int
	// Allocations runs plans, none of which may allocate.
	Allocations(t *testing.T)
}

// Types returns all element types.
func Types() []Type { return elements[1:] }

type elementType = Type

type element[T any] struct{ ks *kernel.Set[T] }

func (e element[T]) Contract(t *testing.T) { padtest.Contract(t, e.ks) }

func (e element[T]) Kernels(t *testing.T, grid func(pad.Mode, int) []padtest.Case) int {
	return padtest.Kernels(t, e.ks, grid)
}

func (e element[T]) Allocations(t *testing.T) {
	for m := range pad.Mode(kernel.NumModes) {
		for _, n := range []int{7, 8, 64, 400} {
			for _, pads := range [][]int64{{1, 1, 1, 1, 1, 1}, {1, 4, 0, 1, 4, 0}} {
				p := pad.Params[T]{Shape: []int{3, 4, n}, Pads: pads, Mode: m, Workers: 1}
				plan, err := pad.NewPlan(e.ks, p)
				if err != nil {
					t.Fatal(err)
				}
				dst, src := make([]T, plan.OutputLen()), make([]T, plan.InputLen())
				a := testing.AllocsPerRun(20, func() { err = plan.Run(dst, src) })
				// An average below one is none: the race detector makes sync.Pool drop a fourth of what it gets.
				if a != 0 || err != nil {
					t.Errorf("%s, mode %v, rows of %d, pads %v: %v allocations, error %v", e.ks.Name, m, n, pads, a, err)
				}
			}
		}
	}
}
