//go:build linux

// Package kernels_test runs kernels of an earlier padgen, which TestContract puts beside it, between guard pages.
package kernels_test

import (
	"runtime/debug"
	"testing"

	"github.com/padgen/padgen/runtime/internal/guard"
	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"

	"github.com/padgen/padgen/runtime/contract/kernels"
)

const mostBytes = 1 << 15

// cases are some of package padtest's cases for each rank.
var cases = func() (list [kernel.NumModes][kernel.MaxRank + 1][]kerneltest.Case) {
	for m := range list {
		mode := pad.Mode(m)
		for rank := 1; rank <= 4; rank++ {
			list[m][rank] = kerneltest.Grid(mode, rank, 40)
		}
		for i, c := range append(kerneltest.Rows(mode), kerneltest.Slabs(mode)...) {
			if i%11 == 0 {
				list[m][len(c.Shape)] = append(list[m][len(c.Shape)], c)
			}
		}
	}
	return list
}()

func TestKernels(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	run(t, kernels.Uint8)
	run(t, kernels.Float32)
	run(t, kernels.Complex128)
	run(t, kernels.String)
	run(t, kernels.Int4)
}

// run compares all kernels of a set with the reference, in memory with guard pages next to both ends of the slices.
func run[T kernel.Unit](t *testing.T, ks *kernel.Set[T]) {
	kerneltest.Contract(t, ks)
	size := ks.Element().Size
	for _, behind := range []bool{false, true} {
		out, in := guard.Memory(t, mostBytes, behind), guard.Memory(t, mostBytes, behind)
		// place returns n bytes at the guard page.
		place := func(m []byte, n int) []byte {
			if behind {
				return m[:n]
			}
			return m[len(m)-n:]
		}
		for mode := range pad.Mode(kernel.NumModes) {
			for rank := 1; rank <= kernel.MaxRank; rank++ {
				if ks.Ranks(mode)>>(rank-1)&1 == 0 {
					continue
				}
				ran := 0
				for i, c := range cases[mode][rank] {
					if len(c.Want)*size > mostBytes {
						continue
					}
					ran++
					diff := kerneltest.Check(ks, c, i%4, func(dst, src []T, value T) error {
						g, err := pad.NewGeometry(mode, c.Shape, c.Pads)
						to, from := dst, src
						if !ks.Element().Strings {
							to, _ = kernel.FromBytes[T](place(out, len(dst)*size))
							from, _ = kernel.FromBytes[T](place(in, len(src)*size))
							copy(to, dst)
							copy(from, src)
						}
						if err == nil {
							ks.Call(mode, rank, kernel.MemoryOf(to), kernel.MemoryOf(from), kernel.MemoryOf([]T{value}), g)
							copy(dst, to)
						}
						return err
					})
					if diff != "" {
						t.Errorf("%v %s rank %d: shape %v pads %v: %s", mode, ks.Name, rank, c.Shape, c.Pads, diff)
						break
					}
				}
				if ran < 15 {
					t.Errorf("%v %s rank %d: only %d cases ran", mode, ks.Name, rank, ran)
				}
			}
		}
	}
}
