package kernel

// Extend computes the pads of an axis from its n finished slabs, 1 or more: b slabs before them and e after, in all modes except
// constant. Each call of move copies count slabs, which start at index from, to index to, in reverse order if mirrored is true. Indices
// count from the first of the n slabs. A call reads only finished slabs.
func (m Mode) Extend(b, n, e int, move func(to, from, count int, mirrored bool)) {
	p := m.Pads(n)
	mirrored := p.Step > 0
	direct := p.Turn // this many pads on each side come directly from the n slabs
	if p.Step == 0 {
		direct = 1
	}
	before, behind := min(b, direct), min(e, direct)
	from, to := p.Head, n-1-p.Head // what the pads next to the n slabs repeat
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
	// The other pads repeat what is 2*direct indices further inwards: in all modes the pads start again after that many, in some modes
	// earlier. Each copy takes everything that is finished, so the next one is twice as long.
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
