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
// to the ext of the runs, one after the other or, of a single run, in reverse order.
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
//
// A leg is one pass over data. In mirrored modes the longest leg in the range has every index that the range repeats. Of several longest
// legs, one in order is preferred, because it need not be copied. In wrap, where the end of data is next to its start, the range may repeat
// parts of two legs.
func sourcesOf(mode Mode, k, n, size int) (s sources) {
	pads := mode.Pads(size)
	if pads.Step == 0 || size < 2 { // all pads of an end are alike
		data := run{0, size}.within(run{k, k + n})
		switch {
		case data.len() > 0:
			return inOrder(data.begin-k, n, data)
		case mode == Constant || size == 0 || n == 0:
			return sources{begin: n}
		}
		at := mode.Source(k, size)
		return inOrder(0, n, run{at, at + 1})
	}
	skip := k % pads.Turn // so much of the first leg is before the range
	if skip < 0 {
		skip += pads.Turn
	}
	turns, next := pads.Step > 0, mode.Source(k+1, size)
	down := turns && (next == 0 || next < mode.Source(k, size))
	for left := n; left > 0 && (s.ext < size || s.mirrored); {
		leg := run{skip, skip + min(size-skip, left)}
		if down {
			leg = run{size - leg.end, size - leg.begin}
		}
		switch {
		case !turns && s.ext > 0 && leg.len() < size:
			s.runs[1] = run{0, min(leg.end, s.runs[0].begin)}
			s.ext += s.runs[1].end
			s.end -= s.runs[1].end
			return s
		case leg.len() > s.ext || leg.len() == s.ext && s.mirrored:
			s = inOrder(n-left, n, leg)
			s.mirrored = down && leg.len() > 1
		}
		left -= pads.Turn - skip
		skip, down = 0, turns && !down
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
