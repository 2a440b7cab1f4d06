package stream

// order is a shuffle of 16 bytes (VPSHUFB): for each byte of the result the index of the byte to take, or none.
type order [chunk]byte

// none takes no byte, even when up to 16 is added or subtracted.
const none = 0xC0

// padOrder is the order of 16 bytes of a pad, or of the whole elements in these, with 16 bytes of none on each side.
type padOrder struct {
	bytes [3 * chunk]byte
	whole int // bytes of the whole elements in 16 bytes
}

// moveUp takes 16 bytes as they come, with 80 bytes of none before them and two lines of none after them.
var moveUp = func() (o [80 + 9*chunk]byte) {
	for i := range o {
		o[i] = none
	}
	for i := range byte(chunk) {
		o[80+i] = i
	}
	return o
}()

// inOrder is the order of pads whose elements are in order: 16 bytes as they come.
var inOrder = padOrder{[3 * chunk]byte(moveUp[80-chunk:]), chunk}

// nothing is the order of pads that take no byte.
var nothing = padOrder{[3 * chunk]byte(moveUp[:]), chunk}

// pattern is an order of 96 bytes that repeats an element. 96 bytes are a whole number of elements of 1, 2, 3, 4, 6, 8, 12 and 16 bytes.
type pattern struct {
	bytes [96]byte
	whole int // bytes of the whole elements in 96 bytes
}

// For elements of each size from 1 to 16: the orders of pads that repeat one element and of mirrored pads, and the pattern of the element.
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
