package dtype

import (
	"slices"
	"testing"
)

func TestPack(t *testing.T) {
	if got := PackUint4([]uint8{1, 15, 0xF7}); !slices.Equal(got, []Uint4x2{0xF1, 0x07}) {
		t.Errorf("uint4: %#x", got)
	}
	if got := PackInt4([]int8{-8, 7, -1}); !slices.Equal(got, []Int4x2{0x78, 0x0F}) {
		t.Errorf("int4: %#x", got)
	}
	if got := PackFloat4E2M1([]uint8{1, 2}); !slices.Equal(got, []Float4E2M1x2{0x21}) {
		t.Errorf("float4e2m1: %#x", got)
	}
	if got := PackUint2([]uint8{0, 1, 2, 3, 1}); !slices.Equal(got, []Uint2x4{0xE4, 0x01}) {
		t.Errorf("uint2: %#x", got)
	}
	if got := PackInt2([]int8{0, 1, -2, -1, -2}); !slices.Equal(got, []Int2x4{0xE4, 0x02}) {
		t.Errorf("int2: %#x", got)
	}
	if got := PackInt2(nil); len(got) != 0 {
		t.Errorf("nothing packed: %#x", got)
	}
}

// TestPackedRoundTrip unpacks every byte and packs it again, and sets every element of every byte to every value.
func TestPackedRoundTrip(t *testing.T) {
	for b := range 256 {
		if got := PackUint4(UnpackUint4([]Uint4x2{Uint4x2(b)}, 2)); got[0] != Uint4x2(b) {
			t.Fatalf("uint4 %#x: %#x", b, got)
		}
		if got := PackInt4(UnpackInt4([]Int4x2{Int4x2(b)}, 2)); got[0] != Int4x2(b) {
			t.Fatalf("int4 %#x: %#x", b, got)
		}
		if got := PackFloat4E2M1(UnpackFloat4E2M1([]Float4E2M1x2{Float4E2M1x2(b)}, 2)); got[0] != Float4E2M1x2(b) {
			t.Fatalf("float4e2m1 %#x: %#x", b, got)
		}
		if got := PackUint2(UnpackUint2([]Uint2x4{Uint2x4(b)}, 4)); got[0] != Uint2x4(b) {
			t.Fatalf("uint2 %#x: %#x", b, got)
		}
		if got := PackInt2(UnpackInt2([]Int2x4{Int2x4(b)}, 4)); got[0] != Int2x4(b) {
			t.Fatalf("int2 %#x: %#x", b, got)
		}
		for i := range 2 {
			for v := int8(-8); v < 8; v++ {
				u := Int4x2(b).With(i, v)
				if u.At(i) != v || u.At(1-i) != Int4x2(b).At(1-i) {
					t.Fatalf("Int4x2(%#x).With(%d, %d) = %#x", b, i, v, u)
				}
				if Uint4x2(b).With(i, uint8(v)) != Uint4x2(u) || Float4E2M1x2(b).With(i, uint8(v)) != Float4E2M1x2(u) {
					t.Fatalf("unsigned %#x at %d to %d", b, i, v)
				}
			}
		}
		for i := range 4 {
			for v := int8(-2); v < 2; v++ {
				u := Int2x4(b).With(i, v)
				for j := range 4 {
					want := Int2x4(b).At(j)
					if j == i {
						want = v
					}
					if u.At(j) != want {
						t.Fatalf("Int2x4(%#x).With(%d, %d) = %#x", b, i, v, u)
					}
				}
				if Uint2x4(b).With(i, uint8(v)) != Uint2x4(u) {
					t.Fatalf("unsigned %#x at %d to %d", b, i, v)
				}
			}
		}
	}
}
