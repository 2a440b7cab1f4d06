package stream

import (
	"testing"

	"github.com/padgen/padgen/runtime/kernel"
)

// TestPlanes lists the rows of the input in a plane of four, with as many above and below as a mode adds.
func TestPlanes(t *testing.T) {
	for _, c := range []struct {
		mode         kernel.Mode
		above, below int
		want         string // "" if there are too few rows
	}{
		{kernel.Edge, 0, 0, "0123"},
		{kernel.Edge, 2, 5, "00" + "0123" + "33333"},
		{kernel.Edge, 0, 1, "0123" + "3"},
		{kernel.Reflect, 3, 2, "321" + "0123" + "21"},
		{kernel.Reflect, 3, 0, "321" + "0123"},
		{kernel.Reflect, 0, 4, ""},
		{kernel.Symmetric, 4, 3, "3210" + "0123" + "321"},
		{kernel.Symmetric, 5, 0, ""},
		{kernel.Wrap, 4, 3, "0123" + "0123" + "012"},
		{kernel.Wrap, 1, 0, "3" + "0123"},
		{kernel.Wrap, 5, 0, ""},
	} {
		var p Planes
		p.Data(4, 10, 100)
		fits := p.Pads(c.mode, c.above, c.below)
		got := ""
		for i := p.First; i <= p.Last; i++ {
			for r := range p.Part[i].Rows {
				got += string('0' + rune((p.Part[i].From+r*p.Part[i].Step)/10))
			}
		}
		want := c.want
		if want == "" {
			want = "0123"
		}
		if got != want || fits != (c.want != "") || p.Skip != 100 {
			t.Errorf("%v with %d rows above and %d below: rows %s, %v; want %s", c.mode, c.above, c.below, got, fits, want)
		}
	}
}
