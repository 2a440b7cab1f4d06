package packed

import "math/bits"

// nearFrom is the bits that are made of tiles before they are gathered, which takes 1 to 5 us: near tiles save that in 0.5 to 2 Mbit.
const nearFrom = 1 << 20

// gather makes near tiles of those of 2 bits that can be: with VBMI, one shuffle brings each eight bytes of a register the eight that
// their elements are in, and a shift for each of the elements in a byte picks them. Rows of 3 to 16 uint2 and maps of them take 0.80 to 0.88
// of the time, of uint4 0.95 to 1.0, and are left as they are. Longer rows have near tiles if they have pads of several elements.
func (t *tiles) gather() {
	t.near = true
	if t.width != 2 || t.windows == 1 {
		return
	}
	for i := range t.list[:t.used] {
		t.gatherTile(&t.list[i])
	}
}

// gatherTile makes a near tile of o, if each eight bytes of it come from no more than eight of what is loaded.
func (t *tiles) gatherTile(o *tile) {
	size := bits.OnesCount64(o.store)
	var from [register / 8]uint64 // a mask of these, for each eight bytes
	for at := range size {
		eight := &from[at>>3]
		for i := range o.orders {
			if place := o.orders[i][at]; !t.isValue(place) {
				*eight |= 1 << (place & 63)
			}
		}
		if bits.OnesCount64(*eight) > 8 {
			return
		}
	}
	o.near, o.gathered, o.data = true, [register]byte{}, [register]byte{}
	for at := range size {
		eight := from[at>>3]
		for i := range o.orders {
			place := &o.orders[i][at]
			if t.isValue(*place) {
				continue
			}
			slot := bits.OnesCount64(eight & (1<<(*place&63) - 1))
			o.gathered[at&^7+slot] = *place & 63
			o.data[at] |= 3 << (2 * i)
			*place = byte(8*slot + 2*int(*place>>6) - 2*i) // the first bit, less the one where it goes; the lowest six bits count
		}
	}
}

// isValue reports whether an order has the value at a place.
func (t *tiles) isValue(place byte) bool { return t.constant && place&63 == valueAt }
