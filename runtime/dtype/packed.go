package dtype

// PackUint4 packs the low 4 bits of each element of v.
func PackUint4(v []uint8) []Uint4x2 { return pack[Uint4x2](v, 4) }

// UnpackUint4 returns the first n elements of u. It panics if u holds fewer.
func UnpackUint4(u []Uint4x2, n int) []uint8 { return unpack[uint8](u, n, 4) }

// PackInt4 packs the low 4 bits of each element of v.
func PackInt4(v []int8) []Int4x2 { return pack[Int4x2](v, 4) }

// UnpackInt4 returns the first n elements of u. It panics if u holds fewer.
func UnpackInt4(u []Int4x2, n int) []int8 { return unpack[int8](u, n, 4) }

// PackFloat4E2M1 packs the low 4 bits of each element of v.
func PackFloat4E2M1(v []uint8) []Float4E2M1x2 { return pack[Float4E2M1x2](v, 4) }

// UnpackFloat4E2M1 returns the bits of the first n elements of u. It panics if u holds fewer.
func UnpackFloat4E2M1(u []Float4E2M1x2, n int) []uint8 { return unpack[uint8](u, n, 4) }

// PackUint2 packs the low 2 bits of each element of v.
func PackUint2(v []uint8) []Uint2x4 { return pack[Uint2x4](v, 2) }

// UnpackUint2 returns the first n elements of u. It panics if u holds fewer.
func UnpackUint2(u []Uint2x4, n int) []uint8 { return unpack[uint8](u, n, 2) }

// PackInt2 packs the low 2 bits of each element of v.
func PackInt2(v []int8) []Int2x4 { return pack[Int2x4](v, 2) }

// UnpackInt2 returns the first n elements of u. It panics if u holds fewer.
func UnpackInt2(u []Int2x4, n int) []int8 { return unpack[int8](u, n, 2) }

func pack[U ~uint8, E int8 | uint8](v []E, bits int) []U {
	per := 8 / bits
	out := make([]U, (len(v)+per-1)/per)
	for i, e := range v {
		low := U(e) << (8 - bits) >> (8 - bits)
		out[i/per] |= low << (i % per * bits)
	}
	return out
}

// unpack extends the sign if E is signed.
func unpack[E int8 | uint8, U ~uint8](u []U, n, bits int) []E {
	per := 8 / bits
	out := make([]E, n)
	for i := range out {
		out[i] = E(u[i/per]<<(8-bits-i%per*bits)) >> (8 - bits)
	}
	return out
}
