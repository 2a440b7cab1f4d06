//go:build linux

package packed_test

import (
	"math/rand/v2"
	"testing"

	"github.com/padgen/padgen/runtime/internal/guard"
	"github.com/padgen/padgen/runtime/stream"
)

// TestRowsBounds makes rows of all that may be read, in all that may be written.
func TestRowsBounds(t *testing.T) {
	if !stream.Supported() {
		t.Skip("this processor or build has no registers of 32 bytes")
	}
	const most = 8 << 10
	random := rand.New(rand.NewPCG(3, 4))
	for _, behind := range []bool{false, true} {
		dst, src := guard.Memory(t, most, behind), guard.Memory(t, most, behind)
		copy(src, noise(most, 5))
		check := func(c rowsCase) {
			out, in := c.lengths()
			out, in = c.size(out), c.size(in)
			if !c.fits() || max(out, in) > most {
				return
			}
			d, s := dst[:out:out], src[:in:in]
			if !behind {
				d, s = dst[most-out:], src[most-in:]
			}
			for i := range d {
				d[i] ^= 0xa5 // what the call before left there may be right
			}
			if err := c.check(d, s); err != nil {
				t.Fatal(err)
			}
		}
		for range 5000 {
			check(randomRows(random))
		}
		for _, c := range limits() {
			check(c)
		}
	}
}
