//go:build !purego

package stream

import "unsafe"

//go:noescape
func shuffleTile(o *oneTile, out, src unsafe.Pointer, turns, planes, size, skip int, value *[chunk]byte)

// shuffle makes a tile turns times in each plane, one after the other. Planes are size bytes apart in the output and skip bytes in data.
// Without VBMI it is slow, and for tests.
func shuffle(o *oneTile, out, src unsafe.Pointer, turns, planes, size, skip int, value *[chunk]byte) {
	if vbmi {
		shuffleTile(o, out, src, turns, planes, size, skip, value)
		return
	}
	for plane := range planes {
		for turn := range turns {
			var register [tile]byte
			for i := range register {
				register[i] = value[i%chunk]
				if o.load>>i&1 != 0 {
					register[i] = *(*byte)(unsafe.Add(src, plane*skip+turn*o.next+i))
				}
			}
			for i, from := range o.order[:o.size] {
				*(*byte)(unsafe.Add(out, plane*size+turn*o.size+i)) = register[from]
			}
		}
	}
}
