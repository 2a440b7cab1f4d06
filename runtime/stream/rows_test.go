package stream

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// rowsCase is a number of rows that start step bytes from one another in data; size is that of an element.
type rowsCase struct {
	mode          string
	n, b, e, size int
	rows, step    int
	past          bool
	aligned       bool // if the rows allow that
	planes, skip  int  // constant: how often all of it comes, and how far on in data each time
	gap           int  // constant: what is between these
	lead          int  // constant: what is before it
}

// randomRows has elements and pixels of all sizes, pads of none to many, and rows far from each other or one and the same.
func randomRows(random *rand.Rand) rowsCase {
	c := rowsCase{
		mode: []string{"constant", "edge", "reflect", "wrap"}[random.IntN(4)],
		size: []int{1, 2, 3, 4, 6, 8, 12, 16, 24, 40, 64}[random.IntN(11)],
		rows: 1 + random.IntN(6), planes: 1,
	}
	for c.mode == "constant" && (c.size > chunk || chunk%c.size != 0) {
		c.size /= 2
	}
	least := chunk + c.size
	c.aligned = random.IntN(2) == 0
	if c.past = !c.aligned && random.IntN(2) == 0; c.past {
		least = max(least, LeastRow)
	}
	c.n = (least + random.IntN([]int{20, 70, 300}[random.IntN(3)]) + c.size - 1) / c.size * c.size
	most := min(MostPads/2, c.n-c.size)
	if chunk%c.size != 0 {
		most = min(most, max(chunk, c.size))
	}
	if random.IntN(3) > 0 {
		most = min(most, max(chunk, c.size))
	}
	c.b, c.e = random.IntN(most/c.size+1)*c.size, random.IntN(most/c.size+1)*c.size
	c.step = []int{c.n, c.n + c.size, 0}[random.IntN(3)]
	if c.mode == "constant" {
		c.b, c.e = 0, random.IntN(MostPads+1)/c.size*c.size
		if random.IntN(4) == 0 {
			c.e += random.IntN(1000) / c.size * c.size // the cached form does not go so far
			c.past = c.past || c.e > MostPads && c.n >= LeastRow
		}
		c.lead = random.IntN(2) * random.IntN(20) / c.size * c.size
		if c.aligned && random.IntN(2) == 0 { // gaps that can be divided
			c.past = false
			c.size = 1 + random.IntN(2)
			c.e, c.lead = c.size*(1+random.IntN(6)), 12
			c.n = leastAligned + random.IntN(50)*4 + 12 - c.e
			c.step = c.n + random.IntN(2)*c.size
		}
		c.n = max(c.n, 32)
		if c.e <= MostPads {
			c.planes, c.skip, c.gap = 1+random.IntN(4), random.IntN(3)*c.n, random.IntN(1000)/c.size*c.size
		}
	}
	return c
}

// lengths are those of the output and of data, in bytes.
func (c rowsCase) lengths() (out, in int) {
	out = c.rows * (c.b + c.n + c.e)
	if c.mode == "constant" {
		out = c.lead + c.planes*(out+c.gap) - c.gap - c.e
	}
	return out, (c.planes-1)*c.skip + (c.rows-1)*c.step + c.n
}

// want is the output by its definition, element by element; the value is the first of data.
func (c rowsCase) want(src []byte) (out []byte) {
	elem := func(p, r, k int) []byte { return src[p*c.skip+r*c.step+k*c.size:][:c.size] }
	n, b, e := c.n/c.size, c.b/c.size, c.e/c.size
	out = bytes.Repeat(src[:c.size], c.lead/c.size)
	for p := range c.planes {
		for r := range c.rows {
			for k := -b; k < n+e; k++ {
				from := k
				switch {
				case k >= 0 && k < n:
				case c.mode == "constant":
					out = append(out, src[:c.size]...)
					continue
				case c.mode == "edge":
					from = min(max(k, 0), n-1)
				case c.mode == "wrap":
					from = (k + n) % n
				case k < 0:
					from = -k
				default:
					from = 2*(n-1) - k
				}
				out = append(out, elem(p, c.at(r), from)...)
			}
		}
		if c.mode == "constant" && p < c.planes-1 {
			out = append(out, bytes.Repeat(src[:c.size], c.gap/c.size)...)
		}
	}
	if c.mode == "constant" {
		out = out[:len(out)-c.e]
	}
	return out
}

// at is the row of data of a row of the output: the last third comes in reverse order, but in mode constant.
func (c rowsCase) at(r int) int {
	if last := c.rows / 3; c.mode != "constant" && r >= c.rows-last {
		return c.rows - last + c.rows - 1 - r
	}
	return r
}

// run makes the output by Rows.
func (c rowsCase) run(dst, src []byte) {
	var r Rows
	out, from := unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0])
	switch c.mode {
	case "constant":
		value := [16]byte(bytes.Repeat(src[:c.size], 16/c.size))
		p := Planes{Left: c.planes}
		p.Data(c.rows, c.step, c.skip)
		copy(dst, bytes.Repeat(src[:c.size], c.lead/c.size))
		out = unsafe.Add(out, c.lead)
		if c.aligned && r.AlignedGaps(out, from, &p, c.lead, c.n, c.e, c.e+c.gap, &value) {
			return
		}
		r.Gaps(out, from, &p, c.n, c.e, c.e+c.gap, &value, c.past)
		return
	case "edge":
		r.Edge(out, c.n, c.b, c.e, c.size, c.past)
	case "wrap":
		r.Wrap(out, c.n, c.b, c.e, c.size, c.past)
	default:
		r.Reflect(out, c.n, c.b, c.e, c.size, c.past)
	}
	write := r.Write
	if c.aligned && r.Align() {
		write = r.WriteAligned
	}
	// In two calls, the second one of two parts, the last of which goes the other way.
	first, last := c.rows/3, c.rows/3
	middle := c.rows - first - last
	p := Planes{First: 1, Last: 1, Left: 1}
	p.Part[1] = Part{0, c.step, first}
	write(&p, out, from)
	p = Planes{First: 1, Last: 1 + min(last, 1), At: first * c.step, Left: 1}
	p.Part[1] = Part{0, c.step, middle}
	p.Part[2] = Part{(middle + last - 1) * c.step, -c.step, last}
	write(&p, out, from)
	r.End(out)
}

// TestRows makes rows at all places in a line of memory, between bytes that must stay.
func TestRows(t *testing.T) {
	if !Supported() {
		t.Skip("this processor or build has no registers of 32 bytes")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for try := range 12000 {
		c := randomRows(random)
		if !Fit(LeastRows*(c.b+c.n+c.e), c.n, c.b, c.e, c.size) {
			t.Fatalf("%+v does not fit", c)
		}
		out, in := c.lengths()
		src := make([]byte, in)
		for i := range src {
			src[i] = byte(random.Uint32())
		}
		first := 64 + try%64
		first -= first % min(c.size&-c.size, 8) // elements lie where they may, those of 16 bytes at multiples of 8
		whole := bytes.Repeat([]byte{0xEE}, first+out+64)
		want := bytes.Clone(whole)
		copy(want[first:], c.want(src))
		if c.run(whole[first:first+out], src); !bytes.Equal(whole, want) {
			t.Fatalf("%+v at %d: the output differs", c, first)
		}
	}
}

// TestFit: a pad is made of 16 bytes of the row, in mode reflect from its second element on.
func TestFit(t *testing.T) {
	for _, c := range []struct {
		out, n, b, e, size int
		want               bool
	}{
		{LeastRows * 28, 20, 4, 4, 4, true},
		{LeastRows*28 - 1, 20, 4, 4, 4, false},
		{LeastRows * 24, 16, 4, 4, 4, false},
		{LeastRows * 63, 31, 16, 16, 16, false},
		{LeastRows * 64, 32, 16, 16, 16, true},
		{LeastRows * 128, 64, 32, 32, 32, true},
		{LeastRows * 736, 640, 64, 32, 32, false},
		{LeastRows * 116, 96, 16, 4, 4, true},
		{LeastRows * 123, 96, 12, 15, 3, true},
		{LeastRows * 117, 96, 18, 3, 3, false},
		{LeastRows * 4096, 8192, 4, 4, 4, true},
	} {
		if got := Fit(c.out, c.n, c.b, c.e, c.size); got != (c.want && Supported()) {
			t.Errorf("Fit(%d, %d, %d, %d, %d) is %v", c.out, c.n, c.b, c.e, c.size, got)
		}
	}
}

// TestAlign: rows can be aligned that have 36 bytes of data, and pads of at most 12 bytes that come from the 16 bytes beside them.
func TestAlign(t *testing.T) {
	var out [16]byte
	for _, c := range []struct {
		mode          string
		n, b, e, size int
		want          bool
	}{
		{"edge", 36, 1, 1, 1, true},
		{"edge", 35, 1, 1, 1, false},
		{"edge", 90, 12, 12, 2, true},
		{"edge", 90, 13, 1, 1, false},
		{"edge", 90, 1, 13, 1, false},
		{"edge", 90, 0, 0, 1, true},
		{"reflect", 90, 12, 12, 4, true},
		{"reflect", 90, 12, 12, 6, false},
		{"wrap", 90, 1, 1, 1, false},
	} {
		var r Rows
		at := unsafe.Pointer(&out)
		map[string]func(unsafe.Pointer, int, int, int, int, bool){"edge": r.Edge, "reflect": r.Reflect, "wrap": r.Wrap}[c.mode](
			at, c.n, c.b, c.e, c.size, false)
		if got := r.Align(); got != c.want {
			t.Errorf("%s of %d bytes with pads of %d and %d, size %d: %v", c.mode, c.n, c.b, c.e, c.size, got)
		}
	}
}
