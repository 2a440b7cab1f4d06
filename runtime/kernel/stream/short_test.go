//go:build linux

package stream

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// TestShortBounds writes planes of short rows that are all that may be written, from all that may be read.
func TestShortBounds(t *testing.T) {
	if !wide {
		t.Skip("this processor or build has no registers of 32 bytes")
	}
	defer inPieces(1 << 10)()
	rooms(t, func(t *testing.T, dst, src []byte, cut func(m []byte, n int) []byte) {
		random := rand.New(rand.NewPCG(9, 10))
		copy(src, randomBytes(random, room))
		for range many(40000) {
			mode := kernel.Mode(random.IntN(kernel.NumModes))
			step := 1 + random.IntN(chunk)
			n := 1 + random.IntN(step)
			b := random.IntN(step - n + 1)
			if mode == kernel.Constant {
				b = 0
			}
			rows, above, below := 1, 0, 0
			if random.IntN(3) > 0 {
				rows, above, below = 1+random.IntN(20), random.IntN(4), random.IntN(4)
			}
			from := n + []int{0, random.IntN(100)}[random.IntN(2)]
			var s Short
			source := func(i int) int {
				if mode == kernel.Constant && i >= n {
					return -1
				}
				return mode.Source(i-b, n)
			}
			s.Open(n, from, step, (*[48]byte)(bytes.Repeat(src[:1], 48)), source)
			gap, end := random.IntN(2)*random.IntN(50), (rows-1)*from+n
			if random.IntN(2) == 0 {
				rows, above, below, gap = s.Many(), 0, 0, 0
				end = (rows-1)*from + n
			} else if !s.addPlane(above, rows, below, from) {
				t.Fatalf("no room for %d rows", above+rows+below)
			}
			planes := 1 + random.IntN(40)
			to, skip := (above+rows+below)*step+gap, rows*from*random.IntN(3)/2
			if planes*to > room || (planes-1)*skip+end > room {
				continue
			}
			out := planes*to - gap
			if mode == kernel.Constant {
				out -= step - n
			}
			d, in := cut(dst, out), cut(src, (planes-1)*skip+end)
			made := s.Write(unsafe.Pointer(&d[0]), unsafe.Pointer(&in[0]), planes, to, skip, end)
			var want []byte
			for p := range made {
				for r := -above; r < rows+below; r++ {
					row := in[p*skip+min(max(r, 0), rows-1)*from:]
					for i := range step {
						if at := source(i); at < 0 {
							want = append(want, src[0])
						} else {
							want = append(want, row[at])
						}
					}
				}
				want = append(want, bytes.Repeat(src[:1], gap)...)
			}
			if got := d[:len(want)]; !bytes.Equal(got, want) {
				t.Fatalf("%v: %d planes of %d+%d+%d rows of %d in %d: %s", mode, planes, above, rows, below, n, step, difference(got, want))
			}
			if least := planes - 2 - 2*chunk/min(to, max(skip, 1)); skip > 0 && made < least {
				t.Fatalf("%d of %d planes are made, expected %d or more", made, planes, least)
			}
		}
	})
}

// addPlane adds rows, with copies of the first one above them and of the last one below.
func (s *Short) addPlane(above, rows, below, from int) bool {
	return s.Rows(0, 0, above) && s.Rows(0, from, rows) && s.Rows((rows-1)*from, 0, below)
}

// TestShortRoom: planes without room are not written.
func TestShortRoom(t *testing.T) {
	var s Short
	s.Open(9, 9, 9, new([48]byte), func(i int) int { return i })
	if !s.Rows(0, 9, longestShort) || s.Rows(0, 9, 1) {
		t.Errorf("there is room for %d moves, expected %d", s.n, longestShort)
	}
}
