//go:build linux

package pad_test

import (
	"testing"

	"github.com/padgen/padgen/runtime/internal/guard"
)

// TestBounds runs calls in every way, with output and input in memory that faults right after its end or before its start.
func TestBounds(t *testing.T) {
	const size, ring = 256 << 10, 64
	for name, behind := range map[string]bool{"end": false, "start": true} {
		t.Run(name, func(t *testing.T) {
			var pages [ring][]byte
			for i := range pages {
				pages[i] = guard.Memory(t, size, behind)
			}
			randomCalls(t, 400, 2, func() func(n int) []byte {
				next := 0
				return func(n int) []byte {
					if n > size || next == ring {
						return make([]byte, n)
					}
					m := pages[next]
					next++
					if behind {
						return m[:n:n]
					}
					return m[size-n:]
				}
			})
		})
	}
}
