//go:build linux

package packed_test

import (
	"math/rand/v2"
	"testing"

	"github.com/padgen/padgen/runtime/internal/guard"
	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/pad"
)

// TestBounds runs calls in memory that faults right after its end, or right before its start.
func TestBounds(t *testing.T) {
	const most = 16 << 10
	for _, behind := range []bool{false, true} {
		memory := [][]byte{guard.Memory(t, most, behind), guard.Memory(t, most, behind)}
		buffer := func(n int, seed uint32) []byte {
			s := memory[seed&1]
			if behind {
				s = s[:n:n]
			} else {
				s = s[most-n:]
			}
			copy(s, noise(n, seed))
			return s
		}
		modes(t, func(t *testing.T, mode pad.Mode) {
			rng := rand.New(rand.NewPCG(uint64(mode), 5))
			for range 800 {
				checkAll(t, []kerneltest.Case{random(mode, rng)}, buffer)
			}
			checkAll(t, kerneltest.Grid(mode, 2, 600), buffer)
			checkAll(t, kerneltest.Grid(mode, 3, 600), buffer)
		})
	}
}
