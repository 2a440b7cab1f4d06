package pad

import "github.com/padgen/padgen/runtime/kernel"

// interval is a range of indices of an axis of the input, from begin up to but excluding end.
type interval struct{ begin, end int }

func (r interval) len() int { return r.end - r.begin }

// within returns the part of the interval that lies in another one, of length 0 if there is none.
func (r interval) within(o interval) interval {
	begin := max(r.begin, o.begin)
	return interval{begin, max(begin, min(r.end, o.end))}
}

// sources describes which indices of the input a range of a padded axis repeats. The range is itself a Pad in the same mode: it adds begin
// and end indices to the ext indices of the intervals. The intervals follow one another; if mirrored, there is only one, in reverse order.
// The second interval may repeat indices of the first.
type sources struct {
	mode            Mode
	intervals       [2]interval
	mirrored        bool
	begin, ext, end int
}

func inOrder(begin, n int, r interval) sources {
	return sources{intervals: [2]interval{r}, begin: begin, ext: r.len(), end: n - begin - r.len()}
}

// sourcesOf returns the sources of n indices of an axis from index k on. Index 0 is the first of the size indices that crops leave.
func sourcesOf(mode Mode, k, n, size int) sources {
	data := interval{0, size}.within(interval{k, k + n})
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
	case data.len() > 0: // all pads on one side are alike
		return inOrder(data.begin-k, n, data)
	}
	at := mode.Source(k, size)
	return inOrder(0, n, interval{at, at + 1})
}

// orderedSources returns the sources of a range that does not contain the whole input, in a mode whose pads repeat the input in order. If
// the range continues after its first interval, the second is chosen so that both together are as long as the input or, if that is shorter,
// the range. The remaining indices are end pads.
func orderedSources(mode Mode, k, n, size int) sources {
	from, _, count := mode.Run(k, size)
	if count >= n {
		return inOrder(0, n, interval{from, from + n})
	}
	next, _, whole := mode.Run(k+count, size)
	if min(whole, n-count) == size {
		return inOrder(count, n, interval{0, size})
	}
	s := inOrder(0, n, interval{from, from + count})
	s.intervals[1] = interval{next, next + min(n, size) - count}
	s.ext, s.end = min(n, size), max(0, n-size)
	return s
}

// mirroredSources returns the sources of a range in a mode that mirrors the input. A leg is one pass over the input; the next one begins
// turn indices after it. The longest leg in the range has every index that the range repeats. Among legs of equal length, one in order is
// preferred, because it need not be copied.
func mirroredSources(mode Mode, k, n, size, turn int) (s sources) {
	skip := k % turn // indices of the first leg before the range
	if skip < 0 {
		skip += turn
	}
	next := mode.Source(k+1, size)
	down := next == 0 || next < mode.Source(k, size)
	for left := n; left > 0 && (s.ext < size || s.mirrored); {
		leg := interval{skip, skip + min(size-skip, left)}
		if down {
			leg = interval{size - leg.end, size - leg.begin}
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

// span returns what the range does to an axis that holds the given interval of the input.
func (s *sources) span(data interval) kernel.Span {
	return kernel.Span{Dim: data.len(), Lo: s.intervals[0].begin - data.begin, Ext: s.ext, Begin: s.begin, End: s.end, Mode: s.mode}
}

// sourcesIn returns the sources of a range of the output of an axis. Index 0 is the first index of the input.
func sourcesIn(axis *kernel.Span, out interval) sources {
	s := sourcesOf(axis.Mode, out.begin-axis.Begin, out.len(), axis.Ext)
	s.mode = axis.Mode
	for i := range s.intervals {
		s.intervals[i].begin += axis.Lo
		s.intervals[i].end += axis.Lo
	}
	return s
}

// within returns the parts of the intervals that lie in another one.
func (s sources) within(held interval) [2]interval {
	return [2]interval{s.intervals[0].within(held), s.intervals[1].within(held)}
}

// needs is within, except that an index in both intervals is returned only in the first.
func (s sources) needs(held interval) [2]interval {
	if first, second := s.intervals[0], &s.intervals[1]; second.end > first.begin {
		second.end = max(second.begin, first.begin)
	}
	return s.within(held)
}
