package dtype

import (
	"slices"
	"testing"
)

// TestPacked unpacks and packs every byte, and packs elements with other bits above the low ones.
func TestPacked(t *testing.T) {
	testPacked(t, PackUint4, UnpackUint4, 4)
	testPacked(t, PackInt4, UnpackInt4, 4)
	testPacked(t, PackFloat4E2M1, UnpackFloat4E2M1, 4)
	testPacked(t, PackUint2, UnpackUint2, 2)
	testPacked(t, PackInt2, UnpackInt2, 2)
}

func testPacked[U ~uint8, E int8 | uint8](t *testing.T, pack func([]E) []U, unpack func([]U, int) []E, bits int) {
	per, mask := 8/bits, 1<<bits-1
	element := func(b, i int) E { return E(b>>(i*bits)<<(8-bits)) >> (8 - bits) } // the first element is in the lowest bits
	for b := range 256 {
		u := U(b)
		var all []E
		for i := range per {
			all = append(all, element(b, i))
		}
		if got := unpack([]U{u, u}, per+1); !slices.Equal(got, append(slices.Clone(all), all[0])) {
			t.Fatalf("%T %#x: %v, want %v", u, b, got, all)
		}
		all[0] ^= ^E(mask) // only the low bits count
		if got := pack(append(slices.Clone(all), all[0])); !slices.Equal(got, []U{u, U(b & mask)}) {
			t.Fatalf("%T %v: %#x, want %#x and the first one again", u, all, got, b)
		}
	}
	if got := pack(nil); len(got) != 0 {
		t.Errorf("nothing packed: %#x", got)
	}
}
