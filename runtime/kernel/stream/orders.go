package stream

// order is a shuffle of 16 bytes (VPSHUFB): for each byte of the result the byte to take, or none.
type order [chunk]byte

// none takes no byte, and still takes none when up to 16 is added or subtracted.
const none = 0xC0

// padOrder is an order of 16 bytes of a pad, or of the elements that these hold, between 16 of none.
type padOrder struct {
	bytes [3 * chunk]byte
	whole int // bytes of the elements that 16 bytes hold
}

// moveUp is 16 bytes as they come after 80 of none, and before more than two lines of none.
var moveUp = func() (o [80 + 9*chunk]byte) {
	for i := range o {
		o[i] = none
	}
	for i := range byte(chunk) {
		o[80+i] = i
	}
	return o
}()

// Pads of elements in their order, 16 bytes as they come, and pads that take no byte.
var (
	inOrder = padOrder{[3 * chunk]byte(moveUp[80-chunk:]), chunk}
	nothing = padOrder{[3 * chunk]byte(moveUp[:]), chunk}
)

// pattern is bytes of a repeated element that are stored at once. They are a whole number of elements of 1, 2, 3, 4, 6, 8, 12 and 16 bytes.
const pattern = 96

// For elements of each size from 1 to 16: pads of one element, those of elements in reverse order, and a repeated element.
var repeated, mirrored, patterns = allOrders()

func allOrders() (repeated, mirrored [chunk + 1]padOrder, patterns [chunk + 1][pattern]byte) {
	for size := 1; size <= chunk; size++ {
		for i := range patterns[size] {
			patterns[size][i] = byte(i % size)
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
