package packed_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/padgen/padgen/runtime/packed"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/stream"
)

// rowsCase is rows made by package packed. All numbers count elements.
type rowsCase struct {
	mode         string
	width, pixel int // bits of an element, elements of a pixel
	do, so       int // where the output and data start
	n, b, e      int
	rows         int // of data
	crop         int // from one row of data to the next
	calls        int // of Write, or of Plane, each for as many rows of data
	above, below int // rows that Plane makes beside them
	skip         int // constant: what is between two calls, beside a gap
	behind       int // what data has behind the last row
}

// randomRows has rows of few elements and of many, with pads as long as they may be, at every place in their bytes.
func randomRows(random *rand.Rand) rowsCase {
	c := rowsCase{
		mode: []string{"constant", "edge", "reflect", "wrap"}[random.IntN(4)], width: 2 + 2*random.IntN(2), pixel: 1,
		do: random.IntN(4), so: random.IntN(30), rows: 1 + random.IntN(9), calls: 1 + random.IntN(3),
		behind: random.IntN([]int{1, 20, 200}[random.IntN(3)]), crop: random.IntN(2) * random.IntN(9),
		n: 4 + random.IntN([]int{60, 60, 500}[random.IntN(3)]),
	}
	if c.mode == "constant" {
		c.e, c.skip = 1+random.IntN([]int{40, 200}[random.IntN(2)]), random.IntN([]int{1, 5, 300, 3000}[random.IntN(4)])
		return c
	}
	if random.IntN(4) == 0 {
		c.pixel = 1 + random.IntN(4)
	}
	c.n = max(c.n/c.pixel, 3) * c.pixel
	most := min(18, c.n/c.pixel)
	c.b, c.e = random.IntN(most)*c.pixel, random.IntN(most)*c.pixel
	if random.IntN(2) == 0 {
		c.rows *= c.calls
		most := min(c.rows/c.calls, 2+random.IntN(2)*40)
		c.above, c.below = random.IntN(most), random.IntN(most)
		if random.IntN(8) == 0 && c.mode == "edge" {
			c.above, c.below = random.IntN(40), random.IntN(40)
		}
	}
	if c.pixel == 1 && random.IntN(3) == 0 {
		c = c.inBytes(random.IntN(4) > 0)
	}
	return c
}

// inBytes has rows of whole bytes, and data that goes to them without a shift or with any. No pad becomes longer, but one of less
// than a byte.
func (c rowsCase) inBytes(straight bool) rowsCase {
	k := 8 / c.width
	c.do, c.crop = c.do/k*k, c.crop/k*k
	c.n = (c.n + k - 1) / k * k
	if straight {
		c.b -= c.b % k
		c.so -= c.so % k
	}
	c.e -= (c.b + c.n + c.e) % k
	if c.e < 0 {
		c.e += k
	}
	return c
}

// limits are calls with ever more data behind the last row, and with ever longer gaps between two calls: those that registers may
// just read and write are among them.
func limits() []rowsCase {
	var cases []rowsCase
	for i := range 240 {
		for _, mode := range []string{"constant", "edge", "reflect", "wrap"} {
			for _, bits := range []int{52, 148, 292} {
				for _, width := range []int{2, 4} {
					c := rowsCase{mode: mode, width: width, pixel: 1, do: i % 3, so: 8 + i%4, n: bits / width, b: 1, e: 1, rows: 3, calls: 1, behind: i / 2}
					if mode == "constant" {
						c.b = 0
					} else {
						c.below = 2 // so that there is room behind the last row of data
					}
					cases = append(cases, c)
					if mode != "constant" {
						c.do, c.b, c.e = 0, 8/width, 8/width
						cases = append(cases, c.inBytes(true))
					}
				}
			}
		}
		cases = append(cases,
			rowsCase{mode: "constant", width: 4, pixel: 1, so: 8, n: 28, e: 2, rows: 2, calls: 2, skip: i, behind: 200},
			rowsCase{mode: "constant", width: 2, pixel: 1, so: 8 + i, n: 20 + i%9, e: 1 + i%4, rows: 38, calls: 2, skip: i % 5, behind: 200})
	}
	return cases
}

func (c rowsCase) fits() bool {
	b, e := c.b, c.e
	if c.mode == "constant" {
		b, e = 0, 0
	}
	return packed.Fit(1<<30, 1<<30, c.do*c.width, c.width, c.n*c.width, b*c.width, e*c.width)
}

// TestFit: there must be eight rows, and four times the data that a row's registers load.
func TestFit(t *testing.T) {
	for _, c := range []struct {
		out, data, n, b, e int
		want               bool
	}{
		{1 << 20, 1056, 64, 4, 4, true},
		{1 << 20, 1055, 64, 4, 4, false},
		{1 << 20, 4640, 1024, 4, 4, true},
		{1 << 20, 4639, 1024, 4, 4, false},
		{8 * 64, 1056, 64, 4, 4, true},
		{8*64 - 1, 1056, 64, 4, 4, false},
		{1 << 20, 1056, 16, 4, 4, true},
		{1 << 20, 1056, 12, 4, 4, false},
		{1 << 20, 1056, 64, 60, 60, true},
		{1 << 20, 1056, 64, 64, 4, false}, // 16 elements, and one before them in their byte
		{1 << 20, 1056, 64, 4, 64, false},
	} {
		if got := packed.Fit(c.out, c.data, 0, 4, c.n, c.b, c.e); got != (c.want && stream.Supported()) {
			t.Errorf("Fit(%d, %d, 0, 4, %d, %d, %d) is %v", c.out, c.data, c.n, c.b, c.e, got)
		}
	}
}

// perCall is the rows of data of a call but the last one.
func (c rowsCase) perCall() int { return (c.rows + c.calls - 1) / c.calls }

// perPlane is the rows of the output that they become.
func (c rowsCase) perPlane() int { return c.above + c.perCall() + c.below }

// outRows is the rows of the output.
func (c rowsCase) outRows() int { return c.rows + (c.rows+c.perCall()-1)/c.perCall()*(c.above+c.below) }

// start is where a row of the output starts, with its pads.
func (c rowsCase) start(row int) int { return c.do + row*(c.b+c.n+c.e) + row/c.perPlane()*c.skip }

// dataRow is the row of data that it shows.
func (c rowsCase) dataRow(row int) int {
	plane := row / c.perPlane()
	return plane*c.perCall() + c.index(row%c.perPlane()-c.above, c.perCall())
}

// lengths are those of the output and of data.
func (c rowsCase) lengths() (out, in int) {
	out = c.start(c.outRows()-1) + c.b + c.n
	if c.mode != "constant" {
		out += c.e
	}
	return out, c.so + c.rows*(c.n+c.crop) - c.crop + c.behind
}

// index is the one of n that index i shows, one of a pad or of data.
func (c rowsCase) index(i, n int) int {
	switch {
	case c.mode == "edge":
		return min(max(i, 0), n-1)
	case c.mode == "wrap":
		return (i + n) % n
	case c.mode == "constant":
		return i
	case i < 0:
		return -i
	case i >= n:
		return 2*(n-1) - i
	}
	return i
}

// source is the element of its row that element i shows.
func (c rowsCase) source(i int) int {
	p := (i+c.b)/c.pixel - c.b/c.pixel
	return c.index(p, c.n/c.pixel)*c.pixel + i - p*c.pixel
}

const rowsValue = 0b0110_1101 // its lowest bits

// want writes the output by its definition.
func (c rowsCase) want(dst, src []byte) {
	out, _ := c.lengths()
	for row := range c.outRows() {
		for at := c.start(row); at < min(out, c.start(row+1)); at++ {
			i := at - c.start(row) - c.b
			for k := range c.width {
				v := byte(rowsValue >> k & 1)
				if c.mode != "constant" || i < c.n {
					v = bit(src, (c.so+c.dataRow(row)*(c.n+c.crop)+c.source(i))*c.width+k)
				}
				setBit(dst, at*c.width+k, v)
			}
		}
	}
}

func (c rowsCase) run(dst, src []byte) {
	w := c.width
	do, pixel, n, b, e, step := c.do*w, c.pixel*w, c.n*w, c.b*w, c.e*w, (c.n+c.crop)*w
	var rows packed.Rows
	mode, _ := pad.ParseMode(c.mode)
	if mode == pad.Constant {
		rows.Constant(dst, src, do, w, n, e, step, rowsValue&(1<<w-1)*map[int]byte{2: 0x55, 4: 0x11}[w])
	} else {
		rows.Pads(mode, dst, src, do, w, pixel, n, b, e, step)
	}
	if c.above+c.below > 0 && !rows.PlaneRows(mode, c.above, c.perCall(), c.below) {
		panic("planes that do not fit")
	}
	for done := 0; done < c.rows; {
		k, so := min(c.perCall(), c.rows-done), c.so*w+done*step
		if c.above+c.below > 0 {
			rows.Plane(dst, src, so)
		} else {
			rows.Write(dst, src, so, k)
		}
		if done += k; done < c.rows && c.mode == "constant" {
			rows.Gap(dst, src, e+c.skip*w)
		}
	}
	rows.End(dst, src)
}

// check makes the rows in dst and compares.
func (c rowsCase) check(dst, src []byte) error {
	want := bytes.Clone(dst)
	c.want(want, src)
	c.run(dst, src)
	if out, _ := c.lengths(); c.mode == "constant" && out*c.width%8 != 0 {
		last := byte(1)<<(out*c.width%8) - 1 // a gap may go on behind the last row
		want[len(want)-1] &= last
		dst[len(dst)-1] &= last
	}
	for i := range dst {
		if dst[i] != want[i] {
			return fmt.Errorf("%+v: byte %d of %d is %#x, expected %#x", c, i, len(dst), dst[i], want[i])
		}
	}
	return nil
}

// size is the bytes that hold so many elements.
func (c rowsCase) size(elements int) int { return (elements*c.width + 7) / 8 }

func TestRows(t *testing.T) {
	if !stream.Supported() {
		t.Skip("this processor or build has no registers of 32 bytes")
	}
	count := 16000
	if testing.Short() {
		count = 4000
	}
	random := rand.New(rand.NewPCG(1, 2))
	for fit := 0; fit < count; {
		c := randomRows(random)
		if !c.fits() {
			continue
		}
		fit++
		out, in := c.lengths()
		if err := c.check(noise(c.size(out), uint32(fit)), noise(c.size(in), uint32(fit+1))); err != nil {
			t.Fatal(err)
		}
	}
}
