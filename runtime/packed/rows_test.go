package packed_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/padgen/padgen/runtime/packed"
)

// rowsCase is rows made by package packed, in elements but for the pixel, which is bits.
type rowsCase struct {
	mode               string
	width, pixel       int // elements of a pixel
	do, so, n, b, e    int
	rows, crop, behind int // crop is what a row of data has beyond n, behind the elements of src after the last one
	skip               int // constant: elements of the value between two calls, beside the gap
	calls              int // the rows are made in so many calls of Write
}

func (c rowsCase) source(i, pads int) int { // the element of a row that is at i, counted from its first one
	px := c.pixel
	p, k := i, 0
	if i < 0 {
		p = -((-i + px - 1) / px)
		k = i - p*px
	} else {
		p, k = i/px, i%px
	}
	n := c.n / px
	switch c.mode {
	case "edge":
		p = min(max(p, 0), n-1)
	case "reflect":
		if p < 0 {
			p = -p
		}
		if p >= n {
			p = 2*(n-1) - p
		}
	case "wrap":
		p = (p + n) % n
	}
	return p*px + k
}

func get(s []byte, width, i int) byte {
	per := 8 / width
	return s[i/per] >> (i % per * width) & (1<<width - 1)
}

func put(s []byte, width, i int, v byte) {
	for k := range width {
		setBit(s, i*width+k, v>>k&1)
	}
}

func (c rowsCase) check() error {
	w := c.width
	per := 8 / w
	step := c.n + c.crop
	long := c.b + c.n + c.e
	per1 := (c.rows + c.calls - 1) / c.calls // rows of a call
	start := func(r int) int { return c.do + r*long + r/per1*c.skip }
	total := start(c.rows-1) + long
	if c.mode == "constant" {
		total -= c.e
	}
	dst, src := noise((total+per-1)/per, 1), noise((c.so+c.rows*step-c.crop+c.behind+per-1)/per, 2)
	if total%per != 0 {
		dst[len(dst)-1] &= 1<<(total%per*w) - 1
	}
	want := bytes.Clone(dst)
	value := byte(0x1b & (1<<w - 1))
	for r := range c.rows {
		for i := range start(r+1) - start(r) {
			if at := start(r) + i; at < total {
				v := value
				if k := i - c.b; c.mode != "constant" || k < c.n {
					v = get(src, w, c.so+r*step+c.source(k, 0))
				}
				put(want, w, at, v)
			}
		}
	}
	splat := value * map[int]byte{2: 0x55, 4: 0x11}[w]
	var rows packed.Rows
	switch c.mode {
	case "constant":
		rows.Constant(dst, src, c.do*w, w, c.n*w, c.e*w, step*w, splat)
	case "edge":
		rows.Edge(dst, src, c.do*w, w, c.pixel*w, c.n*w, c.b*w, c.e*w, step*w)
	case "reflect":
		rows.Reflect(dst, src, c.do*w, w, c.pixel*w, c.n*w, c.b*w, c.e*w, step*w)
	case "wrap":
		rows.Wrap(dst, src, c.do*w, w, c.pixel*w, c.n*w, c.b*w, c.e*w, step*w)
	}
	for done := 0; done < c.rows; {
		k := min(per1, c.rows-done)
		rows.Write(dst, src, (c.so+done*step)*w, k)
		if done += k; done < c.rows && c.mode == "constant" {
			rows.Gap(dst, src, (c.e+c.skip)*w)
		}
	}
	rows.End(dst, src)
	if total%per != 0 {
		dst[len(dst)-1] &= 1<<(total%per*w) - 1 // a gap may go on behind the last row
	}
	if !bytes.Equal(dst, want) {
		for i := range dst {
			if dst[i] != want[i] {
				return fmt.Errorf("%+v: byte %d of %d is %#x, expected %#x", c, i, len(dst), dst[i], want[i])
			}
		}
	}
	return nil
}

// TestRows tries rows of all lengths and pads, at every bit of their bytes.
func TestRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	tried := 0
	for range 300000 {
		modes := []string{"constant", "edge", "reflect", "wrap"}
		c := rowsCase{mode: modes[rng.IntN(4)], width: 2 + 2*rng.IntN(2), pixel: 1, do: rng.IntN(4), so: rng.IntN(30),
			rows: 1 + rng.IntN(9), calls: 1 + rng.IntN(3), behind: rng.IntN(2) * rng.IntN(200)}
		c.n = 4 + rng.IntN(60)
		if rng.IntN(3) == 0 {
			c.n = 4 + rng.IntN(500)
		}
		if rng.IntN(2) == 0 {
			c.crop = rng.IntN(9)
		}
		if c.mode == "constant" {
			c.e = 1 + rng.IntN(40)
			if rng.IntN(4) == 0 {
				c.e = 1 + rng.IntN(200)
			}
			if rng.IntN(2) == 0 {
				c.skip = rng.IntN(300)
			}
		} else {
			if rng.IntN(4) == 0 {
				c.pixel = 1 + rng.IntN(4)
				c.n = max(c.n/c.pixel, 3) * c.pixel
			}
			c.b, c.e = rng.IntN(18)/c.pixel*c.pixel, rng.IntN(18)/c.pixel*c.pixel
			if m := max(c.b, c.e); m > c.n || c.mode == "reflect" && m >= c.n {
				continue
			}
		}
		if c.mode == "constant" && !packed.Fit(1<<30, c.do*c.width, c.width, c.n*c.width, 0, 0) || c.mode != "constant" && !packed.Fit(1<<30, c.do*c.width, c.width, c.n*c.width, c.b*c.width, c.e*c.width) {
			continue
		}
		tried++
		if err := c.check(); err != nil {
			t.Fatal(err)
		}
	}
	if tried < 100000 {
		t.Fatalf("only %d rows fit", tried)
	}
}
