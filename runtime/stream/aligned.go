package stream

import "unsafe"

// leastAligned is the least bytes of data in such a row: half a line that starts at any of the first 4.
const leastAligned = lineSize/2 + 4

// Align has the first 16 bytes of a row with its pads, and its last 16, made at once, so that what is between them can be stored
// at multiples of 4 bytes: a store that crosses from one half of a line of memory to the other takes 2 cycles there, and 5
// elsewhere (Zen 3). It reports whether it did, and WriteAligned must be called then instead of Write: not past the caches, for rows of
// 36 bytes or more with pads of at most 12, made of the first 16 bytes of data and the last 16.
//
// In reflect and edge conv of float16 takes 0.77 to 0.81 of the time of Write, images of uint8 with pads of 3 0.83 to 0.91, NHWC of
// uint8 0.93 to 0.97. Rows of up to 64 bytes are for [Short] and [ShortGaps].
func (r *Rows) Align() bool {
	if r.past || r.row < leastAligned || max(r.before, r.behind) > chunk-4 {
		return false
	}
	head, tail := r.headOrder, r.tailOrder
	if !moved(&head, r.head) || !moved(&tail, r.tail-(r.row-chunk)) {
		return false
	}
	for i := range chunk {
		if i >= r.before {
			head[i] = byte(i - r.before)
		}
		if i < chunk-r.behind {
			tail[i] = byte(i + r.behind)
		}
	}
	r.headOrder, r.tailOrder = head, tail
	return true
}

// moved has an order take its bytes some places further on, and reports whether all of these are among 16.
func moved(o *[chunk]byte, by int) bool {
	for i, from := range o {
		if from == none {
			continue
		}
		at := int(from) + by
		if at < 0 || at >= chunk {
			return false
		}
		o[i] = byte(at)
	}
	return true
}

// WriteAligned is Write after Align.
func (r *Rows) WriteAligned(p *Planes, out, src unsafe.Pointer) { writeAligned(r, p, out, src) }

// AlignedGaps does as Gaps does, by WriteAligned, if the rows of a plane all start at the same distance, 1 to 3, behind a multiple of
// 4: it divides each gap at that place, and writes the second part with the row behind it. It may write the value to the last
// of the lead bytes before the output, up to 3 and no more than a gap. It reports whether it did all that: if not, Gaps may
// be called with the same Rows. Conv of float16 takes 0.88 of the time of Gaps.
func (r *Rows) AlignedGaps(out, src unsafe.Pointer, p *Planes, lead, n, gap, skip int, value *[chunk]byte) bool {
	b := int(uintptr(out) & 3)
	if b == 0 || b > min(lead, gap) || (n+gap)&3 != 0 || n < leastAligned || gap-b > chunk-4 {
		return false
	}
	r.Constant(out, n, gap-b, value, false)
	if r.before = b; !r.Align() {
		return false
	}
	copy(r.buf[:b], value[:]) // which rows through the caches do not need
	out = unsafe.Add(out, -b)
	q := *p
	if q.first(skip - gap) {
		writeAligned(r, &q, out, src)
	}
	if q.rest() {
		writeAligned(r, &q, out, src)
	}
	q.last()
	r.behind = 0
	writeAligned(r, &q, out, src)
	return true
}
