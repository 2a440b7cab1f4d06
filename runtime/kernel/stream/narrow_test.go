//go:build amd64 && !purego

package stream

import "testing"

// TestNarrow tests the package as on a processor without AVX2.
func TestNarrow(t *testing.T) {
	defer func(was bool) { wide = was }(wide)
	wide = false
	if Fit(96, 4, 4, 4, 1) || FitPast(96, 4, 4, 4, 1) || Pays(2*pastFrom) {
		t.Error("Fit, FitPast or Pays reports true")
	}
	testMoves(t)
}
