package leaf

import (
	"unsafe"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/kernel/packed"
)

// If every row, pad and step of a call consists of whole bytes, packed elements are moved as bytes, otherwise by package packed. The
// states below choose once and pass on each call. Offsets in calls count elements or, if open returned a geometry in bytes, bytes.

// constantPacked is the state of a running kernel of mode constant.
type constantPacked struct {
	inBytes bool
	bytes   constant[uint8]
	bits    packed.State
}

func (c *constantPacked) open(g *kernel.Geometry, dst, src []byte, value byte, perUnit int) *kernel.Geometry {
	b := c.bits.Open(g, dst, src, value, perUnit)
	if c.inBytes = b != nil; !c.inBytes {
		return g
	}
	element := byte(1)<<(8/perUnit) - 1
	d, s := unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src))
	c.bytes.open(b, d, s, value&element*(255/element)) // the element in each place of a byte
	return b
}

func (c *constantPacked) planes(g *kernel.Geometry, do, so, n int) {
	if c.inBytes {
		c.bytes.planes(g, do, so, n)
	} else {
		c.bits.Planes(do, so, n)
	}
}

func (c *constantPacked) close(n int) {
	if c.inBytes {
		c.bytes.close(n)
	} else {
		c.bits.Close()
	}
}

// repeatPacked is the state of a running kernel whose pads repeat the input.
type repeatPacked struct {
	inBytes bool
	bytes   repeat[uint8]
	bits    packed.State
}

func (p *repeatPacked) open(g *kernel.Geometry, dst, src []byte, perUnit int) *kernel.Geometry {
	b := p.bits.Open(g, dst, src, 0, perUnit)
	if p.inBytes = b != nil; !p.inBytes {
		return g
	}
	p.bytes.open(b, unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src)))
	return b
}

func (p *repeatPacked) planes(do, so, n int) {
	if p.inBytes {
		p.bytes.planes(do, so, n)
	} else {
		p.bits.Planes(do, so, n)
	}
}

func (p *repeatPacked) block(do, so int, a *kernel.Axis) {
	if p.inBytes {
		p.bytes.block(do, so, a)
		return
	}
	p.bits.Planes(do+a.Begin()*a.Dst(), so, a.Ext())
	p.bits.Border(do, a)
}

func (p *repeatPacked) over(a *kernel.Axis) (from, to int) { return p.bytes.over(a) }

func (p *repeatPacked) slab(do, so, i int, a *kernel.Axis) (d, s int) {
	return p.bytes.slab(do, so, i, a)
}

func (p *repeatPacked) border(do int, a *kernel.Axis) {
	if p.inBytes {
		p.bytes.border(do, a)
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
