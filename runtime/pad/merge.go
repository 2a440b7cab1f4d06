package pad

import "github.com/padgen/padgen/runtime/kernel"

// merge joins neighbouring axes that are contiguous both in the input and in the output, so that a kernel gets the fewest and longest rows.
// The result describes the same call.
//
// An axis that is neither padded nor cropped joins the axis outside it: its elements become part of the outer axis's index. In modes
// constant and wrap this works for any outer axis, because whole slabs are filled or wrapped. The other modes mirror or repeat whole slabs,
// so the outer axis must have no pads unless the inner one has a single element.
//
// The first outer axes stay as they are, because the output has gaps between their indices.
func merge(spans []kernel.Span, outer int) []kernel.Span {
	for i := range spans {
		if spans[i].Ext == 0 { // only the value, or nothing at all
			return spans
		}
	}
	if len(spans) < 2 {
		return spans
	}
	// From the innermost axis outwards; the merged axes gather at the end of the list.
	to := len(spans) - 1
	for from := to - 1; from >= 0; from-- {
		in, s := &spans[to], &spans[from]
		switch m := in.Dim; {
		case from >= outer && !padded(in) && in.Ext == in.Dim && s.Src == m*in.Src &&
			(m == 1 || !padded(s) || s.Mode == Constant || s.Mode.InOrder()):
			*in = kernel.Span{Dim: s.Dim * m, Lo: s.Lo * m, Ext: s.Ext * m, Begin: s.Begin * m, End: s.End * m, Src: in.Src, Mode: s.Mode}
		case from < outer || s.Dim > 1 || padded(s):
			to--
			spans[to] = *s
		}
	}
	return spans[to:]
}
