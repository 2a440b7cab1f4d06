package dtype

// At returns element i&1 of the unit: i may be its index in the tensor.
func (u Uint4x2) At(i int) uint8 { return get[uint8](uint8(u), i, 4) }

// With returns u with element i&1 set to the low 4 bits of v.
func (u Uint4x2) With(i int, v uint8) Uint4x2 { return Uint4x2(set(uint8(u), i, 4, v)) }

// At returns element i&1 of the unit: i may be its index in the tensor.
func (u Int4x2) At(i int) int8 { return get[int8](uint8(u), i, 4) }

// With returns u with element i&1 set to the low 4 bits of v.
func (u Int4x2) With(i int, v int8) Int4x2 { return Int4x2(set(uint8(u), i, 4, uint8(v))) }

// At returns the bits of element i&1 of the unit: i may be its index in the tensor.
func (u Float4E2M1x2) At(i int) uint8 { return get[uint8](uint8(u), i, 4) }

// With returns u with the bits of element i&1 set to the low 4 bits of v.
func (u Float4E2M1x2) With(i int, v uint8) Float4E2M1x2 {
	return Float4E2M1x2(set(uint8(u), i, 4, v))
}

// At returns element i&3 of the unit: i may be its index in the tensor.
func (u Uint2x4) At(i int) uint8 { return get[uint8](uint8(u), i, 2) }

// With returns u with element i&3 set to the low 2 bits of v.
func (u Uint2x4) With(i int, v uint8) Uint2x4 { return Uint2x4(set(uint8(u), i, 2, v)) }

// At returns element i&3 of the unit: i may be its index in the tensor.
func (u Int2x4) At(i int) int8 { return get[int8](uint8(u), i, 2) }

// With returns u with element i&3 set to the low 2 bits of v.
func (u Int2x4) With(i int, v int8) Int2x4 { return Int2x4(set(uint8(u), i, 2, uint8(v))) }

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

// get returns element i of the unit u, its sign extended where E is signed. An index beyond the unit wraps around, so
// that a caller can pass the index in the tensor.
func get[E int8 | uint8](u uint8, i, bits int) E {
	i &= 8/bits - 1
	return E(u<<(8-bits-i*bits)) >> (8 - bits)
}

// set returns u with element i set to the low bits of v.
func set(u uint8, i, bits int, v uint8) uint8 {
	shift := i & (8/bits - 1) * bits
	mask := uint8(1)<<bits - 1
	return u&^(mask<<shift) | v&mask<<shift
}

func pack[U ~uint8, E int8 | uint8](v []E, bits int) []U {
	per := 8 / bits
	out := make([]U, (len(v)+per-1)/per)
	for i, e := range v {
		out[i/per] = U(set(uint8(out[i/per]), i, bits, uint8(e)))
	}
	return out
}

func unpack[E int8 | uint8, U ~uint8](u []U, n, bits int) []E {
	per := 8 / bits
	out := make([]E, n)
	for i := range out {
		out[i] = get[E](uint8(u[i/per]), i, bits)
	}
	return out
}
