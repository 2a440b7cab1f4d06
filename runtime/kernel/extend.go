package kernel

// Extend says how the pads of an axis are made from its n finished slabs, 1 or more: b slabs before them and e behind, in all modes but
// constant. It calls move for runs of slabs: those from index to on become those from index from on, count of them, in reverse order if
// mirrored is true. Indices count from the first of the n slabs. All that a call reads is finished.
func (m Mode) Extend(b, n, e int, move func(to, from, count int, mirrored bool)) {
	p := m.Pads(n)
	first, end, period := 0, n, p.Turn // what is beyond the finished slabs repeats after a period
	switch {
	case p.Step > 0:
		period = 2 * p.Turn
		if first = -min(b, p.Turn); first < 0 {
			move(first, p.Head, -first, true)
		}
		if end = n + min(e, p.Turn); end > n {
			move(n, 2*n-p.Head-end, end-n, true)
		}
	case p.Step == 0:
		period = 1
	}
	// Each copy takes all that is there, so the next one takes twice as much.
	for distance := max(1, period); first > -b; {
		count := min(b+first, distance)
		first -= count
		move(first, first+distance, count, false)
		distance += count
	}
	for distance := max(1, period); end < n+e; {
		count := min(n+e-end, distance)
		move(end, end-distance, count, false)
		end += count
		distance += count
	}
}
