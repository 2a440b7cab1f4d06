//go:build linux

package stream

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// TestShortBounds writes groups of short rows that are all that may be written, from all that may be read. Write may leave the last plane,
// or all of them if there are too few rows or if these are far apart.
func TestShortBounds(t *testing.T) {
	if !wide {
		t.Skip("this processor or build has no registers of 32 bytes")
	}
	rooms(t, func(t *testing.T, dst, src []byte, cut func(m []byte, n int) []byte) {
		random := rand.New(rand.NewPCG(9, 10))
		copy(src, randomBytes(random, room))
		tries, made := many(20000), 0
		for range tries {
			c := shortRows(random)
			out, in := c.lengths()
			if max(out, in) > room {
				continue
			}
			step := c.b + c.n + c.e
			r := Rows{
				way: byMoves, mode: c.mode, unit: c.size, n: c.n, b: c.b, e: c.e, step: step, count: c.rows,
				planeStep: (c.above+c.rows+c.below)*step + c.gap,
			}
			r.set(c.rows, c.step, c.skip)
			d, s := cut(dst, out), cut(src, in)
			var value *[48]byte
			if c.mode == kernel.Constant {
				value = (*[48]byte)(bytes.Repeat(s[:c.size], 48/c.size))
			} else {
				r.pads(c.mode, c.above, c.below)
			}
			clear(d)
			r.Start(0, c.planes)
			written, more := r.Write(unsafe.Pointer(&d[0]), unsafe.Pointer(&s[0]), value)
			left := 0
			for from, _, n := r.Next(); more && n > 0; from, _, n = r.Next() {
				if left == 0 && c.above == 0 && from != written/r.planeStep*c.skip {
					t.Fatalf("%+v: %d bytes are written, but the next row is at byte %d", c, written, from)
				}
				left += n
			}
			if !more {
				written = out
			}
			if planes := written / r.planeStep; more && left != (c.planes-planes)*(c.above+c.rows+c.below) {
				t.Fatalf("%+v: %d planes are written, but %d rows are left", c, planes, left)
			}
			if want := append(c.want(s), make([]byte, r.planeStep)...); !bytes.Equal(d[:written], want[:written]) {
				t.Fatalf("%+v: %s", c, difference(d[:written], want[:written]))
			}
			if written > 0 {
				made++
			}
		}
		if made < tries/3 {
			t.Errorf("%d of %d cases are written, expected a third or more", made, tries)
		}
	})
}

// shortRows has rows of up to 256 bytes, most of them of less than 16, with elements of all sizes and pads of any length.
func shortRows(random *rand.Rand) (c rowsCase) {
	c = rowsCase{
		mode: kernel.Mode(random.IntN(kernel.NumModes)), size: 1 << random.IntN(4), rows: 1 + random.IntN(12), planes: 1 + random.IntN(40),
	}
	if c.mode != kernel.Constant {
		c.size = 1 + random.IntN(9)
	}
	units := 1 + random.IntN(max(1, []int{16, 40}[random.IntN(2)]/c.size))
	most := []int{2, 5, (longestShort/c.size - units) / 2}[random.IntN(3)]
	c.n, c.e = units*c.size, random.IntN(most+1)*c.size
	if random.IntN(4) == 0 {
		c.rows = 1 + random.IntN(300)
		c.planes = 1 + random.IntN(4)
	}
	c.step = c.n + random.IntN(2)*random.IntN(20)
	c.skip = c.rows * c.step * (2 + random.IntN(2)) / 2
	if c.mode == kernel.Constant {
		c.gap = random.IntN(3) * (c.n + c.e)
		return c
	}
	c.b = random.IntN(most+1) * c.size
	turn := c.mode.Pads(c.rows).Turn
	c.above, c.below = min(random.IntN(4), turn), min(random.IntN(4), turn)
	return c
}

// TestShortPlan: groups need enough units, and two shuffles for each half of a move.
func TestShortPlan(t *testing.T) {
	for _, c := range []struct {
		mode                  kernel.Mode
		n, b, e, units, apart int
		want                  bool
	}{
		{kernel.Constant, 7, 0, 2, 100, 7, true},
		{kernel.Constant, 7, 0, 2, 6, 7, false},
		{kernel.Constant, 7, 0, 2, 100, 100, false}, // three rows in 16 bytes
		{kernel.Constant, 7, 0, 9, 100, 100, true},  // two
		{kernel.Constant, 7, 0, 9, 100, 1 << 29, false},
		{kernel.Wrap, 20, 64, 64, 100, 20, true},
		{kernel.Wrap, 40, 100, 100, 100, 40, true},
		{kernel.Wrap, 20, 20, 20, 100, 20, true},
	} {
		r := Rows{mode: c.mode, unit: 1, n: c.n, b: c.b, e: c.e, step: c.b + c.n + c.e}
		if got := new(short).plan(&r, &planes{first: 1, last: 1, part: [4]part{1: {rows: 1}}}, c.units, r.step, c.apart, c.n); got != c.want {
			t.Errorf("%+v: plan reports %v", c, got)
		}
	}
}
