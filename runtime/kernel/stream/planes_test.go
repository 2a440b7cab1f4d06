package stream

import (
	"testing"

	"github.com/padgen/padgen/runtime/kernel"
)

// TestNext lists the rows of the input in two planes of four, with as many above and below as a mode adds.
func TestNext(t *testing.T) {
	for _, c := range []struct {
		mode         kernel.Mode
		above, below int
		want         string
	}{
		{kernel.Edge, 0, 0, "0123"},
		{kernel.Edge, 2, 5, "00" + "0123" + "33333"},
		{kernel.Edge, 0, 1, "0123" + "3"},
		{kernel.Reflect, 3, 2, "321" + "0123" + "21"},
		{kernel.Reflect, 3, 0, "321" + "0123"},
		{kernel.Symmetric, 4, 3, "3210" + "0123" + "321"},
		{kernel.Wrap, 4, 3, "0123" + "0123" + "012"},
		{kernel.Wrap, 1, 0, "3" + "0123"},
	} {
		for _, padRows := range []bool{true, false} {
			var g kernel.Geometry
			if _, err := g.Init(c.mode, []kernel.Span{{Dim: 2, Ext: 2}, {Dim: 4, Ext: 4, Begin: c.above, End: c.below}, {Dim: 7, Ext: 7, End: 1}}); err != nil {
				t.Fatal(err)
			}
			var r Rows
			r.Open(&g, 4, padRows)
			want := c.want
			if !padRows {
				want = "0123"
			}
			for range 2 { // Start begins anew
				got := ""
				r.Start(0, 2)
				for from, step, n := r.Next(); n > 0; from, step, n = r.Next() {
					for i := range n {
						got += string("0123abcd"[(from+i*step)/28])
					}
				}
				second := ""
				for _, row := range want {
					second += string(row - '0' + 'a')
				}
				if got != want+second {
					t.Errorf("%v with %d rows above and %d below: rows %s, want %s", c.mode, c.above, c.below, got, want+second)
				}
			}
		}
	}
}
