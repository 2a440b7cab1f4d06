//go:build linux

package stream

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/padgen/padgen/runtime/internal/guard"
)

const room = 128 << 10

// rooms calls a test with memory for the output and for the input that faults beyond one of its ends. cut
// returns that many bytes at that end.
func rooms(t *testing.T, test func(t *testing.T, dst, src []byte, cut func(m []byte, n int) []byte)) {
	ends := map[string]func(m []byte, n int) []byte{
		"before": func(m []byte, n int) []byte { return m[:n:n] },
		"behind": func(m []byte, n int) []byte { return m[len(m)-n:] },
	}
	for name, cut := range ends {
		t.Run("fault "+name, func(t *testing.T) {
			test(t, guard.Memory(t, room, name == "before"), guard.Memory(t, room, name == "before"), cut)
		})
	}
}

// TestMoveBounds reads and writes up to the ends of the memory that may be touched.
func TestMoveBounds(t *testing.T) {
	defer inPieces(4 << 10)()
	rooms(t, func(t *testing.T, dst, src []byte, cut func(m []byte, n int) []byte) {
		random := rand.New(rand.NewPCG(5, 6))
		copy(src, randomBytes(random, room))
		for try := range many(3000) {
			n := 1 + random.IntN(400)
			if try%20 == 0 {
				n += random.IntN(3 * pastBlock)
			}
			d, s := cut(dst, n), cut(src, n)
			for _, m := range moves(n, random) {
				if m.run(d, s); !bytes.Equal(d, m.want(s)) {
					t.Fatalf("%s of %d bytes: %s", m.name, n, difference(d, m.want(s)))
				}
			}
		}
	})
}

// TestRowsBounds writes rows that read all that may be read, and write all that may be written.
func TestRowsBounds(t *testing.T) {
	if !wide && Assembly {
		t.Skip("this processor has no registers of 32 bytes")
	}
	rooms(t, func(t *testing.T, dst, src []byte, cut func(m []byte, n int) []byte) {
		random := rand.New(rand.NewPCG(7, 8))
		copy(src, randomBytes(random, room))
		for try := range many(6000) {
			c := randomRows(random, wide && try%2 == 0)
			out, in := c.lengths()
			if max(out, in) > room {
				continue
			}
			d, s := cut(dst, out), cut(src, in)
			restore := inPieces(256 << (try % 12))
			elsewhere(try, func() { c.run(d, s) })
			restore()
			if !bytes.Equal(d, c.want(s)) {
				t.Fatalf("%+v: %s", c, difference(d, c.want(s)))
			}
		}
	})
}
