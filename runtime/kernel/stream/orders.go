package stream

// order is a shuffle of 16 bytes (VPSHUFB): for each byte of the result, the index of the byte to take, or none.
type order [chunk]byte

// none takes no byte, even after up to 16 is added to it or subtracted from it.
const none = 0xC0

// padOrder is the order of 16 bytes of a pad, or of as many as are whole elements, with 16 bytes of none on each side.
type padOrder struct {
	bytes [3 * chunk]byte
	whole int // bytes of the whole elements in 16 bytes
}

// moveUp takes 16 bytes in their order, after 80 bytes of none and before two lines of none.
var moveUp = func() (o [80 + 9*chunk]byte) {
	for i := range o {
		o[i] = none
	}
	for i := range byte(chunk) {
		o[80+i] = i
	}
	return o
}()

// inOrder is the order of pads that repeat the input in its order.
var inOrder = padOrder{[3 * chunk]byte(moveUp[80-chunk:]), chunk}

// nothing is the order of pads that take no byte.
var nothing = padOrder{[3 * chunk]byte(moveUp[:]), chunk}

// pattern is an order of 96 bytes that repeats an element. 96 is a multiple of the element sizes 1, 2, 3, 4, 6, 8, 12 and 16.
type pattern struct {
	bytes [96]byte
	whole int // bytes of the whole elements in 96 bytes
}

// By element size, 1 to 16: the orders of pads that repeat one element, the orders of mirrored pads, and the patterns.
var repeated, mirrored, patterns = allOrders()

func allOrders() (repeated, mirrored [chunk + 1]padOrder, patterns [chunk + 1]pattern) {
	for size := 1; size <= chunk; size++ {
		p := &patterns[size]
		p.whole = len(p.bytes) / size * size
		for i := range p.bytes {
			p.bytes[i] = byte(i % size)
		}
		whole := chunk / size * size
		r, m := &repeated[size], &mirrored[size]
		*r, *m = nothing, nothing
		r.whole, m.whole = whole, whole
		for i := range whole {
			r.bytes[chunk+i], m.bytes[chunk+i] = byte(i%size), byte(whole-size-i+2*(i%size))
		}
	}
	return repeated, mirrored, patterns
}
