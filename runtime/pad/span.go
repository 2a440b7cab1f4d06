package pad

import (
	"fmt"
	"slices"

	"github.com/padgen/padgen/runtime/kernel"
)

func padded(s *kernel.Span) bool { return s.Begin|s.End != 0 }

// simplest returns the mode with the fewest steps that does what mode does here. If nothing is added, all modes crop alike: constant takes
// 0.01 to 0.15 of the time in rows of 2. If each axis with pads has one element, the others repeat it: instead of a mirroring mode, edge takes 0.01
// to 0.95 of the time, and instead of wrap 0.01 to 0.8; but modes in the order of data merge more axes if the innermost one has no pads.
func simplest(spans []kernel.Span, mode Mode) Mode {
	added, single := false, true
	for i := range spans {
		if s := &spans[i]; padded(s) {
			added, single = true, single && s.Ext == 1
		}
	}
	switch {
	case !added:
		return Constant
	case single && mode != Constant && !(mode.InOrder() && !padded(&spans[len(spans)-1])):
		return Edge
	}
	return mode
}

// outShape appends the dimensions of the output to shape.
func outShape(shape []int, spans []kernel.Span) []int {
	for i := range spans {
		shape = append(shape, spans[i].Out())
	}
	return shape
}

// spanBuffer has room for the spans of most calls.
type spanBuffer [kernel.MaxRank]kernel.Span

// resolve checks the whole call except for the size of its tensors, and returns a span for each axis, outermost first: in the buffer, if it
// has room.
func (p *Params[T]) resolve(buffer *spanBuffer) ([]kernel.Span, error) {
	if p.Mode >= kernel.NumModes {
		return nil, errorf(ErrMode, "mode", -1, int64(p.Mode), "%d is not a mode, expected %s", p.Mode, modeList())
	}
	rank, n := len(p.Shape), len(p.Shape)
	if p.Axes != nil {
		n = len(p.Axes)
	}
	spans := slices.Grow(buffer[:0], rank)[:rank]
	for i, d := range p.Shape {
		if d < 0 {
			return nil, errorf(ErrShape, "data", i, int64(d), "axis %d has dimension %d, expected 0 or more", i, d)
		}
		spans[i] = kernel.Span{Dim: d, Ext: d}
	}
	if len(p.Pads) != 2*n {
		return nil, errorf(ErrPads, "pads", -1, int64(len(p.Pads)), "length %d, expected %d: two for each axis", len(p.Pads), 2*n)
	}
	for i, a := range p.Axes {
		if a < -rank || a >= rank {
			return nil, errorf(ErrAxes, "axes", -1, int64(a), "axes[%d] is %d, expected at least %d and less than %d, the rank of data",
				i, a, -rank, rank)
		}
		axis := (a + rank) % rank
		if spans[axis].Lo < 0 {
			return nil, errorf(ErrAxes, "axes", axis, int64(a), "axes[%d] names axis %d again", i, axis)
		}
		spans[axis].Lo = -1 // named, for now
	}
	for i := range n {
		axis := i
		if p.Axes != nil {
			axis = (p.Axes[i] + rank) % rank
		}
		spans[axis].Lo = 0
		if b, e := p.Pads[i], p.Pads[n+i]; b|e != 0 {
			if err := p.resolveAxis(&spans[axis], axis, b, e); err != nil {
				return nil, err
			}
		}
	}
	return spans, nil
}

// resolveAxis applies the pads b and e to one axis by the rules of the package comment. The result is right even if a sum, or the
// negative of a pad, does not fit an int.
func (p *Params[T]) resolveAxis(s *kernel.Span, axis, b, e int) error {
	n := s.Dim
	// b + e first: opposite huge pads are legal and cancel out.
	sum := b + e
	out := n + sum
	switch {
	case b < 0 && e < 0 && sum >= 0:
		return errorf(ErrNegativeDim, "pads", axis, int64(min(b, e)), "axis %d has %d elements, pads %d and %d take more than all", axis, n, b, e)
	case b > 0 && e > 0 && sum < 0, sum > 0 && out < 0:
		return errorf(ErrOverflow, "pads", axis, int64(max(b, e)), "axis %d has %d elements, its output with pads %d and %d overflows", axis, n, b, e)
	case out < 0:
		return errorf(ErrNegativeDim, "pads", axis, int64(min(b, e)), "axis %d has %d elements, with pads %d and %d its output has %d, expected 0 or more", axis, n, b, e, out)
	}
	// A crop of n or more leaves nothing, however large it is.
	lo, hi := -max(-n, min(b, 0)), -max(-n, min(e, 0))
	s.Ext = max(0, n-lo-hi)
	if s.Ext == 0 {
		s.Lo, s.Begin, s.End = 0, out, 0
		if out > 0 && p.Mode != Constant {
			return errorf(ErrEmptyAxis, "pads", axis, int64(n), "axis %d has no elements to extend in mode %v (dimension %d, pads %d and %d)", axis, p.Mode, n, b, e)
		}
		return nil
	}
	s.Lo, s.Begin, s.End = lo, max(0, b), max(0, e)
	if p.Strict && p.Mode != Constant {
		most := p.Mode.Pads(s.Ext).Turn
		if v := max(s.Begin, s.End); v > most {
			kept := ""
			if s.Ext != n {
				kept = fmt.Sprintf("%d of them after crops, ", s.Ext)
			}
			return errorf(ErrOverrun, "pads", axis, int64(v), "axis %d has %d elements, %sstrict %v allows pads up to %d, got %d and %d",
				axis, n, kept, p.Mode, most, b, e)
		}
	}
	return nil
}
