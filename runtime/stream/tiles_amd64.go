//go:build !purego

package stream

import "unsafe"

//go:noescape
func shuffleTiles(t *Tiles, p *Planes, out, src unsafe.Pointer, value *[chunk]byte)

// writeTiles makes the tiles of planes. Without VBMI it is slow, and for tests.
func writeTiles(t *Tiles, p *Planes, out, src unsafe.Pointer, value *[chunk]byte) {
	if vbmi {
		shuffleTiles(t, p, out, src, value)
		return
	}
	for ; p.Left > 0; p.Left-- {
		for i := range t.list[:t.used] {
			o := &t.list[i]
			for turn := range o.times {
				var register [tile]byte
				for j := range register {
					register[j] = value[j%chunk]
					if o.load>>j&1 != 0 {
						register[j] = *(*byte)(unsafe.Add(src, p.At+o.from+turn*o.next+j))
					}
				}
				for j, from := range o.order[:o.size] {
					*(*byte)(unsafe.Add(out, o.to+turn*o.size+j)) = register[from]
				}
			}
		}
		p.At += p.Skip
		out = unsafe.Add(out, t.size)
	}
}
