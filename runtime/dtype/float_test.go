package dtype

import (
	"math"
	"math/rand/v2"
	"testing"
)

// format is a 16-bit format with its conversions.
type format struct {
	exponent, fraction int // bits
	to                 func(float32) uint16
	from               func(uint16) float32
}

var formats = map[string]format{
	"float16": {5, 10, func(f float32) uint16 { return uint16(ToFloat16(f)) },
		func(b uint16) float32 { return Float16(b).Float32() }},
	"bfloat16": {8, 7, func(f float32) uint16 { return uint16(ToBFloat16(f)) },
		func(b uint16) float32 { return BFloat16(b).Float32() }},
}

// inf returns the bits of infinity.
func (f format) inf() uint16 { return 1<<15 - 1<<f.fraction }

// value returns the value of bits, by the definition of the IEEE 754 formats. For infinity, it is the first power of two
// beyond the largest value.
func (f format) value(bits uint16) float64 {
	exponent, fraction := int(bits)>>f.fraction, float64(int(bits)&(1<<f.fraction-1))/float64(int(1)<<f.fraction)
	bias := 1<<(f.exponent-1) - 1
	if exponent == 0 {
		return math.Ldexp(fraction, 1-bias)
	}
	return math.Ldexp(1+fraction, exponent-bias)
}

// nearest is the obvious reference: it returns the finite value or infinity that is nearest to v, ties to even bits.
func (f format) nearest(v float64) uint16 {
	best := uint16(0)
	for b := range f.inf() + 1 {
		if e, least := math.Abs(f.value(b)-v), math.Abs(f.value(best)-v); e < least || e == least && b&1 == 0 {
			best = b
		}
	}
	return best
}

// TestExact converts all bits to a float32 and back.
func TestExact(t *testing.T) {
	for name, f := range formats {
		for b := range 1 << 16 {
			bits := uint16(b)
			abs, v, back := bits&0x7FFF, f.from(bits), bits
			want := f.value(abs)
			switch {
			case abs == f.inf():
				want = math.Inf(1)
			case abs > f.inf():
				want = math.NaN()
				back |= 1 << (f.fraction - 1) // conversion makes NaNs quiet
			}
			if math.IsNaN(want) != (v != v) || v == v && math.Abs(float64(v)) != want || math.Float32bits(v)>>31 != uint32(bits>>15) {
				t.Fatalf("%s %#04x is %v, want %v", name, b, v, want)
			}
			if got := f.to(v); got != back {
				t.Fatalf("%s of %v is %#04x, want %#04x", name, v, got, back)
			}
		}
	}
}

// TestRounds rounds numbers between two values, at their middle, or near the ends of a format.
func TestRounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, f := range formats {
		values := []float32{math.MaxFloat32, math.SmallestNonzeroFloat32, 0.1, 65519.996, 65520, 65536, 1e30, 0x1p-25, 0x1.000002p-25, 0x1.8p-24,
			0x1.ff8p-15, 0x1.ffbp-15, 0x1.ffcp-15, 1 + 0x1p-11, 1 + 3*0x1p-11, float32(math.Inf(1))}
		for range 100 {
			values = append(values, math.Float32frombits(rng.Uint32N(0x7F800000)&^(1<<rng.Uint32N(23)-1)))
			values = append(values, math.Float32frombits((127-26+rng.Uint32N(43))<<23|rng.Uint32N(1<<23)&^(1<<rng.Uint32N(23)-1)))
		}
		for _, v := range values {
			want := f.nearest(float64(v))
			if v > math.MaxFloat32 {
				want = f.inf()
			}
			if got, negative := f.to(v), f.to(-v); got != want || negative != want|1<<15 {
				t.Fatalf("%s of %b is %#04x, of the negative %#04x, want %#04x", name, v, got, negative, want)
			}
		}
		if nan := math.Float32frombits(0x7F800001); f.from(f.to(nan)) == f.from(f.to(nan)) {
			t.Errorf("%s: a NaN with a small payload became %v", name, f.from(f.to(nan)))
		}
	}
}
