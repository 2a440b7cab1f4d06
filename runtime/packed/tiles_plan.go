package packed

import "math"

// place is a place in a group of planes: bit col of a row.
type place struct {
	plane, row, col int
	from            int  // the bit of data where that of the row starts
	step            int  // from there to that of the next row
	left            int  // rows behind this one of which that is true
	value           bool // mode constant: the row is a pad
}

// start makes p the start of a row. That may be the one behind the plane's last: it is the next plane's first.
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

// goOn goes n bits on, no further than to the start of the next row.
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

// passRows goes n rows on, all of the same part of the plane; from the start of a row, if these are all that are left of the part.
func (t *tiles) passRows(p *place, n int) {
	if n > p.left {
		t.start(p, p.plane, p.row+n)
		return
	}
	p.left -= n
	p.row += n
	p.from += n * p.step
}

// plan works out the tiles of a group of planes. It reports false if there are too many, or if a byte is of elements from too many places.
func (t *tiles) plan() bool {
	t.count, t.used = 0, 0
	t.short, t.known, t.most = t.n <= 8*mostShort && t.long <= 8*mostLong, [4]bool{}, register
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

// run adds tiles from p on, that go to bit to of the output and behind it, as often as they come again, and goes to behind these. It
// returns how many of n bits they are, or 0.
func (t *tiles) run(p *place, to, n int) int {
	r := &t.runs[t.count]
	t.count++
	*r = tileRun{first: t.used, times: 1}
	rows, step, times := t.repeats(p)
	if times < 2 {
		n = t.addNext(p, to, min(tileBits, n))
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
			n := t.addNext(&q, to+done, min(tileBits, size-done))
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

// repeats is how many rows from p on are whole bytes, the way from there to those that follow them in data, which is, too, and how many
// times they come.
func (t *tiles) repeats(p *place) (rows, step, times int) {
	rows = t.again(p.step)
	return rows, rows * p.step, ((p.left+1)*t.long - p.col) / (rows * t.long)
}

// addRows adds a tile of as many times the size bits from p on as fit, of up to so many times, which it returns; 0 if not even they do.
func (t *tiles) addRows(p place, to, size, times int) int {
	k := t.loadFor(p, min(times, tileBits/size)*size) / size
	// Again without what did not fit: where the tile comes last, the windows are not to be wider. They are as they were up to there.
	if k == 0 || t.loadFor(p, k*size) < k*size || t.used == mostTiles {
		return 0
	}
	t.add(&p, to, k*size)
	return k
}

// addNext adds a tile of n bits from p on, or as many of them as fit, and goes to behind these. To is the bit of the output. It returns
// how many bits it is; 0 if there is no place for a tile.
func (t *tiles) addNext(p *place, to, n int) int {
	if n = t.loadFor(*p, n); n == 0 || t.used == mostTiles {
		return 0
	}
	t.add(p, to, n)
	return n
}

// add adds a tile of n bits from p on, with the windows, and goes to behind these. To is the bit of the output.
func (t *tiles) add(p *place, to, n int) {
	o := &t.list[t.used]
	t.used++
	o.to, o.store = to>>3, ones((n+7)>>3)
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

// setWhole sets the orders of all short rows from p on that are in n bits, of the last one but a part of a byte, and in one window, and
// goes to behind them. At is their bit of the tile. It returns how many bits they are.
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

// after is what follows p in its row.
func (t *tiles) after(p *place) span {
	if p.value {
		return span{t.long - p.col, -1, 0}
	}
	return t.span(p.from, p.col)
}

// ones is a mask of n bytes, 1 to 64.
func ones(n int) uint64 { return math.MaxUint64 >> (register - n) }
