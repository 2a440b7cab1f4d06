package kernel

// Extend says how the pads of an axis are made from its n finished slabs, 1 or more: b slabs before them and e behind, in modes reflect, edge
// and wrap. It calls move for runs of slabs: those from index to on become those from index from on, count of them, in reverse order if
// mirrored is true. Indices count from the first of the n slabs. All that a call reads is finished.
func (m Mode) Extend(b, n, e int, move func(to, from, count int, mirrored bool)) {
	first, end, period := 0, n, n
	switch m {
	case Edge:
		period = 1
	case Reflect: // what is beyond the slabs next to the finished ones repeats every two turns
		first, end, period = -min(b, n-1), n+min(e, n-1), max(1, 2*(n-1))
		if first < 0 {
			move(first, 1, -first, true)
		}
		if end > n {
			move(n, 2*n-1-end, end-n, true)
		}
	}
	// Each copy takes all that is there, so the next one takes twice as much.
	for distance := period; first > -b; {
		count := min(b+first, distance)
		first -= count
		move(first, first+distance, count, false)
		distance += count
	}
	for distance := period; end < n+e; {
		count := min(n+e-end, distance)
		move(end, end-distance, count, false)
		end += count
		distance += count
	}
}
