//go:build linux

package stream

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/padgen/padgen/runtime/internal/guard"
)

// TestShortGaps makes rows of all lengths with gaps of all lengths, of all that may be read, in all that may be written.
func TestShortGaps(t *testing.T) {
	if !Supported() {
		t.Skip("this processor or build has no registers of 32 bytes")
	}
	const most = 64 << 10
	random := rand.New(rand.NewPCG(11, 12))
	for _, behind := range []bool{false, true} {
		dst, src := guard.Memory(t, most, behind), guard.Memory(t, most, behind)
		for i := range src {
			src[i] = byte(random.Uint32())
		}
		for size := 1; size <= chunk; size *= 2 {
			for n := shortest; n <= longest; n += size {
				for gap := 0; gap <= 9*chunk; gap += size {
					if !FitShortGaps(n) {
						t.Fatalf("rows of %d bytes do not fit", n)
					}
					c := rowsCase{mode: "constant", n: n, e: gap, size: size, rows: 1 + random.IntN(4), planes: 1 + random.IntN(3)}
					c.gap, c.step = random.IntN(6)*random.IntN(10)*size, n+random.IntN(2)*size
					out, in := c.lengths()
					d, s := dst[:out], src[:in]
					if !behind {
						d, s = dst[most-out:], src[most-in:]
					}
					clear(d)
					p := Planes{Left: c.planes}
					p.Data(c.rows, c.step, 0)
					value := [chunk]byte(bytes.Repeat(s[:size], chunk/size))
					ShortGaps(unsafe.Pointer(&d[0]), unsafe.Pointer(&s[0]), &p, n, gap, gap+c.gap, &value)
					if !bytes.Equal(d, c.want(s)) {
						t.Fatalf("%+v: the output differs", c)
					}
				}
			}
		}
	}
	for _, n := range []int{0, shortest - 1, longest + 1} {
		if FitShortGaps(n) {
			t.Errorf("rows of %d bytes fit", n)
		}
	}
}
