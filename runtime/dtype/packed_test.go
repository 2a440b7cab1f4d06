package dtype

import (
	"slices"
	"testing"
)

// packed is a storage unit of several elements.
type packed[U, E any] interface {
	~uint8
	At(i int) E
	With(i int, v E) U
}

// TestPacked unpacks every byte and packs it again, and sets every element of every byte to every value.
func TestPacked(t *testing.T) {
	testPacked(t, PackUint4, UnpackUint4, 4)
	testPacked(t, PackInt4, UnpackInt4, 4)
	testPacked(t, PackFloat4E2M1, UnpackFloat4E2M1, 4)
	testPacked(t, PackUint2, UnpackUint2, 2)
	testPacked(t, PackInt2, UnpackInt2, 2)
}

func testPacked[U packed[U, E], E int8 | uint8](t *testing.T, pack func([]E) []U, unpack func([]U, int) []E, bits int) {
	per, mask := 8/bits, 1<<bits-1
	element := func(b, i int) E { return E(b>>(i*bits)<<(8-bits)) >> (8 - bits) } // the first one in the lowest bits
	for b := range 256 {
		u := U(b)
		var all []E
		for i := range per {
			all = append(all, element(b, i))
			if u.At(i) != all[i] || u.At(i+per) != all[i] {
				t.Fatalf("%T(%#x).At(%d) = %v, want %v", u, b, i, u.At(i), all[i])
			}
			for v := range 256 { // of which the low bits count
				if want := U(b&^(mask<<(i*bits)) | v&mask<<(i*bits)); u.With(i, E(v)) != want {
					t.Fatalf("%T(%#x).With(%d, %d) = %#x, want %#x", u, b, i, v, u.With(i, E(v)), want)
				}
			}
		}
		if got := unpack([]U{u, u}, per+1); !slices.Equal(got, append(slices.Clone(all), all[0])) {
			t.Fatalf("%T %#x: %v, want %v", u, b, got, all)
		}
		if got := pack(append(slices.Clone(all), all[0])); !slices.Equal(got, []U{u, U(b & mask)}) {
			t.Fatalf("%T %v: %#x, want %#x and the first one again", u, all, got, b)
		}
	}
	if got := pack(nil); len(got) != 0 {
		t.Errorf("nothing packed: %#x", got)
	}
}
