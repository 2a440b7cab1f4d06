package dtype

import "math"

// ToFloat16 rounds f to the nearest Float16, ties to even. Values that are too large become infinity, and values that are too small
// become subnormal or zero, with the sign of f. A NaN stays a NaN and keeps its sign and the payload bits that fit.
func ToFloat16(f float32) Float16 {
	b := math.Float32bits(f)
	sign := Float16(b >> 16 & 0x8000)
	abs := b & 0x7FFFFFFF
	switch {
	case abs > 0x7F800000: // NaN; set the quiet bit in case the payload is cut off
		return sign | 0x7E00 | Float16(abs>>13&0x3FF)
	case abs >= 0x477FF000: // 65520, the middle between the largest Float16 and 2^16, and everything above
		return sign | 0x7C00
	case abs >= 0x38800000: // normal, from 2^-14 on: change the bias from 127 to 15, then drop 13 bits
		return sign | Float16(roundShift(abs-(127-15)<<23, 13))
	case abs < 0x33000000: // below 2^-25, half of the smallest subnormal
		return sign
	}
	// Subnormal: the unit is 2^-24, so the 24-bit significand of exponent e is shifted by 126-e.
	significand := abs&0x7FFFFF | 0x800000
	return sign | Float16(roundShift(significand, 126-abs>>23))
}

// Float32 returns the value of h, which is exact. NaN payloads are kept.
func (h Float16) Float32() float32 {
	sign := uint32(h&0x8000) << 16
	exp, frac := uint32(h>>10&0x1F), uint32(h&0x3FF)
	switch exp {
	case 0x1F:
		return math.Float32frombits(sign | 0x7F800000 | frac<<13)
	case 0:
		f := float32(frac) * 0x1p-24 // exact
		return math.Float32frombits(sign | math.Float32bits(f))
	}
	return math.Float32frombits(sign | (exp+127-15)<<23 | frac<<13)
}

// ToBFloat16 rounds f to the nearest BFloat16, ties to even. Values that are too large become infinity. A NaN stays a NaN and keeps its
// sign and the payload bits that fit.
func ToBFloat16(f float32) BFloat16 {
	b := math.Float32bits(f)
	if b&0x7FFFFFFF > 0x7F800000 {
		return BFloat16(b>>16 | 0x40)
	}
	return BFloat16(roundShift(b&0x7FFFFFFF, 16) | b>>16&0x8000)
}

// Float32 returns the value of b, which is exact. NaN payloads are kept.
func (b BFloat16) Float32() float32 { return math.Float32frombits(uint32(b) << 16) }

// roundShift returns x / 2^n rounded to nearest, ties to even, for n from 1 to 31. A carry out of the fraction correctly
// increments the exponent above it.
func roundShift(x, n uint32) uint32 {
	odd := x >> n & 1
	return (x + 1<<(n-1) - 1 + odd) >> n
}
