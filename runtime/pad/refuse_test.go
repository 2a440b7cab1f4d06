package pad_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// refusal is what a caller can learn from an error.
type refusal struct {
	kind  error
	input string
	axis  int
	value int64
}

// check reports how err differs from the refusal.
func (r refusal) check(t *testing.T, what string, err error) {
	t.Helper()
	var e *pad.Error
	if !errors.As(err, &e) {
		t.Errorf("%s: %v, expected a *pad.Error", what, err)
		return
	}
	if !errors.Is(err, r.kind) {
		t.Errorf("%s: %v, expected an error of kind %q", what, err, r.kind)
	}
	if got := (refusal{e.Kind, e.Input, e.Axis, e.Value}); got != r {
		t.Errorf("%s: %+v, expected %+v", what, got, r)
	}
	if want := "pad: " + r.input + ": "; !strings.HasPrefix(e.Error(), want) {
		t.Errorf("%s: message %q does not start with %q", what, e, want)
	}
	if axis := fmt.Sprintf("axis %d", r.axis); r.axis >= 0 && !strings.Contains(e.Error(), axis) {
		t.Errorf("%s: message %q does not name %s", what, e, axis)
	}
	if strings.ContainsRune(e.Error(), '\n') {
		t.Errorf("%s: message %q has more than one line", what, e)
	}
}

const (
	maxInt = math.MaxInt
	minInt = math.MinInt
)

// TestRefusals has a row for each kind of invalid call that can be detected from shapes and
// attributes only.
func TestRefusals(t *testing.T) {
	type dims = []int
	type list = []int
	for _, c := range []struct {
		name  string
		shape []int
		pads  []int
		axes  []int
		mode  pad.Mode
		want  refusal // ErrOverrun: with Strict
	}{
		{"unknown mode", dims{2}, list{0, 0}, nil, kernel.NumModes, refusal{pad.ErrMode, "mode", -1, kernel.NumModes}},
		{"negative dimension", dims{2, -3}, make([]int, 4), nil, pad.Constant, refusal{pad.ErrShape, "data", 1, -3}},
		{"no pads", dims{2}, nil, nil, pad.Constant, refusal{pad.ErrPads, "pads", -1, 0}},
		{"one pad", dims{2}, list{1}, nil, pad.Constant, refusal{pad.ErrPads, "pads", -1, 1}},
		{"pads of another rank", dims{2, 2}, make([]int, 6), nil, pad.Constant, refusal{pad.ErrPads, "pads", -1, 6}},
		{"pads for all axes with one named", dims{2, 2}, make([]int, 4), list{0}, pad.Constant, refusal{pad.ErrPads, "pads", -1, 4}},
		{"axes without pads", dims{2, 2}, nil, list{0}, pad.Constant, refusal{pad.ErrPads, "pads", -1, 0}},

		{"axis above the rank", dims{2, 2}, make([]int, 2), list{2}, pad.Constant, refusal{pad.ErrAxes, "axes", -1, 2}},
		{"axis below the rank", dims{2, 2}, make([]int, 2), list{-3}, pad.Constant, refusal{pad.ErrAxes, "axes", -1, -3}},
		{"lowest axis", dims{2}, make([]int, 2), list{minInt}, pad.Constant, refusal{pad.ErrAxes, "axes", -1, minInt}},
		{"axis twice", dims{2, 2}, make([]int, 4), list{1, 1}, pad.Constant, refusal{pad.ErrAxes, "axes", 1, 1}},
		{"axis twice by other names", dims{2, 2, 2}, make([]int, 6), list{1, 0, -2}, pad.Constant, refusal{pad.ErrAxes, "axes", 1, -2}},
		{"bad axes before bad pads", dims{2, 2}, list{-9, 0, 0, 0}, list{1, 5}, pad.Constant, refusal{pad.ErrAxes, "axes", -1, 5}},

		{"output dimension overflows", dims{1}, list{maxInt, 0}, nil, pad.Constant, refusal{pad.ErrOverflow, "pads", 0, maxInt}},
		{"dimension at the limit", dims{math.MaxInt, 0}, list{0, 0, 1, 0}, nil, pad.Constant, refusal{pad.ErrOverflow, "pads", 0, 1}},
		{"sum of the pads overflows", dims{1, 1}, list{0, maxInt, 0, 1}, nil, pad.Constant, refusal{pad.ErrOverflow, "pads", 1, maxInt}},
		{"sum overflows to a positive number", dims{1}, list{maxInt, maxInt}, nil, pad.Constant, refusal{pad.ErrOverflow, "pads", 0, maxInt}},
		{"sum of the crops overflows", dims{math.MaxInt, 0}, list{minInt, 0, minInt, 0}, nil, pad.Constant, refusal{pad.ErrNegativeDim, "pads", 0, minInt}},
		{"lowest pad", dims{5}, list{minInt, 0}, nil, pad.Constant, refusal{pad.ErrNegativeDim, "pads", 0, minInt}},

		{"crop of more than all", dims{5, 5}, list{0, -3, 0, -3}, nil, pad.Constant, refusal{pad.ErrNegativeDim, "pads", 1, -3}},
		{"crop of an empty axis", dims{0}, list{0, -1}, nil, pad.Constant, refusal{pad.ErrNegativeDim, "pads", 0, -1}},

		{"reflect of an empty axis", dims{0}, list{0, 2}, nil, pad.Reflect, refusal{pad.ErrEmptyAxis, "pads", 0, 0}},
		{"edge of what a crop emptied", dims{3}, list{-3, 2}, nil, pad.Edge, refusal{pad.ErrEmptyAxis, "pads", 0, 3}},
		{"empty axis beside an empty output", dims{0, 0}, list{0, 1, 0, 0}, nil, pad.Wrap, refusal{pad.ErrEmptyAxis, "pads", 1, 0}},
		{"opposite huge pads in mode edge", dims{5}, list{maxInt, -maxInt}, nil, pad.Edge, refusal{pad.ErrEmptyAxis, "pads", 0, 5}},

		{"strict reflect", dims{3}, list{3, 0}, nil, pad.Reflect, refusal{pad.ErrOverrun, "pads", 0, 3}},
		{"strict reflect at the end", dims{2, 3}, list{0, 1, 0, 4}, nil, pad.Reflect, refusal{pad.ErrOverrun, "pads", 1, 4}},
		{"strict reflect of one element", dims{1}, list{1, 0}, nil, pad.Reflect, refusal{pad.ErrOverrun, "pads", 0, 1}},
		{"strict reflect of a crop", dims{5}, list{-3, 2}, nil, pad.Reflect, refusal{pad.ErrOverrun, "pads", 0, 2}},
		{"strict wrap", dims{3}, list{0, 4}, nil, pad.Wrap, refusal{pad.ErrOverrun, "pads", 0, 4}},
		{"strict symmetric", dims{3}, list{0, 4}, nil, pad.Symmetric, refusal{pad.ErrOverrun, "pads", 0, 4}},
		{"high rank", make([]int, 12), append(make([]int, 23), -1), nil, pad.Constant, refusal{pad.ErrNegativeDim, "pads", 11, -1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := pad.Params[uint8]{Shape: c.shape, Pads: c.pads, Axes: c.axes, Mode: c.mode, Strict: c.want.kind == pad.ErrOverrun}
			_, err := p.OutputShape()
			c.want.check(t, "OutputShape", err)
			_, err = pad.NewPlan(generated.Uint8, p)
			c.want.check(t, "NewPlan", err)
			out, shape, err := pad.Pad(generated.Uint8, nil, p)
			c.want.check(t, "Pad", err)
			if out != nil || shape != nil {
				t.Errorf("Pad returned %v of shape %v with its error", out, shape)
			}
			if c.axes == nil && !p.Strict {
				g, err := pad.NewGeometry(c.mode, c.shape, c.pads)
				if c.want.check(t, "NewGeometry", err); g != nil {
					t.Error("a geometry with an error")
				}
			}
		})
	}
}

// TestNewGeometryRefusals tests sizes that no kernel can count, and more axes than any kernel has.
func TestNewGeometryRefusals(t *testing.T) {
	const most = math.MaxInt / 16 // where an int has 32 bits
	if g, err := pad.NewGeometry(pad.Edge, []int{most}, []int{0, 0}); err != nil || g.DstLen() != most {
		t.Errorf("the most elements: %v", err)
	}
	for _, c := range []struct {
		shape  []int
		pads   []int
		want   refusal
		narrow bool // only where an int has 32 bits
	}{
		{[]int{math.MaxInt, math.MaxInt}, []int{0, 0, -math.MaxInt, 0}, refusal{pad.ErrTooLarge, "data", -1, 0}, false},
		{[]int{1, 1}, []int{math.MaxInt / 2, 0, 0, math.MaxInt / 2}, refusal{pad.ErrTooLarge, "pads", -1, 0}, false},
		{[]int{most + 1}, []int{0, -1}, refusal{pad.ErrTooLarge, "data", -1, 0}, true},
		{[]int{most}, []int{0, 1}, refusal{pad.ErrTooLarge, "pads", -1, 0}, true},
		{make([]int, kernel.MaxRank+1), make([]int, 2*kernel.MaxRank+2), refusal{pad.ErrShape, "data", -1, kernel.MaxRank + 1}, false},
	} {
		if !c.narrow || math.MaxInt == math.MaxInt32 {
			_, err := pad.NewGeometry(pad.Constant, c.shape, c.pads)
			c.want.check(t, fmt.Sprint(c.shape), err)
		}
	}
}

// TestSizeLimit checks the limit on the output, in bytes of storage.
func TestSizeLimit(t *testing.T) {
	type row struct {
		name  string
		plan  func(shape []int, pads []int, limit int64) error
		shape []int
		pads  []int
		limit int64
		want  refusal // zero: accepted
	}
	float := planner(generated.Float32)
	uint4, int2 := planner(generated.Uint4), planner(generated.Int2)
	text := planner(generated.String)
	most := int(pad.MostBytes())
	bits := min(most, (math.MaxInt-1<<10)/8)
	tooLarge := func(bytes int64) refusal { return refusal{pad.ErrTooLarge, "pads", -1, bytes} }
	rows := []row{
		{"exactly the limit", float, []int{2}, []int{1, 1}, 16, refusal{}},
		{"one element above", float, []int{2}, []int{1, 2}, 16, tooLarge(20)},
		{"limit of one byte", float, []int{1}, []int{0, 0}, 1, tooLarge(4)},
		{"empty output under any limit", float, []int{0, 1 << 20}, []int{0, 0, 0, 0}, 1, refusal{}},
		{"two of uint4 in a byte", uint4, []int{8}, []int{0, 0}, 4, refusal{}},
		{"the half unit counts", uint4, []int{8}, []int{1, 0}, 4, tooLarge(5)},
		{"four of int2 in a byte", int2, []int{13}, []int{2, 1}, 4, refusal{}},
		{"a quarter unit counts", int2, []int{13}, []int{2, 2}, 4, tooLarge(5)},
		{"strings count their headers", text, []int{3}, []int{0, 1}, int64(4 * dtype.TypeString.Size()), refusal{}},
		{"strings above", text, []int{3}, []int{0, 2}, int64(4 * dtype.TypeString.Size()), tooLarge(int64(5 * dtype.TypeString.Size()))},
		{"an input that no memory holds", float, []int{math.MaxInt / 4, 2}, []int{0, -2, 0, 0}, 0,
			refusal{pad.ErrTooLarge, "data", -1, math.MaxInt64}},
		{"an empty input with a large other axis", float, []int{0, math.MaxInt}, make([]int, 4), 0, refusal{}},
		{"the most bytes of a packed input, whose bits are counted", uint4, []int{2 * bits}, []int{1 - 2*bits, 0}, 0, refusal{}},
		{"one byte above", uint4, []int{2*bits + 2}, []int{-1 - 2*bits, 0}, 0, refusal{pad.ErrTooLarge, "data", -1, int64(bits) + 1}},
		{"a crop of all but one", float, []int{most / 4}, []int{1 - most/4, 0}, 0, refusal{}},
	}
	if math.MaxInt == math.MaxInt32 {
		most := pad.MostBytes() // less than an int holds, because loops count further
		rows = append(rows,
			row{"the most bytes of an output", float, []int{1}, []int{int(most)/4 - 1, 0}, 0, refusal{}},
			row{"one element above", float, []int{1}, []int{int(most) / 4, 0}, 0, tooLarge(most/4*4 + 4)},
			row{"the most bytes of a packed output", uint4, []int{1}, []int{0, int(most)/8*2 - 1}, 0, refusal{}},
			row{"one byte of output above", uint4, []int{1}, []int{0, int(most)/8*2 + 1}, 0, tooLarge(most/8 + 1)})
	}
	if huge := int64(1) << 34; huge <= math.MaxInt && 4*huge <= pad.MostBytes() { // sizes that need an int and addresses of 64 bits
		rows = append(rows,
			row{"a plan has no limit of its own", float, []int{1, 1}, []int{0, 0, 1 << 17, 1 << 17}, 0, refusal{}},
			row{"a negative limit is none", float, []int{int(huge)}, []int{1, 0}, -1, refusal{}},
			row{"bytes overflow int64", float, []int{1, 1}, []int{0, 0, int(huge >> 3), int(huge >> 3)}, math.MaxInt64, tooLarge(math.MaxInt64)},
			row{"elements overflow int64", uint4, []int{1, 1}, []int{0, 0, int(huge << 6), int(huge << 6)}, math.MaxInt64, tooLarge(math.MaxInt64)},
		)
		large := pad.Params[uint8]{Shape: []int{1}, Pads: []int{int(huge >> 2), 0}}
		_, _, err := pad.Pad(generated.Uint8, nil, large)
		tooLarge(1<<32+1).check(t, "Pad allocates at most 4 GiB", err)
		large.MaxBytes = 1<<32 + 1
		if _, _, err := pad.Pad(generated.Uint8, nil, large); !errors.Is(err, pad.ErrBuffer) {
			t.Errorf("Pad with MaxBytes above 4 GiB, src is nil: %v, expected %v", err, pad.ErrBuffer)
		}
	}
	for _, c := range rows {
		err := c.plan(c.shape, c.pads, c.limit)
		switch {
		case c.want.kind != nil:
			c.want.check(t, c.name, err)
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func planner[T kernel.Unit](ks *kernel.Set[T]) func(shape []int, pads []int, limit int64) error {
	return func(shape []int, pads []int, limit int64) error {
		_, err := pad.NewPlan(ks, pad.Params[T]{Shape: shape, Pads: pads, MaxBytes: limit})
		return err
	}
}

// TestOutputShapeHasNoLimit: shape inference supports shapes that do not fit in memory.
func TestOutputShapeHasNoLimit(t *testing.T) {
	p := pad.Params[uint8]{Shape: []int{math.MaxInt / 2, math.MaxInt / 2}, Pads: []int{0, 1, 0, 0}, MaxBytes: 1}
	if _, err := p.OutputShape(); err != nil {
		t.Error(err)
	}
}

// TestParseMode tests values of the attribute.
func TestParseMode(t *testing.T) {
	for m := range pad.Mode(kernel.NumModes) {
		if got, err := pad.ParseMode(m.String()); got != m || err != nil {
			t.Errorf("ParseMode(%q) is %v, %v", m, got, err)
		}
	}
	for _, s := range []string{"", "Constant", "REFLECT", "edge ", "symmetrical", "invalid"} {
		_, err := pad.ParseMode(s)
		refusal{pad.ErrMode, "mode", -1, 0}.check(t, s, err)
	}
	if got := pad.Mode(99).String(); got != "invalid" {
		t.Errorf("an unknown mode is called %q", got)
	}
}

// Values that were not created by the package's constructors are also refused.
func TestZeroValues(t *testing.T) {
	for name, ks := range map[string]*kernel.Set[float32]{
		"nil": nil, "zero": {}, "without functions": {Name: "float", PerUnit: 1}, "huge units": {Name: "float", PerUnit: 1 << 30},
		"negative units": {Name: "float", PerUnit: -1}, "units of 3": {Name: "float", PerUnit: 3}, "packed floats": {Name: "float", PerUnit: 2},
	} {
		refuses := func(call string, err error) {
			if !errors.Is(err, pad.ErrNoKernel) {
				t.Errorf("%s of a kernel set, %s: error %v, expected %v", call, name, err, pad.ErrNoKernel)
			}
		}
		_, err := pad.NewPlan(ks, pad.Params[float32]{})
		refuses("NewPlan", err)
		_, err = pad.NewAnyPlan(ks, pad.Params[struct{}]{})
		refuses("NewAnyPlan", err)
		_, err = pad.NewRegion(ks, pad.Params[float32]{}, pad.Box{})
		refuses("NewRegion", err)
		_, _, err = pad.Pad(ks, make([]float32, 1), pad.Params[float32]{})
		refuses("Pad", err)
	}
	if _, err := pad.NewAnyPlan(nil, pad.Params[struct{}]{}); !errors.Is(err, pad.ErrNoKernel) {
		t.Errorf("no kernel set: error %v, expected %v", err, pad.ErrNoKernel)
	}
	for _, length := range []int{0, 3} {
		err := new(pad.Plan[float32]).Run(make([]float32, length), make([]float32, length))
		refusal{pad.ErrNoKernel, "plan", -1, 0}.check(t, "zero Plan", err)
	}
}

// TestAnyPlanRefuses: memory of another element type, or of too few units, is not accessed.
func TestAnyPlanRefuses(t *testing.T) {
	run := func(set kernel.AnySet, dst, src, value kernel.Memory) error {
		plan, err := pad.NewAnyPlan(set, pad.Params[struct{}]{Shape: []int{2}, Pads: []int{1, 1}})
		if err != nil {
			t.Fatal(err)
		}
		return plan.Run(dst, src, value)
	}
	wide := func(n int) kernel.Memory { return kernel.MemoryOf(make([]complex128, n)) }
	text := func(n int) kernel.Memory { return kernel.MemoryOf(make([]string, n)) }
	narrow := func(n int) kernel.Memory { return kernel.MemoryOf(make([]uint16, n)) }
	for _, c := range []struct {
		name            string
		set             kernel.AnySet
		dst, src, value kernel.Memory
		want            refusal
	}{
		{"dst of narrower units", generated.Complex128, narrow(4), wide(2), wide(1), refusal{pad.ErrBuffer, "dst", -1, 0}},
		{"src of narrower units", generated.Complex128, wide(4), narrow(2), wide(1), refusal{pad.ErrBuffer, "src", -1, 0}},
		{"a value of narrower units", generated.Complex128, wide(4), wide(2), narrow(1), refusal{pad.ErrBuffer, "value", -1, 0}},
		{"no value", generated.Complex128, wide(4), wide(2), kernel.Memory{}, refusal{pad.ErrBuffer, "value", -1, 0}},
		{"two values", generated.Complex128, wide(4), wide(2), wide(2), refusal{pad.ErrBuffer, "value", -1, 2}},
		{"numbers as strings", generated.String, text(4), wide(2), text(1), refusal{pad.ErrBuffer, "src", -1, 0}},
		{"strings as numbers", generated.Complex128, text(4), wide(2), wide(1), refusal{pad.ErrBuffer, "dst", -1, 0}},
		{"a short dst", generated.Uint16, narrow(3), narrow(2), narrow(1), refusal{pad.ErrBuffer, "dst", -1, 3}},
	} {
		c.want.check(t, c.name, run(c.set, c.dst, c.src, c.value))
	}
}
