//go:build linux

package stream

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
)

// TestShortBounds writes planes of short rows that are all that may be written, from all that may be read. Write may leave the last rows.
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
			between := random.IntN(2) * random.IntN(50)
			switch random.IntN(4) {
			case 0:
				rows += 70 * random.IntN(6) // too many for one list of moves
			case 1:
				between *= 30
			}
			if mode != kernel.Constant {
				between, above, below = 0, min(above, mode.Pads(rows).Turn), min(below, mode.Pads(rows).Turn)
			} else {
				above, below = 0, 0
			}
			r := Rows{way: byMoves, mode: mode, unit: 1, n: n, b: b, step: step, count: rows, planeStep: (above+rows+below)*step + between}
			r.set(rows, from, rows*from*(2+random.IntN(2))/2)
			if mode != kernel.Constant {
				r.pads(mode, above, below)
			}
			planes := 1 + random.IntN(40)
			end := (rows-1)*from + n
			if planes*r.planeStep > room || (planes-1)*r.skip+end > room {
				continue
			}
			out := planes*r.planeStep - between
			if mode == kernel.Constant {
				out -= step - n
			}
			d, in := cut(dst, out), cut(src, (planes-1)*r.skip+end)
			value := [48]byte(bytes.Repeat(src[:1], 48))
			r.Start(0, planes)
			var written, left int
			if made, more := r.Write(unsafe.Pointer(&d[0]), unsafe.Pointer(&in[0]), &value); more {
				written = made
				for at, apart, n := r.Next(); n > 0; at, apart, n = r.Next() {
					if at < 0 || max(at, at+(n-1)*apart)+r.n > len(in) {
						t.Fatalf("%d rows at %d are left, which the input does not have", n, at)
					}
					left += n
				}
			} else {
				written = out
			}
			var want []byte
			for p := range planes {
				for i := -above; i < rows+below; i++ {
					row := in[p*r.skip+sourceOf(mode, i, rows)*from:]
					for i := range step {
						if mode == kernel.Constant && i >= n {
							want = append(want, src[0])
						} else {
							want = append(want, row[sourceOf(mode, i-b, n)])
						}
					}
				}
				want = append(want, bytes.Repeat(src[:1], between)...)
			}
			if !bytes.Equal(d[:written], want[:written]) {
				t.Fatalf("%v: %d planes of %d+%d+%d rows of %d in %d, %d between: %s", mode, planes, above, rows, below, n, step, between,
					difference(d[:written], want[:written]))
			}
			all := planes * (above + rows + below)
			if made := all - left; written/r.planeStep*(above+rows+below)+written%r.planeStep/step != made && left > 0 {
				t.Fatalf("%d bytes are written, and %d of %d rows are left", written, left, all)
			}
			if most := (2 + 2*chunk/min(r.planeStep, r.skip)) * (above + rows + below); left > most || rows*step > chunk*longestShort && left > longestShort+above+below {
				t.Fatalf("%v: %d rows are left of %d planes of %d+%d+%d rows of %d", mode, left, planes, above, rows, below, step)
			}
		}
	})
}

// sourceOf is Mode.Source, and i in mode constant.
func sourceOf(m kernel.Mode, i, n int) int {
	if m == kernel.Constant {
		return i
	}
	return m.Source(i, n)
}

// TestShortRoom: planes without room are not written.
func TestShortRoom(t *testing.T) {
	var s short
	s.open(9, 9, 9, new([48]byte), func(i int) int { return i })
	if !s.add(0, 9, longestShort) || s.add(0, 9, 1) {
		t.Errorf("there is room for %d moves, expected %d", s.n, longestShort)
	}
}
