package packed_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// BenchmarkPlanes times both widths, and uint8 with the same shape and pads: packed types should take at most 5 times as long.
func BenchmarkPlanes(b *testing.B) {
	for _, c := range []struct {
		shape []int
		pads  []int
	}{
		{[]int{32, 55, 55}, []int{0, 1, 1, 0, 1, 1}}, {[]int{446, 225}, []int{1, 1, 1, 1}}, {[]int{446, 225}, []int{3, 3, 3, 3}},
		{[]int{512, 7, 7}, []int{0, 1, 1, 0, 1, 1}}, {[]int{64, 28, 28}, []int{0, 1, 1, 0, 1, 1}},
		{[]int{3, 224, 224}, []int{0, 3, 3, 0, 3, 3}}, {[]int{4096, 7}, []int{1, 1, 1, 1}}, {[]int{3, 4, 5}, []int{0, 1, 1, 0, 1, 1}},
		{[]int{224, 224, 3}, []int{1, 1, 0, 1, 1, 0}}, {[]int{5, 5, 5, 5, 5, 5}, []int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
		{[]int{446, 225}, []int{20, 20, 20, 20}}, {[]int{446, 225}, []int{100, 100, 100, 100}},
	} {
		for mode := range pad.Mode(kernel.NumModes) {
			name := strings.ReplaceAll(fmt.Sprintf("%v+%v/%v", c.shape, c.pads, mode), " ", ",")
			plan, err := pad.NewPlan(generated.Uint8, pad.Params[uint8]{Shape: c.shape, Pads: c.pads, Mode: mode, Workers: 1})
			if err != nil {
				b.Fatal(err)
			}
			d8, s8 := make([]uint8, plan.OutputLen()), make([]uint8, plan.InputLen())
			b.Run(name+"/uint8", func(b *testing.B) {
				for b.Loop() {
					if err := plan.Run(d8, s8); err != nil {
						b.Fatal(err)
					}
				}
			})
			shape, pads := c.shape, c.pads
			if mode == kernel.Constant && shape[len(shape)-1] == 3 { // as a plan merges axes without pads
				shape, pads = []int{224, 672}, []int{1, 3, 1, 3}
			}
			var g kernel.Geometry
			if _, err := g.Init(kernel.Mode(mode), spans(shape, pads)); err != nil {
				b.Fatal(err)
			}
			for _, bits := range []int{4, 2} {
				dst, src := make([]byte, units(g.DstLen(), bits)), noise(units(g.SrcLen(), bits), 1)
				b.Run(fmt.Sprintf("%s/%d-bits", name, bits), func(b *testing.B) {
					for b.Loop() {
						run(&g, len(shape), dst, src, 7, bits)
					}
				})
			}
		}
	}
}
