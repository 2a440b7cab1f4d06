package pad

// run is neighbouring indices of an axis of data, from begin up to but excluding end.
type run struct{ begin, end int }

func (r run) len() int { return r.end - r.begin }

// within is the part of the run that lies in another one, of length 0 if there is none.
func (r run) within(o run) run {
	begin := max(r.begin, o.begin)
	return run{begin, max(begin, min(r.end, o.end))}
}

// sources says what a range of a padded axis repeats of data. The range is itself a Pad, in the same mode: begin and end indices are added
// to the ext of the runs, one after the other or, of a single run, in reverse order.
type sources struct {
	runs            [2]run
	mirrored        bool
	begin, ext, end int
}

// sourcesOf returns the sources of n indices of an axis from index k on. Indices count from the first of the size that crops leave.
func sourcesOf(mode Mode, k, n, size int) sources {
	if n == 0 || size == 0 {
		return sources{begin: n}
	}
	switch pads := mode.Pads(size); {
	case mode == Constant || pads.Step == 0:
		return clipped(mode, k, n, size)
	case pads.Step > 0 && size > 1:
		return longestLeg(mode, k, n, size, pads.Head)
	}
	// The end of data is next to its start: size indices repeat all, whichever they are.
	k = mode.Source(k, size)
	if begin := (size - k) % size; n-begin >= size {
		return inOrder(begin, n, run{0, size})
	}
	s := inOrder(0, n, run{k, k + min(n, size-k)})
	s.runs[1] = run{0, min(n-s.ext, k)}
	s.ext += s.runs[1].end
	s.end -= s.runs[1].end
	return s
}

func inOrder(begin, n int, r run) sources {
	return sources{runs: [2]run{r}, begin: begin, ext: r.len(), end: n - begin - r.len()}
}

// clipped is for modes in which all pads of an end are alike: the data in the range, or the element next to it.
func clipped(mode Mode, k, n, size int) sources {
	data := run{0, size}.within(run{k, k + n})
	switch {
	case data.len() > 0:
		return inOrder(data.begin-k, n, data)
	case mode == Constant:
		return sources{begin: n}
	}
	at := mode.Source(k, size)
	return inOrder(0, n, run{at, at + 1})
}

// longestLeg is for modes that turn at the ends of data. A leg lies between two turns; neighbouring ones have so many indices in common. The
// longest leg has all indices of the others. If several are as long, one in order is preferred, because it need not be copied.
func longestLeg(mode Mode, k, n, size, common int) (longest sources) {
	from, next := mode.Source(k, size), mode.Source(k+1, size)
	down, leg := next < from || next == 0, size-from
	if down {
		leg = from + 1
	}
	for begin := 0; ; {
		r := run{from, from + min(leg, n-begin)}
		if down {
			r = run{from + 1 - r.len(), from + 1}
		}
		if r.len() > longest.ext || r.len() == longest.ext && longest.mirrored {
			longest = inOrder(begin, n, r)
			longest.mirrored = down && r.len() > 1
		}
		if n-begin <= leg || longest.ext == size && !longest.mirrored {
			return longest
		}
		begin += leg - common
		from, leg, down = 0, size, !down
		if down {
			from = size - 1
		}
	}
}

// shift moves the runs, whose indices then count from the first of data.
func (s sources) shift(lo int) sources {
	for i := range s.runs {
		s.runs[i].begin += lo
		s.runs[i].end += lo
	}
	return s
}
