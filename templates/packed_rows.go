package templates

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// Rows of packed elements move in words of 64 bits, whose loads and stores may run over the row's end: a load into
// data that follows, a store into output that is written later, never past the slices (packed.Room counts the rows
// that have room for it; the last ones of a buffer go by the exact functions of package packed). Since rows are made
// upwards and each starts where the one before it ends, no store has to keep what is behind it, and what is before it
// in the same byte is known.
//
// Forms, with the time of a row of uint4 with pads of one element on both sides, in the modes constant and reflect, on an
// EPYC of 4.2 GHz; a copy of the same bytes takes 0.04 ns for 7 elements, 0.08 for 16, 1.2 for 224:
//
//   - Short, 1.1 and 1.4 ns for 7 elements (before: 8.1, 8.4): a row with its pads is one word. The bits of an
//     unfinished byte stay in a register.
//   - Long, 2.4 and 3.1 ns for 16 (16.7, 16.6), 5.8 and 6.6 for 224 (37, 37): the first word of a row with the pads
//     before it, words from the middle, the last word with the pads behind it, overlapping.
//   - Gap (constant): rows of less than a word with longer gaps.
//   - Bytes (reflect and edge): rows and pads of whole bytes, 0.57 of the time for 32 planes of 56 x 56 with pads of 4.
//     In the other modes such calls never come here, see Geometry.Bytes.
//   - OneShort and OneLong, pads of one element in the modes that make pads from the row: without them 2.4 ns for 7,
//     9.4 for 224, in mode reflect.
//
// Rows of less than a word with pads beyond it, and rows with pads of more than 44 bits, go by package packed: 12 to 17 ns
// for 224 elements with pads of 16.
//
// The middle takes 7 of the 8 bytes of each word: load, shift, store, 0.25 ns each, which is one store in a cycle. Where
// the places in the bytes agree, 16 bytes, and copy from 256 on (rows of 1,120 bytes: 25 ns by 16 bytes, 15 by copy).
// Tried for the middle, for rows of 224 in mode constant (6.1 to 6.5 by sevenths):
//
//   - whole words from two loads by >> and <<: the compiler makes SHRD of it, which is slow on this processor (10.5)
//   - the same with the shift known to be 4: 6 instructions a word instead of 3 (7.6 to 8.4)
//   - a word from the byte before and the word behind it, which meet at a constant shift (7.9 to 8.6)
//   - a word from two words a byte apart, or'ed where they overlap: as fast as sevenths, no faster mixed with them (5 %)
//   - the shift by 4 as a constant rather than in a register: no difference
//   - *(*uint64)(p) rather than binary.LittleEndian, which leaves a NOP for every call that it inlines: no difference
//
// A shift count that the compiler cannot see to be below 64 costs three instructions more and, if it may be negative, a
// branch: rows of 7 in mode reflect took 2.3 ns with two of them.

const (
	packedWord = 56   // bits of a word that are sure to be there after a shift by less than a byte
	packedPad  = 44   // bits of a pad that Long makes from one word
	packedCopy = 4096 // bits of a row beyond which Long, which calls copy, beats Bytes
	packedGap  = 1024 // bits of a gap from which Fill, a call, beats stores in the row loop: 9 ns a row of 112 bytes with a gap of 212, 12 to 17 in the loop
)

// shortRow is the most bits of a row with its pads that Short moves: a word, but for the bits before it in its byte.
func (p packed) shortRow() int { return 56 + p.width }

func (p packed) fn(what string) string { return what + p.name() }

// every is an element of 1 in all places of a word.
func (p packed) every() string {
	return map[int]string{2: "0x5555555555555555", 4: "0x1111111111111111"}[p.width]
}

func (p packed) replace() []string {
	return []string{"LOAD", p.fn("load"), "STORE", p.fn("store"), "REVERSE", p.fn("reverse"),
		"EVERY", p.every(), "MASK", fmt.Sprint(p.mask()), "WIDTH", fmt.Sprint(p.width)}
}

// lines parses code for the type.
func (p packed) lines(code string) []jen.Code { return lines(code, p.replace()...) }

// helpers load and store words.
func (p packed) helpers([]string, int) []jen.Code {
	word := x("(*[8]byte)").Call(call("unsafe.Add", "p", "at")).Index(jen.Op(":"))
	const binary = "encoding/binary"
	return []jen.Code{
		jen.Commentf("%s is the word at byte at.", p.fn("load")),
		jen.Func().Id(p.fn("load")).Params(jen.Id("p").Qual("unsafe", "Pointer"), jen.Id("at").Int()).Uint64().Block(
			jen.Return(jen.Qual(binary, "LittleEndian").Dot("Uint64").Call(word))),
		jen.Commentf("%s writes the word at byte at.", p.fn("store")),
		jen.Func().Id(p.fn("store")).Params(jen.Id("p").Qual("unsafe", "Pointer"), jen.Id("at").Int(), jen.Id("w").Uint64()).Block(
			jen.Qual(binary, "LittleEndian").Dot("PutUint64").Call(word, jen.Id("w"))),
	}
}

// reverse emits the function that turns the order of the elements of a word.
func (p packed) reverse(f *jen.File) {
	body := []jen.Code{line("w = w >> 4 & 0x0f0f0f0f0f0f0f0f | w & 0x0f0f0f0f0f0f0f0f << 4")}
	if p.width == 2 {
		body = append(body, line("w = w >> 2 & 0x3333333333333333 | w & 0x3333333333333333 << 2"))
	}
	f.Commentf("%s turns the order of the elements of a word.", p.fn("reverse"))
	f.Func().Id(p.fn("reverse")).Params(jen.Id("w").Uint64()).Uint64().Block(
		append(body, jen.Return(jen.Qual("math/bits", "ReverseBytes64").Call(jen.Id("w"))))...)
}

// rows picks the function that does the rows of the plane, and makes those at the end of a buffer exactly.
func (p packed) rows(mode string) []jen.Code {
	steps := x(list("n", "dstep", "sstep", "rows"), ":=",
		list(p.scale("g.Ext(0)"), p.scale("g.Dst(1)"), p.scale("g.Src(1)"), "g.Ext(1)"))
	room := p.lines("k := packed.Room(len(c.dst), len(c.src), do + dstep, so + n, dstep, sstep, rows)")
	pointers := p.lines("dst, src := unsafe.Pointer(unsafe.SliceData(c.dst)), unsafe.Pointer(unsafe.SliceData(c.src))")
	base := []any{"dst", "src", "do", "so", "n", "dstep", "sstep", "k"}
	form := func(what string, more ...any) jen.Code {
		return call(mode+p.name()+what, append(base[:len(base):len(base)], more...)...)
	}
	short := x("dstep", "<=", p.shortRow())
	long := x("n", ">=", packedWord)
	if mode == spec.Constant {
		return join([]jen.Code{x("g", ":=", "c.g"), steps, x("gap", ":=", p.scale("g.Gap(1)"))},
			room,
			[]jen.Code{when(x("k", ">", 0), join(pointers, []jen.Code{
				line("every := uint64(c.value) * 0x0101010101010101"),
				jen.Switch().Block(
					jen.Case(line("gap > GAP", "GAP", fmt.Sprint(packedGap))).Block(x("k", "=", 0)),
					jen.Case(short).Block(form("Short", "every")),
					jen.Case(long).Block(form("Long", "every")),
					jen.Default().Block(form("Gap", "every")),
				)},
				p.lines(`
					do, so = do + k * dstep, so + k * sstep
					if rows -= k; rows == 0 {
						return
					}`))...),
			},
			p.lines(`
				for ; ; {
					packed.Move(c.dst, do, c.src, so, n)
					if rows--; rows == 0 {
						return
					}
					packed.Fill(c.dst, do + n, gap, c.value)
					do, so = do + dstep, so + sstep
				}`))
	}
	if single := modes[mode].single; single != nil {
		short.Op("&&").Add(single(p.width))
	}
	one := x("b", "==", p.width, "&&", "e", "==", p.width)
	fast := []jen.Code{jen.Switch().BlockFunc(func(g *jen.Group) {
		if mode != spec.Wrap {
			whole := line("(do | so | n | dstep | sstep | b | e) & 7 == 0 && n >= 64 && n <= LONG && max(b, e) <= PAD",
				"PAD", fmt.Sprint(packedPad), "LONG", fmt.Sprint(packedCopy))
			g.Case(whole).Block(form("Bytes", "b", "e"))
		}
		g.Case(x(short.Clone(), "&&", one.Clone())).Block(form("OneShort"))
		g.Case(short).Block(form("Short", "b", "e"))
		g.Case(x(long.Clone(), "&&", one)).Block(form("OneLong"))
		g.Case(x(long, "&&", call("max", "b", "e"), "<=", packedPad)).Block(form("Long", "b", "e"))
		g.Default().Block(x("k", "=", 0))
	})}
	return join([]jen.Code{x("g", ":=", "c.g"), steps, x(list("b", "e"), ":=", list(p.scale("g.Begin(0)"), p.scale("g.End(0)")))},
		room,
		[]jen.Code{when(x("k", ">", 0), join(pointers, fast, p.lines("do, so, rows = do + k * dstep, so + k * sstep, rows - k"))...)},
		p.lines(`
			for ; rows > 0; rows-- {
				packed.Move(c.dst, do + b, c.src, so, n)
				c.turn(do, b, n, e)
				do, so = do + dstep, so + sstep
			}`))
}

// wordPads are the pads b and e in the lowest bits of words, from the row's first elements in the word first, and the last
// ones, which end at bit top of the word last.
func (p packed) wordPads(mode, first, last, top string) []jen.Code {
	code := map[string]string{
		spec.Edge: `
			head := FIRST & MASK * EVERY & bmask
			tail := LAST >> ((TOP - WIDTH) & 63) & MASK * EVERY & emask`,
		spec.Wrap: `
			head := LAST >> ((TOP - b) & 63) & bmask
			tail := FIRST & emask`,
		spec.Reflect: `
			head := REVERSE(FIRST) >> ((64 - WIDTH - b) & 63) & bmask
			tail := REVERSE(LAST) >> ((64 + WIDTH - TOP) & 63) & emask`,
	}[mode]
	return lines(code, append(p.replace(), "FIRST", first, "LAST", last, "TOP", top)...)
}

// endElems are pads of one element of a row of a word and more, of which 48 bits end the word last.
func (p packed) endElems(mode string) []jen.Code {
	at := map[string][2]int{spec.Edge: {0, 48 - p.width}, spec.Wrap: {48 - p.width, 0}, spec.Reflect: {p.width, 48 - 2*p.width}}[mode]
	from := [2]string{"first", "last"}
	if mode == spec.Wrap {
		from = [2]string{"last", "first"}
	}
	return p.lines(fmt.Sprintf("head, tail := %s >> %d & MASK, %s >> %d & MASK", from[0], at[0], from[1], at[1]))
}

func (p packed) formFuncs(f *jen.File, mode string) {
	declare := func(what, doc string, body ...[]jen.Code) {
		name := mode + p.name() + what
		params := []jen.Code{
			list("dst", "src").Qual("unsafe", "Pointer"),
			list("d", "s", "n", "dstep", "sstep", "rows").Int(),
		}
		switch {
		case mode == spec.Constant:
			params = append(params, jen.Id("every").Uint64())
		case !strings.HasPrefix(what, "One"):
			params = append(params, list("b", "e").Int())
		}
		f.Comment(name + " " + doc)
		f.Func().Id(name).Params(params...).Block(join(body...)...)
	}
	begin := lines("acc := uint64(*(*byte)(unsafe.Add(dst, d >> 3))) & (1 << (d & 7) - 1)")
	next := lines("d, s = d + dstep, s + sstep")
	masks := lines(`
		bmask, emask := uint64(1) << (b & 63) - 1, uint64(1) << (e & 63) - 1`)
	rows := func(body ...[]jen.Code) []jen.Code {
		return []jen.Code{loop(nil, line("rows > 0"), line("rows--"), join(append(body, next)...)...)}
	}

	if mode == spec.Reflect {
		p.reverse(f)
	}

	// Short.
	mask := lines("mask := uint64(1) << (n & 63) - 1")
	load := p.lines("w := LOAD(src, s >> 3) >> (s & 7) & mask")
	emit := p.lines(`
		acc |= w << (d & 7)
		STORE(dst, d >> 3, acc)
		// What is left of the last byte; the shift is up to 64.
		half := (d & 7 + dstep) >> 1 & 60
		acc = acc >> half >> half`)
	const shortDoc = "does rows that are one word with their pads."
	if mode == spec.Constant {
		declare("Short", shortDoc, begin, mask,
			lines("gap := every << (n & 63) & (1 << (dstep & 63) - 1)"),
			rows(load, lines("w |= gap"), emit))
	} else {
		declare("Short", shortDoc, begin, mask, masks, rows(load, p.wordPads(mode, "w", "w", "n"),
			lines("w = head | w << (b & 63) | tail << ((b + n) & 63)"), emit))
		// The pads stay where they are in the row as far as they can: shifts by constants need no register.
		var place, pads []jen.Code
		switch mode {
		case spec.Edge:
			place = p.lines("end := uint64(MASK) << (n & 63)")
			pads = p.lines("w = w & MASK | w << WIDTH | w << WIDTH & end << WIDTH")
		case spec.Reflect:
			place = p.lines("end := uint64(MASK) << ((n - WIDTH) & 63)")
			pads = p.lines("w = w >> WIDTH & MASK | w << WIDTH | w << WIDTH & end << (2 * WIDTH)")
		case spec.Wrap:
			pads = p.lines("w = w >> ((n - WIDTH) & 63) | w << WIDTH | w & MASK << ((n + WIDTH) & 63)")
		}
		declare("OneShort", "does rows that are one word with their pads of one element.", begin, mask, place,
			rows(load, pads, emit))
	}

	// Long.
	middle := p.lines(`
		// Dst byte j comes from src byte i + j, sh bits further up. The last word starts at byte end.
		j, end := d >> 3 + 7, (m + n) >> 3 - 4
		i, sh := (s - m) >> 3, (s - m) & 7
		if sh == 0 {
			if end - j >= 256 {
				j += copy(unsafe.Slice((*byte)(unsafe.Add(dst, j)), end - j), unsafe.Slice((*byte)(unsafe.Add(src, i + j)), end - j))
			}
			for ; j <= end - 16; j += 16 {
				*(*[16]byte)(unsafe.Add(dst, j)) = *(*[16]byte)(unsafe.Add(src, i + j))
			}
		}
		for ; j < end - 21; j += 28 {
			STORE(dst, j, LOAD(src, i + j) >> sh)
			STORE(dst, j + 7, LOAD(src, i + j + 7) >> sh)
			STORE(dst, j + 14, LOAD(src, i + j + 14) >> sh)
			STORE(dst, j + 21, LOAD(src, i + j + 21) >> sh)
		}
		for ; j < end; j += 7 {
			STORE(dst, j, LOAD(src, i + j) >> sh)
		}
		t := (m + n) & 7 + 32
		w := LOAD(src, i + end) >> sh & (1 << t - 1)`)
	const longDoc = "does rows of a word and more."
	if mode == spec.Constant {
		declare("Long", longDoc, rows(begin,
			p.lines(`
				STORE(dst, d >> 3, acc | LOAD(src, s >> 3) >> (s & 7) << (d & 7))
				m := d`),
			middle,
			p.lines(`
				STORE(dst, end, w | every << t)
				for o := end + 8; o <= (d + dstep) >> 3; o += 8 {
					STORE(dst, o, every)
				}`)))
		declare("Gap", "does rows of less than a word with gaps that end in another one.", mask,
			rows(begin, load, p.lines(`
				STORE(dst, d >> 3, acc | (w | every &^ mask) << (d & 7))
				for o := d >> 3 + 8; o <= (d + dstep) >> 3; o += 8 {
					STORE(dst, o, every)
				}`)))
		return
	}
	ends := p.lines(`
		first, z := LOAD(src, s >> 3) >> (s & 7), s + n - 48
		last := LOAD(src, z >> 3) >> (z & 7)`)
	declare("Long", longDoc, masks, rows(begin, ends,
		p.wordPads(mode, "first", "last", "48"),
		p.lines(`
			STORE(dst, d >> 3, acc | (head | first << (b & 63)) << (d & 7))
			m := d + b`),
		middle,
		p.lines(`
			STORE(dst, end, w | tail << t)
			if e > 24 {
				STORE(dst, end + 4, w >> 32 | tail << (t - 32))
			}`)))
	if mode != spec.Wrap {
		declare("Bytes", "does rows that are whole bytes, a word and more, with pads of whole bytes.", masks,
			lines("t := n >> 3 - 8"),
			rows(p.lines(`
				r, f := d >> 3, s >> 3
				m := r + b >> 3
				first, last := LOAD(src, f), LOAD(src, f + t)`),
				p.wordPads(mode, "first", "last", "64"),
				p.lines(`
				STORE(dst, r, head)
				for i := 0; i < t; i += 16 {
					*(*[16]byte)(unsafe.Add(dst, m + i)) = *(*[16]byte)(unsafe.Add(src, f + i))
				}
				STORE(dst, m + t, last)
				STORE(dst, m + t + 8, tail)`)))
	}
	declare("OneLong", "does rows of a word and more with pads of one element.", rows(begin, ends,
		p.endElems(mode),
		p.lines(`
			STORE(dst, d >> 3, acc | (head | first << WIDTH) << (d & 7))
			m := d + WIDTH`),
		middle,
		p.lines("STORE(dst, end, w | tail << t)")))
}
