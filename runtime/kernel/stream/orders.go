package stream

import "encoding/binary"

// order is a shuffle of 16 bytes (VPSHUFB): for each byte of the result the byte to take, or none.
type order [2]uint64

// none takes no byte, and still takes none when up to 16 is added or subtracted.
const none = 0xC0

// orders is 16 bytes of none, then up to 16 bytes of whole elements, then none. The 16 bytes that reach
// b bytes into the elements are the order of a pad of b bytes: from the elements' end at the start of a
// row, from their start at its end.
type orders [3 * chunk]byte

// For elements of each size from 1 to 16: as many as 16 bytes hold in reverse order, and the first one
// as often.
var mirrors, repeats = allOrders()

// places takes 16 bytes as they come.
var places = &mirrors[chunk]

func allOrders() (mirrors, repeats [chunk + 1]orders) {
	for size := 1; size <= chunk; size++ {
		m, r := &mirrors[size], &repeats[size]
		for i := range m {
			m[i], r[i] = none, none
		}
		for i := range whole(size) {
			at := i % size // in the element
			m[chunk+i], r[chunk+i] = byte(whole(size)-size-(i-at)+at), byte(at)
		}
	}
	return mirrors, repeats
}

// whole is the bytes of all elements that 16 bytes hold.
func whole(size int) int { return chunk / size * size }

// at is the order of the 16 bytes from byte i on. It takes each byte from shift bytes further on.
func (o *orders) at(i, shift int) order {
	each := uint64(shift) * 0x0101010101010101
	return order{binary.LittleEndian.Uint64(o[i:]) + each, binary.LittleEndian.Uint64(o[i+8:]) + each}
}
