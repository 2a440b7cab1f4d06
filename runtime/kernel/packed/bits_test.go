package packed

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

func bit(s []byte, i int) byte { return s[i/8] >> (i % 8) & 1 }

func setBit(s []byte, i int, v byte) { s[i/8] = s[i/8]&^(1<<(i%8)) | v<<(i%8) }

func random(n int, seed uint64) []byte {
	rng, b := rand.New(rand.NewPCG(seed, 1)), make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
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

// TestMove compares move with a loop over bits, in slices that end with the last bit's byte: at every place of two bytes.
func TestMove(t *testing.T) {
	for d := range 16 {
		for s := range 16 {
			for _, n := range lengths() {
				dst, src := random((d+n+7)/8, 1), random((s+n+7)/8, 2)
				want, data := bytes.Clone(dst), bytes.Clone(src)
				for i := range n {
					setBit(want, d+i, bit(src, s+i))
				}
				if move(dst, d, src, s, n); !bytes.Equal(dst, want) || !bytes.Equal(src, data) {
					t.Fatalf("%d bits from %d to %d: %x, expected %x", n, s, d, dst, want)
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
					buf := random((at+2*n+gap+7)/8, 3)
					want := bytes.Clone(buf)
					for i := range n {
						setBit(want, d+i, bit(buf, s+i))
					}
					if move(buf, d, buf, s, n); !bytes.Equal(buf, want) {
						t.Fatalf("%d bits from %d to %d in place: %x, expected %x", n, s, d, buf, want)
					}
					s, d = d, s
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
					dst, src := random((d+n+7)/8, 4), random((s+n+7)/8, 5)
					want := bytes.Clone(dst)
					for i := range n {
						setBit(want, d+i, bit(src, s+n-width-i+2*(i%width)))
					}
					if shift(dst, d, src, s, n, uint(width)); !bytes.Equal(dst, want) {
						t.Fatalf("%d bits from %d to %d, elements of %d: %x, expected %x", n, s, d, width, dst, want)
					}
				}
			}
		}
	}
}

// TestFill uses patterns that a repeated element of 2 or 4 bits makes.
func TestFill(t *testing.T) {
	for _, pattern := range []byte{0, 0x55, 0xaa, 0xff, 0x11, 0x77, 0xee} {
		for d := range 16 {
			for _, n := range append(lengths(), 2000, 70001) {
				dst := random((d+n+7)/8, 6)
				want := bytes.Clone(dst)
				for i := range n {
					setBit(want, d+i, pattern>>((d+i)%8)&1)
				}
				if fill(dst, d, n, pattern); !bytes.Equal(dst, want) {
					t.Fatalf("%d bits at %d with %#x: %x, expected %x", n, d, pattern, dst, want)
				}
			}
		}
	}
}

// TestRoom: a stretch has room if 8 bytes from its end on are in the slice. Ends beyond what an int counts have none.
func TestRoom(t *testing.T) {
	const maxInt = int(^uint(0) >> 1)
	for _, c := range []struct{ size, end, step, n, want int }{
		{16, 64, 8, 1, 1}, {16, 65, 8, 1, 0}, {16, 64, 8, 3, 1}, {16, 47, 8, 9, 3}, {16, 48, 8, 9, 3}, {16, 49, 8, 9, 2}, {16, 48, 8, 2, 2},
		{16, 64, 0, 5, 5}, {16, 64, -8, 5, 5}, {16, 72, -8, 5, 0}, {7, 0, 0, 1, 0}, {8, 0, 0, 4, 4}, {8, 0, 8, 4, 1},
		{maxInt / 8, maxInt, 8, 1, 0},
	} {
		if got := room(c.size, c.end, c.step, c.n); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
	for over := range 64 {
		end := maxInt
		end += over // wraps around
		if got := room(maxInt/8, end, 8, 1); got != 0 {
			t.Errorf("room for a stretch that ends %d bits behind the most an int counts", over)
		}
	}
}
