package templates

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// Rows of packed elements of up to a word and, where there is no assembly, all rows move in words of 64 bits. Their loads and stores may
// run past the end of the row: a load into data that follows, a store into output that is written later, but never past the slices
// (packed.Room counts the rows that have room for this; the last ones of a buffer are made by the exact functions of package packed).
// Since rows are made upwards and each starts where the one before it ends, no store has to keep what is behind it, and what is before it
// in the same byte is known. The bits behind the last element are cleared at the end, see clearRest.
//
// These are the forms, with the time of a row of uint4 with pads of one element on both sides, in the modes constant and reflect, on an
// EPYC of 4.2 GHz; a copy of the same bytes takes 0.04 ns for 7 elements, 0.08 for 16, 1.2 for 224. Long, OneLong and Bytes are linked
// only where there is no assembly, see packed_wide.go:
//
//   - Short, 1.1 and 1.4 ns for 7 elements (before: 8.1, 8.4): a row with its pads is one word. The bits of an unfinished byte stay in a
//     register. Where there is assembly, packed.Rows makes such rows if there are many.
//   - Long, 2.4 and 3.1 ns for 16 (16.7, 16.6), 5.8 and 6.6 for 224 (37, 37): the first word of a row with the pads before it, words from
//     the middle, the last word with the pads behind it, overlapping. The shifts and masks of a row come from a packed.Phase, of which a
//     plane has as many as a byte has elements: 0.63 to 0.85 of the time of working them out for each row (rows of 225 on a Zen 3: 7.0 and
//     7.5 ns, 3.0 and 3.2 times a copy). Pointers that move on with the rows leave the loop over words its registers: with offsets it
//     spilled and was 1.3 times slower.
//   - Gap (constant): rows of less than a word with longer gaps.
//   - Bytes (reflect and edge): rows and pads of whole bytes, half the time of Long for 32 planes of 56 x 56 with pads of 4.
//     In the other modes such calls never come here, see Geometry.Bytes.
//   - OneShort and OneLong, pads of one element in the modes that make pads from the row: without these forms 2.4 ns for 7, 9.4 for 224,
//     in mode reflect.
//
// Rows of less than a word that are more than a word with their pads, and rows with pads of more than 44 bits, are made by package packed:
// 12 to 17 ns for 224 elements with pads of 16.
//
// The middle takes 7 of the 8 bytes of each word: load, shift, store, 0.25 ns each, which is one store per cycle. Where no shift is
// needed, it moves 16 or 64 bytes at a time. The builtin copy is faster for rows from 256 bytes on (1,120 bytes: 33 ns, by 64 bytes 38)
// but, being a call, takes registers from all other rows (1.2 times slower).
//
// Tried for the middle, for rows of 224 in mode constant (6.1 to 6.5 ns with 7 bytes of each word):
//
//   - whole words from two loads by >> and <<: the compiler makes SHRD of it, which is slow on this processor (10.5)
//   - the same with the shift known to be 4: 6 instructions a word instead of 3 (7.6 to 8.4)
//   - a word from the byte before and the word behind it, which meet at a constant shift (7.9 to 8.6)
//   - a word from two words a byte apart, or'ed where they overlap: as fast as 7 bytes of each, and no faster mixed with that (5 %)
//   - the shift by 4 as a constant rather than in a register: no difference
//   - *(*uint64)(p) rather than binary.LittleEndian, which leaves a NOP for every call that it inlines: no difference
//
// A shift count that the compiler cannot see to be below 64 costs three instructions more and, if it may be negative, a
// branch: rows of 7 in mode reflect took 2.3 ns with two of them.

const (
	packedWord = 56   // bits of a word that are sure to be there after a shift by less than a byte
	packedPad  = 44   // bits of a pad that Long makes from one word
	packedLong = 4096 // bits of a row beyond which Long, which moves 64 bytes at a time, beats Bytes: 0.92 of its time for 1 KiB, 1.05 for 384 bytes
	packedMany = 512  // how many rows of up to a word an output must have for packed.Rows, with its setup, to beat Short
)

// wordRow is the most bits of a row with its pads that Short does: a word, less the bits before the row in its first byte.
func (p packed) wordRow() int { return 56 + p.width }

func (p packed) fn(what string) string { return what + p.name() }

// every is a word whose elements are all 1.
func (p packed) every() string {
	return map[int]string{2: "0x5555555555555555", 4: "0x1111111111111111"}[p.width]
}

func (p packed) replace() []string {
	return []string{"LOAD", p.fn("load"), "STORE", p.fn("store"), "REVERSE", p.fn("reverse"), "BLOCK", p.fn("block64"),
		"PHASES", fmt.Sprint(8/p.width - 1), // a mask of the number of rows that are left, see packed.Phases
		"EVERY", p.every(), "MASK", fmt.Sprint(p.mask()), "WIDTH", fmt.Sprint(p.width)}
}

// line and lines parse code for the type.
func (p packed) line(code string) *jen.Statement { return line(code, p.replace()...) }

func (p packed) lines(code string) []jen.Code { return lines(code, p.replace()...) }

// helpers load and store words.
func (p packed) helpers([]string) []jen.Code {
	word := x("(*[8]byte)").Call(call("unsafe.Add", "p", "at")).Index(jen.Op(":"))
	const binary = "encoding/binary"
	return append(blockType(p.fn("block64"), 64, jen.Index(jen.Lit(16)).Byte()),
		jen.Commentf("%s is the word at byte at.", p.fn("load")),
		jen.Func().Id(p.fn("load")).Params(jen.Id("p").Qual("unsafe", "Pointer"), jen.Id("at").Int()).Uint64().Block(
			jen.Return(jen.Qual(binary, "LittleEndian").Dot("Uint64").Call(word))),
		jen.Commentf("%s writes the word at byte at.", p.fn("store")),
		jen.Func().Id(p.fn("store")).Params(jen.Id("p").Qual("unsafe", "Pointer"), jen.Id("at").Int(), jen.Id("w").Uint64()).Block(
			jen.Qual(binary, "LittleEndian").Dot("PutUint64").Call(word, jen.Id("w"))),
	)
}

// reverse emits the function that reverses the order of the elements of a word.
func (p packed) reverse(f *jen.File) {
	body := []jen.Code{line("w = w >> 4 & 0x0f0f0f0f0f0f0f0f | w & 0x0f0f0f0f0f0f0f0f << 4")}
	if p.width == 2 {
		body = append(body, line("w = w >> 2 & 0x3333333333333333 | w & 0x3333333333333333 << 2"))
	}
	f.Commentf("%s reverses the order of the elements of a word.", p.fn("reverse"))
	f.Func().Id(p.fn("reverse")).Params(jen.Id("w").Uint64()).Uint64().Block(
		append(body, jen.Return(jen.Qual("math/bits", "ReverseBytes64").Call(jen.Id("w"))))...)
}

// rows picks the function that does the rows of the plane, and makes rows at the end of a buffer by exact moves.
func (p packed) rows(mode string) []jen.Code {
	steps := x(list("n", "dstep", "sstep", "rows"), ":=",
		list(p.scale("g.Ext(0)"), p.scale("g.Dst(1)"), p.scale("g.Src(1)"), "g.Ext(1)"))
	room := p.lines("k := packed.Room(len(c.dst), len(c.src), do + dstep, so + n, dstep, sstep, rows)")
	pointers := p.lines("dst, src := unsafe.Pointer(unsafe.SliceData(c.dst)), unsafe.Pointer(unsafe.SliceData(c.src))")
	base := []any{"dst", "src", "do", "so", "n", "dstep", "sstep", "k"}
	form := func(what string, more ...any) jen.Code {
		return call(mode+p.name()+what, append(base[:len(base):len(base)], more...)...)
	}
	// Except for where the rows start, all that the phases depend on is the same in every plane of a call.
	phases := func(b, e string) jen.Code {
		return jen.If(p.line("start := 1 + (do & 7 | so & 7 << 3 | k & PHASES << 6)"), line("c.start != start")).Block(
			call("packed.Phases", "c.phases[:]", "k", "do", "so", line(b), "n", e, "dstep", "sstep"),
			line("c.start = start"),
		)
	}
	to, from := line("unsafe.Add(dst, do >> 3)"), line("unsafe.Add(src, so >> 3)")
	longForm := func(what string, more ...any) jen.Code {
		return call(mode+p.name()+what, append([]any{to, from, "&c.phases", "k"}, more...)...)
	}
	short := x("dstep", "<=", p.wordRow())
	long := line("!stream.Assembly && n >= WORD", "WORD", fmt.Sprint(packedWord))
	if mode == spec.Constant {
		return join(
			[]jen.Code{x("g", ":=", "c.g"), steps, x("gap", ":=", p.scale("g.Gap(1)"))},
			room,
			[]jen.Code{when(x("k", ">", 0), join(pointers, []jen.Code{
				line("every := uint64(c.value) * 0x0101010101010101"),
				jen.Switch().Block(
					jen.Case(line("gap > packed.FarGap")).Block(x("k", "=", 0)),
					jen.Case(short).Block(form("Short", "every")),
					jen.Case(long).Block(phases("0", "gap"), longForm("Long", "every")),
					jen.Case(line("n < WORD", "WORD", fmt.Sprint(packedWord))).Block(form("Gap", "every")),
					jen.Default().Block(x("k", "=", 0)),
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
	if mode != spec.Edge {
		short.Op("&&").Add(line(modes[mode].single(fmt.Sprint(p.width))))
	}
	one := x("b", "==", p.width, "&&", "e", "==", p.width)
	fast := []jen.Code{jen.Switch().BlockFunc(func(g *jen.Group) {
		if mode != spec.Wrap {
			whole := line("!stream.Assembly && (do | so | n | dstep | sstep | b | e) & 7 == 0 && n >= 64 && n <= LONG && max(b, e) <= PAD",
				"PAD", fmt.Sprint(packedPad), "LONG", fmt.Sprint(packedLong))
			g.Case(whole).Block(call(mode+p.name()+"Bytes", to, from, line("n >> 3"), line("dstep >> 3"), line("sstep >> 3"), "k", "b", "e"))
		}
		g.Case(x(short.Clone(), "&&", one.Clone())).Block(form("OneShort"))
		g.Case(short).Block(form("Short", "b", "e"))
		g.Case(x(long.Clone(), "&&", one)).Block(phases("b", "e"), longForm("OneLong"))
		g.Case(x(long, "&&", call("max", "b", "e"), "<=", packedPad)).Block(phases("b", "e"), longForm("Long", "b", "e"))
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

// wordPads sets the words head and tail, whose lowest bits are the pads b and e. It makes them from the word first, which has the first
// elements of the row, and the word last, in which the last elements end at bit top.
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

// formFuncs emits a mode's functions for rows.
func (p packed) formFuncs(f *jen.File, mode string) {
	p.wideAxis(f, mode)
	if mode == spec.Reflect {
		p.reverse(f)
	}
	forms := packedForms{p, f, mode}
	forms.shorts()
	if mode == spec.Constant {
		forms.longGaps()
	} else {
		forms.longs()
	}
}

// packedForms emits the functions of one mode for rows of a packed type.
type packedForms struct {
	packed
	f    *jen.File
	mode string
}

// declare emits one of them. In mode constant the function also takes the word that repeats the value, in other modes b and e, except for
// pads of one element.
func (p packedForms) declare(what, doc string, params []jen.Code, body ...[]jen.Code) {
	name := p.mode + p.name() + what
	switch {
	case p.mode == spec.Constant:
		params = append(params, jen.Id("every").Uint64())
	case !strings.HasPrefix(what, "One"):
		params = append(params, list("b", "e").Int())
	}
	p.f.Comment(name + " " + doc)
	p.f.Func().Id(name).Params(params...).Block(join(body...)...)
}

// byBits are the parameters of a function whose rows start at any bit, byBytes those of one whose rows start at bytes.
func byBits() []jen.Code {
	return []jen.Code{list("dst", "src").Qual("unsafe", "Pointer"), list("d", "s", "n", "dstep", "sstep", "rows").Int()}
}

func byBytes() []jen.Code {
	return []jen.Code{list("to", "from").Qual("unsafe", "Pointer"), list("n", "dstep", "sstep", "rows").Int()}
}

// rows is a loop over rows that start at bits d and s.
func (p packedForms) rows(body ...[]jen.Code) []jen.Code {
	return []jen.Code{loop(nil, line("rows > 0"), line("rows--"), join(append(body, lines("d, s = d + dstep, s + sstep"))...)...)}
}

// begin sets acc to what is before a row in its first byte, mask and padMasks set masks of the bits of a row and of its pads, load sets w
// to the row.
func (p packedForms) begin() []jen.Code {
	return lines("acc := uint64(*(*byte)(unsafe.Add(dst, d >> 3))) & (1 << (d & 7) - 1)")
}

func (p packedForms) mask() []jen.Code { return lines("mask := uint64(1) << (n & 63) - 1") }

func (p packedForms) padMasks() []jen.Code {
	return lines(`
		bmask, emask := uint64(1) << (b & 63) - 1, uint64(1) << (e & 63) - 1`)
}

func (p packedForms) load() []jen.Code {
	return p.lines("w := LOAD(src, s >> 3) >> (s & 7) & mask")
}

// shorts emits the functions for rows that are one word with their pads.
func (p packedForms) shorts() {
	const doc = "does rows that are one word with their pads."
	emit := p.lines(`
		acc |= w << (d & 7)
		STORE(dst, d >> 3, acc)
		// Keep the bits of the unfinished last byte. The shift is up to 64.
		half := (d & 7 + dstep) >> 1 & 60
		acc = acc >> half >> half`)
	if p.mode == spec.Constant {
		p.declare("Short", doc, byBits(), p.begin(), p.mask(),
			lines("gap := every << (n & 63) & (1 << (dstep & 63) - 1)"),
			p.rows(p.load(), lines("w |= gap"), emit))
		return
	}
	p.declare("Short", doc, byBits(), p.begin(), p.mask(), p.padMasks(), p.rows(p.load(), p.wordPads(p.mode, "w", "w", "n"),
		lines("w = head | w << (b & 63) | tail << ((b + n) & 63)"), emit))
	// Where possible, pads are made by shifts by constants, which need no register.
	var place, pads []jen.Code
	switch p.mode {
	case spec.Edge:
		place = p.lines("end := uint64(MASK) << (n & 63)")
		pads = p.lines("w = w & MASK | w << WIDTH | w << WIDTH & end << WIDTH")
	case spec.Reflect:
		place = p.lines("end := uint64(MASK) << ((n - WIDTH) & 63)")
		pads = p.lines("w = w >> WIDTH & MASK | w << WIDTH | w << WIDTH & end << (2 * WIDTH)")
	case spec.Wrap:
		pads = p.lines("w = w >> ((n - WIDTH) & 63) | w << WIDTH | w & MASK << ((n + WIDTH) & 63)")
	}
	p.declare("OneShort", "does rows that are one word with their pads of one element.", byBits(), p.begin(), p.mask(), place,
		p.rows(p.load(), pads, emit))
}
