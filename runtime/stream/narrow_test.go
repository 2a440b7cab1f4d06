//go:build amd64 && !purego

package stream

import "testing"

// TestNarrow copies and fills as on a processor without AVX.
func TestNarrow(t *testing.T) {
	defer func(w bool) { wide = w }(wide)
	wide = false
	testBlocks(t, false)
}
