//go:build !purego

package stream

import "unsafe"

//go:noescape
func shuffleTile(o *oneTile, out, src unsafe.Pointer, turns, planes, size, skip int, value *[chunk]byte)

//go:noescape
func shuffleHalf(o *oneTile, out, src unsafe.Pointer, turns, planes, size, skip int, value *[chunk]byte, at, bytes int)

// shuffle makes a tile turns times in each plane, one after the other. Planes are size bytes apart in the output and skip bytes in data.
func shuffle(o *oneTile, out, src unsafe.Pointer, turns, planes, size, skip int, value *[chunk]byte) {
	if vbmi {
		shuffleTile(o, out, src, turns, planes, size, skip, value)
		return
	}
	if o.load == 0 {
		src, skip = unsafe.Pointer(value), 0 // 16 bytes that may be loaded
	}
	bytes := min(o.size, tile/2)
	shuffleHalf(o, out, src, turns, planes, size, skip, value, 0, bytes)
	if rest := o.size - bytes; rest > 0 {
		shuffleHalf(o, out, src, turns, planes, size, skip, value, rest, bytes)
	}
}
