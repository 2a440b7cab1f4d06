package stream

import "testing"

// TestPlanes lists the rows of data of a plane of four, with as many above and below as a mode adds.
func TestPlanes(t *testing.T) {
	for _, c := range []struct {
		mode         string
		above, below int
		want         string // "" if there are too few rows
	}{
		{"data", 0, 0, "0123"},
		{"edge", 2, 5, "00" + "0123" + "33333"},
		{"edge", 0, 1, "0123" + "3"},
		{"reflect", 3, 2, "321" + "0123" + "21"},
		{"reflect", 3, 0, "321" + "0123"},
		{"reflect", 0, 4, ""},
		{"wrap", 4, 3, "0123" + "0123" + "012"},
		{"wrap", 1, 0, "3" + "0123"},
		{"wrap", 5, 0, ""},
	} {
		var p Planes
		fits := true
		p.Data(4, 10, 100)
		switch c.mode {
		case "edge":
			p.Edge(c.above, c.below)
		case "reflect":
			fits = p.Reflect(c.above, c.below)
		case "wrap":
			fits = p.Wrap(c.above, c.below)
		}
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
			t.Errorf("%s with %d rows above and %d below: rows %s, %v; want %s", c.mode, c.above, c.below, got, fits, want)
		}
	}
}
