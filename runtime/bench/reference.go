package bench

import (
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
)

// sources calls do with every element of the output and the element of data that it holds, or [padtest.Value]. It says
// what padtest.Source says, but works out each axis once and keeps no list of the elements, so that it serves 100 MB.
func sources(mode pad.Mode, shape []int, pads []int64, do func(o, from int)) {
	rank := len(shape)
	axes := make([][]int, rank) // for each index of the output the offset in data, or padtest.Value
	step := 1
	for a := rank - 1; a >= 0; a-- {
		b, e := int(pads[a]), int(pads[rank+a])
		axes[a] = make([]int, shape[a]+b+e)
		for o := range axes[a] {
			k, ok := padtest.SourceIndex(mode, shape[a], b, e, o)
			if axes[a][o] = k * step; !ok {
				axes[a][o] = padtest.Value
			}
		}
		step *= shape[a]
	}
	o := 0
	var walk func(axis, base int)
	walk = func(axis, base int) {
		if axis == rank {
			do(o, base)
			o++
			return
		}
		last := axis == rank-1
		for _, k := range axes[axis] {
			from := padtest.Value
			if k != padtest.Value && base != padtest.Value {
				from = base + k
			}
			if last {
				do(o, from)
				o++
			} else {
				walk(axis+1, from)
			}
		}
	}
	walk(0, 0)
}
