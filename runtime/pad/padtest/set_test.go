package padtest_test

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/internal/kerneltest"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
	"github.com/padgen/padgen/runtime/pad/padtest"
)

// recorder keeps what a test would report.
type recorder struct {
	testing.TB
	said []string
}

func (*recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

type function = kernel.ConstantFunc[uint16]

var right function = generated.ConstantUint16Rank3

// only returns a set of one kernel.
func only(k function) *kernel.Set[uint16] {
	all := generated.Uint16
	set := &kernel.Set[uint16]{Name: all.Name, GoName: all.GoName, PerUnit: all.PerUnit}
	set.Constant[2] = k
	return set
}

// after returns a kernel that does something else afterwards.
func after(do func(dst, src []uint16, g *kernel.Geometry)) function {
	return func(dst, src []uint16, value uint16, g *kernel.Geometry) {
		right(dst, src, value, g)
		if len(dst) > 0 {
			do(dst, src, g)
		}
	}
}

// TestSet: Set checks kernels with long rows, and with arguments that do not fit.
func TestSet(t *testing.T) {
	for _, c := range []struct {
		name string
		k    function
		want string
	}{
		{"right", right, ""},
		{"a long row", after(func(dst, _ []uint16, _ *kernel.Geometry) {
			if len(dst) > 1<<20 {
				dst[1<<20]++
			}
		}), "constant uint16 rank 3: shape [1 1048581] pads [0 1 0 0]: element 1048576 is "},
		{"no check", func(dst, src []uint16, value uint16, g *kernel.Geometry) {
			if g != nil && len(dst) == g.DstLen() && len(src) == g.SrcLen() {
				right(dst, src, value, g)
			}
		}, "wrong geometry: panic with <nil>"},
		{"none", nil, "uint16: the set has no kernel"},
	} {
		r := &recorder{TB: t}
		if padtest.Set(r, only(c.k)); c.want == "" && len(r.said) > 0 || !strings.Contains(strings.Join(r.said, "\n"), c.want) {
			t.Errorf("%s: %q, expected %q", c.name, r.said, c.want)
		}
	}
}

// TestKernels: an error is reported with the call that shows it. Calls that are not for a kernel are skipped, and calls without a
// result do not pass.
func TestKernels(t *testing.T) {
	fits := kerneltest.Case{Mode: pad.Constant, Shape: []int{2, 1, 2}, Pads: []int{0, 0, 1, 0, 0, 0}, Want: []int{-1, 0, 1, -1, 2, 3}}
	lower := kerneltest.Case{Mode: pad.Constant, Shape: []int{2}, Pads: []int{0, 0}, Want: []int{0, 1}}
	const call = "constant uint16 rank 3: shape [2 1 2] pads [0 0 1 0 0 0]: "
	for _, c := range []struct {
		name  string
		k     function
		cases []kerneltest.Case
		want  string
		ran   int
	}{
		{"right", right, []kerneltest.Case{fits, lower}, "", 1},
		{"another mode", right, []kerneltest.Case{{Mode: pad.Edge, Shape: []int{1}, Pads: []int{0, 0}}}, "", 0},
		{"a higher rank", right, []kerneltest.Case{{Shape: []int{1, 1, 1, 1}, Pads: make([]int, 8)}}, "", 0},
		{"no result", right, []kerneltest.Case{{Shape: []int{2}, Pads: []int{0, 0}}}, "dst has length 0, expected 2", 1},
		{"no geometry", right, []kerneltest.Case{{Shape: []int{2}, Pads: []int{0, -3}}}, "pad: pads", 1},
		{"an element", after(func(dst, _ []uint16, _ *kernel.Geometry) { dst[2]++ }), []kerneltest.Case{fits}, call + "element 2 is ", 1},
		{"a panic", after(func([]uint16, []uint16, *kernel.Geometry) { panic("why") }), []kerneltest.Case{fits}, call + "panic: why", 1},
		{"data", after(func(_, src []uint16, _ *kernel.Geometry) { src[0]++ }), []kerneltest.Case{fits}, call + "src was written", 1},
		{"beyond", after(func(dst, _ []uint16, _ *kernel.Geometry) {
			*(*uint16)(unsafe.Add(unsafe.Pointer(&dst[0]), 2*len(dst)))++
		}), []kerneltest.Case{fits}, call + "memory outside dst was written", 1},
	} {
		r := &recorder{TB: t}
		ran := kerneltest.Kernels(r, only(c.k), func(pad.Mode, int) []kerneltest.Case { return c.cases })
		if ran != c.ran || c.want == "" && len(r.said) > 0 || !strings.Contains(strings.Join(r.said, "\n"), c.want) {
			t.Errorf("%s: %d ran, %q, expected %d and %q", c.name, ran, r.said, c.ran, c.want)
		}
	}
}
