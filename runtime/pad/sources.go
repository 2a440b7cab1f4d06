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
	dim             int // of data
	runs            [2]run
	mirrored        bool
	begin, ext, end int
}

// sourcesOf returns the sources of n indices of an axis from index k on. Indices count from the first of the size that crops leave.
func sourcesOf(mode Mode, k, n, size int) sources {
	step, turn := beyond(mode)
	switch {
	case n == 0 || size == 0:
		return sources{begin: n}
	case step == 0:
		return clipped(mode, k, n, size)
	case step < 0 && size > 1:
		return longestLeg(mode, k, n, size, turn)
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

// longestLeg is for modes that go back from the ends of data, from its element next to the end (turn 1, reflect) or from the end itself
// (turn 0, symmetric). Of the legs between two turns, the longest one has all indices of the others; one that is in order is preferred.
func longestLeg(mode Mode, k, n, size, turn int) (longest sources) {
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
		begin += leg - turn
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

// beyond says how a mode goes on behind data: how far the next index lies from the one before it, which way (0: it stays), and how many
// elements of data it left out at first. A mode shows it where data is long enough that no two modes coincide.
func beyond(mode Mode) (step, turn int) {
	const long = 8
	if mode == Constant {
		return 0, 0
	}
	first := mode.Source(long, long)
	return mode.Source(long+1, long) - first, long - 1 - first
}
