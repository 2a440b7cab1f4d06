package stream

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// rowsCase is planes of rows, step and skip bytes from one another in the input. Lengths are in bytes.
type rowsCase struct {
	mode          kernel.Mode
	n, b, e, size int
	rows, step    int
	above, below  int // rows that the mode adds to a plane
	planes, skip  int
	gap           int // mode constant: more bytes between two planes
	past          bool
}

// randomRows has elements and pixels of all sizes, pads of none to many, and rows that follow one another,
// lie apart, or are the same.
func randomRows(random *rand.Rand, past bool) rowsCase {
	c := rowsCase{
		mode: kernel.Mode(random.IntN(kernel.NumModes)),
		size: 1 + random.IntN(chunk), rows: 1 + random.IntN(6), planes: 1 + random.IntN(4), past: past,
	}
	if c.mode == kernel.Constant && !Assembly { // Gaps is assembly only
		c.mode = kernel.Edge
	}
	if random.IntN(3) > 0 || c.mode == kernel.Constant {
		c.size = 1 << random.IntN(5)
	}
	least, most, longest := chunk, chunk, longestPad
	if past {
		least = leastPast
	}
	if random.IntN(3) == 0 {
		most = longest
	}
	if random.IntN(8) == 0 && c.mode != kernel.Constant {
		c.size = chunk + random.IntN(min(100, longest)-chunk+1)
	}
	c.n = (least + random.IntN([]int{20, 70, 300, longestRow - least - 200}[random.IntN(4)]) + c.size - 1) / c.size * c.size
	switch {
	case c.size > chunk:
		most = c.size
	}
	if c.mode != kernel.Constant { // no pad turns
		turn := c.mode.Pads(c.n / c.size).Turn
		most = min(most, min(turn, most)*c.size)
	}
	if c.mode == kernel.Constant {
		c.e = random.IntN(most/c.size+1) * c.size
		c.gap = random.IntN([]int{1, 20, 1000}[random.IntN(3)]) / c.size * c.size
	} else {
		c.b, c.e = random.IntN(most/c.size+1)*c.size, random.IntN(most/c.size+1)*c.size
		switch random.IntN(4) { // the longest: all of a row, where a mode repeats that without a turn
		case 0:
			c.b = most / c.size * c.size
		case 1:
			c.e = most / c.size * c.size
		}
		for !c.fits() {
			c.b, c.e = max(0, c.b-c.size), max(0, c.e-c.size)
		}
		c.above, c.below = random.IntN(c.rows), random.IntN(c.rows)
	}
	c.step = []int{c.n, c.n + c.size, 0}[random.IntN(3)]
	c.skip = []int{c.rows * c.step, random.IntN(3) * c.n}[random.IntN(2)]
	return c
}

// fits reports whether Rows supports the rows.
func (c rowsCase) fits() bool {
	step := 0
	if c.mode != kernel.Constant {
		step = c.mode.Pads(c.n / c.size).Step
	}
	if c.past {
		return fitPast(c.n, c.b, c.e, c.size, step)
	}
	return fit(c.n, c.b, c.e, c.size, step)
}

// lengths returns those of the output and of the input, in bytes.
func (c rowsCase) lengths() (out, in int) {
	out = c.planes * ((c.above+c.rows+c.below)*(c.b+c.n+c.e) + c.gap)
	if c.mode == kernel.Constant {
		out -= c.gap + c.e
	}
	return out, (c.planes-1)*c.skip + (c.rows-1)*c.step + c.n
}

// want returns the output by its definition, element by element. The value is the first element of the input.
func (c rowsCase) want(src []byte) (out []byte) {
	n, b, e := c.n/c.size, c.b/c.size, c.e/c.size
	value := src[:c.size]
	for p := range c.planes {
		for r := -c.above; r < c.rows+c.below; r++ {
			row := src[p*c.skip+c.mode.Source(r, c.rows)*c.step:][:c.n]
			for k := -b; k < n+e; k++ {
				if c.mode == kernel.Constant && k >= n {
					out = append(out, value...)
				} else {
					out = append(out, row[c.mode.Source(k, n)*c.size:][:c.size]...)
				}
			}
		}
		out = append(out, bytes.Repeat(value, c.gap/c.size)...)
	}
	if c.mode == kernel.Constant {
		out = out[:len(out)-c.gap-c.e]
	}
	return out
}

// run writes the output in two calls, or in mode constant in one.
func (c rowsCase) run(dst, src []byte) {
	step := c.b + c.n + c.e
	r := Rows{
		way: byRows, mode: c.mode, pastRows: c.past, past: c.past, unit: c.size, n: c.n, b: c.b, e: c.e, step: step,
		count: c.rows, planeStep: (c.above+c.rows+c.below)*step + c.gap,
	}
	out, from := unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0])
	r.set(c.rows, c.step, c.skip)
	if c.mode == kernel.Constant {
		value := [48]byte(bytes.Repeat(src[:c.size], 48/c.size))
		r.Start(0, c.planes)
		r.Write(out, from, &value)
		return
	}
	r.setEnds(c.mode.Pads(c.n / c.size))
	r.pads(c.mode, c.above, c.below)
	first := c.planes / 3
	if r.Start(0, first); first > 0 {
		r.Write(out, from, nil)
	}
	r.Start(first*c.skip, c.planes-first)
	r.Write(unsafe.Add(out, len(dst)/c.planes*first), from, nil)
}

// TestRows writes rows at all places in a line of memory, between bytes that must not change.
func TestRows(t *testing.T) {
	if !wide && Assembly {
		t.Skip("this processor has no registers of 32 bytes")
	}
	for _, past := range []bool{false, true} {
		if past && !wide {
			continue
		}
		t.Run(fmt.Sprint("past=", past), func(t *testing.T) {
			defer ForTest(0)()
			random := rand.New(rand.NewPCG(1, 2))
			for try := range many(20000) {
				c := randomRows(random, past)
				out, in := c.lengths()
				if !c.fits() {
					t.Fatalf("%+v does not fit", c)
				}
				src := make([]byte, in)
				for i := range src {
					src[i] = byte(random.Uint32())
				}
				at := 64 + try%64
				whole := bytes.Repeat([]byte{0xEE}, at+out+64)
				want := bytes.Clone(whole)
				copy(want[at:], c.want(src))
				restore := inPieces(256 << (try % 12))
				elsewhere(try, func() { c.run(whole[at:at+out], src) })
				restore()
				if !bytes.Equal(whole, want) {
					t.Fatalf("%+v at %d: %s", c, at, difference(whole, want))
				}
			}
		})
	}
}

// elsewhere calls f on a new stack, another one for each n up to 70: it may have to grow, and the buffer of rows past the caches must not
// lie across two pages.
func elsewhere(n int, f func()) {
	done := make(chan bool)
	go func() {
		defer close(done)
		deeper(n%70, f)
	}()
	<-done
}

//go:noinline
func deeper(n int, f func()) byte {
	var frame [64]byte
	if n == 0 {
		f()
		return frame[0]
	}
	return deeper(n-1, f) + frame[n%64]
}

// difference returns where two outputs differ first.
func difference(got, want []byte) string {
	for i := range want {
		if got[i] != want[i] {
			return fmt.Sprintf("byte %d of %d is %#x, want %#x", i, len(want), got[i], want[i])
		}
	}
	return "no difference"
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		n, b, e, size, step int
		want, without       bool // with assembly and without it
	}{
		{16, 4, 4, 4, 1, true, true},
		{15, 3, 3, 1, 1, false, false},
		{16, 15, 15, 1, 1, true, true},
		{672, 15, 3, 3, 1, true, true},
		{672, 18, 3, 3, 1, true, true},
		{96, 12, 12, 12, 1, true, true},
		{96, 16, 16, 4, 1, true, true},
		{96, 16, 20, 4, 1, true, true},
		{900, 512, 400, 4, 1, true, true},
		{900, 516, 400, 4, 1, false, false},
		{340, 0, 0, 17, 1, true, true},
		{340, 17, 0, 17, 1, true, true},
		{340, 17, 34, 17, 1, false, false},
		{16384, 4, 4, 4, 1, true, true},
		{16388, 4, 4, 4, 1, false, false},
		{112, 112, 112, 2, 1, true, true}, // symmetric, all of a row
		{112, 98, 98, 14, 1, true, false}, // reflect, the most
		{112, 112, 0, 14, 1, false, false},
		{112, 0, 112, 14, 1, false, false},
		{112, 112, 112, 14, 0, true, true},
		{112, 112, 112, 14, -1, true, true},
		{18, 15, 15, 3, 1, true, false},
		{18, 18, 15, 3, 1, false, false},
		{15 * 3, 15 * 3, 0, 15, 1, false, false},
	} {
		if got := fit(c.n, c.b, c.e, c.size, c.step); got != (Assembly && wide && c.want || !Assembly && c.without) {
			t.Errorf("fit(%d, %d, %d, %d, %d) is %v", c.n, c.b, c.e, c.size, c.step, got)
		}
	}
}

func TestFitPast(t *testing.T) {
	for _, c := range []struct {
		n, b, e, size, step int
		want                bool
	}{
		{96, 4, 4, 4, 1, true},
		{95, 4, 4, 1, 1, false},
		{600, 256, 256, 4, 1, true},
		{600, 256, 260, 4, 1, false},
		{900, 510, 516, 3, 1, false},
		{900, 510, 510, 3, 1, true},
		{96, 96, 96, 12, 1, false}, // nothing is loaded outside the row
		{96, 96, 96, 12, 0, true},
		{640, 64, 64, 64, 1, true},
		{640, 64, 32, 32, 1, false},
	} {
		if got := fitPast(c.n, c.b, c.e, c.size, c.step); got != (c.want && wide) {
			t.Errorf("fitPast(%d, %d, %d, %d, %d) is %v", c.n, c.b, c.e, c.size, c.step, got)
		}
	}
}
