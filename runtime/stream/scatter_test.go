package stream

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// TestScatter copies blocks of random lengths to up to seven places before and behind them, between bytes that must stay.
func TestScatter(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	for range 4000 {
		n := LeastRow + random.IntN([]int{10, 200, 5000}[random.IntN(3)])
		places := random.Perm(8)[:1+random.IntN(8)]
		apart := n + random.IntN(3)*random.IntN(70)
		whole := make([]byte, 8*apart+random.IntN(64))
		for i := range whole {
			whole[i] = byte(random.Uint32())
		}
		at := len(whole) - 8*apart // any place in a line
		from, want := at+places[0]*apart, bytes.Clone(whole)
		var distances []int
		for _, p := range places[1:] {
			distances = append(distances, (p-places[0])*apart)
			copy(want[at+p*apart:], whole[from:from+n])
		}
		if Scatter(unsafe.Pointer(&whole[from]), n, distances); !bytes.Equal(whole, want) {
			t.Fatalf("Scatter of %d bytes to %v: the output differs", n, distances)
		}
	}
}
