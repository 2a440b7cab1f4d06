//go:build amd64 && !purego

package stream

import "testing"

// TestNarrow tests the package as on a processor without AVX2.
func TestNarrow(t *testing.T) {
	defer func(was bool) { wide = was }(wide)
	wide = false
	if fit(96, 4, 4, 4, 1) || fitPast(96, 4, 4, 4, 1) || Pays(2*pastFrom) {
		t.Error("fit, fitPast or Pays reports true")
	}
	testMoves(t)
}
