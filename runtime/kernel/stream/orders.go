package stream

// order is a shuffle of 16 bytes (VPSHUFB): for each byte of the result the byte to take, or none.
type order [chunk]byte

// none takes no byte, and still takes none when up to 16 is added or subtracted.
const none = 0xC0

var nothing = order(places[:chunk])

// orders are the orders for elements of one size, each at its place in a row of bytes.
type orders struct {
	first  [2 * chunk]byte // a pad, then 16 bytes of data: from byte 16-b on a row's start with a pad of b bytes
	second [2 * chunk]byte // 16 bytes of data, then a pad: from byte e on a row's end
	pad    [3 * chunk]byte // none, then a pad of all elements that 16 bytes hold, then none
}

// For elements of each size from 1 to 16: pads in reverse order, and of one element. Assembly uses them, too.
var mirrors, repeats [chunk + 1]orders

// places takes 16 bytes as they come.
var places = allOrders()

// allOrders fills the tables and returns the places.
func allOrders() *[3 * chunk]byte {
	for size := 1; size <= chunk; size++ {
		m, r := &mirrors[size], &repeats[size]
		for i := range m.pad {
			m.pad[i], r.pad[i] = none, none
		}
		for i := range whole(size) {
			at := i % size // in the element
			m.pad[chunk+i], r.pad[chunk+i] = byte(whole(size)-size-(i-at)+at), byte(at)
		}
		for i := range chunk {
			m.first[chunk+i], r.first[chunk+i] = byte(i), byte(i)
			m.second[i], r.second[i] = byte(i), byte(i)
			at := i % size
			m.first[chunk-1-i], r.first[chunk-1-i] = byte(i-at+2*size-1-at), byte(size-1-at)
			m.second[chunk+i], r.second[chunk+i] = byte(chunk-2*size-(i-at)+at), byte(chunk-size+at)
		}
	}
	return &mirrors[chunk].pad
}

// whole is the bytes of all elements that 16 bytes hold.
func whole(size int) int { return chunk / size * size }

// orderOf is the order of the first 16 bytes. It is copied as a whole: a load of 16 bytes waits for two stores of 8.
func orderOf(b []byte) order { return order(b) }

// plus takes each byte from shift bytes further on.
func (o order) plus(shift int) order {
	if shift != 0 {
		for i := range o {
			o[i] += byte(shift)
		}
	}
	return o
}
