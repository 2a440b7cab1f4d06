//go:build amd64 && !purego

package stream_test

import (
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
	"github.com/padgen/padgen/runtime/stream"
)

// TestNarrow copies, fills and pads as on a processor without AVX2.
func TestNarrow(t *testing.T) {
	defer stream.SetNarrow()()
	stream.Blocks(t, false)
	var rows [pad.NumModes][]padtest.Case
	for m := range rows {
		rows[m] = padtest.Rows(pad.Mode(m))
	}
	grid := func(m pad.Mode, rank int) []padtest.Case {
		var cases []padtest.Case
		for i, c := range rows[m] {
			if len(c.Shape) == rank && i%7 == 0 {
				cases = append(cases, c)
			}
		}
		return cases
	}
	padtest.Kernels(t, &generated.Uint8, grid)
	padtest.Kernels(t, &generated.Float32, grid)
	padtest.Kernels(t, &generated.Complex128, grid)
	padtest.Kernels(t, &generated.Int4, grid)
	padtest.Kernels(t, &generated.Uint2, grid)
}
