package dtype

import (
	"math"
	"math/rand/v2"
	"testing"
)

// nearest is the obvious reference: among all finite values of a 16-bit format and the first power of two above them
// (which stands for infinity) the one nearest to f, ties to the even bits.
func nearest(f float64, value func(bits uint16) float64, inf uint16, above float64) uint16 {
	best, bestErr := uint16(0), math.Abs(f)
	for b := uint16(1); b <= inf; b++ {
		v := above
		if b < inf {
			v = value(b)
		}
		if e := math.Abs(v - f); e < bestErr || e == bestErr && b&1 == 0 {
			best, bestErr = b, e
		}
	}
	return best
}

func TestFloat16Exact(t *testing.T) {
	for b := range 1 << 16 {
		h := Float16(b)
		f := h.Float32()
		exp, frac := int(b>>10&31), float64(b&1023)
		want := math.Ldexp(1+frac/1024, exp-15)
		switch {
		case exp == 0:
			want = math.Ldexp(frac/1024, -14)
		case exp == 31 && frac == 0:
			want = math.Inf(1)
		case exp == 31:
			want = math.NaN()
		}
		if math.IsNaN(want) != (f != f) || !math.IsNaN(want) && math.Abs(float64(f)) != want || math.Float32bits(f)>>31 != uint32(b>>15) {
			t.Fatalf("Float16(%#04x).Float32() = %v, want %v", b, f, want)
		}
		back := h
		if f != f {
			back |= 0x200 // a conversion makes NaNs quiet
		}
		if got := ToFloat16(f); got != back {
			t.Fatalf("ToFloat16(%v) = %#04x, want %#04x", f, got, back)
		}
	}
}

func TestFloat16Rounds(t *testing.T) {
	for _, c := range []struct {
		f    float32
		want Float16
	}{
		{65504, 0x7BFF}, {65519.996, 0x7BFF}, {65520, 0x7C00}, {65536, 0x7C00}, {1e30, 0x7C00}, {-1e30, 0xFC00},
		{math.MaxFloat32, 0x7C00}, {float32(math.Inf(-1)), 0xFC00}, {0x1p-24, 1}, {0x1p-25, 0}, {0x1.000002p-25, 1},
		{-0x1p-25, 0x8000}, {0x1.8p-24, 2}, {0x1p-14, 0x0400}, {0x1.ff8p-15, 0x03FF}, {0x1.ffbp-15, 0x03FF}, {0x1.ffcp-15, 0x0400},
		{1 + 0x1p-11, 0x3C00}, {1 + 3*0x1p-11, 0x3C02}, {0.1, 0x2E66}, {math.SmallestNonzeroFloat32, 0},
	} {
		if got := ToFloat16(c.f); got != c.want {
			t.Errorf("ToFloat16(%b) = %#04x, want %#04x", c.f, got, c.want)
		}
	}
	value := func(b uint16) float64 { return float64(Float16(b).Float32()) }
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		f := math.Float32frombits((127-26+rng.Uint32N(43))<<23 | rng.Uint32N(1<<23)&^(1<<rng.Uint32N(23)-1))
		if got, want := ToFloat16(f), nearest(float64(f), value, 0x7C00, 65536); got != Float16(want) {
			t.Fatalf("ToFloat16(%b) = %#04x, want %#04x", f, got, want)
		}
	}
}

func TestBFloat16(t *testing.T) {
	for b := range 1 << 16 {
		h := BFloat16(b)
		back := h
		if f := h.Float32(); f != f {
			back |= 0x40
		}
		if got := ToBFloat16(h.Float32()); got != back {
			t.Fatalf("ToBFloat16(%v) = %#04x, want %#04x", h.Float32(), got, back)
		}
	}
	if got := ToBFloat16(math.MaxFloat32); got != 0x7F80 {
		t.Errorf("the largest float32 became %#04x", got)
	}
	if f := ToBFloat16(math.Float32frombits(0x7F800001)).Float32(); f == f {
		t.Errorf("a NaN with a small payload became %v", f)
	}
	value := func(b uint16) float64 { return float64(BFloat16(b).Float32()) }
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		f := math.Float32frombits(rng.Uint32N(0x7F800000) &^ (1<<rng.Uint32N(23) - 1))
		if got, want := ToBFloat16(f), nearest(float64(f), value, 0x7F80, 0x1p128); got != BFloat16(want) {
			t.Fatalf("ToBFloat16(%b) = %#04x, want %#04x", f, got, want)
		}
	}
}
