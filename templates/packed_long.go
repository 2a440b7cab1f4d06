package templates

import (
	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// Packed rows of a word and more: the first word with its pads, words of 7 bytes, and the last word with its pads. Everything that
// depends on where in its bytes a row starts is in a packed.Phase.

const longDoc = "does rows of a word and more."

// long emits a function for such rows, each with its phase; body makes one row.
func (p packedForms) long(what, doc string, before []jen.Code, body ...[]jen.Code) {
	params := []jen.Code{
		list("to", "from").Qual("unsafe", "Pointer"),
		jen.Id("phases").Op("*").Index(jen.Lit(8/p.width)).Qual(packedPath, "Phase"),
		jen.Id("rows").Int(),
	}
	start := p.lines(`
		p := &phases[rows & PHASES]
		first := LOAD(from, 0) >> (p.Load & 63)`)
	p.declare(what, doc, params, before, []jen.Code{jen.For().Block(join(start, join(body...), advance("p.Dst", "p.Src"))...)})
}

// advance is the step to the next row, if there is one.
func advance(to, from string) []jen.Code {
	return lines(`
		if rows--; rows == 0 {
			return
		}
		to, from = unsafe.Add(to, TO), unsafe.Add(from, FROM)`, "TO", to, "FROM", from)
}

// middle stores head, which is the first word with its pads, and the words behind it, except the last one, which it leaves in w.
func (p packedForms) middle(head string) []jen.Code {
	return lines(`
		STORE(to, 0, uint64(*(*byte)(to)) & p.Keep | HEAD << (p.Store & 63))
		to, from = unsafe.Add(to, 7), unsafe.Add(from, p.From)
		j, end, shift := 0, p.End, p.Shift & 63
		if end >= 16 && shift == 0 {
			for ; j <= end - 64; j += 64 {
				*(*BLOCK)(unsafe.Add(to, j)) = *(*BLOCK)(unsafe.Add(from, j))
			}
			for ; j <= end - 16; j += 16 {
				*(*[16]byte)(unsafe.Add(to, j)) = *(*[16]byte)(unsafe.Add(from, j))
			}
		}
		for ; j < end - 21; j += 28 {
			STORE(to, j, LOAD(from, j) >> shift)
			STORE(to, j + 7, LOAD(from, j + 7) >> shift)
			STORE(to, j + 14, LOAD(from, j + 14) >> shift)
			STORE(to, j + 21, LOAD(from, j + 21) >> shift)
		}
		for ; j < end; j += 7 {
			STORE(to, j, LOAD(from, j) >> shift)
		}
		w := LOAD(from, end) >> shift & p.Mask`, append(p.replace(), "HEAD", head)...)
}

// longGaps emits the functions for mode constant, and one for shorter rows with gaps of more than a word.
func (p packedForms) longGaps() {
	p.long("Long", longDoc, nil, p.middle("first"), p.lines(`
		STORE(to, end, w | every << (p.Tail & 63))
		for o := end + 8; o <= p.Dst; o += 8 {
			STORE(to, o, every)
		}`))
	p.declare("Gap", "does rows of less than a word with gaps that end in another word.", byBits(), p.mask(),
		p.rows(p.begin(), p.load(), p.lines(`
			STORE(dst, d >> 3, acc | (w | every &^ mask) << (d & 7))
			for o := d >> 3 + 8; o <= (d + dstep) >> 3; o += 8 {
				STORE(dst, o, every)
			}`)))
}

// longs emits the functions for the modes that read their pads from data: for pads of up to packedPad bits, for rows and pads of whole
// bytes, and for pads of one element.
func (p packedForms) longs() {
	last := p.lines("last := LOAD(from, p.Last) >> (p.Down & 63)")
	p.long("Long", longDoc, p.padMasks(), last, p.wordPads(p.mode, "first", "last", "48"),
		lines("head |= first << (b & 63)"), p.middle("head"), p.lines(`
			STORE(to, end, w | tail << (p.Tail & 63))
			if e > 24 {
				STORE(to, end + 4, w >> 32 | tail << ((p.Tail - 32) & 63))
			}`))
	if p.mode != spec.Wrap {
		p.wholeBytes()
	}
	var head, tail []jen.Code
	switch p.mode {
	case spec.Edge:
		head = p.lines("head := first & MASK | first << WIDTH")
		tail = p.lines("w |= w << WIDTH & (MASK << (p.Tail & 63))")
	case spec.Reflect:
		head = p.lines("head := first >> WIDTH & MASK | first << WIDTH")
		tail = p.lines("w |= w << (2 * WIDTH) & (MASK << (p.Tail & 63))")
	case spec.Wrap:
		head = append(last, p.lines("head := last >> (48 - WIDTH) & MASK | first << WIDTH")...)
		tail = p.lines("w |= first & MASK << (p.Tail & 63)")
	}
	p.long("OneLong", "does rows of a word and more with pads of one element.", nil, head, p.middle("head"), tail, p.lines("STORE(to, end, w)"))
}

func (p packedForms) wholeBytes() {
	p.declare("Bytes", "does rows of n bytes, a word and more, with pads of whole bytes.", byBytes(), p.padMasks(),
		lines("t, before := n - 8, b >> 3"),
		[]jen.Code{jen.For().Block(join(
			p.lines("first, last := LOAD(from, 0), LOAD(from, t)"),
			p.wordPads(p.mode, "first", "last", "64"),
			p.lines(`
			STORE(to, 0, head)
			m := unsafe.Add(to, before)
			for i := 0; i < t; i += 16 {
				*(*[16]byte)(unsafe.Add(m, i)) = *(*[16]byte)(unsafe.Add(from, i))
			}
			STORE(m, t, last)
			STORE(m, t + 8, tail)`),
			advance("dstep", "sstep"))...)})
}
