package packed

import "encoding/binary"

// A tile has an order for each of the elements in a byte: order k has a byte for each byte of the tile, which says where its element k comes
// from. The lowest six bits are a byte of what is loaded, the highest two which of the elements there it is. Words of eight such bytes are
// computed at once: from one byte of the tile to the next, the elements of a span go one byte on in data, or back, or stay. What is written
// beyond a span is overwritten by the next one.
const (
	each     uint64 = 0x0101010101010101
	identity uint64 = 0x0706050403020100
)

// orders holds the orders of a tile, or of a row, with room for what is written beyond them.
type orders [4][orderSize]byte

// rowOrders holds the orders of a row, as if data was loaded from the first byte of the register on.
type rowOrders struct {
	known  bool
	orders orders
}

const (
	mostShort  = 62 // bytes of data in a short row, which no tile has to cut: it loads 63 or more
	mostPadded = 80 // bytes of a short row with its pads, no fewer than a tile has
	orderSize  = mostPadded + 16
)

// span is elements of a row that follow one another in data.
type span struct {
	n    int // bits
	from int // where they start in data, negative for the value of mode constant
	dir  int // from one element to the next
}

// span returns what follows bit col of a row whose data starts at bit from.
func (l *layout) span(from, col int) span {
	if col < l.b {
		return l.pad(from+l.head, col, l.b-col)
	}
	if col -= l.b; col < l.n {
		return span{l.n - col, from + col, l.width}
	}
	col -= l.n
	return l.pad(from+l.tail, col, l.e-col)
}

// pad returns n bits of a pad, or fewer, from bit col of the pad on. The first element of the pad comes from bit from.
func (l *layout) pad(from, col, n int) span {
	switch {
	case l.constant:
		return span{n, -1, 0}
	case l.dir > 0:
		return span{n, from + col, l.width}
	case l.pixel == l.width:
		return span{n, from + col>>l.shift*l.dir, l.dir}
	}
	i, col := col/l.pixel, col%l.pixel
	return span{min(l.pixel-col, n), from + i*l.dir + col, l.width}
}

// last returns where the last element of s is in data.
func (s *span) last(shift int) int { return s.from + (s.n>>shift-1)*s.dir }

// set writes s into orders, from element at of the tile on. Byte i of data is loaded to byte i+down of the register.
func (t *tiles) set(o *orders, s span, at, down int) {
	bit := s.from + 8*down
	if s.from < 0 {
		bit = 8 * valueAt
	}
	log := (3 - t.shift) & 3
	per, n := 1<<log, s.n>>(t.shift&3)
	way := uint64(s.dir >> (t.shift & 3)) // 1, 0 or -1
	words := n >> log >> 3                // besides the first one
	for i := at; i < at+min(per, n); i++ {
		order := o[i&(per-1)&3][i>>log:]
		w := uint64(bit>>3|bit&7>>(t.shift&3)<<6)*each + way*identity
		binary.LittleEndian.PutUint64(order, w)
		for k := 8; k <= 8*words; k += 8 {
			w += 8 * way * each
			binary.LittleEndian.PutUint64(order[k:], w)
		}
		bit += s.dir
	}
}

// setRows writes the orders of n short rows from p on. Less than a byte of them may be outside the tile.
func (t *tiles) setRows(o *orders, p *place, n, at, down int) {
	shift := t.shift & 3
	log, elements := (3-shift)&3, t.long>>shift
	bytes := (elements-1)>>log + 1 // of a row in an order
	for from := p.from; n > 0; n-- {
		row := &t.rowOrders[from&7>>shift&3]
		if !row.known {
			t.setRow(row, from&7)
		}
		way := uint64(from>>3 + down)
		for i := range 1 << log {
			order := o[(at+i)&(1<<log-1)&3][(at+i)>>log:]
			for j := 0; j < bytes; j += 8 {
				w, moves := binary.LittleEndian.Uint64(row.orders[i&3][j:]), each
				if t.constant {
					moves = moving(w)
				}
				binary.LittleEndian.PutUint64(order[j:], w+way*moves)
			}
		}
		from, at = from+p.step, at+elements
	}
}

// setRow computes the orders of a row whose data starts at bit from of a byte.
func (t *tiles) setRow(row *rowOrders, from int) {
	for col := 0; col < t.long; {
		s := t.span(from, col)
		t.set(&row.orders, s, col>>t.shift, 0)
		col += s.n
	}
	row.known = true
}

// moving returns a one for each byte of w, part of an order, that comes from data, and 0 for the value, which is at the same place for all
// rows.
func moving(w uint64) uint64 {
	const low = 0x7f * each
	w ^= valueAt * each
	return ((w&low + low) | w) >> 7 & each
}
