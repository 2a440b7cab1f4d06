package pad

import "github.com/padgen/padgen/runtime/kernel"

// run is neighbouring indices of an axis of data, from begin up to but excluding end.
type run struct{ begin, end int }

func (r run) len() int { return r.end - r.begin }

// within is the part of the run that lies in another one, of length 0 if there is none.
func (r run) within(o run) run {
	begin := max(r.begin, o.begin)
	return run{begin, max(begin, min(r.end, o.end))}
}

// sources says what a range of a padded axis repeats of data. The range is itself a Pad, in the same mode: begin and end indices are added
// to the ext of the runs, one after the other or, of a single run, in reverse order. The second run may repeat indices of the first.
type sources struct {
	mode            Mode
	runs            [2]run
	mirrored        bool
	begin, ext, end int
}

func inOrder(begin, n int, r run) sources {
	return sources{runs: [2]run{r}, begin: begin, ext: r.len(), end: n - begin - r.len()}
}

// sourcesOf returns the sources of n indices of an axis from index k on. Indices count from the first of the size that crops leave.
func sourcesOf(mode Mode, k, n, size int) sources {
	data := run{0, size}.within(run{k, k + n})
	switch {
	case data.len() == 0 && (mode == Constant || size == 0 || n == 0):
		return sources{begin: n}
	case mode == Constant || data.len() == size:
		return inOrder(data.begin-k, n, data)
	}
	switch pads := mode.Pads(size); {
	case pads.Step > 0 && size > 1:
		return mirroredSources(mode, k, n, size, pads.Turn)
	case pads.Step < 0 && size > 1:
		return orderedSources(mode, k, n, size)
	case data.len() > 0: // all pads of an end are alike
		return inOrder(data.begin-k, n, data)
	}
	at := mode.Source(k, size)
	return inOrder(0, n, run{at, at + 1})
}

// orderedSources are those of a range that does not hold all of data, in a mode whose pads are in the order of data. Where the range goes on
// after its first run, it repeats so much of the next one that both are as long as data, and the pads that are left start anew as its
// own do.
func orderedSources(mode Mode, k, n, size int) sources {
	from, _, count := mode.Run(k, size)
	if count >= n {
		return inOrder(0, n, run{from, from + n})
	}
	next, _, whole := mode.Run(k+count, size)
	if min(whole, n-count) == size {
		return inOrder(count, n, run{0, size})
	}
	s := inOrder(0, n, run{from, from + count})
	s.runs[1] = run{next, next + min(n, size) - count}
	s.ext, s.end = min(n, size), max(0, n-size)
	return s
}

// mirroredSources are those of a range in a mode that mirrors data. A leg is one pass over data, the next one begins turn indices after it. The
// longest leg in the range has every index that the range repeats. Of several longest legs, one in order is preferred, because it need not be
// copied.
func mirroredSources(mode Mode, k, n, size, turn int) (s sources) {
	skip := k % turn // so much of the first leg is before the range
	if skip < 0 {
		skip += turn
	}
	next := mode.Source(k+1, size)
	down := next == 0 || next < mode.Source(k, size)
	for left := n; left > 0 && (s.ext < size || s.mirrored); {
		leg := run{skip, skip + min(size-skip, left)}
		if down {
			leg = run{size - leg.end, size - leg.begin}
		}
		if leg.len() > s.ext || leg.len() == s.ext && s.mirrored {
			s = inOrder(n-left, n, leg)
			s.mirrored = down && leg.len() > 1
		}
		left -= turn - skip
		skip, down = 0, !down
	}
	return s
}

// span is what the range does to an axis that has this run of data.
func (s *sources) span(data run) kernel.Span {
	return kernel.Span{Dim: data.len(), Lo: s.runs[0].begin - data.begin, Ext: s.ext, Begin: s.begin, End: s.end, Mode: s.mode}
}

// shift moves the runs, whose indices then count from the first of data.
func (s sources) shift(lo int) sources {
	for i := range s.runs {
		s.runs[i].begin += lo
		s.runs[i].end += lo
	}
	return s
}

// within is what of the runs lies in another one.
func (s sources) within(held run) [2]run {
	return [2]run{s.runs[0].within(held), s.runs[1].within(held)}
}

// needs is within, with an index that both runs have in the first one only.
func (s sources) needs(held run) [2]run {
	if first, second := s.runs[0], &s.runs[1]; second.end > first.begin {
		second.end = max(second.begin, first.begin)
	}
	return s.within(held)
}
