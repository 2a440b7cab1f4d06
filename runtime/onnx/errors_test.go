package onnx_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/onnx/all"
	"github.com/padgen/padgen/runtime/pad"
)

func wantError(t *testing.T, name string, err, kind error, input string) {
	t.Helper()
	var e *onnx.Error
	switch {
	case err == nil:
		t.Errorf("%s: no error, want %v in %s", name, kind, input)
	case !errors.Is(err, kind) || !errors.As(err, &e) || e.Kind != kind || e.Input != input:
		t.Errorf("%s: %v (%+v), want %v in %s", name, err, e, kind, input)
	case !strings.HasPrefix(err.Error(), "onnx: ") || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "pad: "):
		t.Errorf("%s: the message is %q", name, err)
	}
}

func of(d dtype.DType, data any, shape ...int) onnx.Tensor {
	return onnx.Tensor{DType: d, Shape: shape, Data: data}
}

var int64s = onnx.Int64s

// newOp is [onnx.Options.New] with all sets, for versions that exist.
func newOp(t *testing.T, opts onnx.Options, domain string, opset int) *onnx.Op {
	t.Helper()
	op, err := opts.New(domain, opset, all.Sets()...)
	if err != nil {
		t.Fatal(err)
	}
	return op
}

// asPublished keeps only the versions up to Pad-25, as they are today, so that later ones change no message.
func asPublished(t *testing.T) {
	was := onnx.Schemas
	t.Cleanup(func() { onnx.Schemas = was })
	onnx.Schemas = nil
	for _, v := range versions {
		s := was[slices.IndexFunc(was, func(s onnx.Schema) bool {
			return s.Domain == cmp.Or(v.domain, "ai.onnx") && s.SinceVersion <= v.last && s.SinceVersion >= v.first
		})]
		s.Modes, s.DataTypes = v.modes, v.types
		onnx.Schemas = append(onnx.Schemas, s)
	}
}

// TestErrors breaks each rule once, and checks the content of the error.
func TestErrors(t *testing.T) {
	asPublished(t)
	const (
		f32  = dtype.TypeFloat32
		i64  = dtype.TypeInt64
		ms   = -1 // com.microsoft 1
		most = math.MaxInt
	)
	run := func(opset int, attrs onnx.Attributes, inputs ...onnx.Tensor) error {
		domain := ""
		if opset == ms {
			domain, opset = "com.microsoft", 1
		}
		_, err := newOp(t, onnx.Options{MaxBytes: 1 << 30, Strict: true}, domain, opset).Run(attrs, inputs...)
		return err
	}
	attrs := func(mode string) onnx.Attributes { return onnx.Attributes{Mode: onnx.Mode(mode)} }
	lists := func(old, pads []int64) onnx.Attributes { return onnx.Attributes{Paddings: old, Pads: pads} }
	x, pads, two := of(f32, []float32{1, 2, 3, 4, 5, 6}, 2, 3), int64s(0, 1, 0, 1), int64s(1, 1)
	one, pair := of(f32, []float32{1}), of(f32, []float32{1, 2}, 2)
	no, none, edge := onnx.Attributes{}, onnx.Tensor{}, attrs("edge")
	many := of(f32, []float32{}, math.MaxInt, math.MaxInt)
	type row struct {
		err   error
		kind  error
		input string
		axis  int
		value int64
		says  string
	}
	rows := []row{
		{run(25, attrs(""), x, pads), pad.ErrMode, "mode", -1, 0, `"" is not a mode`},
		{run(11, attrs("replicate"), x, pads), pad.ErrMode, "mode", -1, 0, `"replicate" is not a mode, it means edge; expected`},
		{run(11, attrs("Reflect"), x, pads), pad.ErrMode, "mode", -1, 0, "not a mode, it means reflect; expected one of [constant reflect edge]"},
		{run(18, attrs("wrap"), x, pads), pad.ErrMode, "mode", -1, 3, "wrap needs opset 19"},
		{run(ms, attrs("wrap"), x, pads), pad.ErrMode, "mode", -1, 3,
			"domain com.microsoft has no wrap, expected one of [constant reflect edge]; domain ai.onnx has it"},
		{run(ms, attrs("symmetric"), x, pads), pad.ErrMode, "mode", -1, 4, "expected one of [constant reflect edge]; domain padgen has it"},
		{run(25, attrs("symmetric"), x, pads), pad.ErrMode, "mode", -1, 4,
			"domain ai.onnx has no symmetric, expected one of [constant reflect edge wrap]; domain padgen has it"},

		{run(2, lists([]int64{0}, nil), x), onnx.ErrAttribute, "paddings", -1, 0, "use pads"},
		{run(1, lists(nil, []int64{0}), x), onnx.ErrAttribute, "pads", -1, 0, "not an attribute of this version, use paddings"},
		{run(1, no, x), onnx.ErrAttribute, "paddings", -1, 0, "required attribute is missing"},
		{run(2, no, x), onnx.ErrAttribute, "pads", -1, 0, "required attribute is missing"},
		{run(11, lists(nil, []int64{}), x, pads), onnx.ErrAttribute, "pads", -1, 0, "use input 1, pads"},
		{run(11, onnx.Attributes{Value: onnx.Value(0)}, x, pads), onnx.ErrAttribute, "value", -1, 0, "use input 2, constant_value"},
		{run(1, lists([]int64{1}, nil), x), pad.ErrPads, "paddings", -1, 1, "1 given, expected 4: two for each axis"},

		{run(25, no), onnx.ErrInput, "data", -1, 0, "required at index 0 of the inputs"},
		{run(25, no, x, none), onnx.ErrInput, "pads", -1, 0, "required at index 1 of the inputs"},
		{run(10, no, x, pads), onnx.ErrInput, "inputs", -1, 2, "pads needs opset 11"},
		{run(13, no, x, two, none, int64s(0)), onnx.ErrInput, "inputs", -1, 4, "axes needs opset 18"},
		{run(18, no, x, pads, x, pads, x), onnx.ErrInput, "inputs", -1, 5, "at most 4: data, pads, constant_value"},

		{run(25, no, of(0, []int{1}, 1), two), onnx.ErrType, "data", -1, 0, "not set (Data is a []int)"},
		{run(25, no, of(0, nil, 2), two), onnx.ErrType, "data", -1, 0, "element type undefined"},
		{run(25, no, of(99, []float32{1}, 1), two), onnx.ErrType, "data", -1, 99, "element type dtype(99), expected one of float, uint8"},
		{run(13, no, of(dtype.TypeInt4, nil, 1), two), onnx.ErrType, "data", -1, 22, "int4 needs opset 21"},
		{run(ms, no, of(i64, nil, 1), two), onnx.ErrType, "data", -1, 7, "element type int64, expected one of float, float16, double"},
		{run(25, no, of(f32, []float64{1}, 1), two), onnx.ErrData, "data", -1, 0, "Data is []float64, expected []float32 or raw bytes"},
		{run(25, no, of(f32, "1234", 1), two), onnx.ErrData, "data", -1, 0, "Data is string, expected"},
		{run(25, no, of(f32, nil, 1), two), onnx.ErrData, "data", -1, 0, "Data is <nil>, expected []float32"},
		{run(25, no, of(f32, []float32{1}, 2), two), onnx.ErrData, "data", -1, 1, "1 elements of float"},
		{run(25, no, of(f32, make([]byte, 7), 2), two), onnx.ErrData, "data", -1, 7, "7 bytes, expected 8: 2 elements of float"},
		{run(25, no, of(dtype.TypeString, []byte("ab"), 2), two), onnx.ErrData, "data", -1, 0, "Data is []uint8, expected []string"},
		{run(25, no, of(dtype.TypeInt4, make([]dtype.Int4x2, 1), 3), two), onnx.ErrData, "data", -1, 1, "1 storage units of int4, expected 2"},
		{run(25, no, of(f32, []float32{}, 2, -1), pads), pad.ErrShape, "data", 1, -1, "axis 1 has dimension -1, expected 0 or more"},
		{run(25, no, many, int64s(0, 0, 0, 0)), pad.ErrTooLarge, "data", -1, math.MaxInt64, ""},

		{run(25, no, x, of(dtype.TypeInt32, []int32{1}, 1)), onnx.ErrType, "pads", -1, 6, "element type int32, expected int64"},
		{run(25, no, x, of(i64, pads.Data, 1, 4)), pad.ErrPads, "pads", -1, 2, "expected one dimension"},
		{run(ms, no, x, of(i64, pads.Data, 2, 2)), pad.ErrPads, "pads", -1, 2, "shape [2 2], expected [2r] or [1 2r], r being the rank of data"},
		{run(ms, no, x, of(i64, pads.Data, 1, 1, 4)), pad.ErrPads, "pads", -1, 3, ""},
		{run(25, no, x, two), pad.ErrPads, "pads", -1, 2, "2 given, expected 4: two for each axis"},
		{run(25, no, x, of(i64, nil, 4)), onnx.ErrData, "pads", -1, 4, "no data, but the output's shape depends on its 4 values"},
		{run(25, no, x, of(i64, []int64{1}, 4)), onnx.ErrData, "pads", -1, 1, ""},
		{run(25, no, x, of(i64, []int64{1}, -4)), pad.ErrShape, "pads", -1, -4, "axis 0 has dimension -4"},
		{run(25, no, x, int64s(0, -4, 0, 0)), pad.ErrNegativeDim, "pads", 1, -4, ""},
		{run(25, no, x, int64s(most, 0, 0, 0)), pad.ErrOverflow, "pads", 0, most, ""},
		{run(25, no, x, int64s(1<<27, 0, 0, 0)), pad.ErrTooLarge, "pads", -1, (1<<27 + 2) * 12, "MaxBytes"},
		{run(25, edge, x, int64s(-2, 0, 1, 0)), pad.ErrEmptyAxis, "pads", 0, 2, ""},
		{run(25, attrs("reflect"), x, int64s(2, 0, 0, 0)), pad.ErrOverrun, "pads", 0, 2, "pads up to 1"},

		{run(25, no, x, pads, of(i64, []int64{1})), onnx.ErrType, "constant_value", -1, 7, "that of data, float"},
		{run(25, no, x, pads, pair), onnx.ErrValue, "constant_value", -1, 2, "exactly one element"},
		{run(25, no, x, pads, of(f32, []float32{1}, -1, -1)), onnx.ErrValue, "constant_value", -1, 0, ""},
		{run(25, no, x, pads, of(f32, nil)), onnx.ErrData, "constant_value", -1, 0, ""},
		{run(25, edge, x, pads, of(f32, []int32{1})), onnx.ErrData, "constant_value", -1, 0, ""},
		{run(ms, no, x, pads, pair), onnx.ErrValue, "value", -1, 2, ""},

		{run(25, no, x, two, none, of(dtype.TypeInt16, []int16{0}, 1)), onnx.ErrType, "axes", -1, 5, "expected int32, int64"},
		{run(25, no, x, pads, none, onnx.Tensor{Shape: []int{2}}), onnx.ErrType, "axes", -1, 0, ""},
		{run(25, no, x, two, one, of(i64, []int64{0})), pad.ErrAxes, "axes", -1, 0, "shape [], expected"},
		{run(25, no, x, two, none, of(dtype.TypeInt32, []int32{-3}, 1)), pad.ErrAxes, "axes", -1, -3, ""},
		{run(25, no, x, int64s(1, 1, 1, 1), none, int64s(1, -1)), pad.ErrAxes, "axes", 1, -1, ""},
		{run(25, no, x, two, none, of(dtype.TypeInt32, nil, 1)), onnx.ErrData, "axes", -1, 1, ""},
		{run(25, no, x, pads, none, int64s()), pad.ErrPads, "pads", -1, 4, ""},
	}
	if math.MaxInt == math.MaxInt32 { // cut to 32 bits, these would be 0 and 1
		const wide = 1 << 32
		rows = append(rows,
			row{run(25, no, x, int64s(0, -wide, 0, 0)), pad.ErrNegativeDim, "pads", -1, -wide, "value 1 is -4294967296"},
			row{run(2, onnx.Attributes{Pads: []int64{wide + 1, 0, 0, 0}}, x), pad.ErrOverflow, "pads", -1, wide + 1, "value 0"},
			row{run(25, no, x, two, none, int64s(wide)), pad.ErrAxes, "axes", -1, wide, "cannot hold"})
	}
	for _, c := range rows {
		wantError(t, c.says, c.err, c.kind, c.input)
		var e *onnx.Error
		if !errors.As(c.err, &e) {
			continue
		}
		if prefix := "onnx: " + e.Op + ": " + e.Input + ": "; !strings.HasPrefix(e.Error(), prefix) || !strings.Contains(e.Error(), c.says) {
			t.Errorf("%v, want %s… %s", e, prefix, c.says)
		}
		if e.Axis != c.axis || e.Value != c.value {
			t.Errorf("%v: axis %d, value %d, want %d, %d", e, e.Axis, e.Value, c.axis, c.value)
		}
		var pe *pad.Error
		if errors.As(c.err, &pe) != strings.HasPrefix(fmt.Sprintf("%T", e.Err), "*pad.") {
			t.Errorf("%v: the error of package pad is %v, in Err is %v", e, pe, e.Err)
		}
	}
}

// TestNotErrors tests calls that the rules barely allow.
func TestNotErrors(t *testing.T) {
	const (
		f32 = dtype.TypeFloat32
		i8  = dtype.TypeInt8
		i32 = dtype.TypeInt32
		i64 = dtype.TypeInt64
		big = math.MaxInt
	)
	x, pads, two := of(f32, []float32{1, 2, 3, 4, 5, 6}, 2, 3), int64s(0, 1, 0, 1), int64s(1, 1)
	no, none := onnx.Attributes{}, onnx.Tensor{}
	run := func(domain string, opset int, attrs onnx.Attributes, inputs ...onnx.Tensor) string {
		y, err := newOp(t, onnx.Options{}, domain, opset).Run(attrs, inputs...)
		return fmt.Sprint(y.Shape, err)
	}
	for name, c := range map[string]struct {
		got  string
		want []int
	}{
		"value of shape 1,1,1":       {run("", 25, no, x, pads, of(f32, []float32{1}, 1, 1, 1)), []int{2, 5}},
		"all optional ones absent":   {run("", 25, no, x, pads, none, none), []int{2, 5}},
		"axes empty":                 {run("", 25, no, x, int64s(), none, int64s()), []int{2, 3}},
		"axes empty and nil":         {run("", 25, no, x, int64s(), none, of(i32, nil, 0)), []int{2, 3}},
		"axes raw":                   {run("", 18, no, x, two, none, of(i32, make([]byte, 4), 1)), []int{4, 3}},
		"pads raw":                   {run("", 11, no, of(i8, nil, 0), of(i64, make([]byte, 16), 2)), []int{0}},
		"pads of shape 1,4":          {run("com.microsoft", 1, no, x, of(i64, pads.Data, 1, 4)), []int{2, 5}},
		"raw and empty":              {run("", 25, no, of(dtype.TypeFloat64, []byte(nil), 0), two), []int{2}},
		"scalar":                     {run("", 25, no, of(dtype.TypeBool, []bool{true}), int64s()), []int{}},
		"scalar at 2":                {run("", 2, onnx.Attributes{Pads: []int64{}}, of(f32, []float32{1})), []int{}},
		"empty of large dimensions":  {run("", 25, no, of(i8, []int8{}, big, 0, big), int64s(0, 0, 0, 0, 0, 0)), []int{big, 0, big}},
		"huge pads that cancel out":  {run("", 25, no, of(i8, []int8{1}, 1), int64s(math.MaxInt, -math.MaxInt)), []int{1}},
		"types that Data alone says": {run("", 25, no, of(0, x.Data, 2, 3), of(0, two.Data, 2), of(0, []float32{1}), of(0, []int32{0}, 1)), []int{4, 3}},
	} {
		if want := fmt.Sprint(c.want, nil); c.got != want {
			t.Errorf("%s: %s, want %s", name, c.got, want)
		}
	}
}

// goroutines is a kernel set that records the number of goroutines.
type goroutines struct {
	kernel.AnySet
	most atomic.Int64
}

func (g *goroutines) Call(m kernel.Mode, rank int, dst, src, value kernel.Memory, geometry *kernel.Geometry) {
	g.most.Store(max(g.most.Load(), int64(runtime.NumGoroutine())))
	g.AnySet.Call(m, rank, dst, src, value, geometry)
}

func TestWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	if runtime.GOMAXPROCS(0) == 1 {
		t.Skip("wasm runs one goroutine at a time")
	}
	const n = 32 << 20
	count := func(workers int) int64 {
		set := &goroutines{AnySet: generated.Uint8}
		op, err := onnx.Options{Workers: workers}.New("", 25, set)
		if err == nil {
			_, err = op.Run(onnx.Attributes{}, of(dtype.TypeUint8, make([]uint8, n), n), int64s(1, 1))
		}
		if err != nil {
			t.Fatal(err)
		}
		return set.most.Load()
	}
	if one, more := count(1), count(0); one >= more {
		t.Errorf("%d goroutines with Workers 1, %d without", one, more)
	}
}

// TestInferShape: what is known about a shape is inferred and checked, without kernels. A dimension of -1 stays -1. If pads
// or axes have no values, only the rank is known.
func TestInferShape(t *testing.T) {
	op, err := onnx.Options{Strict: true}.New("", 25)
	if err != nil {
		t.Fatal(err)
	}
	old, err := onnx.New("com.microsoft", 1)
	if err != nil {
		t.Fatal(err)
	}
	const big, most, least = math.MaxInt - 1, math.MaxInt, math.MinInt
	reflect, none := onnx.Attributes{Mode: onnx.Mode("reflect")}, onnx.Tensor{}
	dims := func(n ...int) []int { return append([]int{}, n...) }
	computed := func(shape ...int) onnx.Tensor { return of(dtype.TypeInt64, nil, shape...) }
	value := func(shape ...int) onnx.Tensor { return of(dtype.TypeFloat32, nil, append([]int{}, shape...)...) }
	some, ranked := dims(-1, 3), dims(2, -1, 3)
	for _, c := range []struct {
		op          *onnx.Op
		shape       []int // nil: unknown rank
		pads        onnx.Tensor
		value, axes onnx.Tensor
		want        []int
		kind        error
		input       string
	}{
		{op, some, int64s(0, 1, 0, 1), none, none, dims(-1, 5), nil, ""},
		{op, some, int64s(least/2, 1, most, 1), none, none, dims(-1, 5), nil, ""},
		{op, some, int64s(2, 1, -1, 0), none, none, dims(-1, 4), nil, ""},
		{op, dims(-1, -1), int64s(100, 0, 100, -7), none, none, dims(-1, -1), nil, ""}, // too much for strict if the dimension is short
		{op, some, int64s(0, -4, 0, 0), none, none, nil, pad.ErrNegativeDim, "pads"},
		{op, some, int64s(0, 3, 0, 0), none, none, nil, pad.ErrOverrun, "pads"},
		{op, some, int64s(0, 1), none, none, nil, pad.ErrPads, "pads"},
		{op, dims(3, -2), int64s(0, 1, 0, 1), none, none, nil, pad.ErrShape, "data"},
		{op, ranked, int64s(7, 1, 7, 0), none, int64s(-2, 0), dims(3, -1, 3), nil, ""},
		{op, ranked, int64s(-7, 9), none, int64s(1), ranked, nil, ""},
		{op, ranked, int64s(0, 0), none, int64s(3), nil, pad.ErrAxes, "axes"},
		{op, ranked, int64s(0, 0), none, int64s(least), nil, pad.ErrAxes, "axes"},
		{op, ranked, int64s(0, 0, 0, 0), none, int64s(1, -2), nil, pad.ErrAxes, "axes"},

		{op, ranked, computed(6), none, none, dims(-1, -1, -1), nil, ""},
		{op, ranked, computed(-1), none, none, dims(-1, -1, -1), nil, ""},
		{op, ranked, computed(-2), none, none, nil, pad.ErrShape, "pads"},
		{op, ranked, of(dtype.TypeInt64, []int64{1, 1}, -1), none, int64s(0), nil, onnx.ErrData, "pads"},
		{op, ranked, computed(-1), none, int64s(-1), dims(-1, -1, -1), nil, ""},
		{op, ranked, computed(0), none, int64s(), ranked, nil, ""},

		{op, ranked, computed(-1), none, computed(-1), dims(-1, -1, -1), nil, ""},
		{op, ranked, int64s(1, 1), none, computed(-1), dims(-1, -1, -1), nil, ""},
		{op, ranked, computed(2), none, computed(-2), nil, pad.ErrShape, "axes"},
		{op, ranked, int64s(1, 1), none, computed(1), dims(-1, -1, -1), nil, ""},
		{op, ranked, int64s(), none, computed(0), ranked, nil, ""},

		{op, nil, int64s(1, 1, 1, 1), none, none, dims(-1, -1), nil, ""},
		{op, nil, int64s(), none, none, dims(), nil, ""},
		{op, nil, int64s(1), none, none, nil, pad.ErrPads, "pads"},
		{op, nil, int64s(1, 1), none, int64s(-1), nil, nil, ""},
		{op, nil, int64s(1, 1), none, computed(1), nil, nil, ""},
		{op, nil, computed(big), none, none, nil, nil, ""},

		{op, ranked, computed(4), none, none, nil, pad.ErrPads, "pads"},
		{op, ranked, computed(5), none, computed(-1), nil, pad.ErrPads, "pads"},
		{op, ranked, computed(big), none, computed(2), nil, pad.ErrPads, "pads"},
		{op, ranked, computed(4), none, int64s(1), nil, pad.ErrPads, "pads"},
		{op, ranked, int64s(1, 1), none, computed(2), nil, pad.ErrPads, "pads"},
		{op, ranked, computed(4), none, computed(2), dims(-1, -1, -1), nil, ""},
		{op, nil, computed(most), none, none, nil, pad.ErrPads, "pads"},
		{op, nil, computed(2), none, computed(2), nil, pad.ErrPads, "pads"},
		{op, nil, int64s(1, 2, 3, 4), none, int64s(0), nil, pad.ErrPads, "pads"},
		{op, nil, int64s(1, 2, 3, 4), none, int64s(0, 0), nil, pad.ErrAxes, "axes"},
		{op, nil, int64s(1, 2, 3, 4), none, int64s(0, -1), nil, nil, ""},
		{op, ranked, computed(2), none, int64s(7), nil, pad.ErrAxes, "axes"},
		{op, ranked, computed(-1), none, int64s(1, -2), nil, pad.ErrAxes, "axes"},
		{op, ranked, int64s(1, 1, 1, 1), none, computed(1), nil, pad.ErrPads, "pads"},
		{op, dims(3, -2), computed(4), none, int64s(0, 1), nil, pad.ErrShape, "data"},
		{old, dims(2, 5), computed(-1, 2), none, none, nil, pad.ErrPads, "pads"},
		{old, dims(2, 5), computed(1, 4), none, none, dims(-1, -1), nil, ""},
		{old, dims(2, 5), computed(1, -1), none, none, dims(-1, -1), nil, ""},
		{old, dims(2, 5), computed(-1, 4), none, none, dims(-1, -1), nil, ""},
		{old, dims(2, 5), computed(2, -1), none, none, nil, pad.ErrPads, "pads"},
		{old, dims(2, 5), computed(-1, -1, -1), none, none, nil, pad.ErrPads, "pads"},

		{op, dims(2), int64s(1, 1), value(), none, dims(4), nil, ""},
		{op, dims(2), int64s(1, 1), value(1, -1), none, dims(4), nil, ""},
		{op, dims(2), int64s(1, 1), value(2, -1), none, nil, onnx.ErrValue, "constant_value"},
		{op, dims(2), int64s(1, 1), value(0, -1), none, nil, onnx.ErrValue, "constant_value"},
	} {
		inputs := []onnx.Tensor{{DType: dtype.TypeFloat32, Shape: c.shape}, c.pads, c.value, c.axes}
		if c.op == old {
			inputs = inputs[:3]
		}
		before := slices.Clone(c.shape)
		got, err := c.op.InferShape(reflect, inputs...)
		name := fmt.Sprintf("%v %v by %v, axes %v, value %v", c.op, c.shape, c.pads, c.axes, c.value)
		if !slices.Equal(got, c.want) || (got == nil) != (c.want == nil) || !slices.Equal(before, c.shape) {
			t.Errorf("%s: %v, %v, expected %v", name, got, err, c.want)
		}
		if c.kind != nil {
			wantError(t, name, err, c.kind, c.input)
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if slices.Contains(c.shape, -1) {
			if _, err := c.op.Plan(reflect, inputs...); err == nil {
				t.Errorf("%s: a Plan", name)
			}
		}
	}
}

func TestSetAttributes(t *testing.T) {
	var a onnx.Attributes
	for _, c := range []struct {
		name  string
		value any
		ok    bool
	}{
		{"mode", "edge", true}, {"mode", []byte("wrap"), true}, {"mode", 1, false}, {"mode", nil, false},
		{"pads", []int64(nil), true}, {"pads", []int{1}, false}, {"paddings", []int64{1, 2}, true},
		{"value", float32(2), true}, {"value", 2.0, false}, {"values", float32(2), false}, {"", nil, false},
	} {
		err := a.Set(c.name, c.value)
		if c.ok && err != nil {
			t.Errorf("Set(%q, %v): %v", c.name, c.value, err)
		} else if !c.ok {
			wantError(t, "Set "+c.name, err, onnx.ErrAttribute, c.name)
		}
	}
	if a.Mode != onnx.Mode("wrap") || a.Pads == nil || len(a.Paddings) != 2 || a.Value != onnx.Value(2) {
		t.Errorf("set: %+v", a)
	}
}

// TestZeroValues: values that were not created by the package's own constructors are also refused.
func TestZeroValues(t *testing.T) {
	ctx := context.Background()
	for _, op := range []*onnx.Op{nil, {}} {
		_, run := op.Run(onnx.Attributes{})
		_, in := op.RunContext(ctx, onnx.Attributes{})
		_, infer := op.InferShape(onnx.Attributes{})
		_, plan := op.Plan(onnx.Attributes{})
		for _, err := range []error{run, in, infer, plan} {
			wantError(t, "no Op", err, onnx.ErrOpset, "opset")
		}
		if s := op.Schema(); s.SinceVersion != 0 || op.String() != "Pad" {
			t.Errorf("no Op is %q, version %d", op.String(), s.SinceVersion)
		}
	}
	for _, plan := range []*onnx.Plan{nil, {}} {
		for _, err := range []error{plan.Run(nil, nil), plan.RunContext(ctx, nil, nil), plan.RunValueContext(ctx, nil, nil, nil)} {
			wantError(t, "no Plan", err, pad.ErrNoKernel, "plan")
		}
		if plan.OutputLen() != 0 || plan.InputLen() != 0 || len(plan.OutputShape()) != 0 || plan.DType() != 0 {
			t.Error("no Plan has a size")
		}
	}
}
