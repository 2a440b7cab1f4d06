package stream

import "github.com/padgen/padgen/runtime/kernel"

// order is a shuffle of 16 bytes (VPSHUFB): for each byte of the result the byte to take, or none.
type order [chunk]byte

// none takes no byte, and still takes none when up to 16 is added or subtracted.
const none = 0xC0

var nothing = order(inOrder[:chunk])

// padOrder is none, then 16 bytes of a pad or as many as hold whole elements, then none.
type padOrder [3 * chunk]byte

// endOrders put 16 bytes of data together with a pad that these bytes make.
type endOrders struct {
	first  [2 * chunk]byte // a pad, then data: from byte 16-b on a row's start with a pad of b bytes
	second [2 * chunk]byte // data, then a pad: from byte e on a row's end
}

// pattern is bytes of a repeated element that are stored at once. They are a whole number of elements of 1, 2, 3, 4, 6, 8, 12 and 16 bytes.
const pattern = 96

// patterns are the orders of repeated elements, by size.
var patterns [chunk + 1][pattern]byte

// For elements of each size from 1 to 16: pads of one element, and of elements in reverse order.
var repeated, mirrored [chunk + 1]padOrder

// inOrder are pads of elements in their order: 16 bytes as they come.
var inOrder = func() (o padOrder) {
	for i := range o {
		o[i] = none
	}
	for i := range byte(chunk) {
		o[chunk+i] = i
	}
	return o
}()

// ends are the orders of the modes whose pads come from the data next to them.
var ends = allOrders()

// allOrders fills patterns, repeated and mirrored, and returns ends.
func allOrders() (ends [kernel.NumModes][chunk + 1]endOrders) {
	for size := 1; size <= chunk; size++ {
		repeated[size], mirrored[size] = inOrder, inOrder
		for i := range patterns[size] {
			patterns[size][i] = byte(i % size)
		}
		for i := range chunk {
			r, m := &repeated[size][chunk+i], &mirrored[size][chunk+i]
			if *r, *m = none, none; i < whole(size) {
				*r, *m = byte(i%size), byte(whole(size)-size-i+2*(i%size))
			}
		}
		for m := kernel.Constant + 1; m < kernel.NumModes; m++ {
			pads, o := m.Pads(4*chunk), &ends[m][size]
			for i := range chunk { // away from data
				at := i % size
				unit := (pads.Head + i/size*pads.Step) * size
				o.first[chunk+i], o.second[i] = byte(i), byte(i)
				o.first[chunk-1-i] = byte(unit + size - 1 - at)
				o.second[chunk+i] = byte(chunk - size - unit + at)
			}
		}
	}
	return ends
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
