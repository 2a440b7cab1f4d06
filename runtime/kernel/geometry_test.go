package kernel_test

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

func mustGeometry(t *testing.T, mode kernel.Mode, shape []int, pads []int) *kernel.Geometry {
	t.Helper()
	g, err := pad.NewGeometry(mode, shape, pads)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestGeometryAccessors checks what a kernel reads of a call with crops, pads and gaps.
func TestGeometryAccessors(t *testing.T) {
	g := mustGeometry(t, kernel.Constant, []int{4, 5}, []int{1, -2, 2, 3})
	lead, start := g.Start()
	got := fmt.Sprint(g.Mode(), g.Rank(), g.Total(), g.DstLen(), g.SrcLen(), g.DstOff(), start, lead, g.Axis(0).Ext() == 0)
	if want := "constant 2 42 42 20 0 2 6 false"; got != want {
		t.Errorf("mode, rank, lengths and offsets: %s, expected %s", got, want)
	}
	for i, want := range []string{"[0 3 3 1 1] 6", "[1 4 2 6 5] 7", "[0 1 0 42 20] 1", "[0 1 0 42 20] 1"} {
		if got := fmt.Sprint(numbers(g.Axis(i)), g.Axis(i).Out()); got != want {
			t.Errorf("axis %d: %s, expected %s", i, got, want)
		}
	}
}

// TestInitRefuses: an impossible call is an error that names the axis and its numbers, never a geometry.
func TestInitRefuses(t *testing.T) {
	const most, least = math.MaxInt, math.MinInt
	fits := kernel.Span{Dim: 3, Lo: 1, Ext: 2, Begin: 1, End: 2}
	const many = "kernel: data or the output has more elements than an int counts"
	for _, c := range []struct {
		what  string
		mode  kernel.Mode
		spans []kernel.Span
		want  string // how the error starts
	}{
		{"no mode", kernel.NumModes, []kernel.Span{fits}, fmt.Sprint("kernel: ", kernel.NumModes, " is no mode")},
		{"no data to repeat", kernel.Edge, []kernel.Span{fits, {Dim: 2, Begin: 1}},
			"kernel: axis 1 is impossible in mode edge: {Dim:2 Lo:0 Ext:0 Begin:1 End:0 Src:0 Mode:constant}, around axes that reach over 1 elements of data"},
		{"negative dimension", kernel.Wrap, []kernel.Span{{Dim: -1}}, "kernel: axis 0 is impossible in mode wrap: {Dim:-1 "},
		{"dimension whose crop overflows", kernel.Constant, []kernel.Span{{Dim: least, Lo: 1}, {}}, "kernel: axis 0 is impossible in mode constant: {Dim:-"},
		{"negative crop", kernel.Wrap, []kernel.Span{{Dim: 3, Lo: -1, Ext: 1}}, "kernel: axis 0 "},
		{"negative extent", kernel.Constant, []kernel.Span{{Dim: 3, Ext: -1, Begin: 1}}, "kernel: axis 0 "},
		{"negative begin", kernel.Constant, []kernel.Span{{Dim: 3, Ext: 3, Begin: -1}}, "kernel: axis 0 "},
		{"negative end", kernel.Constant, []kernel.Span{{Dim: 3, Ext: 3, End: least}}, "kernel: axis 0 "},
		{"more than there is", kernel.Reflect, []kernel.Span{fits, fits, {Dim: 3, Lo: 2, Ext: 2}}, "kernel: axis 2 "},
		{"a long axis", kernel.Constant, []kernel.Span{{Dim: 1, Ext: 1, Begin: most}}, "kernel: axis 0 "},
		{"a long axis", kernel.Constant, []kernel.Span{{Dim: 1, Ext: 1, Begin: most - 1, End: 1}}, "kernel: axis 0 "},
		{"much data", kernel.Constant, []kernel.Span{{Dim: most, Ext: 1}, {Dim: 2, Ext: 1}}, many},
		{"a large output", kernel.Edge, []kernel.Span{{Dim: 1, Ext: 1, End: most - 1}, {Dim: 1, Ext: 1, End: 1}}, many},
	} {
		var g kernel.Geometry
		if _, err := g.Init(c.mode, c.spans); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %s", c.what, err, c.want)
		}
	}
}

// sane reports whether a call with these spans is possible, by numbers that do not overflow.
func sane(mode kernel.Mode, spans []kernel.Span) bool {
	const most = math.MaxInt
	dst, src := big.NewInt(1), big.NewInt(1)
	for _, s := range spans {
		out, kept := new(big.Int), new(big.Int)
		for _, n := range []int{s.Begin, s.Ext, s.End} {
			out.Add(out, big.NewInt(int64(n)))
		}
		kept.Add(big.NewInt(int64(s.Lo)), big.NewInt(int64(s.Ext)))
		if min(s.Dim, s.Lo, s.Ext, s.Begin, s.End) < 0 || kept.Cmp(big.NewInt(int64(s.Dim))) > 0 ||
			out.Cmp(big.NewInt(most)) > 0 || mode != kernel.Constant && s.Ext == 0 && out.Sign() > 0 {
			return false
		}
		dst.Mul(dst, out)
		src.Mul(src, big.NewInt(int64(s.Dim)))
	}
	return mode < kernel.NumModes && dst.Cmp(big.NewInt(most)) <= 0 && src.Cmp(big.NewInt(most)) <= 0
}

// FuzzInit: Init accepts exactly the calls that are possible, and the numbers of the result are consistent.
func FuzzInit(f *testing.F) {
	f.Add(byte(0), []byte{5, 1, 2, 3, 4})
	f.Add(byte(1), []byte{3, 0, 3, 2, 2, 4, 1, 3, 0, 1})
	f.Add(byte(0), []byte{254, 1, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Add(byte(2), []byte{253, 0, 1, 0, 0, 253, 0, 1, 0, 0})
	f.Add(byte(3), []byte(strings.Repeat("\x02\x01\x01\x01\x00", 11)))
	f.Add(byte(4), []byte(nil))
	f.Add(byte(0), []byte{5, 5, 2, 4, 2, 4, 2, 4, 2, 3}) // no index of the outer axis is kept
	f.Fuzz(func(t *testing.T, m byte, data []byte) {
		mode, spans := kernel.Mode(m), make([]kernel.Span, min(len(data)/5, 20))
		for i := range spans {
			for j, v := range []*int{&spans[i].Dim, &spans[i].Lo, &spans[i].Ext, &spans[i].Begin, &spans[i].End} {
				switch b := int(data[i*5+j]); {
				case b == 255:
					*v = math.MaxInt
				case b == 254:
					*v = math.MinInt
				case b >= 240:
					*v = 1 << (b & 15 * 4) >> 1 // with 32 bits, shifts beyond give 0
				default:
					*v = b%24 - 2
				}
			}
		}
		var g kernel.Geometry
		outer, err := g.Init(mode, spans)
		if (err == nil) != sane(mode, spans) {
			t.Fatalf("%v, %+v: error %v", mode, spans, err)
		}
		if err == nil {
			consistent(t, &g, outer, spans)
		}
	})
}

// consistent checks the numbers of a geometry against one another and against its spans.
func consistent(t *testing.T, g *kernel.Geometry, outer []kernel.Axis, spans []kernel.Span) {
	t.Helper()
	dst, src, lead, off, blank := 1, 1, 0, 0, false
	for _, s := range spans {
		blank = blank || s.Ext == 0
	}
	for i := range spans {
		s := &spans[len(spans)-1-i]
		if !blank {
			a := g.Axis(min(i, kernel.MaxRank-1))
			if i >= kernel.MaxRank {
				a = &outer[i-kernel.MaxRank]
			}
			got := []int{a.Begin(), a.Ext(), a.End(), a.Out(), a.Dst(), a.Src()}
			if diff := cmp.Diff([]int{s.Begin, s.Ext, s.End, s.Out(), dst, src}, got); diff != "" {
				t.Fatalf("%+v: axis %d (-want +got):\n%s", spans, i, diff)
			}
			lead, off = lead+s.Begin*dst, off+s.Lo*src
		}
		dst, src = dst*s.Out(), src*s.Dim
	}
	rank, above := max(1, len(spans)), max(0, len(spans)-kernel.MaxRank)
	if blank {
		rank, above, lead = 1, 0, dst
	}
	to, from := g.Start()
	got := []any{g.Rank(), g.DstLen(), g.Total(), g.SrcLen(), g.DstOff(), to, from, g.Axis(0).Ext() == 0, len(outer)}
	if diff := cmp.Diff([]any{rank, dst, dst, src, 0, lead, off, blank, above}, got); diff != "" {
		t.Fatalf("%+v: rank, lengths, offsets, blank and axes above MaxRank (-want +got):\n%s", spans, diff)
	}
	if blank {
		return
	}
	for i := len(spans); i < kernel.MaxRank; i++ {
		if got, want := fmt.Sprint(numbers(g.Axis(i))), fmt.Sprintf("[0 1 0 %d %d]", dst, src); got != want {
			t.Fatalf("%+v: axis %d, which the call does not have, is %s, expected %s", spans, i, got, want)
		}
	}
}

// numbers returns begin, ext, end, dst and src of an axis.
func numbers(a *kernel.Axis) [5]int { return [5]int{a.Begin(), a.Ext(), a.End(), a.Dst(), a.Src()} }
