package kernel

// Extend says how the pads of an axis are made from its n finished slabs, 1 or more: b slabs before them and e behind, in all modes but
// constant. It calls move for runs of slabs: those from index to on become those from index from on, count of them, in reverse order if
// mirrored is true. Indices count from the first of the n slabs. All that a call reads is finished.
func (m Mode) Extend(b, n, e int, move func(to, from, count int, mirrored bool)) {
	p := m.Pads(n)
	mirrored := p.Step > 0
	direct := p.Turn // so many pads on each side are made of the n slabs alone
	if p.Step == 0 {
		direct = 1
	}
	before, behind := min(b, direct), min(e, direct)
	from, to := p.Head, n-1-p.Head // what the pads next to data repeat
	if p.Step < 0 {
		from += 1 - before
	} else {
		to += 1 - behind
	}
	if before > 0 {
		move(-before, from, before, mirrored)
	}
	if behind > 0 {
		move(n, to, behind, mirrored)
	}
	// The others repeat the index 2*direct further on: in all modes pads start anew after so many, in some they do so earlier. Each copy
	// takes all that is there, so the next one takes twice as much.
	period := max(1, 2*direct)
	for distance := period; before < b; {
		count := min(b-before, distance)
		before += count
		move(-before, distance-before, count, false)
		distance += count
	}
	for distance := period; behind < e; {
		count := min(e-behind, distance)
		move(n+behind, n+behind-distance, count, false)
		behind += count
		distance += count
	}
}
