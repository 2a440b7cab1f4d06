package packed

import "unsafe"

// set sets the phase of rows that start after q bits of their first byte in the output and after s bits in data, and the phases of the
// rows that follow, one after the other in memory, until they come again. It returns where the first one ends.
func (r *Rows) set(q, s int) int32 {
	begin, first := r.used, r.index(q, s)
	for i := first; r.phases[i] == 0; i = r.index(q, s) {
		p := r.phaseAt(r.used)
		r.setPhase(p, q, s)
		p.begin = int32(begin - r.used)
		r.used += phaseSize
		r.phases[i] = int32(r.used)
		q, s = (q+r.long)&7, (s+r.step)&7
	}
	r.orbit = r.used - begin
	if r.kind&narrow != 0 {
		for at := 0; at < r.orbit; at += phaseSize {
			p := r.phaseAt(begin + at)
			p.join(r.phaseAt(begin + (at+phaseSize)%r.orbit))
			p.other = int32((at+2*phaseSize)%r.orbit - at)
		}
	}
	return r.phases[first]
}

// phaseAt returns the phase at a byte of memory, counted from the first phase.
func (r *Rows) phaseAt(at int) *rowPhase {
	return (*rowPhase)(unsafe.Add(unsafe.Pointer(&r.memory), r.first+at))
}

// join puts what belongs to the next row into the second halves of registers.
func (p *rowPhase) join(next *rowPhase) {
	p.to2, p.from2 = p.to+next.to, p.from+next.from
	copy(p.down[2:], next.down[:])
	copy(p.up[2:], next.up[:])
	copy(p.mask[2:], next.mask[:])
	copy(p.value[2:], next.value[:])
	copy(p.order[lane:], next.order[:])
	copy(p.bits[lane:], next.bits[:])
	copy(p.place[lane:], next.place[:])
	copy(p.carry[lane:], next.carry[:])
}

// index numbers the phases: 4 where elements have 4 bits, 16 where they have 2.
func (r *Rows) index(q, s int) int { return (q<<1 | s>>1) & 15 }

func (r *Rows) setPhase(p *rowPhase, q, s int) {
	next := (q + r.long) & 7
	lead := (s - r.b - q) >> 3 // the row's first byte, in data
	held := (q + r.held + 7) >> 3
	if r.held < r.long {
		held = (q + r.held) >> 3 // whole ones
		p.gap, p.more = int32(held), int32((q+r.long+7)>>3-held)
		p.rest = int32(r.splat[0]) & (1<<next - 1)
	}
	down := uint64(s-r.b-q) & 7
	for i := range p.down {
		p.down[i], p.up[i] = down*twice, (8-down)*twice
	}
	p.to, p.from = (q+r.long)>>3, (s+r.step-r.b-next)>>3-lead
	p.last = lane
	if r.kind&one == 0 {
		p.last = int32(held - lane)
	}
	b, e := q+r.b, q+r.b+r.n // where data starts and ends
	for i := range p.mask {
		p.mask[i] = p.ones(i, b, e)
	}
	p.carry = nothing
	if next != 0 && p.more == 0 {
		if k := held - 1; k < lane {
			p.carry[0] = byte(k)
		} else {
			p.carry[lane] = byte(k - int(p.last))
		}
	}
	if r.kind&constant != 0 {
		value := uint64(r.splat[0]) * 0x0101010101010101
		for i := range p.value {
			p.value[i] = value & p.ones(i, e, q+r.held)
		}
		return
	}
	p.place = nothing
	p.head = r.pad(p, 0, 0, q, lead, s, r.head, r.b)
	p.tail = r.pad(p, 1, e>>3, e&7, lead, s, r.tail, r.e)
}

// pad sets what makes a pad in the given half of a register. The pad starts after q bits of the row's byte at, and its first pixel is at
// bit from of the row. The row's first byte is byte lead of data. It returns how many bytes after that the bytes with the pad's elements
// start.
func (r *Rows) pad(p *rowPhase, half, at, q, lead, s, from, n int) int32 {
	low := from
	if r.dir < 0 {
		low -= n - r.pixel
	}
	// The bytes that pads are made of, as they come: half a register has those of its own pad, or 8 bytes for each pad.
	window, j, v, step := (s+low)>>3, half*lane, 0, 8/r.width
	switch {
	case r.kind&narrow != 0:
		window, j, v = lead, half*lane/2, half*lane/2
	case r.kind&crossed != 0:
		window = lead + lane - half*lane
	case r.kind&apart != 0:
		window = lead + half*lane
	case r.kind&one != 0:
		v, step = half*lane/2, step/2
	}
	j += q >> (r.width >> 1)
	element := byte(1<<r.width - 1)
	for i := 0; i < n; i += r.pixel {
		for k := 0; k < r.pixel; k += r.width {
			bit := s + from + k
			p.order[j], p.bits[j] = byte(bit>>3-window), element<<(bit&7)
			j++
		}
		from += r.dir
	}
	for i := 0; n > 0 && i < q+n; i += 8 {
		if half == 0 {
			p.place[at] = byte(v)
		} else {
			p.place[lane+at-int(p.last)] = byte(v)
		}
		at, v = at+1, v+step
	}
	return int32(window - lead)
}

// twice times a number of 32 bits has that number in both halves of a word.
const twice = 1<<32 + 1

// ones returns word i of a register, with ones from bit low to bit high of the row as far as they are in that word.
func (p *rowPhase) ones(i, low, high int) uint64 {
	at := 64 * i
	if i >= 2 {
		at += 8*int(p.last) - 8*lane
	}
	low, high = max(low-at, 0), min(high-at, 64)
	if low >= high {
		return 0
	}
	return (1<<high - 1) &^ (1<<low - 1)
}
