package stream

import (
	"encoding/binary"
	"math"
)

// rowOf is a row of a plane: its part, its number in that, and where its data starts.
type rowOf struct{ part, row, from int }

// skip goes n rows on, within the same part or to the start of the next one.
func (r *rowOf) skip(p *Planes, n int) {
	part := &p.Part[r.part&3]
	r.row, r.from = r.row+n, r.from+n*part.Step
	if r.row == part.Rows {
		r.part++
		r.row, r.from = 0, p.Part[r.part&3].From
	}
}

// plane computes the tiles of a plane. Each has as many rows as fit, from the part where it starts or from several.
func (t *Tiles) plane(p *Planes) {
	for at := (rowOf{part: p.First, from: p.Part[p.First&3].From}); at.part <= p.Last; {
		first, last, rows, next := at.from, at.from, 0, at
		for (rows+1)*t.width <= tile && next.part <= p.Last {
			least, most := min(first, next.from), max(last, next.from)
			if most+t.data-least > t.most {
				break
			}
			first, last = least, most
			next.skip(p, 1)
			rows++
		}
		part := &p.Part[at.part&3]
		left, times, row := part.Rows-at.row, 1, at
		if rows <= left {
			times = left / rows
			at.skip(p, rows*times)
		} else {
			at = next
		}
		o := t.add(rows*t.width, times)
		o.from, o.next, o.load = first, rows*part.Step, ones(last+t.data-first)
		for i := 0; i < o.size; i += t.width {
			down := word(row.from - first)
			for j := 0; j < t.width; j += 8 {
				binary.LittleEndian.PutUint64(o.order[i+j:], binary.LittleEndian.Uint64(t.row[j:])+down*t.moving[j/8])
			}
			row.skip(p, 1)
		}
	}
}

// add adds a tile of so many bytes, made so many times, after the last one. In mode constant it is of the value alone, until rows are put
// in.
func (t *Tiles) add(size, times int) *oneTile {
	o := &t.list[t.used]
	t.used++
	o.to, o.size, o.times, o.store = t.size, size, times, ones(size)
	t.size += size * times
	if t.most < tile {
		for i := 0; i < len(o.order); i += 8 {
			binary.LittleEndian.PutUint64(o.order[i:], valueEnd)
		}
	}
	return o
}

// gap adds n bytes of the value after a plane.
func (t *Tiles) gap(n int) {
	if o := &t.list[t.used-1]; o.times == 1 {
		k := min(n, tile-o.size)
		o.size, n = o.size+k, n-k
		t.size += k
		o.store = ones(o.size)
	}
	if n >= tile {
		t.add(tile, n/tile)
	}
	if n %= tile; n > 0 {
		t.add(n, 1)
	}
}

// cut removes the last n bytes of a plane, which are the value.
func (t *Tiles) cut(n int) {
	for t.size -= n; n > 0; {
		o := &t.list[t.used-1]
		switch {
		case o.times > 1: // the last one by itself
			o.times--
			last := &t.list[t.used]
			*last = *o
			last.from, last.to, last.times = o.from+o.times*o.next, o.to+o.times*o.size, 1
			t.used++
		case o.size > n:
			o.size -= n
			o.store = ones(o.size)
			return
		default:
			n -= o.size
			t.used--
		}
	}
}

// ones is a mask of n bytes, 1 to 64.
func ones(n int) uint64 { return math.MaxUint64 >> (tile - n) }
