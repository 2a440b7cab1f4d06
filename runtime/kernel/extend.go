package kernel

// Extend says how the pads of an axis are made from its n finished slabs, 1 or more: b slabs before them and e behind, in all modes but
// constant. It calls move for runs of slabs: those from index to on become those from index from on, count of them, in reverse order if
// mirrored is true. Indices count from the first of the n slabs. All that a call reads is finished.
func (m Mode) Extend(b, n, e int, move func(to, from, count int, mirrored bool)) {
	p := m.Pads(n)
	turn, period := p.Turn, p.Turn // the pads up to a turn are made of data, those beyond repeat after a period
	switch p.Step {
	case 0:
		turn, period = 1, 1
	case 1:
		period = 2 * turn
	}
	first, end := -min(b, turn), n+min(e, turn)
	inOrder := p.Step < 0
	if first < 0 {
		from := p.Head
		if inOrder {
			from += 1 + first
		}
		move(first, from, -first, p.Step > 0)
	}
	if end > n {
		from := n - 1 - p.Head
		if !inOrder {
			from += 1 + n - end
		}
		move(n, from, end-n, p.Step > 0)
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
