package pad

// merge joins neighbouring axes that are one block of memory both in data and in the output, so that a kernel sees the fewest and longest
// rows. The result describes the same call.
//
// An axis that is neither padded nor cropped joins the axis outside it: its elements become part of the outer axis's index. In modes
// constant and wrap this works for any outer axis, because whole blocks are filled or wrapped. Reflect and edge mirror or repeat whole
// blocks, so there the outer axis must have no pads, unless the inner one has a single element.
func (l *spanList) merge(mode Mode) {
	spans := l.all()
	for i := range spans {
		if spans[i].ext == 0 || spans[i].out == 0 {
			return // nothing but fill, or nothing at all: see Geometry.blank
		}
	}
	if len(spans) == 0 {
		return
	}
	// From the innermost axis outwards; the merged axes gather at the end of the list.
	to := len(spans) - 1
	for from := to - 1; from >= 0; from-- {
		in, s := &spans[to], &spans[from]
		switch m := in.dim; {
		case !in.padded() && !in.cropped() && (m == 1 || !s.padded() || mode == Constant || mode == Wrap):
			*in = span{s.dim * m, s.lo * m, s.ext * m, s.begin * m, s.end * m, s.out * m}
		case s.dim == 1 && !s.padded():
		default:
			if to--; to != from {
				spans[to] = *s
			}
		}
	}
	if to > 0 {
		l.n = copy(spans, spans[to:])
	}
}
