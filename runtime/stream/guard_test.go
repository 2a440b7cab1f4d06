//go:build linux

package stream

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/padgen/padgen/runtime/internal/guard"
)

// TestBounds reads and writes up to the edges of what may be touched.
func TestBounds(t *testing.T) {
	const most = 3 * LeastBlock
	var rooms [2][2][]byte
	for i, behind := range []bool{false, true} {
		rooms[i] = [2][]byte{guard.Memory(t, most, behind), guard.Memory(t, most, behind)}
	}
	random := rand.New(rand.NewPCG(5, 6))
	for try := range 3000 {
		n := LeastRow + random.IntN(400)
		if try%20 == 0 {
			n += random.IntN(2 * LeastBlock)
		}
		for i, room := range rooms {
			d, s := room[0][:n], room[1][:n]
			if i == 0 {
				d, s = room[0][most-n:], room[1][most-n:]
			}
			for j := range s {
				s[j] = byte(random.Uint32())
			}
			to, from := unsafe.Pointer(&d[0]), unsafe.Pointer(&s[0])
			for _, past := range []bool{false, true} {
				clear(d)
				if Copy(to, from, n, past); !bytes.Equal(d, s) {
					t.Fatalf("Copy of %d bytes: the output differs", n)
				}
				Fill(to, from, n, past)
			}
		}
	}
}

// TestRowsBounds makes rows of all that may be read, in all that may be written.
func TestRowsBounds(t *testing.T) {
	if !Supported() {
		t.Skip("this processor or build has no registers of 32 bytes")
	}
	const most = 64 << 10
	random := rand.New(rand.NewPCG(7, 8))
	for _, behind := range []bool{false, true} {
		dst, src := guard.Memory(t, most, behind), guard.Memory(t, most, behind)
		for i := range src {
			src[i] = byte(random.Uint32())
		}
		for range 3000 {
			c := randomRows(random)
			out, in := c.lengths()
			d, s := dst[:out], src[:in]
			if !behind {
				d, s = dst[most-out:], src[most-in:]
				if uintptr(unsafe.Pointer(&d[0]))%8 != 0 && c.mode == "constant" {
					continue // elements lie where they may
				}
			}
			if c.run(d, s); !bytes.Equal(d, c.want(s)) {
				t.Fatalf("%+v: the output differs", c)
			}
		}
	}
}
