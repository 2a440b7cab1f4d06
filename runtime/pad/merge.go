package pad

// merge makes one axis of neighbours that are one block of memory in data and in the output, so that a kernel sees the
// fewest and longest rows. The result describes the same call.
//
// An axis that is neither padded nor cropped joins the axis outside it: its elements become part of the outer axis's
// index. In the modes constant and wrap that holds for any outer axis, since whole blocks are filled or turn. Reflect
// and edge keep the block as the unit that they mirror or repeat, so there the outer axis must have no pads, unless
// the inner one has a single element.
func (l *spanList) merge(mode Mode) {
	for i := range l.n {
		if l.at(i).ext == 0 || l.at(i).out == 0 {
			return // nothing but fill, or nothing at all: see Geometry.blank
		}
	}
	if l.n == 0 {
		return
	}
	// From the innermost axis outwards; the merged axes gather at the end of the list.
	to := l.n - 1
	for from := l.n - 2; from >= 0; from-- {
		in, s := l.at(to), *l.at(from)
		switch m := in.dim; {
		case !in.padded() && !in.cropped() && (m == 1 || !s.padded() || mode == Constant || mode == Wrap):
			*in = span{s.dim * m, s.lo * m, s.ext * m, s.begin * m, s.end * m, s.out * m}
		case s.dim == 1 && !s.padded():
		default:
			to--
			*l.at(to) = s
		}
	}
	for i := range l.n - to {
		*l.at(i) = *l.at(to + i)
	}
	l.n -= to
}
