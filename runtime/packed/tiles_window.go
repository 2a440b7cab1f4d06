package packed

import "math"

const (
	mostWindows = 3
	mostBetween = 16 // bytes that are loaded between others rather than as a window of their own
)

// window is the bytes of data from low to high, which a tile loads.
type window struct{ low, high int }

// loaded returns how many bytes all windows have.
func (t *tiles) loaded() int {
	n := 0
	for i := range t.loads {
		w := &t.window[i&3]
		n += w.high - w.low + 1
	}
	return n
}

// loadFor returns how many of the n bits from p on come from no more bytes of data than a tile loads, and sets the windows to these
// bytes. If it is not all n bits, it is whole bytes. A tile that has short rows ends where one of them does, or at the last whole byte
// before that.
func (t *tiles) loadFor(p place, n int) int {
	t.loads = 0
	rows := 0
	for all := 0; all < n; {
		if t.short && p.col == 0 {
			k := t.holdRows(&p, n-all)
			if k == 0 && rows > 0 {
				return all &^ 7
			}
			if rows = k; k > 0 {
				all = min(n, all+k*t.long)
				t.passRows(&p, k)
				continue
			}
		}
		s := t.after(&p)
		s.n = min(s.n, n-all)
		k := s.n
		if s.from >= 0 {
			k = t.holdSpan(s)
		}
		all += k
		if k < s.n {
			return all &^ 7
		}
		t.goOn(&p, k)
	}
	return n
}

// inside returns how many rows from p on, in the same part of the plane, are in n bits. Less than a byte of the last one may be outside.
func (t *tiles) inside(p *place, n int) int {
	return min(p.left+1, (n+min(7, t.long-1))/t.long)
}

// holdRows returns how many of these rows a window can hold, and widens it for them.
func (t *tiles) holdRows(p *place, n int) int {
	k := t.inside(p, n)
	if k == 0 || p.value {
		return k
	}
	if step := max(p.step, -p.step); step > 0 {
		k = min(k, (8*(t.most-t.loaded())+16)/step+1)
	}
	for ; k > 0; k-- {
		last := p.from + (k-1)*p.step
		if b := (window{min(p.from, last) >> 3, (max(p.from, last) + t.n - 1) >> 3}); t.hold(b) {
			break
		}
	}
	return k
}

// hold widens a window for the bytes of b, or makes a new one, and reports whether there is room for that.
func (t *tiles) hold(b window) bool {
	best, more := t.pick(b)
	if t.loaded()+more > t.most {
		return false
	}
	w := &t.window[best&3]
	if best == t.loads {
		*w = b
		t.loads++
	}
	w.low, w.high = min(w.low, b.low), max(w.high, b.high)
	return true
}

// pick picks the window to widen for the bytes of b, or a new one if that is much less. It also returns how many bytes more are loaded
// then.
func (t *tiles) pick(b window) (best, more int) {
	best, more = t.loads, b.high-b.low+1
	least := more + mostBetween
	if t.loads == t.windows {
		least = math.MaxInt
	}
	for i := range t.loads {
		if m := t.window[i&3].more(b); m <= least {
			best, more, least = i, m, m
		}
	}
	return best, more
}

// more returns how many bytes w must be widened by to have those of b, including what is between.
func (w *window) more(b window) int { return max(0, w.low-b.low) + max(0, b.high-w.high) }

// holdSpan widens the windows for s, and returns how many of its bits they hold then.
func (t *tiles) holdSpan(s span) int {
	first, last := s.from>>3, s.last(t.shift)>>3
	all := window{min(first, last), max(first, last)}
	if t.hold(all) {
		return s.n
	}
	best, _ := t.pick(all)
	free := t.most - t.loaded()
	end := window{first, first}
	if w := &t.window[best&3]; best < t.loads {
		free -= w.more(end)
		end = window{min(w.low, first), max(w.high, first)}
	} else {
		free--
	}
	if free < 0 {
		return 0
	}
	if s.dir < 0 {
		end.low = max(last, end.low-free)
		s.n = min(s.n, s.from-8*end.low+t.width)
	} else {
		end.high = min(last, end.high+free)
		s.n = min(s.n, 8*(end.high+1)-s.from)
	}
	t.window[best&3] = end
	t.loads = max(t.loads, best+1)
	return s.n
}

// setLoads sets what a tile loads: the windows, one after the other.
func (t *tiles) setLoads(o *tile) {
	o.load, o.from, o.far = [mostWindows]uint64{}, 0, [mostWindows - 1]int{}
	at := 0
	for i := range t.loads {
		w := &t.window[i&3]
		n := w.high - w.low + 1
		o.load[i] = ones(n) << at
		if i == 0 {
			o.from = w.low
		} else {
			o.far[i-1] = w.low - at - o.from
		}
		at += n
	}
}

// find returns the way from a byte of data to where a tile loads it, for the bytes of b. It reports false if no window has all of them.
func (t *tiles) find(b window) (down int, ok bool) {
	at := 0
	for i := range t.loads {
		w := &t.window[i&3]
		if w.more(b) == 0 {
			return at - w.low, true
		}
		at += w.high - w.low + 1
	}
	return 0, false
}
