package stream

import (
	"encoding/binary"
	"unsafe"
)

const (
	tile         = 64       // bytes of a register, the most that one move loads and stores
	mostTiled    = tile / 2 // bytes of a row: of longer ones a tile has one
	tiledBlock   = 8 << 10  // bytes of planes in the output that go together
	tiledPast    = 1 << 10  // the same of an output that does not fit into the caches
	tiledPastRow = 8        // bytes of data in its rows
	mostTurns    = 8 << 10  // tiles of one call, which the collector waits for
	endValue     = tile - 2 // mode constant: the place in the register of an element of the value, of up to two bytes
)

// LeastTiled is how many rows there are at least where Tiles makes them, of fewer than 10 bytes as many more as fill these: to work the
// tiles of a plane out takes as long as 80 to 200 rows without them, of 2 bytes 700. They need AVX-512 with VBMI; with 0 they are made
// without it, too, which is slow, and for tests. Packed types are made so from LeastTiled rows for each kind of tile on, and from the second
// time on those of 5 bits or more for each of LeastTiled, see packed.Tile; none are with [math.MaxInt]. A program may set it before its
// first Pad.
var LeastTiled = 200

// FitTiles reports whether rows of n bytes, of row bytes with their pads or the gap behind them, in planes of so many bytes in all, are to
// be made by Tiles. Past says that the output does not fit into the caches: there maps of 7 x 7 uint8 take 0.4 to 0.8 of the time, but
// rows of 12 bytes and more 0.7 to 1.5, in the mean 1.1.
func FitTiles(n, row, planes int, past bool) bool {
	enabled := vbmi && !(past && n > tiledPastRow) || LeastTiled == 0
	return Assembly && enabled && uint(row-1) < mostTiled && planes/max(row, 10) >= LeastTiled
}

// Tiles makes rows of elements of one byte or two, up to 32 bytes with their pads, several at a time. A zero Tiles is begun by the
// method of the mode; then comes Write or WriteGaps.
//
// A tile is as many rows as have 64 bytes in the output and come from 64 bytes of data: one load, one shuffle of all 64 bytes and one
// store, both under masks, so that nothing else is touched. A plane is up to six different tiles, of which those of data are made again
// and again: one of 7 x 7 with pads of one element is 63 bytes and 18. Maps of 7 x 7 and 14 x 14 uint8 take 0.25 to 0.5 of the time of
// the kernels' loops, of float16 0.35 to 0.75, rows of 7 uint8 0.2 to 0.25, of float16 0.3 to 0.5; maps of 28 x 28 uint8 0.55 to 0.9
// of that of Short (Zen 4).
type Tiles struct {
	row    [mostTiled + 8]byte // for each byte of a row the one to take, from its start in data, or the value's
	moving [mostTiled / 8]word // ones for those from data, which are elsewhere in each row
	width  int                 // bytes of a row
	data   int                 // those of it in data
	most   int                 // bytes that a tile has of data
	size   int                 // those of a plane
	used   int
	list   [6]oneTile
}

// oneTile is rows of a plane that one store makes, and others like them.
type oneTile struct {
	order       [tile + 8]byte // for each byte the one to take; words that begin before the last one reach behind it
	from, next  int            // where their data starts, from the plane's first byte, and the way to that of those like them
	to          int            // where they start in the output, from the plane's first byte
	size, times int            // bytes there, and how many like them follow one another, with these
	load, store uint64         // the bytes that are loaded and stored
}

// word is eight bytes of an order.
type word = uint64

const (
	each     word = 0x0101010101010101
	identity word = 0x0706050403020100
	valueEnd word = endValue*each + 0x0100010001000100
)

// Edge begins rows of n bytes with pads of b and e, the row's first and its last element of size bytes.
func (t *Tiles) Edge(n, b, e, size int) { t.begin(n, b, e, size, 0, n-size, 0) }

// Reflect does the same where they are those behind the first element and before the last, in reverse order. The row has more
// than they are.
func (t *Tiles) Reflect(n, b, e, size int) { t.begin(n, b, e, size, b, n-2*size, -size) }

// Wrap does the same where they are the row's last elements and its first ones. They are no more than the row has.
func (t *Tiles) Wrap(n, b, e, size int) { t.begin(n, b, e, size, n-b, 0, size) }

// begin has pads that start at head and tail, and go on by step.
func (t *Tiles) begin(n, b, e, size, head, tail, step int) {
	t.width, t.data, t.most = b+n+e, n, tile
	t.copied(b, n)
	t.pad(0, b, size, head, step)
	t.pad(b+n, e, size, tail, step)
	t.moving = [...]word{each, each, each, each}
}

// copied has n bytes of data as they come.
func (t *Tiles) copied(at, n int) {
	for i := 0; i < n; i += 8 {
		binary.LittleEndian.PutUint64(t.row[at+i:], identity+word(i)*each)
	}
}

// pad has n bytes of elements that start at byte from and go on by step.
func (t *Tiles) pad(at, n, size, from, step int) {
	for end := at + n; at < end; at += size {
		t.row[at], t.row[at+size-1] = byte(from), byte(from+size-1)
		from += step
	}
}

// Constant begins rows of n bytes with gap bytes of the value behind each.
func (t *Tiles) Constant(n, gap int) {
	t.width, t.data, t.most = n+gap, n, endValue
	t.copied(0, n)
	for i := n &^ 1; i < mostTiled; i += 8 {
		binary.LittleEndian.PutUint64(t.row[i:], valueEnd)
	}
	if n&1 != 0 { // one of bytes, which are all equal
		t.row[n-1] = byte(n - 1)
	}
	for i := range t.moving {
		if bytes := n - 8*i; bytes > 0 {
			t.moving[i] = each >> (8 * max(0, 8-bytes))
		}
	}
}

// Write makes the rows of the planes of data at src, one behind the other from out on. Past says that the output does not fit into the
// caches.
func (t *Tiles) Write(p *Planes, out, src unsafe.Pointer, past bool) {
	t.plane(p)
	t.write(p, out, src, new([chunk]byte), past)
}

// WriteGaps does so in mode constant. Between two planes are skip bytes of the value, no less than behind a row; behind the last row
// of all nothing is written.
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

// write makes planes by blocks, and in a block each tile for all of them. Blocks are small where the output does not fit into the caches:
// 30 MB in maps of 7 x 7 uint8 take 0.46 to 0.73 of the time of the kernels' loops with blocks of 1 KiB, 1.3 to 1.9 plane by plane; of
// 14 x 14 up to 2.9 with blocks of 8 KiB. In the caches all maps take 1.3 to 2.4 times as long with 1 KiB: a call for each tile.
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
