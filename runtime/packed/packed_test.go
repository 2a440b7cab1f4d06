package packed_test

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"github.com/padgen/padgen/runtime/packed"
)

// bit returns bit i of s, counted from the lowest of the first byte.
func bit(s []byte, i int) byte { return s[i/8] >> (i % 8) & 1 }

func setBit(s []byte, i int, v byte) { s[i/8] = s[i/8]&^(1<<(i%8)) | v<<(i%8) }

// noise is n bytes that do not repeat soon.
func noise(n int, seed uint32) []byte {
	b := make([]byte, n)
	for i := range b {
		seed = seed*1664525 + 1013904223
		b[i] = byte(seed >> 24)
	}
	return b
}

// checkMove compares Move with a loop over bits, in slices that end with the last bit's byte.
func checkMove(d, s, n int) error {
	dst, src := noise((d+n+7)/8, 1), noise((s+n+7)/8, 2)
	want, data := bytes.Clone(dst), bytes.Clone(src)
	for i := range n {
		setBit(want, d+i, bit(src, s+i))
	}
	packed.Move(dst, d, src, s, n)
	switch {
	case !bytes.Equal(dst, want):
		return fmt.Errorf("%d bits from %d to %d: %x, expected %x", n, s, d, dst, want)
	case !bytes.Equal(src, data):
		return fmt.Errorf("%d bits from %d to %d: src was written", n, s, d)
	}
	return nil
}

// checkFill compares Fill with a loop over bits.
func checkFill(d, n int, pattern byte) error {
	dst := noise((d+n+7)/8, 3)
	want := bytes.Clone(dst)
	for i := range n {
		setBit(want, d+i, pattern>>((d+i)%8)&1)
	}
	packed.Fill(dst, d, n, pattern)
	if !bytes.Equal(dst, want) {
		return fmt.Errorf("%d bits at %d with %#x: %x, expected %x", n, d, pattern, dst, want)
	}
	return nil
}

// lengths are those around every step of the code: within a byte, a few bytes, words, a few words.
func lengths() []int {
	var l []int
	for n := range 40 {
		l = append(l, n)
	}
	for _, n := range []int{64, 128, 192, 256, 1024} {
		l = append(l, n-9, n-8, n-7, n-4, n-2, n-1, n, n+1, n+2, n+6, n+7, n+8, n+9)
	}
	return l
}

// TestMove tries every place in the first two bytes, also those that no element starts at.
func TestMove(t *testing.T) {
	for d := range 16 {
		for s := range 16 {
			for _, n := range lengths() {
				if err := checkMove(d, s, n); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestMoveInPlace moves between runs of one slice that have no bit in common but share bytes.
func TestMoveInPlace(t *testing.T) {
	for _, n := range lengths() {
		for at := range 9 {
			for gap := range 3 {
				s, d := at, at+n+gap
				for range 2 {
					buf := noise((at+2*n+gap+7)/8, 4)
					want := bytes.Clone(buf)
					for i := range n {
						setBit(want, d+i, bit(buf, s+i))
					}
					packed.Move(buf, d, buf, s, n)
					if !bytes.Equal(buf, want) {
						t.Fatalf("%d bits from %d to %d in place: %x, expected %x", n, s, d, buf, want)
					}
					s, d = d, s
				}
			}
		}
	}
}

// TestFill uses patterns that a repeated element of 2 or 4 bits makes.
func TestFill(t *testing.T) {
	for _, pattern := range []byte{0, 0x55, 0xaa, 0xff, 0x11, 0x77, 0xee} {
		for d := range 16 {
			for _, n := range lengths() {
				if err := checkFill(d, n, pattern); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestReverse tries both widths at every place that an element starts at.
func TestReverse(t *testing.T) {
	for _, width := range []int{2, 4} {
		for d := 0; d < 24; d += width {
			for s := 0; s < 24; s += width {
				for _, n := range lengths() {
					n -= n % width
					dst, src := noise((d+n+7)/8, 5), noise((s+n+7)/8, 6)
					want := bytes.Clone(dst)
					for i := range n {
						setBit(want, d+i, bit(src, s+n-width-i+2*(i%width)))
					}
					if packed.Reverse(dst, d, src, s, n, width); !bytes.Equal(dst, want) {
						t.Fatalf("%d bits from %d to %d, elements of %d: %x, expected %x", n, s, d, width, dst, want)
					}
				}
			}
		}
	}
}

// TestRepeat continues runs of every period up and down.
func TestRepeat(t *testing.T) {
	for _, period := range []int{1, 2, 4, 6, 8, 12, 20, 62, 64, 66, 72, 100, 200} {
		for d := range 9 {
			for _, n := range lengths() {
				up := noise((d+period+n+7)/8, 7)
				down, wantUp := bytes.Clone(up), bytes.Clone(up)
				wantDown := bytes.Clone(up)
				for i := range n {
					setBit(wantUp, d+period+i, bit(wantUp, d+i))
					setBit(wantDown, d+n-1-i, bit(wantDown, d+n-1-i+period))
				}
				if packed.Up(up, d+period, n, period); !bytes.Equal(up, wantUp) {
					t.Fatalf("%d bits up from %d, period %d: %x, expected %x", n, d, period, up, wantUp)
				}
				if packed.Down(down, d+n, n, period); !bytes.Equal(down, wantDown) {
					t.Fatalf("%d bits down from %d, period %d: %x, expected %x", n, d+n, period, down, wantDown)
				}
			}
		}
	}
}

// TestRoom: as many rows as have room, and none where an int does not count the bits.
func TestRoom(t *testing.T) {
	for rows := range 40 {
		for tail := range 20 {
			dst, src := rows*3+tail, rows*2+30
			if got, want := packed.Room(dst, src, 24, 16, 24, 16, rows), min(rows, max(0, (dst-8)/3)); got != want {
				t.Errorf("%d rows, %d bytes behind in dst: %d, expected %d", rows, tail, got, want)
			}
			dst, src = rows*3+30, rows*2+tail
			if got, want := packed.Room(dst, src, 24, 16, 24, 16, rows), min(rows, max(0, (src-8)/2)); got != want {
				t.Errorf("%d rows, %d bytes behind in src: %d, expected %d", rows, tail, got, want)
			}
		}
	}
	if got := packed.Room(math.MaxInt, 1000, 24, 16, 24, 16, 3); got != 0 {
		t.Errorf("room for %d rows in more bits than an int counts", got)
	}
}

// TestNothing: no bits need no memory.
func TestNothing(t *testing.T) {
	packed.Move(nil, 0, nil, 0, 0)
	packed.Fill(nil, 0, 0, 0xff)
}

func FuzzMove(f *testing.F) {
	f.Add(uint16(0), uint16(0), uint16(64))
	f.Add(uint16(3), uint16(5), uint16(200))
	f.Fuzz(func(t *testing.T, d, s, n uint16) {
		if err := checkMove(int(d), int(s), int(n)); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzFill(f *testing.F) {
	f.Add(uint16(0), uint16(64), byte(0x55))
	f.Add(uint16(6), uint16(131), byte(0x33))
	f.Fuzz(func(t *testing.T, d, n uint16, pattern byte) {
		if err := checkFill(int(d), int(n), pattern); err != nil {
			t.Fatal(err)
		}
	})
}

// TestPhases: the last word of a row starts in the row, holds what the shift leaves of it and has room for the pads, and
// nothing before the slices is read.
func TestPhases(t *testing.T) {
	for _, width := range []int{2, 4} {
		for n := 56; n < 300; n += width {
			for e := 0; e <= 80; e += width {
				for b := 0; b <= 44; b += 3 * width {
					p := make([]packed.Phase, 8/width)
					d, s, dstep, sstep := 8-width, width, b+n+e, n+width
					packed.Phases(p, 11, d, s, b, n, e, dstep, sstep)
					for i := range p {
						q := &p[(11-i)&(len(p)-1)]
						row, last := d+i*dstep, s+i*sstep+n // of dst and of src
						word := row>>3 + 7 + q.End
						at := (s+i*sstep)>>3 + q.From
						if tail := row + b + n - 8*word; word*8 < row+b || tail != int(q.Tail) || q.Mask != 1<<tail-1 ||
							tail < 32 || tail > 64-int(q.Shift) || tail+min(e, 24) > 64 || e > 24 && tail > 39 {
							t.Fatalf("width %d, %d bits, pads %d and %d, row %d: the last word holds %d bits: %+v", width, n, b, e, i, tail, *q)
						}
						if 8*at+int(q.Shift)-(row>>3+7)*8 != s+i*sstep-row-b {
							t.Fatalf("width %d, %d bits, pads %d and %d, row %d: byte 7 comes from elsewhere: %+v", width, n, b, e, i, *q)
						}
						if z := 8*((s+i*sstep)>>3+q.Last) + int(q.Down); z != last-48 || q.From < 0 || q.From+q.End < 0 {
							t.Fatalf("width %d, %d bits, pads %d and %d, row %d: reads elsewhere: %+v", width, n, b, e, i, *q)
						}
						if next := d + (i+1)*dstep; row>>3+7+q.Dst != next>>3 || at+q.Src != (s+(i+1)*sstep)>>3 {
							t.Fatalf("width %d, %d bits, pads %d and %d, row %d: the next row is elsewhere: %+v", width, n, b, e, i, *q)
						}
					}
				}
			}
		}
	}
}
