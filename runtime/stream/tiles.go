package stream

import (
	"encoding/binary"
	"unsafe"
)

const (
	tile         = 64       // bytes of a register, the most that one move loads and stores
	mostTiled    = tile / 2 // most bytes of a row with its pads: of longer ones a tile has only one
	tiledBlock   = 8 << 10  // bytes of planes in the output that are made together
	tiledPast    = 1 << 10  // the same for an output that does not fit into the caches
	tiledPastRow = 8        // most bytes of data in a row of such an output
	mostTurns    = 8 << 10  // most tiles of one call, because the collector waits for it
	endValue     = tile - 2 // mode constant: the place in the register of an element of the value, of up to two bytes
)

// LeastTiled is how many rows an output must have for tiles: to compute those of a plane takes as long as 80 to 200 rows without tiles, or
// 700 rows of 2 bytes. Rows of fewer than 10 bytes count as so many rows of 10. Without VBMI twice as many rows are the least, because
// computing takes as long as 150 to 400. Packed types must have that many rows for each tile to be computed; smaller outputs of theirs, of
// at least 5 bits for each of LeastTiled, or 30 without VBMI, use tiles from the second time on, see packed.Tile. A program may set it
// before its first Pad: 0 means any rows that [FitTiles] is for, [math.MaxInt] none.
//
// Negative numbers are for tests: everything that can be made by tiles is.
var LeastTiled = 200

// FitTiles reports whether Tiles is to make rows of n bytes, or row bytes including their pads or the gap after them, in planes of so
// many bytes in all. If past is true, the output does not fit into the caches: then maps of 7 x 7 uint8 take 0.4 to 0.8 of the time, but
// rows of 12 bytes and more 0.7 to 1.5, on average 1.1. Without VBMI, rows of 16 bytes and more are left to Short and ShortGaps: those of up
// to 20 bytes with their pads take 0.85 to 1.1 of the time, or 1.8 where data is cropped, longer ones 1.1 to 1.8.
func FitTiles(n, row, planes int, past bool) bool {
	if !Assembly || !wide || uint(row-1) >= mostTiled {
		return false
	}
	if LeastTiled < 0 {
		return true
	}
	rows := planes / max(row, 10)
	if !vbmi {
		if n >= shortest {
			return false
		}
		rows /= 2
	}
	return rows >= LeastTiled && !(past && n > tiledPastRow)
}

// Tiles makes rows of elements of one or two bytes, of up to 32 bytes with their pads, several rows at a time. The method of the mode
// begins a zero Tiles; then comes Write or WriteGaps.
//
// A tile is as many rows as fit into 64 bytes of the output and come from 64 bytes of data. A plane has up to six different tiles, of
// which those of data repeat: a plane of 7 x 7 with pads of one element is a tile of 63 bytes and one of 18.
//
// With AVX-512 and VBMI a tile takes one load, one shuffle of all 64 bytes and one store; load and store are masked, so that nothing else
// is touched. Maps of 7 x 7 and 14 x 14 uint8 take 0.25 to 0.5 of the time of the kernels' loops, of float16 0.35 to 0.75, rows of 7 uint8
// 0.2 to 0.25, of float16 0.3 to 0.5; maps of 28 x 28 uint8 take 0.55 to 0.9 of the time of Short. With AVX2 alone each half of a tile takes
// two loads of 16 bytes, a shuffle and a store, or more if its bytes are further apart: maps of 7 x 7 uint8 take 0.25 to 0.5 of the time,
// of float16 0.55 to 0.8, of 14 x 14 uint8 0.6 to 0.75, rows of 7 0.35 to 0.75, and rows with pads other than one each, for which the
// kernels have no form of their own, from 0.04 on (Zen 4).
type Tiles struct {
	row    [mostTiled + 8]byte // for each byte of a row the byte to take: counted from the row's start in data, or that of the value
	moving [mostTiled / 8]word // ones for the bytes from data, whose places differ from row to row
	width  int                 // bytes of a row, with its pads or gap
	data   int                 // bytes of a row in data
	most   int                 // most bytes of data in a tile
	size   int                 // bytes of a plane
	used   int
	list   [6]oneTile
}

// oneTile is rows of a plane that one store makes, and the tiles that repeat it for other rows.
type oneTile struct {
	order       [tile + 8]byte // for each byte the byte to take; with room for words that begin before the last byte
	from, next  int            // where the data starts, from the plane's first byte, and the distance to that of the next repetition
	to          int            // where it starts in the output, from the plane's first byte
	size, times int            // bytes in the output, and the number of repetitions, including the first
	load, store uint64         // masks of the bytes that are loaded and stored
}

// word is eight bytes of an order.
type word = uint64

const (
	each     word = 0x0101010101010101
	identity word = 0x0706050403020100
	valueEnd word = endValue*each + 0x0100010001000100
)

// Edge begins rows of n bytes with pads of b and e bytes, which repeat the row's first and last element of size bytes.
func (t *Tiles) Edge(n, b, e, size int) { t.begin(n, b, e, size, 0, n-size, 0) }

// Reflect is [Tiles.Edge] with other pads: the elements after the first one and before the last, in reverse order. Each pad must be
// shorter than the row.
func (t *Tiles) Reflect(n, b, e, size int) { t.begin(n, b, e, size, b, n-2*size, -size) }

// Wrap is [Tiles.Edge] with other pads: the row's last elements and its first ones. No pad may be longer than the row.
func (t *Tiles) Wrap(n, b, e, size int) { t.begin(n, b, e, size, n-b, 0, size) }

// begin sets t for pads that start at head and tail in data and go on by step.
func (t *Tiles) begin(n, b, e, size, head, tail, step int) {
	t.width, t.data, t.most = b+n+e, n, tile
	t.copied(b, n)
	t.pad(0, b, size, head, step)
	t.pad(b+n, e, size, tail, step)
	t.moving = [...]word{each, each, each, each}
}

// copied sets n bytes of a row, from byte at on, to bytes of data as they come.
func (t *Tiles) copied(at, n int) {
	for i := 0; i < n; i += 8 {
		binary.LittleEndian.PutUint64(t.row[at+i:], identity+word(i)*each)
	}
}

// pad sets n bytes of a row, from byte at on, to elements that start at byte from of data and go on by step.
func (t *Tiles) pad(at, n, size, from, step int) {
	for end := at + n; at < end; at += size {
		t.row[at], t.row[at+size-1] = byte(from), byte(from+size-1)
		from += step
	}
}

// Constant begins rows of n bytes with gap bytes of the value after each.
func (t *Tiles) Constant(n, gap int) {
	t.width, t.data, t.most = n+gap, n, endValue
	t.copied(0, n)
	for i := n &^ 1; i < mostTiled; i += 8 {
		binary.LittleEndian.PutUint64(t.row[i:], valueEnd)
	}
	if n&1 != 0 { // elements are bytes: those of the value are all equal
		t.row[n-1] = byte(n - 1)
	}
	for i := range t.moving {
		if bytes := n - 8*i; bytes > 0 {
			t.moving[i] = each >> (8 * max(0, 8-bytes))
		}
	}
}

// Write makes the rows of the planes of data at src, one after the other from out on. If past is true, the output does not fit into the
// caches.
func (t *Tiles) Write(p *Planes, out, src unsafe.Pointer, past bool) {
	t.plane(p)
	t.write(p, out, src, new([chunk]byte), past)
}

// WriteGaps is [Tiles.Write] for mode constant. Between two planes are skip bytes of the value, no fewer than after a row; nothing is
// written after the last row of all.
func (t *Tiles) WriteGaps(p *Planes, out, src unsafe.Pointer, skip int, value *[chunk]byte, past bool) {
	t.plane(p)
	gap := t.width - t.data
	if planes := p.Left - 1; planes > 0 {
		t.gap(skip - gap)
		p.Left = planes
		t.write(p, out, src, value, past)
		out = unsafe.Add(out, planes*t.size)
		p.Left, gap = 1, skip
	}
	t.cut(gap)
	t.write(p, out, src, value, past)
}

// write makes planes in blocks, and in a block each tile for all its planes. Blocks are small if the output does not fit into the caches:
// 30 MB in maps of 7 x 7 uint8 take 0.46 to 0.73 of the time of the kernels' loops with blocks of 1 KiB, 1.3 to 1.9 plane by plane; of 14
// x 14 up to 2.9 with blocks of 8 KiB. In the caches all maps take 1.3 to 2.4 times as long with blocks of 1 KiB, because of a call for
// each tile.
func (t *Tiles) write(p *Planes, out, src unsafe.Pointer, value *[chunk]byte, past bool) {
	block := tiledBlock
	if past {
		block = tiledPast
	}
	block = max(1, block/t.size)
	for to := 0; p.Left > 0; {
		planes := min(p.Left, block)
		for i := range t.list[:t.used] {
			o := &t.list[i]
			for done := 0; done < o.times; done += mostTurns {
				turns := min(mostTurns, o.times-done)
				shuffle(o, unsafe.Add(out, to+o.to+done*o.size), unsafe.Add(src, p.At+o.from+done*o.next), turns, planes, t.size, p.Skip, value)
			}
		}
		p.Left, p.At, to = p.Left-planes, p.At+planes*p.Skip, to+planes*t.size
	}
}
