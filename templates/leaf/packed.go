package leaf

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/packed"
)

// Packed elements that fill whole bytes everywhere move as bytes do, all others by package packed. The states below choose once and pass
// on each call. Offsets in calls count elements.

// constantPacked is the state of a running kernel of mode constant.
type constantPacked struct {
	perUnit int // elements in a byte
	inBytes bool
	bytes   constant[uint8]
	bits    packed.Constant
}

func (c *constantPacked) open(g *kernel.Geometry, dst, src []byte, value byte, perUnit int) {
	var b kernel.Geometry
	c.perUnit, c.inBytes = perUnit, g.Bytes(&b, perUnit)
	if !c.inBytes {
		c.bits.Open(g, dst, src, value, 8/perUnit)
		return
	}
	element := byte(1)<<(8/perUnit) - 1
	d, s := unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src))
	c.bytes.open(&b, d, s, value&element*(255/element)) // in every place of a byte
}

func (c *constantPacked) planes(do, so, n int) {
	if c.inBytes {
		c.bytes.planes(do/c.perUnit, so/c.perUnit, n)
	} else {
		c.bits.Planes(do, so, n)
	}
}

func (c *constantPacked) close() {
	if c.inBytes {
		c.bytes.close()
	} else {
		c.bits.Close()
	}
}

// repeatPacked is the state of a running kernel whose pads repeat data.
type repeatPacked struct {
	perUnit int // elements in a byte
	inBytes bool
	bytes   repeat[uint8]
	bits    packed.Repeat
}

func (p *repeatPacked) open(g *kernel.Geometry, dst, src []byte, perUnit int) {
	var b kernel.Geometry
	p.perUnit, p.inBytes = perUnit, g.Bytes(&b, perUnit)
	if !p.inBytes {
		p.bits.Open(g, dst, src, 8/perUnit)
		return
	}
	p.bytes.open(&b, unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src)))
}

func (p *repeatPacked) planes(do, so, n int) {
	if p.inBytes {
		p.bytes.planes(do/p.perUnit, so/p.perUnit, n)
	} else {
		p.bits.Planes(do, so, n)
	}
}

func (p *repeatPacked) block(do, so int, a kernel.Axis) {
	if p.inBytes {
		p.bytes.block(do/p.perUnit, so/p.perUnit, a.Bytes(p.perUnit))
	} else {
		p.bits.Block(do, so, a)
	}
}

func (p *repeatPacked) over(a kernel.Axis) (from, to int) { return p.bytes.over(a) }

func (p *repeatPacked) slab(do, so, i int, a kernel.Axis) (d, s int) {
	return p.bytes.slab(do, so, i, a)
}

func (p *repeatPacked) border(do int, a kernel.Axis) {
	if p.inBytes {
		p.bytes.border(do/p.perUnit, a.Bytes(p.perUnit))
	} else {
		p.bits.Border(do, a)
	}
}

func (p *repeatPacked) close() {
	if p.inBytes {
		p.bytes.close()
	} else {
		p.bits.Close()
	}
}
