package packed

import "math"

// place is a place in a group of planes: bit col of a row.
type place struct {
	plane, row, col int
	from            int  // the bit at which the data of the row starts
	step            int  // bits from there to the data of the next row
	left            int  // how many more rows have that step
	value           bool // mode constant: the row is a pad
}

// start makes p the start of a row. The row after the last one of a plane is the first one of the next plane.
func (t *tiles) start(p *place, plane, row int) {
	if row == t.above+t.rows+t.below {
		plane, row = plane+1, 0
	}
	p.plane, p.row, p.col, p.value = plane, row, 0, false
	p.from, p.step = t.so+plane*t.skip, t.turn
	switch i := row - t.above; {
	case i < 0:
		p.from += t.up + row*t.turn
		p.left, p.value = -1-i, t.constant
	case i < t.rows:
		p.from += i * t.step
		p.step, p.left = t.step, t.rows-1-i
	default:
		p.from += t.down + (i-t.rows)*t.turn
		p.left, p.value = t.rows+t.below-1-i, t.constant
	}
}

// goOn moves p on by n bits, no further than to the start of the next row.
func (t *tiles) goOn(p *place, n int) {
	if p.col += n; p.col < t.long {
		return
	}
	if p.left == 0 {
		t.start(p, p.plane, p.row+1)
		return
	}
	p.left--
	p.row++
	p.col = 0
	p.from += p.step
}

// goBack moves p back by n bits.
func (t *tiles) goBack(p *place, n int) {
	for n > p.col {
		n -= p.col
		if p.row == 0 {
			p.plane, p.row = p.plane-1, t.above+t.rows+t.below
		}
		t.start(p, p.plane, p.row-1)
		p.col = t.long
	}
	p.col -= n
}

// passRows moves p on by n rows, all in the same part of the plane. If these are all rows that are left of the part, p must be at the
// start of a row.
func (t *tiles) passRows(p *place, n int) {
	if n > p.left {
		t.start(p, p.plane, p.row+n)
		return
	}
	p.left -= n
	p.row += n
	p.from += n * p.step
}

// plan computes the tiles of a group of planes. It reports false if there are too many, or if the elements of a byte come from too many
// places.
func (t *tiles) plan() bool {
	t.count, t.used, t.made, t.near = 0, 0, 0, false
	t.short, t.most, t.least = t.n <= 8*mostShort && t.long <= 8*mostPadded, register, 0
	for i := range t.rowOrders {
		t.rowOrders[i].known = false
	}
	if t.windows == 1 {
		t.least = tileBits / 2
	}
	if t.constant {
		t.most = valueAt
	}
	var p place
	t.start(&p, 0, 0)
	for to, end := 0, t.group*t.size; to < end; {
		n := t.run(&p, to, end-to)
		if n == 0 {
			return false
		}
		to += n
	}
	return true
}

// run adds the tiles from p on, which go to bit to of the output and after it, as often as they repeat, and moves p past them. It returns
// how many of the n bits they are, or 0 if that is not possible.
func (t *tiles) run(p *place, to, n int) int {
	r := &t.runs[t.count]
	t.count++
	*r = tileRun{first: t.used, times: 1}
	rows, step, times := t.repeats(p)
	if times < 2 || t.loadFor(*p, min(tileBits, n)) >= 2*times*rows*t.long { // or a tile has them all, and as many bits more
		n = t.addNext(p, to, min(tileBits, n), to)
		r.last = t.used
		return n
	}
	size := rows * t.long
	k := 0
	if size <= tileBits {
		k = t.addRows(*p, to, size, times)
	}
	if k == 0 {
		k = 1
		q := *p
		for done := 0; done < size; {
			n := t.addNext(&q, to+done, min(tileBits, size-done), done)
			if n == 0 {
				return 0
			}
			done += n
		}
	}
	r.last, r.times, r.step, r.next = t.used, times/k, k*size>>3, k*step>>3
	t.passRows(p, r.times*k*rows)
	return r.times * k * size
}

// repeats returns how many rows from p on make whole bytes, the step to the rows after them in data, which is whole bytes, too, and how
// many times such rows come.
func (t *tiles) repeats(p *place) (rows, step, times int) {
	rows = t.again(p.step)
	return rows, rows * p.step, ((p.left+1)*t.long - p.col) / (rows * t.long)
}

// addRows adds a tile of the size bits from p on, as many times as they fit, up to times. It returns how many times, 0 if not even once.
func (t *tiles) addRows(p place, to, size, times int) int {
	k := t.loadFor(p, min(times, tileBits/size)*size) / size
	// Again without what did not fit: where the tile comes last, the windows are not to be wider. They are as they were up to there.
	if k == 0 || t.loadFor(p, k*size) < k*size || t.used == mostTiles {
		return 0
	}
	t.add(&p, to, k*size)
	return k
}

// addNext adds a tile of n bits from p on, or of as many of them as fit, at bit to of the output, and moves p past them. It returns how
// many bits these are, 0 if there is no room for a tile. If they are fewer than least, the tile also makes some of the bits in front of p
// again, where all repetitions of the run have the same there: so many before.
func (t *tiles) addNext(p *place, to, n, before int) int {
	if n = t.loadFor(*p, n); n == 0 || t.used == mostTiles {
		return 0
	}
	if again := (t.least - n) &^ 7; again > 0 && again <= before {
		q := *p
		t.goBack(&q, again)
		if t.loadFor(q, again+n) == again+n {
			t.add(&q, to-again, again+n)
			*p = q
			return n
		}
		t.loadFor(*p, n)
	}
	t.add(p, to, n)
	return n
}

// add adds a tile of n bits from p on, with the windows, at bit to of the output, and moves p past them.
func (t *tiles) add(p *place, to, n int) {
	o := &t.list[t.used]
	t.used++
	o.to, o.store, o.near = to>>3, ones((n+7)>>3), false
	t.setLoads(o)
	for at := 0; at < n; {
		if k := t.setWhole(&o.orders, p, at, n-at); k > 0 {
			at += k
			continue
		}
		s, down := t.after(p), 0
		s.n = min(s.n, n-at)
		if s.from >= 0 {
			last := s.last(t.shift)
			down, _ = t.find(window{min(s.from, last) >> 3, max(s.from, last) >> 3})
		}
		t.set(&o.orders, s, at>>t.shift, down)
		at += s.n
		t.goOn(p, s.n)
	}
}

// setWhole sets the orders of all short rows from p on that are in n bits and in one window, and moves p past them. Less than a byte of
// the last row may be outside. The rows start at bit at of the tile. It returns how many bits they are.
func (t *tiles) setWhole(o *orders, p *place, at, n int) int {
	k := t.inside(p, n)
	if !t.short || p.col > 0 || p.value || k == 0 {
		return 0
	}
	last := p.from + (k-1)*p.step
	down, ok := t.find(window{min(p.from, last) >> 3, (max(p.from, last) + t.n - 1) >> 3})
	if !ok {
		return 0
	}
	t.setRows(o, p, k, at>>t.shift, down)
	n = min(n, k*t.long)
	t.passRows(p, k-1)
	t.goOn(p, n-(k-1)*t.long)
	return n
}

// after returns what follows p in its row.
func (t *tiles) after(p *place) span {
	if p.value {
		return span{t.long - p.col, -1, 0}
	}
	return t.span(p.from, p.col)
}

// ones is a mask of n bytes, 1 to 64.
func ones(n int) uint64 { return math.MaxUint64 >> (register - n) }
