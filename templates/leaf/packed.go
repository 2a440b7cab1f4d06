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
	dst, src []byte
	perUnit  int // elements in a byte
	inBytes  bool
	bytes    constant[uint8]
	bits     packed.Constant
}

func (c *constantPacked) open(g *kernel.Geometry, value byte) {
	var b kernel.Geometry
	if c.inBytes = g.Bytes(&b, c.perUnit); !c.inBytes {
		c.bits.Open(g, c.dst, c.src, value, 8/c.perUnit)
		return
	}
	c.bytes.dst, c.bytes.src = unsafe.Pointer(unsafe.SliceData(c.dst)), unsafe.Pointer(unsafe.SliceData(c.src))
	element := byte(1)<<(8/c.perUnit) - 1
	c.bytes.open(&b, value&element*(255/element)) // in every place of a byte
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
	dst, src []byte
	perUnit  int // elements in a byte
	inBytes  bool
	bytes    repeat[uint8]
	bits     packed.Repeat
}

func (p *repeatPacked) open(g *kernel.Geometry) {
	var b kernel.Geometry
	if p.inBytes = g.Bytes(&b, p.perUnit); !p.inBytes {
		p.bits.Open(g, p.dst, p.src, 8/p.perUnit)
		return
	}
	p.bytes.dst, p.bytes.src = unsafe.Pointer(unsafe.SliceData(p.dst)), unsafe.Pointer(unsafe.SliceData(p.src))
	p.bytes.open(&b)
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
